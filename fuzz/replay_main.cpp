// Replays a corpus through a fuzz target where no fuzzer is at hand (GCC): each seed as it is, cut off, and with some
// bytes changed, from a fixed random sequence. A crash or a sanitizer report is the failure.
//
//   x_fuzz_replay [--rounds N] FILE_OR_DIRECTORY...

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

namespace fs = std::filesystem;

void Run(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size());
}

std::string Read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string Mutate(std::string input, std::mt19937& random) {
  if (random() % 4 == 0) input.resize(random() % (input.size() + 1));
  for (unsigned changes = 1 + random() % 8; changes > 0 && !input.empty(); --changes) {
    const size_t at = random() % input.size();
    switch (random() % 4) {
      case 0:
        input[at] = static_cast<char>(random());
        break;
      case 1:
        input[at] = static_cast<char>(input[at] ^ 1 << random() % 8);
        break;
      case 2:
        input[at] = "\0\x01\x7f\x80\xff"[random() % 5];
        break;
      default:
        input.erase(at, 1 + random() % 4);
    }
  }
  return input;
}

}  // namespace

int main(int argc, char** argv) {
  unsigned rounds = 200;
  std::vector<fs::path> seeds;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--rounds" && i + 1 < argc) {
      rounds = static_cast<unsigned>(std::stoul(argv[++i]));
    } else if (fs::is_directory(argument)) {
      for (const auto& entry : fs::recursive_directory_iterator(argument))
        if (entry.is_regular_file()) seeds.push_back(entry.path());
    } else {
      seeds.emplace_back(argument);
    }
  }
  std::sort(seeds.begin(), seeds.end());
  if (seeds.empty()) {
    std::fprintf(stderr, "no seeds: give files or directories\n");
    return 2;
  }
  std::mt19937 random(1);
  Run("");
  for (const auto& seed : seeds) {
    const std::string input = Read(seed);
    Run(input);
    for (unsigned round = 0; round < rounds; ++round) Run(Mutate(input, random));
  }
  std::printf("%zu seeds, %u mutations each\n", seeds.size(), rounds);
  return 0;
}

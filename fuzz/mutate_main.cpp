// Runs a fuzz target without libFuzzer: FUZZ SECONDS [FILE...] mutates the files (or nothing) at random and feeds the
// result. Prints its seed; no coverage guidance, so a sanitizer build of it is for a few minutes, libFuzzer (clang,
// -DTARN_FUZZ=ON) for long runs.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

void Mutate(std::mt19937& random, std::string* text) {
  const int changes = 1 + static_cast<int>(random() % 8);
  for (int i = 0; i < changes && !text->empty(); ++i) {
    const size_t at = random() % text->size();
    const size_t length = 1 + random() % 40;
    switch (random() % 4) {
      case 0:
        (*text)[at] = static_cast<char>(random());
        break;
      case 1:
        text->erase(at, length);
        break;
      case 2:
        text->insert(random() % (text->size() + 1), text->substr(at, length));
        break;
      default:
        text->insert(at, 1, ",*!\\$\n0w"[random() % 8]);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 10;
  std::vector<std::string> corpus{""};
  for (int i = 2; i < argc; ++i) {
    std::ifstream in(argv[i], std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  const unsigned seed = std::random_device()();
  std::printf("seed %u\n", seed);
  std::mt19937 random(seed);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  long runs = 0;
  for (; std::chrono::steady_clock::now() < end; ++runs) {
    const std::string& whole = corpus[random() % corpus.size()];
    // Formats with a header are worth nothing from their middle, logs are cut anywhere.
    std::string text =
        random() % 2 ? whole : whole.substr(whole.empty() ? 0 : random() % whole.size(), random() % 2000);
    Mutate(random, &text);
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  }
  std::printf("%ld runs\n", runs);
}

#include "connector/nmea/log_file.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>
#include <vector>

#include "base/error.h"

namespace tarn::connector::nmea {
namespace {

std::string Gzip(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

struct Kept {
  std::vector<std::string> lines;
  std::vector<int64_t> offsets;
};

Kept Read(env::FileSystem& fs, int64_t offset = 0) {
  LogFile file(fs.OpenRead("/log"), offset);
  Kept kept;
  std::string_view line;
  while (file.Next(&line)) {
    kept.lines.emplace_back(line);
    kept.offsets.push_back(file.offset());
  }
  return kept;
}

TEST(LogFile, PlainAndPackedFilesGiveTheSameLinesFromEveryOffset) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  std::vector<std::string> lines;
  std::string text;
  for (int i = 0; i < 5000; ++i) {
    lines.emplace_back(random() % 200 == 0 ? 3000 : random() % 90, static_cast<char>('a' + random() % 26));
    text += lines.back() + "\n";
  }
  lines.push_back("the last has no end");
  text += lines.back();
  const size_t cut = random() % text.size();
  for (const std::string& content : {text, Gzip(text), Gzip(text.substr(0, cut)) + Gzip(text.substr(cut))}) {
    const auto fs = env::NewMemoryFileSystem();
    env::ReplaceFile(*fs, "/log", content);
    const auto all = Read(*fs);
    ASSERT_EQ(all.lines, lines);
    for (int i = 0; i < 20; ++i) {
      const size_t from = random() % lines.size();
      const auto rest = Read(*fs, all.offsets[from]);
      ASSERT_EQ(rest.lines, std::vector<std::string>(lines.begin() + static_cast<long>(from) + 1, lines.end()));
    }
  }
}

TEST(LogFile, EmptyFilesHaveNoLines) {
  const auto fs = env::NewMemoryFileSystem();
  env::ReplaceFile(*fs, "/log", "");
  EXPECT_TRUE(Read(*fs).lines.empty());
  env::ReplaceFile(*fs, "/log", "\n\n");
  EXPECT_EQ(Read(*fs).lines.size(), 2u);
  env::ReplaceFile(*fs, "/log", Gzip(""));
  EXPECT_TRUE(Read(*fs).lines.empty());
}

TEST(LogFile, NamesTheFileThatIsDamaged) {
  const auto fs = env::NewMemoryFileSystem();
  const auto expect_error = [&](const std::string& content, int64_t offset, const std::string& words) {
    env::ReplaceFile(*fs, "/log", content);
    try {
      Read(*fs, offset);
      FAIL() << words;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find("/log"), std::string::npos) << e.what();
      EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    }
  };
  const std::string packed = Gzip(std::string(100'000, 'x') + "\n");
  expect_error(packed.substr(0, packed.size() / 2), 0, "cut off");
  expect_error("\x1f\x8bxxxxxxxxxxxxxx", 0, "unpack");
  expect_error("short", 100, "shorter");
  expect_error(packed, 1'000'000, "shorter");
}

TEST(LogFile, CutsALineThatIsNoSentenceAndGoesOn) {
  const auto fs = env::NewMemoryFileSystem();
  for (const size_t length : {LogFile::kMaxLine, LogFile::kMaxLine + 1, 5 * LogFile::kMaxLine + 12'345}) {
    env::ReplaceFile(*fs, "/log", "first\n" + std::string(length, 'x') + "\nlast");
    LogFile log(fs->OpenRead("/log"));
    std::string_view line;
    ASSERT_TRUE(log.Next(&line));
    EXPECT_EQ(line, "first");
    ASSERT_TRUE(log.Next(&line));
    EXPECT_EQ(line, std::string(LogFile::kMaxLine, 'x'));
    EXPECT_EQ(log.offset(), static_cast<int64_t>(6 + length + 1));
    ASSERT_TRUE(log.Next(&line));
    EXPECT_EQ(line, "last");
    EXPECT_FALSE(log.Next(&line));
  }
}

}  // namespace
}  // namespace tarn::connector::nmea

#include "table/compact/levels.h"

#include <gtest/gtest.h>

#include <random>

namespace tarn::table {
namespace {

using paimon::DataFileMeta;

int Compare(std::string_view a, std::string_view b) { return a.compare(b); }

DataFileMeta File(std::string name, int32_t level, char min, char max, int64_t sequence = 0) {
  DataFileMeta file;
  file.file_name = std::move(name);
  file.level = level;
  file.min_key = std::string(1, min);
  file.max_key = std::string(1, max);
  file.min_sequence_number = file.max_sequence_number = sequence;
  file.file_size = 10;
  return file;
}

std::string Show(const std::vector<LevelRun>& runs) {
  std::string text;
  for (const auto& run : runs) {
    text += std::to_string(run.level) + ":";
    for (const auto& file : run.files) text += file.file_name;
    text += " ";
  }
  return text;
}
std::string Show(const std::vector<Section>& sections) {
  std::string text;
  for (const auto& section : sections) {
    text += "[";
    for (const auto& run : section) {
      for (const auto& file : run) text += file.file_name;
      text += ",";
    }
    text += "] ";
  }
  return text;
}

TEST(Levels, NewestFirst) {
  const auto runs = RunsOf({File("b", 5, 'm', 'p'), File("old", 0, 'a', 'z', 3), File("a", 5, 'a', 'c'),
                            File("new", 0, 'a', 'z', 9), File("c", 2, 'a', 'z')},
                           Compare);
  EXPECT_EQ(Show(runs), "0:new 0:old 2:c 5:ab ");
  EXPECT_EQ(runs.back().bytes(), 20);
  EXPECT_EQ(runs[3].files[0].file_name, "a");
}

TEST(Levels, SectionsSplitWhereNoFileReachesAcross) {
  EXPECT_EQ(Show(IntervalPartition({}, Compare)), "");
  EXPECT_EQ(Show(IntervalPartition({File("1", 0, 'a', 'c'), File("2", 0, 'b', 'd'), File("3", 0, 'e', 'f')}, Compare)),
            "[1,2,] [3,] ");
  EXPECT_EQ(Show(IntervalPartition({File("1", 0, 'a', 'z'), File("2", 0, 'b', 'd'), File("3", 0, 'e', 'f')}, Compare)),
            "[1,23,] ");
  EXPECT_EQ(Show(IntervalPartition({File("1", 0, 'a', 'c'), File("2", 0, 'c', 'd')}, Compare)), "[1,2,] ")
      << "a shared key overlaps";
}

TEST(Levels, RandomPartitionsKeepTheirPromises) {
  const uint64_t seed = std::random_device()();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 200; ++round) {
    std::vector<DataFileMeta> files;
    const size_t count = random() % 12;
    for (size_t i = 0; i < count; ++i) {
      const char min = static_cast<char>('a' + random() % 20);
      files.push_back(File(std::to_string(i), 0, min, static_cast<char>(min + random() % 6)));
    }
    size_t seen = 0;
    std::string bound;
    for (const auto& section : IntervalPartition(files, Compare)) {
      std::string next = bound;
      for (const auto& run : section) {
        for (size_t i = 0; i < run.size(); ++i) {
          ++seen;
          EXPECT_GT(run[i].min_key, bound);
          EXPECT_TRUE(i == 0 || run[i].min_key > run[i - 1].max_key);
          next = std::max(next, run[i].max_key);
        }
      }
      bound = next;
    }
    EXPECT_EQ(seen, count);
  }
}

}  // namespace
}  // namespace tarn::table

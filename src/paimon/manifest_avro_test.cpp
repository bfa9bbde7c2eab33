#include "paimon/manifest_avro.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "avro/codec.h"
#include "base/error.h"
#include "paimon/index_manifest.h"
#include "testing/recorded_tables.h"

namespace tarn::paimon {
namespace {

ManifestEntry SomeEntry(int i) {
  ManifestEntry entry;
  entry.kind = i % 3 == 2 ? FileKind::Delete : FileKind::Add;
  entry.partition = std::string(12, '\0');
  entry.bucket = i % 4;
  entry.total_buckets = 4;
  auto& file = entry.file;
  file.file_name = "data-" + std::to_string(i) + ".parquet";
  file.file_size = int64_t{1} << (i % 60);
  file.row_count = i;
  file.key_stats.null_counts = {std::nullopt, 0, i};
  file.extra_files = {"a", "b"};
  if (i % 2) {
    file.creation_time_ms = -i;
    file.value_stats_cols.emplace();
    file.embedded_file_index = std::string("\0\1", 2);
    file.write_cols = {{"x", "y"}};
  }
  return entry;
}

TEST(ManifestAvro, AnUnknownCodecIsNamedWhateverItsBytes) {
  auto bytes = WriteManifest({SomeEntry(1)}, "snappy");
  const std::string codec = "snappy";
  bytes.replace(bytes.find(codec, bytes.find("avro.codec")), codec.size(), std::string(codec.size(), '\0'));
  try {
    ReadManifest(bytes);
    FAIL() << "expected an error";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("is not supported; null, deflate"), std::string::npos) << e.what();
  }
}

TEST(ManifestAvro, EveryRecordedOneComesBack) {
  const auto lists = testing::RecordedFiles("manifest", "manifest-list-");
  if (lists.empty()) GTEST_SKIP() << "no recorded tables under " << testing::RecordedTables();
  size_t manifests = 0, entries = 0;
  for (const auto& path : lists) {
    SCOPED_TRACE(path);
    const auto bytes = testing::ReadWholeFile(path);
    const auto list = ReadManifestList(bytes);
    EXPECT_EQ(ReadManifestList(WriteManifestList(list)), list);
    for (const auto& meta : list) {
      const auto manifest = testing::ReadWholeFile(path.parent_path() / meta.file_name);
      EXPECT_EQ(static_cast<int64_t>(manifest.size()), meta.file_size);
      const auto found = ReadManifest(manifest);
      EXPECT_EQ(static_cast<int64_t>(found.size()), meta.added_files + meta.deleted_files);
      for (const char* codec : {"zstandard", "null", "snappy", "deflate"})
        EXPECT_EQ(ReadManifest(WriteManifest(found, codec)), found) << codec;
      ++manifests;
      entries += found.size();
    }
  }
  EXPECT_GT(manifests, 150u);
  EXPECT_GT(entries, 200u);
}

TEST(IndexManifestAvro, EveryRecordedOneComesBack) {
  const auto files = testing::RecordedFiles("manifest", "index-manifest-");
  if (files.empty()) GTEST_SKIP() << "no recorded tables under " << testing::RecordedTables();
  size_t vectors = 0;
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    const auto bytes = testing::ReadWholeFile(path);
    const auto entries = ReadIndexManifest(bytes);
    EXPECT_FALSE(entries.empty());
    EXPECT_EQ(ReadIndexManifest(WriteIndexManifest(entries)), entries);
    for (const auto& entry : entries)
      if (entry.deletion_vectors) vectors += entry.deletion_vectors->size();
  }
  EXPECT_GT(vectors, 0u);
}

TEST(ManifestAvro, ManyBlocksComeBack) {
  std::vector<ManifestEntry> entries;
  for (int i = 0; i < 5000; ++i) entries.push_back(SomeEntry(i));
  EXPECT_EQ(ReadManifest(WriteManifest(entries)), entries);
  EXPECT_EQ(ReadManifest(WriteManifest({})), std::vector<ManifestEntry>{});
  EXPECT_EQ(WriteManifest(entries), WriteManifest(entries));
  entries[7].file.write_cols_sequences = {{1, 2}};
  EXPECT_EQ(ReadManifest(WriteManifest(entries)), entries);
}

// Cut off or damaged bytes give Corruption (or what is still a manifest), never anything else.
TEST(ManifestAvro, SurvivesDamage) {
  std::vector<ManifestEntry> entries;
  for (int i = 0; i < 20; ++i) entries.push_back(SomeEntry(i));
  std::mt19937 random(20240131);
  for (const char* codec : {"null", "zstandard", "snappy", "deflate"}) {
    SCOPED_TRACE(codec);
    const auto good = WriteManifest(entries, codec);
    const auto end_of_header = good.find("]}}]}") + 5;
    for (size_t size = 0; size < good.size(); ++size) {
      // What ends right behind a block, or has no block yet, is a whole file.
      try {
        const auto found = ReadManifest(std::string_view(good).substr(0, size));
        EXPECT_GE(size, end_of_header);
        EXPECT_LT(found.size(), entries.size());
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Corruption) << error.what();
      }
    }
    for (int round = 0; round < 3000; ++round) {
      std::string bad = good;
      for (int flips = 0; flips < 3; ++flips) bad[random() % bad.size()] = static_cast<char>(random());
      try {
        ReadManifest(bad);
      } catch (const Error& error) {
        EXPECT_TRUE(error.code() == ErrorCode::Corruption || error.code() == ErrorCode::Unsupported) << error.what();
      }
    }
  }
}

// The same for manifests that old tables keep as ORC.
TEST(ManifestOrc, SurvivesDamage) {
  std::mt19937 random(20240201);
  size_t files = 0;
  for (const auto& path : testing::RecordedFiles("manifest", "manifest-")) {
    const auto good = testing::ReadWholeFile(path);
    if (!good.starts_with("ORC") || ++files > 12) continue;
    SCOPED_TRACE(path);
    const bool list = path.filename().string().starts_with("manifest-list");
    for (int round = 0; round < 500; ++round) {
      auto bad = good;
      if (round % 5 == 0) bad.resize(random() % bad.size());
      for (int flips = 0; flips < 3 && !bad.empty(); ++flips) bad[random() % bad.size()] = static_cast<char>(random());
      try {
        if (list) {
          ReadManifestList(bad);
        } else {
          ReadManifest(bad);
        }
      } catch (const Error& error) {
        EXPECT_TRUE(error.code() == ErrorCode::Corruption || error.code() == ErrorCode::Unsupported) << error.what();
      }
    }
  }
  if (files == 0) GTEST_SKIP() << "no recorded tables under " << testing::RecordedTables();
}

TEST(ManifestAvro, NamesWhatIsWrong) {
  const auto message = [](std::string_view bytes) -> std::string {
    try {
      ReadManifest(bytes);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message("PAR1..."), "at byte 0: expected an Avro file ('Obj' and 1)");
  EXPECT_EQ(message(""), "at byte 0 of 0: expected an Avro file ('Obj' and 1)");
  ManifestEntry entry = SomeEntry(0);
  entry.file.file_name = "data-\xFF-0.parquet";
  EXPECT_THAT(message(WriteManifest({entry})), ::testing::HasSubstr("expected a text in UTF-8"));
  EXPECT_EQ(message(WriteManifestList({})), "the writer's schema has no field '_KIND'");
}

}  // namespace
}  // namespace tarn::paimon

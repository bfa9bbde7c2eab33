// Which partitions are marked complete, and when.
#include <array>

#include "connector/filesystem/filesystem_fixture.h"

namespace tarn::connector {
namespace {

// What a job wrote before it was asked which partitions are complete.
class PartitionCommitTest : public FilesystemTest {
 protected:
  void SetUp() override {
    table_.columns.resize(0);
    for (const char* name : {"id", "d", "d_hour", "a/b"})
      table_.columns.push_back(
          {static_cast<int32_t>(table_.columns.size()), name, paimon::ParseDataType("STRING"), {}, {}});
    table_.partition_keys = {"d", "d_hour", "a/b"};
    table_.options = {{"path", "/out"},
                      {"format", "csv"},
                      {"sink.partition-commit.trigger", "partition-time"},
                      {"sink.partition-commit.policy.kind", "success-file"},
                      {"partition.time-extractor.timestamp-pattern", "$d $d_hour"}};
    context_.commit_user = "job_1";
  }

  void Write(const std::vector<std::array<const char*, 3>>& partitions) {
    sink_ = MakeSink("filesystem", table_, context_);
    const auto writer = sink_->OpenWriter(0, 1);
    columnar::ChangeBatch batch;
    columnar::Initialize(batch, columnar::VectorTypes(table_.columns));
    columnar::RowAppender rows(batch);
    for (const auto& values : partitions) {
      rows.Begin();
      rows.String(0, "x");
      for (size_t i = 0; i < 3; i++)
        if (values[i]) rows.String(i + 1, values[i]);
    }
    writer->Write(batch);
    sink_->Commit(1, {writer->Prepare(1)}, {});
  }

  /// Directories with a _SUCCESS after event time has come so far (seconds since 1970), or after the end of input.
  Strings CompleteAt(int64_t seconds, bool end = false) {
    sink_->Commit(2, {}, {.watermark_us = seconds * 1'000'000, .end_of_input = end});
    Strings found;
    Find("/out", found);
    return found;
  }

 private:
  void Find(const std::string& directory, Strings& found) {
    for (const auto& status : fs_->List(directory)) {
      if (status.name == "_SUCCESS") found.push_back(directory.substr(5));
      if (status.is_directory) Find(env::JoinPath(directory, status.name), found);
    }
  }

  std::unique_ptr<Sink> sink_;
};

TEST_F(PartitionCommitTest, ValuesAreReadAsTheyWereWritten) {
  Write({{"1970-01-01", "00:00:10", "x=y/z"}, {"1970-01-01", "00:00:20", "%41"}});
  EXPECT_EQ(CompleteAt(9), Strings{});
  EXPECT_EQ(CompleteAt(10), Strings{"d=1970-01-01/d_hour=00%3A00%3A10/a%2Fb=x%3Dy%2Fz"});
  EXPECT_EQ(CompleteAt(20).size(), 2u);
  EXPECT_EQ(Rows(), (Strings{"x|1970-01-01|00:00:10|x=y/z", "x|1970-01-01|00:00:20|%41"}));
}

TEST_F(PartitionCommitTest, NullAndUnreadableValuesWaitForTheEndOfInput) {
  Write({{nullptr, "00:00:10", "x"},
         {"1970-01-01", "noon", "x"},
         {"$d_hour", "$d", "x"},
         {"1970-01-01", "00:00:10", "x"}});
  EXPECT_EQ(CompleteAt(1'000'000'000), Strings{"d=1970-01-01/d_hour=00%3A00%3A10/a%2Fb=x"});
  EXPECT_EQ(CompleteAt(1'000'000'000, /*end=*/true).size(), 4u);
}

}  // namespace
}  // namespace tarn::connector

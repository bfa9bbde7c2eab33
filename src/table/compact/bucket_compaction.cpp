#include "table/compact/bucket_compaction.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "columnar/data_file_reader.h"
#include "paimon/partition_path.h"
#include "table/merge/sorted_runs.h"
#include "table/write/keyed_files.h"

namespace tarn::table {
namespace {

/// The files of one sorted run, one after the other, as rows of the current layout.
class FileRun : public RunSource {
 public:
  FileRun(WriteShared& shared, const KeyedLayout& layout, const std::string& directory,
          std::vector<paimon::DataFileMeta> files)
      : shared_(shared), layout_(layout), directory_(directory), files_(std::move(files)) {}

  bool Next(duckdb::DataChunk& chunk) override {
    for (;; reader_.reset()) {
      if (!reader_) {
        if (next_ == files_.size()) return false;
        const auto& file = files_[next_++];
        const KeyedLayout written(*shared_.table->SchemaById(file.schema_id));
        reader_ = std::make_unique<columnar::DataFileReader>(
            shared_.context, columnar::DataFileRequest{.path = env::JoinPath(directory_, file.file_name),
                                                       .file_bytes = file.file_size,
                                                       .file = written.fields,
                                                       .wanted = layout_.fields});
      }
      if (reader_->Read(chunk)) return true;
    }
  }

 private:
  WriteShared& shared_;
  const KeyedLayout& layout_;
  const std::string& directory_;
  std::vector<paimon::DataFileMeta> files_;
  size_t next_ = 0;
  std::unique_ptr<columnar::DataFileReader> reader_;
};

MergeLayout MergeLayoutOf(const KeyedLayout& layout, const WriteShared& shared) {
  MergeLayout merge;
  merge.types = layout.types;
  merge.key_count = layout.key_count();
  for (const auto& field : shared.options.sequence_fields)
    merge.sequence_fields.push_back(shared.schema().FindField(field).value());
  merge.sequence_descending = shared.options.sequence_descending;
  return merge;
}

}  // namespace

BucketCompaction::BucketCompaction(WriteShared& shared, const KeyedLayout& layout, BucketStart start)
    : shared_(shared),
      layout_(layout),
      start_(std::move(start)),
      compare_keys_(KeyCompareOf(shared.schema())),
      files_(std::move(start_.files)) {}

void BucketCompaction::Add(paimon::DataFileMeta file) { files_.push_back(std::move(file)); }

void BucketCompaction::Restart(std::vector<paimon::DataFileMeta> files) {
  for (const auto& [name, file] : after_)
    if (!before_.contains(name)) shared_.files.Discard(env::JoinPath(start_.directory, name));
  before_.clear();
  after_.clear();
  files_ = std::move(files);
}

void BucketCompaction::RunIfBlocked() {
  while (static_cast<int32_t>(Runs().size()) > shared_.options.stop_trigger && RunPicked()) {
  }
}

void BucketCompaction::Prepare(CommitMessage& message) {
  while (RunPicked()) {
  }
  for (auto& [name, file] : before_) message.compact_before.push_back(std::move(file));
  for (auto& [name, file] : after_) message.compact_after.push_back(std::move(file));
  before_.clear();
  after_.clear();
}

bool BucketCompaction::RunPicked() {
  const auto runs = Runs();
  std::vector<RunSize> sizes;
  for (const auto& run : runs) sizes.push_back({run.level, run.bytes()});
  const auto pick = PickCompaction(sizes, shared_.options.compact);
  if (!pick) return false;
  Run(runs, *pick);
  // Two runs or more became one at most; a round that changes nothing would be picked for ever.
  if (Runs().size() >= runs.size())
    throw Error(ErrorCode::Internal, "a compaction of " + std::to_string(pick->run_count) + " of " +
                                         std::to_string(runs.size()) + " sorted runs to level " +
                                         std::to_string(pick->output_level) + " left as many as there were")
        .At("bucket '" + start_.directory + "'");
  return true;
}

void BucketCompaction::RunFull() {
  const auto runs = Runs();
  std::vector<RunSize> sizes;
  for (const auto& run : runs) sizes.push_back({run.level, run.bytes()});
  if (const auto pick = PickFullCompaction(sizes, shared_.options.compact)) Run(runs, *pick);
}

void BucketCompaction::Run(const std::vector<LevelRun>& runs, const CompactPick& pick) {
  std::vector<paimon::DataFileMeta> files;
  int32_t highest = 0;
  for (size_t i = 0; i < runs.size(); ++i) {
    highest = std::max(highest, runs[i].level);
    if (i < pick.run_count) files.insert(files.end(), runs[i].files.begin(), runs[i].files.end());
  }
  // A delete is needed as long as an older row may lie on a level below.
  const bool drop_deletes = pick.output_level != 0 && pick.output_level >= highest;
  const auto small =
      static_cast<int64_t>(static_cast<double>(shared_.options.target_file_bytes) * shared_.options.small_file_ratio);
  std::vector<Section> waiting;
  for (auto& section : IntervalPartition(std::move(files), compare_keys_)) {
    if (section.size() > 1) {
      waiting.push_back(std::move(section));
      continue;
    }
    for (auto& file : section[0]) {
      if (file.file_size < small) {
        waiting.push_back({{file}});
      } else {
        Rewrite(std::move(waiting), pick.output_level, drop_deletes);
        waiting.clear();
        Upgrade(file, pick.output_level, drop_deletes);
      }
    }
  }
  Rewrite(std::move(waiting), pick.output_level, drop_deletes);
}

void BucketCompaction::Upgrade(const paimon::DataFileMeta& file, int32_t level, bool drop_deletes) {
  if (drop_deletes && file.delete_row_count.value_or(1) > 0) return Merge({{{file}}}, level, drop_deletes);
  if (file.level == level) return;
  auto lifted = file;
  lifted.level = level;
  Replace({file}, {std::move(lifted)});
}

void BucketCompaction::Rewrite(std::vector<Section> sections, int32_t level, bool drop_deletes) {
  if (sections.empty()) return;
  if (sections.size() == 1 && sections[0].size() == 1) {
    for (const auto& file : sections[0][0]) Upgrade(file, level, drop_deletes);
    return;
  }
  Merge(std::move(sections), level, drop_deletes);
}

void BucketCompaction::Merge(std::vector<Section> sections, int32_t level, bool drop_deletes) {
  KeyedFiles output(shared_, layout_, start_.directory, level, FileSource::Compact);
  const MergeOptions options{.engine = shared_.options.merge_engine,
                             .keep_deletes = !drop_deletes,
                             .ignore_delete = shared_.options.ignore_delete};
  std::vector<paimon::DataFileMeta> before;
  for (auto& section : sections) {
    std::vector<std::unique_ptr<RunSource>> runs;
    for (auto& files : section) {
      before.insert(before.end(), files.begin(), files.end());
      runs.push_back(std::make_unique<FileRun>(shared_, layout_, start_.directory, std::move(files)));
    }
    const auto merged = MergeSortedRuns(MergeLayoutOf(layout_, shared_), std::move(runs), options);
    duckdb::DataChunk chunk;
    while (merged->Next(chunk)) output.Write(chunk);
  }
  Replace(before, output.Finish());
}

void BucketCompaction::Replace(const std::vector<paimon::DataFileMeta>& before,
                               std::vector<paimon::DataFileMeta> after) {
  std::set<std::string> stays;
  for (const auto& file : after) stays.insert(file.file_name);
  for (const auto& file : before) {
    std::erase_if(files_, [&](const auto& known) { return known.file_name == file.file_name; });
    // What an earlier round of the same commit made was never in the table: it just goes.
    if (after_.erase(file.file_name) == 0) {
      before_.emplace(file.file_name, file);
    } else if (!before_.contains(file.file_name) && !stays.contains(file.file_name)) {
      shared_.files.Discard(env::JoinPath(start_.directory, file.file_name));
    }
  }
  for (auto& file : after) {
    files_.push_back(file);
    after_.emplace(file.file_name, std::move(file));
  }
}

}  // namespace tarn::table

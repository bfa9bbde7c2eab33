#include "table/scan/split_reader.h"

#include "table/compact/levels.h"
#include "table/scan/merged_files.h"
#include "table/scan/raw_files.h"
#include "table/scan/split_files.h"

namespace tarn::table {
namespace {

class WholeSplit : public SplitReader {
 public:
  WholeSplit(duckdb::ClientContext& context, std::shared_ptr<const Table> table, const Split& split,
             const ReadOptions& options)
      : context_(context), files_(std::move(table), split, options.columns), options_(options) {
    if (split.raw) {
      reader_ = ReadRawFiles(context_, files_, split.files, options_);
    } else {
      sections_ = IntervalPartition(split.files, KeyCompareOf(files_.table().schema()));
    }
  }

  bool Read(columnar::ChangeBatch& batch) override {
    while (true) {
      if (reader_ && reader_->Read(batch)) return true;
      if (next_ == sections_.size()) return false;
      auto& section = sections_[next_++];
      if (section.size() == 1) {  // nothing overlaps
        reader_ = ReadRawFiles(context_, files_, std::move(section[0]), options_);
      } else {
        reader_ = ReadMergedFiles(context_, files_, std::move(section), options_);
      }
    }
  }

 private:
  duckdb::ClientContext& context_;
  const SplitFiles files_;
  const ReadOptions options_;
  std::vector<Section> sections_;
  size_t next_ = 0;
  std::unique_ptr<SplitReader> reader_;
};

}  // namespace

std::unique_ptr<SplitReader> OpenSplit(duckdb::ClientContext& context, std::shared_ptr<const Table> table,
                                       const Split& split, const ReadOptions& options) {
  return std::make_unique<WholeSplit>(context, std::move(table), split, options);
}

}  // namespace tarn::table

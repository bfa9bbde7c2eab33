#include "table/scan/raw_files.h"

#include <duckdb/planner/table_filter.hpp>

#include "columnar/type_mapping.h"

namespace tarn::table {
namespace {

class RawFiles : public SplitReader {
 public:
  RawFiles(duckdb::ClientContext& context, const SplitFiles& split, std::vector<paimon::DataFileMeta> files,
           const ReadOptions& options)
      : context_(context),
        split_(split),
        files_(std::move(files)),
        share_(options.share),
        keep_deletes_(options.keep_deletes) {
    const auto& fields = split_.table().schema().fields;
    for (size_t i = 0; i < split_.columns().size(); i++) {
      if (split_.columns()[i].constant) continue;
      if (options.filters && options.filters->filters.contains(i)) {
        filters_.filters[wanted_.size()] = options.filters->filters.at(i)->Copy();
      }
      from_file_.push_back(i);
      wanted_.push_back(fields[split_.columns()[i].field]);
    }
  }

  bool Read(columnar::ChangeBatch& batch) override {
    batch.kinds.clear();
    if (batch.chunk.ColumnCount() == 0 && !split_.output_types().empty()) {
      batch.chunk.Initialize(duckdb::Allocator::DefaultAllocator(), split_.output_types());
    }
    while (true) {
      if (!reader_ && !OpenNext()) return false;
      if (!ReadOne(batch)) {
        reader_.reset();
        continue;
      }
      if (batch.size() > 0) return true;
    }
  }

 private:
  bool OpenNext() {
    if (next_ == files_.size()) return false;
    const auto& file = files_[next_++];
    // Files of append tables hold no kinds. Where a file has no deletes, only a stream wants to know its updates.
    has_kinds_ = split_.table().HasPrimaryKey() && (keep_deletes_ || file.delete_row_count.value_or(1) > 0);
    auto request = split_.RequestFor(file);
    request.wanted = wanted_;
    request.share = share_;
    if (has_kinds_) request.wanted.push_back(KindField());
    if (!filters_.filters.empty()) request.filters = &filters_;
    direct_ = !has_kinds_ && from_file_.size() == split_.columns().size();
    request.consumed_at_once = direct_;
    reader_ = std::make_unique<columnar::DataFileReader>(context_, std::move(request));
    return true;
  }

  bool ReadOne(columnar::ChangeBatch& batch) {
    if (direct_) return reader_->Read(batch.chunk);
    duckdb::DataChunk rows;  // of its own each time: the batch refers to its vectors
    if (!reader_->Read(rows)) return false;
    batch.chunk.Reset();
    for (size_t i = 0; i < from_file_.size(); i++) batch.chunk.data[from_file_[i]].Reference(rows.data[i]);
    for (size_t i = 0; i < split_.columns().size(); i++) {
      if (split_.columns()[i].constant) batch.chunk.data[i].Reference(*split_.columns()[i].constant);
    }
    batch.chunk.SetCardinality(rows.size());
    if (has_kinds_) {
      ReadKinds(rows.data[from_file_.size()], rows.size(), batch.kinds);
      if (!keep_deletes_) DropRetracts(batch);
    }
    return true;
  }

  duckdb::ClientContext& context_;
  const SplitFiles& split_;
  const std::vector<paimon::DataFileMeta> files_;
  const columnar::DataFileRequest::Share share_;
  const bool keep_deletes_;
  std::vector<size_t> from_file_;  // output column of each wanted one
  std::vector<paimon::DataField> wanted_;
  duckdb::TableFilterSet filters_;
  size_t next_ = 0;
  bool has_kinds_ = false;
  bool direct_ = false;  // the file's columns are the output
  std::unique_ptr<columnar::DataFileReader> reader_;
};

}  // namespace

std::unique_ptr<SplitReader> ReadRawFiles(duckdb::ClientContext& context, const SplitFiles& split,
                                          std::vector<paimon::DataFileMeta> files, const ReadOptions& options) {
  return std::make_unique<RawFiles>(context, split, std::move(files), options);
}

}  // namespace tarn::table

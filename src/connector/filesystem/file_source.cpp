#include "connector/filesystem/file_source.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "base/byte_order_mark.h"
#include "base/encoding.h"
#include "base/error.h"
#include "base/utf8.h"
#include "columnar/row_appender.h"
#include "columnar/type_mapping.h"
#include "connector/formats/value_text.h"
#include "connector/text_input.h"
#include "paimon/partition_path.h"

namespace tarn::connector {
namespace {

constexpr size_t kBlockBytes = 1 << 20;
constexpr uint8_t kPositionVersion = 2;
constexpr uint8_t kPositionWithoutTrace = 1;

int64_t LineEnds(std::string_view text) {
  int64_t count = 0;
  for (size_t at = 0; (at = text.find('\n', at)) != text.npos; at++) count++;
  return count;
}

/// Files below `directory` that are data: nothing that begins with '.' or '_'. Sorted.
void ListFiles(env::FileSystem& fs, const std::string& directory, std::vector<std::string>& files) {
  for (const auto& status : fs.List(directory)) {
    if (status.name.empty() || status.name[0] == '.' || status.name[0] == '_') continue;
    const auto path = env::JoinPath(directory, status.name);
    if (status.is_directory) {
      ListFiles(fs, path, files);
    } else {
      files.push_back(path);
    }
  }
}

std::vector<std::string> DataFiles(env::FileSystem& fs, const std::string& path) {
  const auto status = fs.Stat(path);
  if (!status) throw Error(ErrorCode::NotFound, "there is no file or directory '" + path + "'");
  if (!status->is_directory) return {path};
  std::vector<std::string> files;
  ListFiles(fs, path, files);
  std::sort(files.begin(), files.end());
  return files;
}

struct Shared {
  TableDescription table;
  Projection projection;
  env::Env env;
  FileSourceOptions options;
  Options format_options;
  std::vector<paimon::DataField> file_columns;  // without the partition columns
  std::vector<size_t> table_index;              // of each file column
};

class Reader : public SourceReader {
 public:
  Reader(std::shared_ptr<const Shared> shared, const std::string& position) : shared_(std::move(shared)) {
    std::vector<bool> wanted(shared_->file_columns.size());
    for (size_t i = 0; i < wanted.size(); i++)
      wanted[i] = std::count(shared_->projection.begin(), shared_->projection.end(), shared_->table_index[i]) > 0;
    decoder_ = shared_->options.format->make_decoder(shared_->file_columns, wanted, shared_->format_options);
    std::vector<paimon::DataField> fields = shared_->file_columns;
    columnar::Initialize(rows_, columnar::VectorTypes(fields));
    if (!position.empty()) LoadPosition(position);
  }

  ReadResult Read(columnar::ChangeBatch& batch) override {
    columnar::Reset(rows_);
    if (large_) return ReadLarge(batch);
    columnar::RowAppender appender(rows_);
    while (!input_) {
      if (!NextFile()) {
        if (!shared_->options.monitor_interval_us) return ReadResult::End;
        return ReadResult::Blocked;
      }
    }
    // One batch never spans two files: partition values are those of the file.
    while (!appender.Full() && rejected_.size() < STANDARD_VECTOR_SIZE) {
      const std::string_view text(buffer_.data() + begin_, end_ - begin_);
      if (offset_ == 0 && shared_->options.format->byte_order_mark) {
        if (text.size() < kByteOrderMark.size() && !input_ended_) {
          Fill();
          continue;
        }
        if (text.starts_with(kByteOrderMark)) {
          offset_ += kByteOrderMark.size();
          begin_ += kByteOrderMark.size();
          continue;
        }
      }
      const auto length = decoder_->RecordLength(text, input_ended_);
      if (!length) {
        if (input_ended_) {
          FinishFile();
          break;
        }
        Fill();
        continue;
      }
      auto record = text.substr(0, *length);
      const auto most = decoder_->MostRows(record);
      if (rows_.size() > 0 && rows_.size() + most > STANDARD_VECTOR_SIZE) break;
      begin_ += *length;
      // A quoted field may hold line ends.
      const Extent extent{static_cast<int64_t>(*length), 1 + LineEnds(record.substr(0, record.size() - 1))};
      if (record.ends_with('\n')) record.remove_suffix(1);
      if (most > STANDARD_VECTOR_SIZE) {
        if (DecodeLarge(record, most, extent)) return ReadLarge(batch);
        continue;
      }
      if (const auto bad = decoder_->Decode(record, appender)) Reject(*bad, record);
      Pass(extent);
    }
    if (rows_.size() == 0) return rejected_.empty() && !input_ ? Read(batch) : Deliver(batch);
    return Deliver(batch);
  }

  bool TakeRejected(columnar::ChangeBatch& batch) override {
    if (rejected_.empty()) return false;
    columnar::RowAppender rows(batch);
    for (const auto& one : rejected_) {
      rows.Begin();
      rows.String(0, one.file);
      rows.Int64(1, one.line);
      rows.String(2, one.reason);
      rows.String(3, one.raw);
    }
    rejected_.clear();
    return true;
  }
  int64_t Rejected() const override { return rejected_count_; }

  std::string Position() const override {
    Encoder out;
    out.U8(kPositionVersion).I64(static_cast<int64_t>(done_.size()));
    for (const auto& file : done_) out.Str(file);
    out.Str(input_ ? file_ : "").I64(offset_).I64(line_).I64(rejected_count_).I64(large_ ? large_->given : 0);
    if (input_) input_->trace().Save(out);
    return out.Take();
  }

 private:
  struct RejectedRecord {
    std::string file;
    int64_t line;
    std::string reason;
    std::string raw;
  };

  /// How far a record reaches.
  struct Extent {
    int64_t bytes;
    int64_t lines;
  };
  /// A record of more rows than a batch holds: they are given one batch after the other, all of them or none.
  struct LargeRecord {
    columnar::ChangeBatch rows;
    int64_t given;
    Extent extent;
  };

  void LoadPosition(const std::string& position) {
    Decoder in(position);
    const auto version = in.U8();
    if (version != kPositionVersion && version != kPositionWithoutTrace)
      throw Error(ErrorCode::Corruption, "the position was saved by another version");
    for (auto left = in.I64(); left > 0; left--) done_.emplace(in.Str());
    const std::string file(in.Str());
    const auto offset = in.I64(), line = in.I64();
    rejected_count_ = in.I64();
    if (version == kPositionVersion) given_before_ = in.I64();
    if (file.empty()) return;
    auto opened = shared_->env.fs.OpenRead(file);
    if (version == kPositionVersion) ReadTrace::Check(in, *opened);
    Begin(file, std::move(opened), offset, line);
  }

  void Begin(const std::string& file, std::unique_ptr<env::ReadableFile> opened, int64_t offset, int64_t line) {
    input_ = OpenText(std::move(opened), file.ends_with(".gz"), offset);
    file_ = file;
    offset_ = offset;
    line_ = line;
    begin_ = end_ = 0;
    input_ended_ = false;
    partition_values_.clear();
    for (const auto& key : shared_->table.partition_keys) {
      const auto directory = "/" + paimon::EscapePathPart(key) + "=";
      const auto at = file.rfind(directory);
      if (at == std::string::npos)
        throw Error(ErrorCode::InvalidInput, file + ": the table is partitioned by '" + key +
                                                 "', but the file is in no directory '" + key + "=...'");
      const auto value = at + directory.size();
      partition_values_[key] = paimon::UnescapePathPart(file.substr(value, file.find('/', value) - value));
    }
  }

  bool NextFile() {
    if (waiting_.empty()) {
      const auto now = shared_->env.clock.NowMicros();
      if (listed_us_ &&
          (!shared_->options.monitor_interval_us || now - *listed_us_ < *shared_->options.monitor_interval_us))
        return false;
      listed_us_ = now;
      waiting_ = DataFiles(shared_->env.fs, shared_->options.path);
      const auto& pattern = shared_->options.path_pattern;
      std::erase_if(waiting_, [&](const auto& file) {
        return done_.contains(file) || (pattern && !std::regex_match(file, *pattern));
      });
      std::reverse(waiting_.begin(), waiting_.end());
      if (waiting_.empty()) return false;
    }
    const auto file = waiting_.back();
    waiting_.pop_back();
    if (!done_.contains(file)) Begin(file, shared_->env.fs.OpenRead(file), 0, 0);
    return true;
  }

  void FinishFile() {
    input_.reset();
    done_.insert(file_);
  }

  void Fill() {
    if (begin_ > 0) {
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    if (buffer_.size() < end_ + kBlockBytes) buffer_.resize(end_ + kBlockBytes);
    const auto got = input_->Read(buffer_.data() + end_, kBlockBytes);
    end_ += got;
    input_ended_ = got == 0;
  }

  void Pass(const Extent& extent) {
    offset_ += extent.bytes;
    line_ += extent.lines;
    given_before_ = 0;
  }

  bool DecodeLarge(std::string_view record, size_t most, const Extent& extent) {
    LargeRecord large{{}, std::exchange(given_before_, 0), extent};
    large.rows.chunk.Initialize(duckdb::Allocator::DefaultAllocator(), rows_.chunk.GetTypes(), most);
    columnar::RowAppender appender(large.rows);
    if (const auto bad = decoder_->Decode(record, appender)) Reject(*bad, record);
    if (large.given >= static_cast<int64_t>(large.rows.size())) {
      Pass(extent);
      return false;
    }
    large_ = std::move(large);
    return true;
  }

  ReadResult ReadLarge(columnar::ChangeBatch& batch) {
    const auto begin = static_cast<size_t>(large_->given);
    const auto end = std::min<size_t>(large_->rows.size(), begin + STANDARD_VECTOR_SIZE);
    large_->rows.chunk.Copy(rows_.chunk, *duckdb::FlatVector::IncrementalSelectionVector(), end, begin);
    large_->given = static_cast<int64_t>(end);
    if (end == large_->rows.size()) {
      Pass(large_->extent);
      large_.reset();
    }
    return Deliver(batch);
  }

  /// `record` is the next one.
  void Reject(const BadRecord& bad, std::string_view record) {
    const auto line = line_ + 1;
    const auto reason = (bad.column.empty() ? "" : "column '" + bad.column + "': ") + bad.reason;
    rejected_count_++;
    if (shared_->options.keep_rejected) {
      rejected_.push_back({DecodeUtf8(file_), line, reason, DecodeUtf8(record)});
      return;
    }
    if (shared_->options.ignore_errors) return;
    const auto& format = shared_->options.format->name;
    std::string skip_hint;
    if (shared_->format_options.Find(format + ".ignore-parse-errors"))
      skip_hint = "\n  Set '" + format +
                  ".ignore-parse-errors' = 'true' to skip such values, or 'dead-letter.table' to keep the lines aside";
    throw Error(ErrorCode::InvalidInput, file_ + ":" + std::to_string(line) + ": " + reason + "\n  " +
                                             std::string(Characters(DecodeUtf8(record), 200)) + skip_hint);
  }

  ReadResult Deliver(columnar::ChangeBatch& batch) {
    const auto count = rows_.size();
    for (size_t i = 0; i < shared_->projection.size(); i++) {
      const auto column = shared_->projection[i];
      const auto found = std::find(shared_->table_index.begin(), shared_->table_index.end(), column);
      if (found != shared_->table_index.end()) {
        batch.chunk.data[i].Reference(rows_.chunk.data[static_cast<size_t>(found - shared_->table_index.begin())]);
      } else {
        SetPartitionValue(batch, i, shared_->table.columns[column]);
      }
    }
    batch.chunk.SetCardinality(count);
    return ReadResult::Batch;
  }

  void SetPartitionValue(columnar::ChangeBatch& batch, size_t output, const paimon::DataField& column) {
    const auto& text = partition_values_.at(column.name);
    columnar::ChangeBatch one;
    columnar::Initialize(one, {columnar::VectorType(column.type)});
    columnar::RowAppender row(one);
    row.Begin();
    if (text != shared_->options.default_partition &&
        (BadByte(text) || !ReadValue(text, column.type, TextRules::Csv, row, 0)))
      throw Error(ErrorCode::InvalidInput, file_ + ": '" + DecodeUtf8(text) + "' of the directory is no " +
                                               paimon::ToSql(column.type) + " ('" + column.name + "')");
    batch.chunk.data[output].Reference(one.chunk.GetValue(0, 0));
  }

  std::shared_ptr<const Shared> shared_;
  std::unique_ptr<RecordDecoder> decoder_;
  columnar::ChangeBatch rows_;

  std::vector<std::string> waiting_;  // the next one last
  std::set<std::string> done_;
  std::optional<int64_t> listed_us_;

  std::unique_ptr<TextInput> input_;
  std::string file_;
  int64_t offset_ = 0;                // of the next record
  int64_t line_ = 0;                  // read so far
  std::optional<LargeRecord> large_;  // the next record, some of its rows given
  int64_t given_before_ = 0;          // of the large record that the saved position stands at
  std::map<std::string, std::string> partition_values_;
  std::vector<char> buffer_;
  size_t begin_ = 0, end_ = 0;  // unread text in the buffer
  bool input_ended_ = false;

  std::vector<RejectedRecord> rejected_;
  int64_t rejected_count_ = 0;
};

class FileSource : public Source {
 public:
  explicit FileSource(std::shared_ptr<const Shared> shared) : shared_(std::move(shared)) {}
  bool Bounded() const override { return !shared_->options.monitor_interval_us; }
  int MaxParallelism() const override { return 1; }
  std::unique_ptr<SourceReader> Open(int, int, const std::string& position) override {
    return std::make_unique<Reader>(shared_, position);
  }
  std::string Describe() const override {
    return shared_->table.name + " (filesystem, " + shared_->options.format->name + ") " + shared_->options.path +
           (Bounded() ? "" : ", then new files");
  }

 private:
  std::shared_ptr<const Shared> shared_;
};

}  // namespace

std::unique_ptr<Source> NewFileSource(const TableDescription& table, const Projection& columns,
                                      const ConnectorContext& context, const FileSourceOptions& options,
                                      const Options& format_options) {
  auto shared = std::make_shared<Shared>(Shared{table, columns, context.env, options, format_options, {}, {}});
  for (size_t i = 0; i < table.columns.size(); i++) {
    if (std::count(table.partition_keys.begin(), table.partition_keys.end(), table.columns[i].name) > 0) continue;
    shared->file_columns.push_back(table.columns[i]);
    shared->table_index.push_back(i);
  }
  // The format checks its options and types now, not when the job runs.
  options.format->make_decoder(shared->file_columns, std::vector<bool>(shared->file_columns.size(), true),
                               format_options);
  return std::make_unique<FileSource>(std::move(shared));
}

}  // namespace tarn::connector

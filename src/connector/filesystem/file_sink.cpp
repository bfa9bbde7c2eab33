#include "connector/filesystem/file_sink.h"

#include <algorithm>

#include "base/encoding.h"
#include "base/error.h"
#include "columnar/row_view.h"
#include "connector/formats/value_text.h"
#include "env/durable_directory.h"
#include "paimon/partition_path.h"

namespace tarn::connector {
namespace {

constexpr size_t kFlushBytes = 1 << 20;

struct Folder {
  TableDescription table;
  env::Env env;
  env::FileSystem& files;  // through which files are made
  FileSinkOptions options;
  Options format_options;
  std::string lineage;  // in file names: two jobs never meet
  std::vector<size_t> file_columns, partition_columns;

  std::unique_ptr<RecordEncoder> NewEncoder() const {
    std::vector<paimon::DataField> fields;
    for (const auto column : file_columns) fields.push_back(table.columns[column]);
    return options.format->make_encoder(fields, format_options);
  }
};

/// A finished file under its hidden name, and the name that readers see after the commit.
struct Finished {
  std::string hidden;
  std::string visible;
};

class Writer : public SinkWriter {
 public:
  Writer(std::shared_ptr<const Folder> shared, int writer) : shared_(std::move(shared)), writer_(writer) {
    encoder_ = shared_->NewEncoder();
    env::CreateDurableDirectory(shared_->env.fs, shared_->options.path);
    RemoveLeftovers(shared_->options.path);
  }
  ~Writer() override {
    try {
      Abort();
    } catch (const Error&) {
      // Hidden files that stay are removed by the next run of this job.
    }
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void Write(const columnar::ChangeBatch& batch) override {
    for (size_t row = 0; row < batch.size(); row++)
      if (batch.kind(row) != columnar::RowKind::Insert)
        throw Error(ErrorCode::InvalidInput, "table '" + shared_->table.name +
                                                 "' (connector 'filesystem') takes only new rows, and the query "
                                                 "changes rows that it has given before");
    duckdb::DataChunk narrow;  // the columns that stand in the file
    auto& whole = const_cast<duckdb::DataChunk&>(batch.chunk);
    duckdb::vector<duckdb::LogicalType> types;
    for (const auto column : shared_->file_columns) types.push_back(whole.data[column].GetType());
    narrow.InitializeEmpty(types);
    for (size_t i = 0; i < types.size(); i++) narrow.data[i].Reference(whole.data[shared_->file_columns[i]]);
    narrow.SetCardinality(whole.size());
    const columnar::ChunkView rows(narrow), all(whole);
    for (size_t row = 0; row < batch.size(); row++) {
      auto& open = OpenFor(Directory({all, row}));
      encoder_->Encode({rows, row}, open.text);
      if (open.text.size() >= kFlushBytes) Flush(open);
      if (open.bytes >= shared_->options.file_bytes) Finish(open);
    }
  }

  std::string Prepare(int64_t /*checkpoint_id*/) override {
    for (auto& [directory, open] : open_) Finish(open);
    open_.clear();
    for (const auto& file : finished_) shared_->env.fs.SyncDirectory(std::string(env::ParentPath(file.hidden)));
    Encoder out;
    out.I64(static_cast<int64_t>(finished_.size()));
    for (const auto& file : finished_) out.Str(file.hidden).Str(file.visible);
    const bool empty = finished_.empty();
    finished_.clear();
    return empty ? std::string() : out.Take();
  }

  void Abort() override {
    for (auto& [directory, open] : open_) {
      if (!open.file) continue;
      open.file.reset();
      shared_->env.fs.Delete(open.names.hidden);
    }
    open_.clear();
    for (const auto& file : finished_) shared_->env.fs.Delete(file.hidden);
    finished_.clear();
  }

 private:
  struct Open {
    std::string directory;
    Finished names;
    std::unique_ptr<env::WritableFile> file;
    std::string text;
    int64_t bytes = 0;
  };

  // What an earlier run of this job left without a commit. (The job commits its checkpoint before it opens writers.)
  void RemoveLeftovers(const std::string& directory) {
    for (const auto& status : shared_->env.fs.List(directory)) {
      const auto path = env::JoinPath(directory, status.name);
      if (status.is_directory) {
        if (status.name.find('=') != std::string::npos) RemoveLeftovers(path);
      } else if (status.name.starts_with(".part-" + shared_->lineage + "-")) {
        shared_->env.fs.Delete(path);
      }
    }
  }

  std::string Directory(const columnar::RowView& row) const {
    auto directory = shared_->options.path;
    for (const auto column : shared_->partition_columns) {
      const auto& field = shared_->table.columns[column];
      std::string value;
      if (!row.IsNull(column)) WriteValue(row, column, field.type, TimestampStyle::Sql, value);
      if (value.empty()) value = shared_->options.default_partition;
      directory = env::JoinPath(directory, paimon::EscapePathPart(field.name) + "=" + paimon::EscapePathPart(value));
    }
    return directory;
  }

  Open& OpenFor(const std::string& directory) {
    auto& open = open_[directory];
    if (open.file) return open;
    open.directory = directory;
    env::CreateDurableDirectory(shared_->env.fs, directory);
    const auto name = "part-" + shared_->lineage + "-" + shared_->env.random.Uuid() + "-" + std::to_string(writer_) +
                      shared_->options.format->extension;
    open.names = {env::JoinPath(directory, "." + name), env::JoinPath(directory, name)};
    open.file = shared_->files.Create(open.names.hidden);
    open.bytes = 0;
    return open;
  }

  static void Flush(Open& open) {
    open.file->Append(open.text);
    open.bytes += static_cast<int64_t>(open.text.size());
    open.text.clear();
  }

  void Finish(Open& open) {
    if (!open.file) return;
    Flush(open);
    open.file->Sync();
    open.file->Close();
    open.file.reset();
    finished_.push_back(open.names);
  }

  std::shared_ptr<const Folder> shared_;
  int writer_;
  std::unique_ptr<RecordEncoder> encoder_;
  std::map<std::string, Open> open_;  // by directory
  std::vector<Finished> finished_;
};

class FileSink : public Sink {
 public:
  explicit FileSink(std::shared_ptr<const Folder> shared) : shared_(std::move(shared)) {}

  std::unique_ptr<SinkWriter> OpenWriter(int writer, int) override { return std::make_unique<Writer>(shared_, writer); }

  void Commit(int64_t /*checkpoint_id*/, const std::vector<std::string>& prepared, const CommitTime& time) override {
    for (const auto& bytes : prepared) {
      if (bytes.empty()) continue;
      Decoder in(bytes);
      for (auto left = in.I64(); left > 0; left--) {
        const std::string hidden(in.Str()), visible(in.Str());
        if (shared_->env.fs.Exists(hidden)) {
          shared_->env.fs.Rename(hidden, visible);
          shared_->env.fs.SyncDirectory(std::string(env::ParentPath(visible)));
        } else if (!shared_->env.fs.Exists(visible)) {
          throw Error(ErrorCode::Corruption, "file '" + visible + "' of a checkpoint is gone; somebody deleted it");
        }
      }
    }
    CommitPartitions(shared_->env, shared_->options.path, shared_->table.partition_keys,
                     "part-" + shared_->lineage + "-", shared_->options.partition_commit, time);
  }
  bool ExactlyOnce() const override { return true; }
  std::string Describe() const override {
    return shared_->table.name + " (filesystem, " + shared_->options.format->name + ") " + shared_->options.path;
  }

 private:
  std::shared_ptr<const Folder> shared_;
};

// Of the commit user only what may stand in a file name.
std::string Lineage(const ConnectorContext& context) {
  const auto from = context.commit_user.empty() ? context.env.random.Uuid() : context.commit_user;
  std::string name;
  for (const char c : from) name += std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' ? c : '-';
  return name;
}

}  // namespace

std::unique_ptr<Sink> NewFileSink(const TableDescription& table, const ConnectorContext& context,
                                  const FileSinkOptions& options, const Options& format_options) {
  auto shared = std::make_shared<Folder>(Folder{table,
                                                context.env,
                                                context.data_files ? *context.data_files : context.env.fs,
                                                options,
                                                format_options,
                                                Lineage(context),
                                                {},
                                                {}});
  for (size_t i = 0; i < table.columns.size(); i++)
    if (std::count(table.partition_keys.begin(), table.partition_keys.end(), table.columns[i].name) == 0)
      shared->file_columns.push_back(i);
  for (const auto& key : table.partition_keys)
    for (size_t i = 0; i < table.columns.size(); i++)
      if (table.columns[i].name == key) shared->partition_columns.push_back(i);
  shared->NewEncoder();  // finds what is wrong with the options
  return std::make_unique<FileSink>(std::move(shared));
}

}  // namespace tarn::connector

#include "table/write/new_files.h"

#include "base/error.h"

namespace tarn::table {

NewFiles::NewFiles(std::shared_ptr<const Table> table, std::string prefix)
    : table_(std::move(table)), prefix_(std::move(prefix)), uuid_(table_->env().random.Uuid()) {}

NewFiles::~NewFiles() { DeleteAll(); }

NewFiles::Place NewFiles::New(const std::string& directory) {
  if (!seen_.contains(directory)) table_->env().fs.CreateDirectories(directory);
  unsynced_.insert(directory);
  const std::string name = prefix_ + uuid_ + "-" + std::to_string(count_++) + ".parquet";
  const std::string path = env::JoinPath(directory, name);
  undecided_.insert(path);
  return {path, name};
}

void NewFiles::Discard(const std::string& path) {
  if (!undecided_.contains(path)) return;
  try {
    table_->env().fs.Delete(path);
    undecided_.erase(path);
  } catch (const Error&) {  // tried again at the end
  }
}

void NewFiles::SyncDirectories() {
  auto& fs = table_->env().fs;
  while (!unsynced_.empty()) {
    const std::string directory = *unsynced_.begin();
    fs.SyncDirectory(directory);
    // The first time its own name must become durable too, whoever made it.
    if (directory.size() > table_->path().size() && seen_.insert(directory).second)
      unsynced_.insert(env::ParentPath(directory));
    unsynced_.erase(directory);
  }
}

void NewFiles::DeleteAll() {
  for (const auto& path : undecided_) {
    try {
      table_->env().fs.Delete(path);
    } catch (const Error&) {  // an orphan file wastes space, nothing more; orphan cleaning finds it
    }
  }
  undecided_.clear();
}

DataFile::DataFile(env::FileSystem& fs, NewFiles::Place place, const std::vector<paimon::DataField>& fields,
                   const columnar::ParquetWriteOptions& options)
    : place_(std::move(place)),
      file_(fs.Create(place_.path)),
      writer_(std::make_unique<columnar::ParquetWriter>(*file_, fields, options)) {}

columnar::WrittenFile DataFile::Finish() {
  auto written = writer_->Finish();
  writer_.reset();
  file_->Sync();
  file_->Close();
  return written;
}

}  // namespace tarn::table

// The data files that one writer makes: their names and directories, their durability, and who deletes them if no
// commit takes them.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "columnar/parquet_writer.h"
#include "env/env.h"
#include "table/table.h"

namespace tarn::table {

/// Used by one thread.
class NewFiles {
 public:
  NewFiles(std::shared_ptr<const Table> table, std::string prefix);
  /// Deletes what was not handed over.
  ~NewFiles();
  NewFiles(const NewFiles&) = delete;
  NewFiles& operator=(const NewFiles&) = delete;

  struct Place {
    std::string path;
    std::string name;
  };
  /// A fresh name in `directory`, which is created if need be. From now on the file is ours to delete.
  Place New(const std::string& directory);
  /// Deletes a file of ours that turned out not to be needed.
  void Discard(const std::string& path);

  /// Makes the names of all new files durable, and those of directories made for them, up to the table's.
  void SyncDirectories();
  /// The files are a commit's from here on.
  void HandOver() { undecided_.clear(); }
  void DeleteAll();

 private:
  std::shared_ptr<const Table> table_;
  std::string prefix_;
  std::string uuid_;
  int64_t count_ = 0;
  std::set<std::string> undecided_;  // paths
  std::set<std::string> unsynced_;   // directories with new names
  std::set<std::string> seen_;       // directories whose own names are durable
};

/// One data file being written.
class DataFile {
 public:
  DataFile(env::FileSystem& fs, NewFiles::Place place, const std::vector<paimon::DataField>& fields,
           const columnar::ParquetWriteOptions& options);

  columnar::ParquetWriter& writer() const { return *writer_; }
  const NewFiles::Place& place() const { return place_; }
  /// Ends, syncs and closes it.
  columnar::WrittenFile Finish();

 private:
  NewFiles::Place place_;
  std::unique_ptr<env::WritableFile> file_;
  std::unique_ptr<columnar::ParquetWriter> writer_;
};

}  // namespace tarn::table

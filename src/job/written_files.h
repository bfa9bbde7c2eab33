// Which data files a job has made since its last checkpoint. A process that is killed leaves files that no snapshot
// names; the next run of the job finds them in this list and deletes them.
//
//   {job directory}/written-{n}     an absolute path a line: made after checkpoint n - 1 was taken and not after
//                                   checkpoint n
//   {job directory}/uncommitted-..  such a list of an earlier run that no checkpoint holds, until its files are deleted
//
// The list of an epoch is dropped once its checkpoint is committed. It is not synced: after a power cut files may stay,
// which costs room and nothing else. A line with a NUL was cut off; its file was never made.
#pragma once

#include <memory>
#include <string>

#include "env/env.h"

namespace tarn::job {

/// Used by the job's thread; files() by any. What cannot be deleted costs room and stops nobody.
class WrittenFiles {
 public:
  WrittenFiles(const env::Env& env, std::string directory);
  ~WrittenFiles();

  /// Files that are made through it are listed.
  env::FileSystem& files();
  /// Deletes what earlier runs, or this one that failed, made after `newest`, the last checkpoint that they took (0:
  /// none), and the lists. To be called when it is certain that they took no later one, and before any checkpoint of
  /// theirs is deleted: files of a checkpoint may have been committed. A list with a file that cannot be deleted stays
  /// for the next time.
  void DeleteUncommitted(int64_t newest);
  /// Files from here on belong to the checkpoint after this one; the lists up to it are dropped.
  void Committed(int64_t checkpoint);
  /// For a job that begins anew: forgets all epochs and leaves the files, which may have been committed. To be called
  /// before the checkpoints are deleted. Throws IoFailed: the lists would be taken for those of the new run.
  void Forget();

 private:
  class Listing;

  /// False: something in it is still there.
  bool DeleteFilesOf(const std::string& list);

  env::Env env_;
  std::string directory_;
  std::unique_ptr<Listing> listing_;
};

}  // namespace tarn::job

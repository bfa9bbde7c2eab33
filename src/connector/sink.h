// What a job writes to. Two-phase where the outside can do it: Prepare makes everything durable but invisible and
// returns what Commit needs; the checkpoint keeps these bytes; Commit makes them visible, and may be called again after
// a crash with the same bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "columnar/change_batch.h"
#include "connector/changelog_mode.h"
#include "connector/source.h"  // kNoWatermark

namespace tarn::connector {

/// Used by one thread at a time.
class SinkWriter {
 public:
  virtual ~SinkWriter() = default;
  virtual void Write(const columnar::ChangeBatch& batch) = 0;
  /// Ends the epoch: what was written since the last call becomes durable, not visible. Opaque bytes, empty = nothing.
  virtual std::string Prepare(int64_t checkpoint_id) = 0;
  /// Gives up what was written and not prepared; deletes its files.
  virtual void Abort() = 0;
};

/// Where event time stands at a checkpoint.
struct CommitTime {
  int64_t watermark_us = kNoWatermark;  // the job's; at the end of input the last one before it
  bool end_of_input = false;            // no row will follow
};

class Sink {
 public:
  virtual ~Sink() = default;
  virtual std::unique_ptr<SinkWriter> OpenWriter(int writer, int writer_count) = 0;
  /// Makes visible what all writers prepared for this checkpoint. Idempotent per (job lineage, checkpoint id).
  virtual void Commit(int64_t checkpoint_id, const std::vector<std::string>& prepared, const CommitTime& time) = 0;
  /// The newest checkpoint of this job's lineage that the outside holds, where it can tell. A job whose own checkpoint
  /// is older must not go on: it would write twice.
  virtual std::optional<int64_t> LatestCommitted() const { return std::nullopt; }
  /// What it can be sent. Upsert: -U rows are left out above it.
  virtual ChangelogMode Takes() const { return ChangelogMode::InsertOnly; }
  virtual bool ExactlyOnce() const = 0;
  /// What may be written by one sink of a job only, because commits of one job and one checkpoint are taken for one
  /// another there. Empty: any number may write.
  virtual std::string Target() const { return ""; }
  virtual std::string Describe() const = 0;
};

}  // namespace tarn::connector

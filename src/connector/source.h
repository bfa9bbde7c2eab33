// What a job reads from. A source is cut into splits (files, buckets, one for an ordered replay); a reader reads one
// split at a time, can say where it is, and can begin again from there.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "columnar/change_batch.h"
#include "connector/changelog_mode.h"

namespace tarn::connector {

inline constexpr int64_t kNoWatermark = std::numeric_limits<int64_t>::min();
inline constexpr int64_t kMaxWatermark = std::numeric_limits<int64_t>::max();

enum class ReadResult {
  Batch,    // `batch` holds at least one row
  Blocked,  // nothing now; ask again later (a live source)
  End       // this reader will never give another row
};

/// What a reader could not make a row of: (source STRING, line BIGINT, reason STRING, raw STRING). `source` names the
/// file or topic, `line` the place in it (from 1), `raw` the text as received.
duckdb::vector<duckdb::LogicalType> RejectedTypes();
inline constexpr const char* kRejectedColumns[] = {"source", "line", "reason", "raw"};

/// Used by one thread at a time. Positions are opaque bytes that the same connector understands, also in a later
/// process; a reader opened at a position gives exactly the rows that were not returned before it was taken.
class SourceReader {
 public:
  virtual ~SourceReader() = default;

  /// Fills `batch` (initialised to the source's types). Throws Error on bad data unless an option says otherwise.
  virtual ReadResult Read(columnar::ChangeBatch& batch) = 0;
  /// What the last Read could not make rows of, if anything: fills `batch` (initialised to RejectedTypes) and returns
  /// true; ask until false. It is written to the table that 'dead-letter.table' names, under the same checkpoint as the
  /// rows. A source that keeps nothing for it (the option is not set) counts instead.
  virtual bool TakeRejected(columnar::ChangeBatch& /*batch*/) { return false; }
  /// How many rows were rejected so far by this reader, kept or not.
  virtual int64_t Rejected() const { return 0; }
  /// Where the next Read continues.
  virtual std::string Position() const = 0;
  /// A promise, in the source's own terms, that no later row is older (microseconds); kNoWatermark where it makes none.
  /// Sources without order leave it to the WATERMARK clause, which is evaluated above them.
  virtual int64_t Watermark() const { return kNoWatermark; }
  /// A checkpoint that contains Position() is durable: a source may release what lies before (consumer ids, offsets).
  virtual void NotifyCheckpointComplete(int64_t /*checkpoint_id*/) {}
};

/// Built from a table's options by a connector's factory. Thread-safe.
class Source {
 public:
  virtual ~Source() = default;

  virtual bool Bounded() const = 0;
  /// How many readers may work side by side; reader i of n takes its share. 1 for an ordered replay.
  virtual int MaxParallelism() const = 0;
  /// `position` empty = from the beginning.
  virtual std::unique_ptr<SourceReader> Open(int reader, int reader_count, const std::string& position) = 0;
  /// One line for EXPLAIN: "dwd_track (paimon, ordered by ts) snapshot 96, then new snapshots".
  virtual std::string Describe() const = 0;
  virtual ChangelogMode Mode() const { return ChangelogMode::InsertOnly; }
  /// What EXPLAIN should warn about; may look at the source's data.
  virtual std::vector<std::string> Notes() const { return {}; }
};

}  // namespace tarn::connector

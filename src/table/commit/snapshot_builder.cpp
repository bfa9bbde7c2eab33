#include "table/commit/snapshot_builder.h"

#include <algorithm>

namespace tarn::table {
namespace {

constexpr char kWriterVersion[] = "tarn-0.1.0";

/// The later of the two; missing only if both are.
std::optional<int64_t> Watermark(const std::optional<paimon::Snapshot>& previous, std::optional<int64_t> given) {
  if (!previous || !previous->watermark) return given;
  return given ? std::max(*given, *previous->watermark) : *previous->watermark;
}

}  // namespace

paimon::Snapshot BuildSnapshot(const SnapshotParts& parts) {
  int64_t delta_rows = 0;
  for (const auto& entry : parts.entries)
    delta_rows += entry.kind == paimon::FileKind::Add ? entry.file.row_count : -entry.file.row_count;

  const auto& previous = parts.previous;
  paimon::Snapshot next;
  next.uuid = parts.uuid;
  next.id = previous ? previous->id + 1 : 1;
  next.schema_id = parts.schema_id;
  next.base_manifest_list = parts.base.name;
  next.base_manifest_list_size = parts.base.bytes;
  next.delta_manifest_list = parts.delta.name;
  next.delta_manifest_list_size = parts.delta.bytes;
  next.commit_user = parts.user;
  next.writer_version = kWriterVersion;
  next.commit_identifier = parts.identifier;
  next.commit_kind = parts.kind;
  // Never before its predecessor, whatever the clock does: readers travel in time by it.
  next.time_ms = previous ? std::max(parts.now_ms, previous->time_ms) : parts.now_ms;
  next.total_record_count = (previous ? previous->total_record_count.value_or(0) : 0) + delta_rows;
  next.delta_record_count = delta_rows;
  next.watermark = Watermark(previous, parts.watermark_ms);
  next.next_row_id = 0;
  if (previous) {
    next.index_manifest = previous->index_manifest;
    if (previous->schema_id == parts.schema_id) next.statistics = previous->statistics;
    next.next_row_id = previous->next_row_id.value_or(0);
  }
  return next;
}

}  // namespace tarn::table

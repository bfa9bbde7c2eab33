// Which snapshots and tags a table has, and which of them a moment or a name means.
//
// {table}/snapshot/snapshot-{id}; the files LATEST and EARLIEST there are hints that may be stale, absent or broken.
// But a snapshot that LATEST names and that is not there, nor any later one, is lost: without it the table would look
// as it was before, and the next commit would take its place. Every function looks at the disk anew. Damage throws
// Corruption that names the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paimon/snapshot.h"
#include "paimon/tag.h"
#include "table/table.h"

namespace tarn::table {

std::string SnapshotDirectory(const Table& table);
std::string SnapshotPath(const Table& table, int64_t id);

/// Nullopt: the table has no snapshot yet. Throws Corruption if the newest one is lost; so do all that look for a
/// latest.
std::optional<int64_t> LatestSnapshotId(const Table& table);
std::optional<int64_t> EarliestSnapshotId(const Table& table);
std::optional<paimon::Snapshot> LatestSnapshot(const Table& table);
/// Nullopt if there is none of that id (never written, or expired).
std::optional<paimon::Snapshot> FindSnapshot(const Table& table, int64_t id);
/// Throws NotFound that names the range of ids there are.
paimon::Snapshot SnapshotById(const Table& table, int64_t id);
/// Those that can be read, ascending; one that expires meanwhile is left out.
std::vector<paimon::Snapshot> ListSnapshots(const Table& table);
std::vector<int64_t> SnapshotIds(const Table& table);

/// The latest snapshot committed at or before that time; nullopt if the earliest is later.
std::optional<paimon::Snapshot> SnapshotAtOrBefore(const Table& table, int64_t time_ms);
/// The earliest snapshot whose watermark has reached that time; a snapshot without one stands for the one before it.
std::optional<paimon::Snapshot> SnapshotAtWatermark(const Table& table, int64_t watermark_ms);

struct NamedTag {
  std::string name;
  paimon::Tag tag;
};
std::vector<NamedTag> ListTags(const Table& table);  // by name
std::optional<paimon::Tag> FindTag(const Table& table, std::string_view name);

}  // namespace tarn::table

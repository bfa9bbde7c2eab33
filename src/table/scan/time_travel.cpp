#include "table/scan/time_travel.h"

#include <span>
#include <string>

#include "base/civil_time.h"
#include "base/nearest.h"
#include "base/option_error.h"
#include "paimon/option_list.h"
#include "paimon/options.h"
#include "table/scan/snapshot_store.h"

namespace tarn::table {
namespace {

constexpr std::string_view kModes[] = {"default",
                                       "latest-full",
                                       "full",
                                       "latest",
                                       "compacted-full",
                                       "from-timestamp",
                                       "from-snapshot",
                                       "from-snapshot-full",
                                       "from-creation-timestamp",
                                       "incremental",
                                       "from-file-creation-time"};

[[noreturn]] void Refuse(const Table& table, ErrorCode code, const std::string& message) {
  throw Error(code, message).At("table '" + table.path() + "'");
}

/// Of an option, whose place the statement may show.
[[noreturn]] void RefuseOption(const Table& table, const std::string& option, ErrorCode code,
                               const std::string& message) {
  OptionError error(option, message, code);
  error.At("table '" + table.path() + "'");
  throw error;
}

std::optional<std::string> Option(const Table& table, const std::string& name, const std::string& older = "") {
  auto value = table.Option(name);
  return value || older.empty() ? value : table.Option(older);
}

int64_t Number(const Table& table, const std::string& name, const std::string& text) {
  const auto number = paimon::ParseOptionNumber<int64_t>(text);
  if (!number)
    RefuseOption(table, name, ErrorCode::InvalidInput,
                 "option '" + name + "' is '" + text + "', expected a whole number");
  return *number;
}

std::optional<int64_t> TimestampMillis(const Table& table) {
  const auto millis = Option(table, "scan.timestamp-millis", "log.scan.timestamp-millis");
  const auto text = table.Option("scan.timestamp");
  if (millis && text)
    Refuse(table, ErrorCode::InvalidInput, "set only one of 'scan.timestamp' and 'scan.timestamp-millis'");
  if (millis) return Number(table, "scan.timestamp-millis", *millis);
  if (!text) return std::nullopt;
  const auto time = ParseTimestamp(*text);
  if (!time)
    RefuseOption(table, "scan.timestamp", ErrorCode::InvalidInput,
                 "option 'scan.timestamp' is '" + *text + "', expected a time such as '2024-01-31 12:00:00.000'");
  return FloorDiv(MicrosFromCivil(*time), 1000);
}

std::optional<paimon::Snapshot> AtTime(const Table& table, int64_t time_ms) {
  if (auto found = SnapshotAtOrBefore(table, time_ms)) return found;
  const auto earliest = EarliestSnapshotId(table);
  if (!earliest) return std::nullopt;
  RefuseOption(table, table.Option("scan.timestamp") ? "scan.timestamp" : "scan.timestamp-millis", ErrorCode::NotFound,
               "no snapshot is as old as " + FormatTimestamp(time_ms * 1000, 3) + " UTC; the earliest, " +
                   std::to_string(*earliest) + ", was committed at " +
                   FormatTimestamp(SnapshotById(table, *earliest).time_ms * 1000, 3) + " UTC");
}

std::optional<paimon::Snapshot> LatestCompacted(const Table& table) {
  auto latest = LatestSnapshot(table);
  const auto snapshots = ListSnapshots(table);
  for (auto snapshot = snapshots.rbegin(); snapshot != snapshots.rend(); ++snapshot)
    if (snapshot->commit_kind == paimon::CommitKind::Compact) return *snapshot;
  return latest;
}

}  // namespace

std::optional<paimon::Snapshot> SnapshotToRead(const Table& table) {
  const auto mode = Option(table, "scan.mode", "log.scan").value_or("default");
  const auto time = TimestampMillis(table);
  const auto id = table.Option("scan.snapshot-id");
  const auto tag = table.Option("scan.tag-name");
  const auto watermark = table.Option("scan.watermark");
  for (const auto& option : paimon::KnownOptions()) {
    if (option.use != paimon::OptionUse::BlocksReading) continue;
    const std::string name(option.name);
    if (table.Option(name))
      RefuseOption(table, name, ErrorCode::Unsupported, "option '" + name + "' cannot be read yet");
  }

  const int named = (id ? 1 : 0) + (tag ? 1 : 0) + (watermark ? 1 : 0);
  const auto require = [&](bool right, const std::string& what) {
    if (!right) RefuseOption(table, "scan.mode", ErrorCode::InvalidInput, "with 'scan.mode' = '" + mode + "' " + what);
  };
  const auto named_snapshot = [&]() -> std::optional<paimon::Snapshot> {
    if (id) {
      const int64_t number = Number(table, "scan.snapshot-id", *id);
      try {
        return SnapshotById(table, number);
      } catch (const Error& e) {
        if (e.code() != ErrorCode::NotFound) throw;  // the file's fault
        throw OptionError("scan.snapshot-id", e.what(), e.code());
      }
    }
    if (tag) {
      auto found = FindTag(table, *tag);
      if (found) return std::move(found->snapshot);
      std::vector<std::string> names;
      for (auto& known : ListTags(table)) names.push_back(std::move(known.name));
      RefuseOption(table, "scan.tag-name", ErrorCode::NotFound,
                   "there is no tag '" + *tag + "'" + DidYouMean(*tag, names));
    }
    auto found = SnapshotAtWatermark(table, Number(table, "scan.watermark", *watermark));
    if (!found)
      RefuseOption(table, "scan.watermark", ErrorCode::NotFound,
                   "no snapshot has a watermark of " + *watermark + " or later");
    return found;
  };

  if (mode == "default") {
    require(named + (time ? 1 : 0) <= 1,
            "set only one of scan.snapshot-id, scan.tag-name, scan.watermark, scan.timestamp, scan.timestamp-millis");
    if (time) return AtTime(table, *time);
    return named == 1 ? named_snapshot() : LatestSnapshot(table);
  }
  if (mode == "from-timestamp") {
    require(time.has_value(), "set 'scan.timestamp' or 'scan.timestamp-millis'");
    require(named == 0, "scan.snapshot-id, scan.tag-name and scan.watermark say nothing");
    return AtTime(table, *time);
  }
  if (mode == "from-snapshot" || mode == "from-snapshot-full") {
    require(named == 1, "set exactly one of scan.snapshot-id, scan.tag-name, scan.watermark");
    require(!time, "scan.timestamp says nothing");
    return named_snapshot();
  }
  if (mode == "latest-full" || mode == "full" || mode == "latest" || mode == "compacted-full") {
    require(named == 0 && !time, "no snapshot, tag, watermark or timestamp may be set");
    return mode == "compacted-full" ? LatestCompacted(table) : LatestSnapshot(table);
  }
  for (const auto known : kModes)
    if (mode == known)
      RefuseOption(table, "scan.mode", ErrorCode::Unsupported, "'scan.mode' = '" + mode + "' cannot be read yet");
  RefuseOption(table, "scan.mode", ErrorCode::InvalidInput,
               "'scan.mode' = '" + mode + "' is unknown" + DidYouMean(mode, std::span<const std::string_view>(kModes)));
}

}  // namespace tarn::table

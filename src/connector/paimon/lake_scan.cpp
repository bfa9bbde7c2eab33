// From a table's scan options to what its source does.
#include <algorithm>

#include "base/civil_time.h"
#include "base/duration.h"
#include "base/error.h"
#include "base/option_error.h"
#include "connector/paimon/lake_source.h"
#include "table/scan/snapshot_store.h"
#include "table/scan/time_travel.h"

namespace tarn::connector {
namespace {

class ScanOptions {
 public:
  explicit ScanOptions(const std::map<std::string, std::string>& options) : options_(options) {}

  std::optional<std::string> Find(const char* name) const {
    const auto found = options_.find(name);
    if (found == options_.end()) return std::nullopt;
    return found->second;
  }
  bool Flag(const char* name) const {
    const auto value = Find(name);
    if (!value || *value == "false") return false;
    if (*value == "true") return true;
    Refuse(name, "true or false");
  }
  std::optional<int64_t> Number(const char* name) const {
    const auto value = Find(name);
    if (!value) return std::nullopt;
    char* end = nullptr;
    const auto number = std::strtoll(value->c_str(), &end, 10);
    if (value->empty() || *end != '\0') Refuse(name, "a whole number");
    return number;
  }
  std::optional<int64_t> Micros(const char* name) const {
    const auto value = Find(name);
    if (!value) return std::nullopt;
    try {
      return ParseDurationMicros(*value);
    } catch (const Error&) {
      Refuse(name, "a duration such as '10 s'");
    }
  }
  [[noreturn]] void Refuse(const char* name, const std::string& allowed) const {
    throw OptionError(name,
                      std::string("option '") + name + "' is '" + Find(name).value_or("") + "', allowed: " + allowed);
  }

 private:
  const std::map<std::string, std::string>& options_;
};

ScanOrder Order(const ScanOptions& options) {
  const auto order = options.Find("scan.order");
  const bool by_partition = options.Flag("scan.plan-sort-partition");
  if (!order || *order == "write") return by_partition ? ScanOrder::Partition : ScanOrder::Plan;
  if (*order == "partition") return ScanOrder::Partition;
  if (*order == "event-time") return ScanOrder::EventTime;
  options.Refuse("scan.order", "'event-time', 'partition', 'write'");
}

/// The snapshot after the last one that was committed before `time_ms`.
int64_t FirstSince(const table::Table& table, int64_t time_ms) {
  const auto before = table::SnapshotAtOrBefore(table, time_ms - 1);
  if (before) return before->id + 1;
  return table::EarliestSnapshotId(table).value_or(1);
}

int64_t MillisOf(const std::string& text, const ScanOptions& options) {
  const auto time = ParseTimestamp(text);
  if (!time) options.Refuse("scan.timestamp", "a time such as '2024-01-31 12:00:00'");
  return MicrosFromCivil(*time) / 1000;
}

/// `greatest`: the last snapshot that there is, or the one that comes next.
void RequireReachable(const table::Table& table, int64_t snapshot, int64_t greatest) {
  if (snapshot <= greatest) return;
  try {
    table::SnapshotById(table, snapshot);
  } catch (const Error& e) {
    throw OptionError("scan.snapshot-id", e.what(), e.code());
  }
}

void PlanStart(const table::Table& table, const ScanOptions& options, LakeScan& scan) {
  const auto latest = table::LatestSnapshotId(table);
  const auto earliest = table::EarliestSnapshotId(table);
  const auto snapshot = options.Number("scan.snapshot-id");
  auto millis = options.Number("scan.timestamp-millis");
  if (const auto text = options.Find("scan.timestamp")) millis = MillisOf(*text, options);
  auto mode = options.Find("scan.mode").value_or("default");
  if (mode == "default") mode = millis ? "from-timestamp" : snapshot ? "from-snapshot" : "latest-full";
  if (mode == "latest-full" || mode == "full") {
    scan.history = latest;
    scan.first_delta = latest.value_or(0) + 1;
  } else if (mode == "latest") {
    scan.first_delta = latest.value_or(0) + 1;
  } else if (mode == "from-snapshot" || mode == "from-snapshot-full") {
    if (!snapshot) throw OptionError("scan.mode", "'scan.mode' = '" + mode + "' needs the option 'scan.snapshot-id'");
    RequireReachable(table, *snapshot, latest.value_or(0) + (mode == "from-snapshot" ? 1 : 0));
    scan.first_delta = std::max(*snapshot, earliest.value_or(*snapshot));
    if (mode == "from-snapshot-full") scan.history = scan.first_delta++;
  } else if (mode == "from-timestamp") {
    if (!millis)
      throw OptionError("scan.mode",
                        "'scan.mode' = 'from-timestamp' needs 'scan.timestamp-millis' or 'scan.timestamp'");
    scan.first_delta = FirstSince(table, *millis);
  } else {
    throw OptionError("scan.mode",
                      "'scan.mode' = '" + mode +
                          "' is not supported in streaming mode; there are: latest-full, latest, from-snapshot, "
                          "from-snapshot-full, from-timestamp",
                      ErrorCode::Unsupported);
  }
}

}  // namespace

LakeScan PlanLakeScan(const table::Table& table, const TableDescription& description, bool streaming) {
  const ScanOptions options(table.options());
  LakeScan scan;
  scan.order = Order(options);
  if (const auto bound = options.Number("scan.bounded.watermark")) scan.until_us = *bound * 1000;
  scan.idle_us = options.Micros("scan.bounded.idle");
  scan.discovery_us = options.Micros("continuous.discovery-interval").value_or(1'000'000);
  if (const auto memory = options.Find("scan.order.memory")) scan.order_memory_bytes = ParseMemorySize(*memory);
  const auto on_null = options.Find("on-null-time").value_or("first");
  if (on_null != "first" && on_null != "fail") options.Refuse("on-null-time", "'first', 'fail'");
  scan.null_time_fails = on_null == "fail";
  if (scan.order == ScanOrder::EventTime || scan.until_us) {
    const auto column = options.Find("scan.order.column");
    const auto name = column ? column : description.time_column;
    if (!name)
      throw OptionError(scan.until_us ? "scan.bounded.watermark" : "scan.order",
                        "table '" + description.name + "' declares no WATERMARK on one of its columns, so " +
                            (scan.until_us ? "'scan.bounded.watermark'" : "'scan.order' = 'event-time'") +
                            " does not know its event time\n  Name the column: 'scan.order.column' = 'ts'");
    scan.time_field = table.schema().FindField(*name);
    if (!scan.time_field)
      throw OptionError("scan.order.column", "table '" + description.name + "' has no column '" + *name + "'");
  }
  if (!streaming) {
    scan.bounded = true;
    const auto snapshot = table::SnapshotToRead(table);
    if (snapshot) scan.history = snapshot->id;
    return scan;
  }
  if (const auto producer = options.Find("changelog-producer"); producer && *producer != "none")
    throw Error(ErrorCode::Unsupported, "table '" + description.name + "' keeps a changelog ('changelog-producer' = '" +
                                            *producer + "'), which cannot be streamed yet; batch mode reads the table");
  if (options.Find("scan.tag-name"))
    throw OptionError("scan.tag-name",
                      "a tag cannot be streamed ('scan.tag-name'); batch mode reads it, and 'scan.snapshot-id' streams "
                      "from its snapshot on",
                      ErrorCode::Unsupported);
  for (const char* name :
       {"incremental-between", "incremental-between-timestamp", "incremental-to-auto-tag", "scan.creation-time-millis",
        "scan.file-creation-time-millis", "scan.version", "scan.watermark"})
    if (options.Find(name))
      throw OptionError(name, std::string("option '") + name + "' is not supported in streaming mode",
                        ErrorCode::Unsupported);
  PlanStart(table, options, scan);
  return scan;
}

}  // namespace tarn::connector

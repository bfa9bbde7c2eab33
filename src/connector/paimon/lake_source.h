// The reading side of 'paimon': the rows of one snapshot, then those of every new one, without a gap or a repeat.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "connector/connectors.h"
#include "table/table.h"

namespace tarn::connector {

enum class ScanOrder {
  Plan,       // files as the plan has them: bucket by bucket, in the order of writing
  Partition,  // the same, partitions in the order of their values
  EventTime   // table/scan/ordered_replay.h
};

struct LakeScan {
  bool bounded = false;  // the snapshot alone
  ScanOrder order = ScanOrder::Plan;
  std::optional<size_t> time_field;  // of the table, where the order or the bound needs it
  bool null_time_fails = false;      // an ordered replay stops at a row without a time (else they come first)
  int64_t order_memory_bytes = int64_t{1} << 30;
  std::optional<int64_t> until_us;  // scan.bounded.watermark: rows of later times are not given
  std::optional<int64_t> idle_us;   // scan.bounded.idle: end when no commit came for that long
  int64_t discovery_us = 1'000'000;
  /// Streaming: read this snapshot whole first; absent: begin with what `first_delta` added.
  std::optional<int64_t> history;
  int64_t first_delta = 1;
};

/// Decides from the table's scan options what a read means now. Throws InvalidInput, NotFound, Unsupported.
LakeScan PlanLakeScan(const table::Table& table, const TableDescription& description, bool streaming);

std::unique_ptr<Source> NewLakeSource(std::shared_ptr<const table::Table> table, const TableDescription& description,
                                      const Projection& columns, const ConnectorContext& context, const LakeScan& scan);

}  // namespace tarn::connector

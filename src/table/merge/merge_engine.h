// What becomes of the rows of one key: Paimon's `merge-engine`.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tarn::table {

/// A row of one of the chunks that a section holds.
struct RowRef {
  uint32_t chunk;
  uint32_t row;
};

/// Whether a row takes something back.
enum class Retract : uint8_t { No, UpdateBefore, Delete };

/// The rows of a section, grouped by key in key order; in a group the newest first.
struct KeyGroups {
  std::span<const RowRef> rows;
  std::span<const uint32_t> begins;  // index of each group's first row
  /// For each row. Empty = none takes anything back.
  std::span<const Retract> retracts;

  uint32_t end(size_t group) const {
    return group + 1 < begins.size() ? begins[group + 1] : static_cast<uint32_t>(rows.size());
  }
};

/// Stateless between calls; used by one thread. For engines whose result is one of the rows.
class MergeEngine {
 public:
  virtual ~MergeEngine() = default;
  /// Appends the index (into `groups.rows`) of the row that each key becomes; a key without a result has none.
  virtual void Merge(const KeyGroups& groups, std::vector<uint32_t>& results) const = 0;
  /// Where a value of the resulting row is NULL, the newest older row of the key that has one gives it; rows before a
  /// -D do not count, a -U itself does not.
  virtual bool FillsNulls() const { return false; }
};

struct MergeEngineOptions {
  bool ignore_delete = false;
  bool remove_on_delete = false;  // partial-update.remove-record-on-delete
};

/// Throws Unsupported, naming the engines that there are.
std::unique_ptr<MergeEngine> NewMergeEngine(const std::string& name, const MergeEngineOptions& options);

}  // namespace tarn::table

// Each value column of a key keeps its newest value that is not NULL. Without sequence groups and aggregates of fields,
// which RequireReadable refuses.
#include <optional>

#include "base/error.h"
#include "table/merge/merge_engine.h"

namespace tarn::table {
namespace {

class PartialUpdate : public MergeEngine {
 public:
  explicit PartialUpdate(const MergeEngineOptions& options) : options_(options) {}

  void Merge(const KeyGroups& groups, std::vector<uint32_t>& results) const override {
    for (size_t group = 0; group < groups.begins.size(); group++) {
      const uint32_t begin = groups.begins[group];
      const uint32_t end = groups.end(group);
      // Paimon merges nothing where there is but one row.
      if (groups.retracts.empty() || end - begin == 1) {
        results.push_back(begin);
        continue;
      }
      std::optional<uint32_t> newest;
      for (uint32_t row = begin; row < end; row++) {
        if (!Counts(groups.retracts[row])) continue;
        if (!newest) newest = row;
      }
      if (newest) results.push_back(*newest);
    }
  }
  bool FillsNulls() const override { return true; }

 private:
  /// Every row of a key is looked at, old ones too: whether a delete is refused must not depend on what came after it.
  bool Counts(Retract retract) const {
    if (retract == Retract::No) return true;
    if (options_.ignore_delete) return false;
    if (!options_.remove_on_delete)
      throw Error(
          ErrorCode::InvalidInput,
          "merge engine 'partial-update' takes no row back, and the table holds a -U or -D\n  'ignore-delete' = "
          "'true' leaves such rows out, 'partial-update.remove-record-on-delete' = 'true' lets a -D delete the "
          "row");
    return retract == Retract::Delete;
  }

  MergeEngineOptions options_;
};

}  // namespace

std::unique_ptr<MergeEngine> MakePartialUpdate(const MergeEngineOptions& options) {
  return std::make_unique<PartialUpdate>(options);
}

}  // namespace tarn::table

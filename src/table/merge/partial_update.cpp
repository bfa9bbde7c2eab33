// Each value column of a key keeps its newest value that is not NULL. Without sequence groups and aggregates of fields,
// which RequireReadable refuses.
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
      for (uint32_t row = begin; row < end; row++) {
        if (groups.retracts[row]) {
          if (options_.ignore_delete) continue;
          if (!options_.remove_on_delete)
            throw Error(ErrorCode::InvalidInput,
                        "merge engine 'partial-update' cannot take a row back\n  Set 'ignore-delete' = 'true' or "
                        "'partial-update.remove-record-on-delete' = 'true'");
        }
        results.push_back(row);
        break;
      }
    }
  }
  bool FillsNulls() const override { return true; }

 private:
  MergeEngineOptions options_;
};

}  // namespace

std::unique_ptr<MergeEngine> MakePartialUpdate(const MergeEngineOptions& options) {
  return std::make_unique<PartialUpdate>(options);
}

}  // namespace tarn::table

// The newest row of a key is the key's row. A delete is a row like any other, unless deletes are ignored.
#include "table/merge/merge_engine.h"

namespace tarn::table {
namespace {

class Deduplicate : public MergeEngine {
 public:
  explicit Deduplicate(const MergeEngineOptions& options) : ignore_delete_(options.ignore_delete) {}

  void Merge(const KeyGroups& groups, std::vector<uint32_t>& results) const override {
    if (!ignore_delete_ || groups.retracts.empty()) {
      results.insert(results.end(), groups.begins.begin(), groups.begins.end());
      return;
    }
    for (size_t group = 0; group < groups.begins.size(); group++) {
      const uint32_t begin = groups.begins[group];
      const uint32_t end = groups.end(group);
      if (end - begin == 1) {  // Paimon merges nothing where there is but one row
        results.push_back(begin);
        continue;
      }
      for (uint32_t row = begin; row < end; row++) {
        if (groups.retracts[row] != Retract::No) continue;
        results.push_back(row);
        break;
      }
    }
  }

 private:
  bool ignore_delete_;
};

}  // namespace

std::unique_ptr<MergeEngine> MakeDeduplicate(const MergeEngineOptions& options) {
  return std::make_unique<Deduplicate>(options);
}

}  // namespace tarn::table

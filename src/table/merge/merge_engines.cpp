#include "base/error.h"
#include "table/merge/merge_engine.h"

// One line an engine, sorted by name.
#define MERGE_ENGINES(X)            \
  X("deduplicate", MakeDeduplicate) \
  X("partial-update", MakePartialUpdate)

namespace tarn::table {

#define DECLARE(name, make) std::unique_ptr<MergeEngine> make(const MergeEngineOptions& options);
MERGE_ENGINES(DECLARE)
#undef DECLARE

std::unique_ptr<MergeEngine> NewMergeEngine(const std::string& name, const MergeEngineOptions& options) {
  std::string known;
#define TRY(engine, make)                     \
  if (name == (engine)) return make(options); \
  known += (known.empty() ? "" : ", ") + std::string(engine);
  MERGE_ENGINES(TRY)
#undef TRY
  throw Error(ErrorCode::Unsupported, "merge engine '" + name + "' cannot be merged yet; known: " + known);
}

}  // namespace tarn::table

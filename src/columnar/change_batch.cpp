#include "columnar/change_batch.h"

namespace tarn::columnar {

void Initialize(ChangeBatch& batch, const duckdb::vector<duckdb::LogicalType>& types) {
  batch.chunk.Destroy();
  batch.chunk.Initialize(duckdb::Allocator::DefaultAllocator(), types);
  batch.kinds.clear();
}

ChangeBatch Own(const ChangeBatch& batch) {
  ChangeBatch copy;
  const auto types = batch.chunk.GetTypes();
  if (!types.empty()) {
    copy.chunk.Initialize(duckdb::Allocator::DefaultAllocator(), types);
    batch.chunk.Copy(copy.chunk, 0);
  } else {
    copy.chunk.InitializeEmpty(types);
    copy.chunk.SetCardinality(batch.size());
  }
  copy.kinds = batch.kinds;
  return copy;
}

void Reset(ChangeBatch& batch) {
  batch.chunk.Reset();
  batch.kinds.clear();
}

}  // namespace tarn::columnar

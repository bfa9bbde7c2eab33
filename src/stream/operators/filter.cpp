// Filter: passes the rows for which a condition holds. A change that is hidden by the condition is hidden whole,
// because -U and +U of one row are judged by their own values.
#include "columnar/change_batch.h"
#include "stream/expressions.h"
#include "stream/operator.h"

namespace tarn::stream {
namespace {

class Filter : public Operator {
 public:
  Filter(const OperatorContext& context, const FilterNode& what)
      : condition_(context.duckdb, {what.condition}), selected_(STANDARD_VECTOR_SIZE) {
    out_.chunk.InitializeEmpty(VectorTypes(context.node.columns));
  }

  void Push(size_t /*port*/, columnar::ChangeBatch& batch, Emitter& out) override {
    const auto count = condition_.Select(batch.chunk, selected_);
    if (count == 0) return;
    if (count == batch.size()) return out.Emit(batch);
    out_.chunk.Slice(batch.chunk, selected_, count);
    out_.chunk.SetCardinality(count);
    out_.kinds.clear();
    if (!batch.kinds.empty())
      for (duckdb::idx_t i = 0; i < count; i++) out_.kinds.push_back(batch.kinds[selected_.get_index(i)]);
    out.Emit(out_);
  }

 private:
  ExpressionSet condition_;
  duckdb::SelectionVector selected_;
  columnar::ChangeBatch out_;
};

}  // namespace

std::unique_ptr<Operator> MakeFilter(const OperatorContext& context, const FilterNode& what) {
  return std::make_unique<Filter>(context, what);
}

}  // namespace tarn::stream

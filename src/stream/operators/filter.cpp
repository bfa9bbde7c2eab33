// Filter: passes the rows for which a condition holds. A change that is hidden by the condition is hidden whole,
// because -U and +U of one row are judged by their own values. Where rows replace one another without a -U, a row that
// fails becomes a -D: whether the one that it replaces was passed is not known here, and deleting what is not there is
// nothing.
#include "columnar/change_batch.h"
#include "stream/expressions.h"
#include "stream/operator.h"

namespace tarn::stream {
namespace {

class Filter : public Operator {
 public:
  Filter(const OperatorContext& context, const FilterNode& what)
      : condition_(context.duckdb, {what.condition}),
        failing_are_deletes_(what.failing_are_deletes),
        selected_(STANDARD_VECTOR_SIZE) {
    out_.chunk.InitializeEmpty(VectorTypes(context.node.columns));
  }

  void Push(size_t /*port*/, columnar::ChangeBatch& batch, Emitter& out) override {
    const auto count = condition_.Select(batch.chunk, selected_);
    if (count == batch.size()) return out.Emit(batch);
    if (failing_are_deletes_) return EmitAll(batch, count, out);
    if (count == 0) return;
    out_.chunk.Slice(batch.chunk, selected_, count);
    out_.chunk.SetCardinality(count);
    out_.kinds.clear();
    if (!batch.kinds.empty())
      for (duckdb::idx_t i = 0; i < count; i++) out_.kinds.push_back(batch.kinds[selected_.get_index(i)]);
    out.Emit(out_);
  }

 private:
  void EmitAll(columnar::ChangeBatch& batch, duckdb::idx_t passing, Emitter& out) {
    out_.chunk.Reference(batch.chunk);
    out_.kinds.assign(batch.size(), columnar::RowKind::Delete);
    for (duckdb::idx_t i = 0; i < passing; i++) {
      const auto row = selected_.get_index(i);
      out_.kinds[row] = batch.kind(row);
    }
    out.Emit(out_);
  }

  ExpressionSet condition_;
  bool failing_are_deletes_;
  duckdb::SelectionVector selected_;
  columnar::ChangeBatch out_;
};

}  // namespace

std::unique_ptr<Operator> MakeFilter(const OperatorContext& context, const FilterNode& what) {
  return std::make_unique<Filter>(context, what);
}

}  // namespace tarn::stream

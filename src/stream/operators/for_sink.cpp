// ForSink: what a sink's declaration asks of the rows: no NULL in NOT NULL columns, no -U where rows replace one
// another by key.
#include "base/error.h"
#include "columnar/change_batch.h"
#include "columnar/row_view.h"
#include "stream/operator.h"

namespace tarn::stream {
namespace {

using columnar::RowKind;

class ForSink : public Operator {
 public:
  ForSink(const OperatorContext& context, const ForSinkNode& what)
      : what_(what), columns_(context.node.columns), counters_(context.counters), selected_(STANDARD_VECTOR_SIZE) {
    out_.chunk.InitializeEmpty(VectorTypes(columns_));
  }

  void Push(size_t /*port*/, columnar::ChangeBatch& batch, Emitter& out) override {
    view_.Reset(batch.chunk);
    duckdb::idx_t count = 0;
    for (size_t row = 0; row < batch.size(); row++)
      if (Passes(batch, row)) selected_.set_index(count++, row);
    if (count == batch.size()) return out.Emit(batch);
    if (count == 0) return;
    out_.chunk.Slice(batch.chunk, selected_, count);
    out_.chunk.SetCardinality(count);
    out_.kinds.clear();
    if (!batch.kinds.empty())
      for (duckdb::idx_t i = 0; i < count; i++) out_.kinds.push_back(batch.kinds[selected_.get_index(i)]);
    out.Emit(out_);
  }

 private:
  bool Passes(const columnar::ChangeBatch& batch, size_t row) {
    const auto kind = batch.kind(row);
    if (what_.drop_update_before && kind == RowKind::UpdateBefore) return false;
    if (kind == RowKind::Delete) return true;  // may carry its key alone
    for (const auto column : what_.not_null) {
      if (!view_.IsNull(column, row)) continue;
      if (!what_.drop_nulls)
        throw Error(ErrorCode::InvalidInput, "column '" + columns_[column].name + "' of " + what_.sink +
                                                 " is NOT NULL, and a NULL came for it\n  SET "
                                                 "'table.exec.sink.not-null-enforcer' = 'DROP' leaves such rows out");
      counters_["null_rows_dropped"]++;
      return false;
    }
    return true;
  }

  ForSinkNode what_;
  Columns columns_;
  Counters& counters_;
  duckdb::SelectionVector selected_;
  columnar::ChunkView view_;
  columnar::ChangeBatch out_;
};

}  // namespace

std::unique_ptr<Operator> MakeForSink(const OperatorContext& context, const ForSinkNode& what) {
  return std::make_unique<ForSink>(context, what);
}

}  // namespace tarn::stream

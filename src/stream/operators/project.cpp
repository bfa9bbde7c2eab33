// Project: computes the output columns of each row; row kinds stay.
#include "stream/expressions.h"
#include "stream/operator.h"

namespace tarn::stream {
namespace {

class Project : public Operator {
 public:
  Project(const OperatorContext& context, const ProjectNode& what) : expressions_(context.duckdb, what.expressions) {
    out_.chunk.Initialize(duckdb::Allocator::DefaultAllocator(), expressions_.types());
  }

  void Push(size_t /*port*/, columnar::ChangeBatch& batch, Emitter& out) override {
    expressions_.Execute(batch.chunk, out_.chunk);
    out_.chunk.SetCardinality(batch.size());
    out_.kinds = batch.kinds;
    out.Emit(out_);
  }

 private:
  ExpressionSet expressions_;
  columnar::ChangeBatch out_;
};

}  // namespace

std::unique_ptr<Operator> MakeProject(const OperatorContext& context, const ProjectNode& what) {
  return std::make_unique<Project>(context, what);
}

}  // namespace tarn::stream

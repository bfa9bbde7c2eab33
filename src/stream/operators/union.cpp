// Union: all rows of all inputs; event time is that of the slowest.
#include "stream/operator.h"

namespace tarn::stream {
namespace {

class Union : public Operator {
 public:
  void Push(size_t /*port*/, columnar::ChangeBatch& batch, Emitter& out) override { out.Emit(batch); }
};

}  // namespace

std::unique_ptr<Operator> MakeUnion(const OperatorContext& /*context*/, const UnionNode& /*what*/) {
  return std::make_unique<Union>();
}

}  // namespace tarn::stream

// Every operator, one line each: its file has the factory.
#include "base/error.h"
#include "stream/operator.h"

namespace tarn::stream {

#define TARN_OPERATORS(X)             \
  X(FilterNode, MakeFilter)           \
  X(ForSinkNode, MakeForSink)         \
  X(MaterializeNode, MakeMaterialize) \
  X(ProcessNode, MakeProcess)         \
  X(ProjectNode, MakeProject)         \
  X(UnionNode, MakeUnion)             \
  X(WatermarkNode, MakeWatermark)

#define X(Kind, make) std::unique_ptr<Operator> make(const OperatorContext& context, const Kind& what);
TARN_OPERATORS(X)
#undef X

std::unique_ptr<Operator> MakeOperator(const OperatorContext& context) {
#define X(Kind, make) \
  if (const auto* what = std::get_if<Kind>(&context.node.what)) return make(context, *what);
  TARN_OPERATORS(X)
#undef X
  throw Error(ErrorCode::Internal, "no operator runs '" + Label(context.node) + "'");
}

}  // namespace tarn::stream

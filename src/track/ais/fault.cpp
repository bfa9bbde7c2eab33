#include "track/ais/fault.h"

namespace tarn::track::ais {

std::string_view Reason(Fault fault) {
  switch (fault) {
    case Fault::None:
      return "";
#define X(name, reason) \
  case Fault::name:     \
    return reason;
      TARN_AIS_FAULTS(X)
#undef X
  }
  return "";
}

}  // namespace tarn::track::ais

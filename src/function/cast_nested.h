// Casts of arrays, maps, multisets and rows: their parts are cast. Private to cast*.cpp.
#pragma once

#include "function/cast.h"

namespace tarn::function {

/// As CastKernel, of two types of one nested root.
Kernel NestedCastKernel(const DataType& from, const DataType& to, OnFailure on_failure, const TimeZone& zone);

}  // namespace tarn::function

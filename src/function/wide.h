// Products and quotients of DECIMALs that need more than 128 bits on the way.
#pragma once

#include <optional>

#include "function/kernel.h"

namespace tarn::function {

__extension__ typedef unsigned __int128 Uint128;

/// a * b / divisor, rounded half up away from zero; nullopt if the result has more than 38 digits. divisor > 0.
std::optional<Int128> MultiplyDivide(Int128 a, Int128 b, Int128 divisor);

}  // namespace tarn::function

// What a row of a change stream means. Values are Flink's and Paimon's byte codes.
#pragma once

#include <cstdint>
#include <string_view>

namespace tarn::columnar {

enum class RowKind : uint8_t { Insert = 0, UpdateBefore = 1, UpdateAfter = 2, Delete = 3 };

constexpr bool IsRetract(RowKind kind) { return kind == RowKind::UpdateBefore || kind == RowKind::Delete; }

constexpr std::string_view ShortString(RowKind kind) {
  constexpr std::string_view kNames[] = {"+I", "-U", "+U", "-D"};
  return kNames[static_cast<uint8_t>(kind)];
}

}  // namespace tarn::columnar

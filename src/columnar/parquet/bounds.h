// Least and greatest of values, as the format's statistics want them.
#pragma once

#include <cmath>
#include <optional>
#include <span>

#include "columnar/parquet/leaf_value.h"
#include "columnar/parquet/page_writer.h"
#include "columnar/truncate.h"

namespace tarn::columnar::parquet {

template <class T>
struct Extremes {
  T min{};
  T max{};
  bool any = false;
  bool nan = false;  // then min and max mean nothing

  bool usable() const { return any && !nan; }
  void Take(const Extremes& other) {
    nan |= other.nan;
    if constexpr (kOrdered<T>) {
      if (!other.any) return;
      if (!any || Less(other.min, min)) min = other.min;
      if (!any || Less(max, other.max)) max = other.max;
      any = true;
    }
  }
};

template <class T>
Extremes<T> ExtremesOf(std::span<const T> values) {
  Extremes<T> found;
  if constexpr (kOrdered<T>) {
    if (values.empty()) return found;
    T low = values[0];
    T high = values[0];
    for (const T& value : values) {
      if constexpr (std::is_same_v<T, string_t>) {
        if (Less(value, low)) low = value;
        if (Less(high, value)) high = value;
      } else {
        low = value < low ? value : low;
        high = high < value ? value : high;
      }
      if constexpr (std::is_floating_point_v<T>) found.nan |= value != value;
    }
    found.min = low;
    found.max = high;
    found.any = true;
  }
  return found;
}

/// Strings beyond 64 code points are cut to bounds that are not exact.
template <class T>
std::optional<Bounds> ToBounds(const Extremes<T>& extremes, const Node& node) {
  if (!extremes.usable()) return std::nullopt;
  Bounds bounds;
  if constexpr (!kOrdered<T>) {
    return std::nullopt;
  } else if constexpr (std::is_same_v<T, string_t>) {
    constexpr size_t kMost = 64;
    const std::string_view low(extremes.min.GetData(), extremes.min.GetSize());
    const std::string_view high(extremes.max.GetData(), extremes.max.GetSize());
    const bool text = node.annotation == Annotation::String;
    bounds.min = text ? TextPrefix(low, kMost) : low.substr(0, kMost);
    const auto upper = text ? TextUpperBound(high, kMost) : BytesUpperBound(high, kMost);
    if (!upper) return std::nullopt;
    bounds.max = *upper;
    bounds.min_exact = bounds.min.size() == low.size();
    bounds.max_exact = bounds.max.size() == high.size() && bounds.max == high;
  } else if constexpr (std::is_same_v<T, hugeint_t>) {
    ByteBuffer bytes;
    AppendBigEndian(extremes.min, node.fixed_length, bytes);
    bounds.min = bytes.view();
    bytes.Clear();
    AppendBigEndian(extremes.max, node.fixed_length, bytes);
    bounds.max = bytes.view();
  } else {
    T low = extremes.min;
    T high = extremes.max;
    // The format asks for the zero that includes both.
    if constexpr (std::is_floating_point_v<T>) {
      if (low == 0) low = -T{0};
      if (high == 0) high = T{0};
    }
    bounds.min.assign(reinterpret_cast<const char*>(&low), sizeof(T));
    bounds.max.assign(reinterpret_cast<const char*>(&high), sizeof(T));
  }
  return bounds;
}

}  // namespace tarn::columnar::parquet

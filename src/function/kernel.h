// Turns a function of plain values into one over vectors: RowKernel([](std::string_view s, int32_t n) -> std::string).
//
// Argument types: bool, int8_t .. int64_t, float, double, std::string_view (VARCHAR, BLOB), Decimal (any width);
// DATE is int32_t days, TIMESTAMP, TIMESTAMP_LTZ and TIME are int64_t microseconds (nanoseconds for p > 6),
// duckdb::interval_t. A NULL argument makes the result NULL, unless the parameter is std::optional<T>. A result of
// std::optional<T> may be NULL itself. Results of std::string are copied into the vector.
#pragma once

#include <duckdb/common/types/data_chunk.hpp>
#include <duckdb/common/types/hugeint.hpp>
#include <duckdb/common/types/string_type.hpp>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace tarn::function {

/// Evaluates one call over a chunk of arguments. Shared by threads: no state of its own. Throws Error for bad data.
using Kernel = std::function<void(duckdb::DataChunk& arguments, duckdb::Vector& result)>;

__extension__ typedef __int128 Int128;

/// The digits of a DECIMAL, whatever integer holds them; the scale is known from its type.
struct Decimal {
  Int128 digits = 0;
};

inline Int128 FromHugeint(const duckdb::hugeint_t& value) {
  return (static_cast<Int128>(value.upper) << 64) | static_cast<Int128>(value.lower);
}
inline duckdb::hugeint_t ToHugeint(Int128 value) {
  duckdb::hugeint_t result;
  result.upper = static_cast<int64_t>(value >> 64);
  result.lower = static_cast<uint64_t>(value);
  return result;
}

namespace kernel_internal {

template <typename T>
struct Unwrap {
  using Type = T;
  static constexpr bool kOptional = false;
};
template <typename T>
struct Unwrap<std::optional<T>> {
  using Type = T;
  static constexpr bool kOptional = true;
};

template <typename T>
T Load(const duckdb::UnifiedVectorFormat& format, duckdb::PhysicalType physical, duckdb::idx_t index) {
  const auto* at = format.data;
  if constexpr (std::is_same_v<T, std::string_view>) {
    const auto& text = reinterpret_cast<const duckdb::string_t*>(at)[index];
    return {text.GetData(), text.GetSize()};
  } else if constexpr (std::is_same_v<T, Decimal>) {
    switch (physical) {
      case duckdb::PhysicalType::INT16:
        return {reinterpret_cast<const int16_t*>(at)[index]};
      case duckdb::PhysicalType::INT32:
        return {reinterpret_cast<const int32_t*>(at)[index]};
      case duckdb::PhysicalType::INT64:
        return {reinterpret_cast<const int64_t*>(at)[index]};
      default:
        return {FromHugeint(reinterpret_cast<const duckdb::hugeint_t*>(at)[index])};
    }
  } else {
    return reinterpret_cast<const T*>(at)[index];
  }
}

template <typename T>
void Store(duckdb::Vector& result, duckdb::idx_t row, const T& value) {
  if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>) {
    duckdb::FlatVector::GetData<duckdb::string_t>(result)[row] =
        duckdb::StringVector::AddStringOrBlob(result, value.data(), value.size());
  } else if constexpr (std::is_same_v<T, Decimal>) {
    auto* at = duckdb::FlatVector::GetData(result);
    switch (result.GetType().InternalType()) {
      case duckdb::PhysicalType::INT16:
        reinterpret_cast<int16_t*>(at)[row] = static_cast<int16_t>(value.digits);
        break;
      case duckdb::PhysicalType::INT32:
        reinterpret_cast<int32_t*>(at)[row] = static_cast<int32_t>(value.digits);
        break;
      case duckdb::PhysicalType::INT64:
        reinterpret_cast<int64_t*>(at)[row] = static_cast<int64_t>(value.digits);
        break;
      default:
        reinterpret_cast<duckdb::hugeint_t*>(at)[row] = ToHugeint(value.digits);
    }
  } else {
    reinterpret_cast<T*>(duckdb::FlatVector::GetData(result))[row] = value;
  }
}

}  // namespace kernel_internal

/// The arguments of a call, for functions that take any number of them or look at NULLs.
class Rows {
 public:
  explicit Rows(duckdb::DataChunk& chunk) : columns_(chunk.ColumnCount()) {
    for (size_t i = 0; i < columns_.size(); i++) {
      chunk.data[i].ToUnifiedFormat(chunk.size(), columns_[i].format);
      columns_[i].physical = chunk.data[i].GetType().InternalType();
    }
  }

  size_t columns() const { return columns_.size(); }
  bool IsNull(size_t column, duckdb::idx_t row) const {
    const auto& format = columns_[column].format;
    return !format.validity.RowIsValid(format.sel->get_index(row));
  }
  template <typename T>
  T Get(size_t column, duckdb::idx_t row) const {
    const auto& c = columns_[column];
    return kernel_internal::Load<T>(c.format, c.physical, c.format.sel->get_index(row));
  }
  /// As a parameter of type T wants it.
  template <typename T>
  T Parameter(size_t column, duckdb::idx_t row) const {
    using U = kernel_internal::Unwrap<T>;
    if constexpr (U::kOptional) {
      if (IsNull(column, row)) return std::nullopt;
    }
    return Get<typename U::Type>(column, row);
  }

 private:
  struct Column {
    duckdb::UnifiedVectorFormat format;
    duckdb::PhysicalType physical = duckdb::PhysicalType::INVALID;
  };
  std::vector<Column> columns_;
};

inline bool AllConstant(const duckdb::DataChunk& chunk) {
  for (const auto& vector : chunk.data) {
    if (vector.GetVectorType() != duckdb::VectorType::CONSTANT_VECTOR) return false;
  }
  return true;
}

/// Writes `row(i)` for every row: std::optional<T>, nullopt = NULL. A call with constants only is evaluated once.
template <typename T, typename RowFunction>
void FillRows(duckdb::DataChunk& arguments, duckdb::Vector& result, RowFunction row) {
  const bool constant = AllConstant(arguments) && arguments.ColumnCount() > 0;
  const duckdb::idx_t count = constant ? 1 : arguments.size();
  result.SetVectorType(duckdb::VectorType::FLAT_VECTOR);
  for (duckdb::idx_t i = 0; i < count; i++) {
    const std::optional<T> value = row(i);
    if (value) {
      kernel_internal::Store<T>(result, i, *value);
    } else {
      duckdb::FlatVector::SetNull(result, i, true);
    }
  }
  if (constant) result.SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
}

namespace kernel_internal {

template <typename R, typename... A, typename F, size_t... I>
Kernel MakeRowKernel(F function, std::index_sequence<I...>) {
  using T = typename Unwrap<R>::Type;
  return [function](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    const Rows rows(arguments);
    FillRows<T>(arguments, result, [&](duckdb::idx_t i) -> std::optional<T> {
      const bool null = ((!Unwrap<A>::kOptional && rows.IsNull(I, i)) || ...);
      if (null) return std::nullopt;
      return function(rows.Parameter<A>(I, i)...);
    });
  };
}

template <typename F>
struct Signature;
template <typename C, typename R, typename... A>
struct Signature<R (C::*)(A...) const> {
  template <typename F>
  static Kernel Make(F function) {
    return MakeRowKernel<R, A...>(std::move(function), std::index_sequence_for<A...>());
  }
};

}  // namespace kernel_internal

template <typename F>
Kernel RowKernel(F function) {
  return kernel_internal::Signature<decltype(&F::operator())>::Make(std::move(function));
}

}  // namespace tarn::function

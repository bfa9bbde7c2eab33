// Values as Java's toString shows them in Flink: LocalDateTime, Instant, BigDecimal, byte[], Row, Map. What 'print'
// writes.
#pragma once

#include <duckdb/common/types/value.hpp>
#include <string>
#include <string_view>

#include "paimon/data_type.h"

namespace tarn::connector {

/// Appends "null", [a, b], {k=v}, +I[a, 1], 2024-01-31T12:00, [1, -2] (bytes).
void WriteJavaText(const duckdb::Value& value, const paimon::DataType& type, std::string& out);

/// BigDecimal.toString of a plain number: 0.00000012 becomes 1.2E-7. Other numbers stay.
std::string BigDecimalText(std::string plain);

}  // namespace tarn::connector

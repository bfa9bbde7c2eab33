// Single values of text formats: read and written as Flink's csv and json formats do.
#pragma once

#include <string>
#include <string_view>

#include "columnar/row_appender.h"
#include "columnar/row_view.h"
#include "connector/formats/time_text.h"
#include "paimon/data_type.h"

namespace tarn::connector {

enum class TimestampStyle { Sql /* 2024-01-31 12:00:00.5 */, Iso8601 /* 2024-01-31T12:00:00.5 */ };

/// Sets the column of the open row. False: the text is no such value. Atomic types; BINARY is base64. Blanks around a
/// value count where they do in Flink: for dates and times, but for a timestamp of csv, and for a DECIMAL of csv.
bool ReadValue(std::string_view text, const paimon::DataType& type, TextRules rules, columnar::RowAppender& row,
               size_t column);

/// Appends the value's text, without quotes. Not NULL. Nested values as Java prints them ([a, b], {k=v}, +I[..] without
/// the kind).
void WriteValue(const columnar::RowView& row, size_t column, const paimon::DataType& type, TimestampStyle style,
                std::string& out);
/// The same of one value, for elements of nested ones.
void WriteValue(const duckdb::Value& value, const paimon::DataType& type, TimestampStyle style, std::string& out);

/// Double.toString of Java: 1.0, 1.0E10, NaN, Infinity.
std::string JavaDouble(double value);
std::string JavaFloat(float value);

}  // namespace tarn::connector

// Flink's rules about types, as pure functions: families, the common type of several, the types of arithmetic, which
// casts exist, what a comparison converts. Sources: Calcite's leastRestrictive and Flink's LogicalTypeMerging as
// recorded in the corpus; flink-sql-facts.md 1.12, 5.2, 5.3.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "paimon/data_type.h"

namespace tarn::function {

using paimon::DataType;
using paimon::TypeRoot;

// Types are NOT NULL unless said otherwise: nullability is added by whoever knows the operands.
DataType Simple(TypeRoot root);
DataType CharType(int32_t length);
DataType VarCharType(int32_t length);
DataType StringType();
DataType BytesType();
DataType DecimalType(int32_t precision, int32_t scale);
DataType TimestampType(int32_t precision);
DataType TimestampLtzType(int32_t precision);
DataType ArrayType(DataType element);
DataType MapType(DataType key, DataType value);
DataType RowType(std::vector<std::pair<std::string, DataType>> fields);
DataType WithNull(DataType type, bool nullable);

bool IsInteger(const DataType& type);      // TINYINT .. BIGINT
bool IsApproximate(const DataType& type);  // FLOAT, DOUBLE
bool IsNumeric(const DataType& type);      // the two above and DECIMAL
bool IsCharacter(const DataType& type);
bool IsBinary(const DataType& type);
bool IsTimestamp(const DataType& type);  // with or without zone
bool IsDateTime(const DataType& type);   // DATE, TIME, timestamps
bool IsInterval(const DataType& type);
bool IsNested(const DataType& type);
/// Equal but for nullability at the top.
bool SameType(const DataType& a, const DataType& b);
/// Equal but for nullability at any level and names of fields: one vector serves both.
bool SameForm(const DataType& a, const DataType& b);

/// An integer as the DECIMAL that holds it: TINYINT 3, SMALLINT 5, INT 10, BIGINT 19 digits. DECIMAL is returned as is.
DataType AsDecimal(const DataType& type);

enum class Mixing {
  Leftmost,  // CASE, VALUES, set operations: of FLOAT and DOUBLE the first one wins
  Widest     // COALESCE, GREATEST, arrays: DOUBLE wins
};
/// The type that all values convert to implicitly; nullable if one of them is. NULLs without type are ignored.
/// nullopt: there is none.
std::optional<DataType> CommonType(const std::vector<DataType>& types, Mixing mixing = Mixing::Widest);

enum class Arithmetic { Add, Subtract, Multiply, Divide, Modulo };
/// Of two numbers; nullopt if one is none.
std::optional<DataType> ArithmeticType(Arithmetic op, const DataType& left, const DataType& right);

/// Whether CAST accepts the pair.
bool CanCast(const DataType& from, const DataType& to);
/// Whether INSERT converts without a CAST.
bool CanCastImplicitly(const DataType& from, const DataType& to);

/// As messages name types: "INTEGER", as Flink does, "CHAR(1)", "STRING".
std::string MessageName(const DataType& type);

}  // namespace tarn::function

// Small parts that the analyzer's files build trees of and look into them with. Private to src/sql/types.
#pragma once

#include <cmath>

#include "function/cast.h"
#include "sql/types/analyzer.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {

/// The name of a function as the lists have it.
inline std::string Upper(const std::string& name) {
  std::string upper;
  for (char c : name) upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  return upper;
}

inline bool IsConstant(const Tree& tree) { return tree->GetExpressionClass() == duckdb::ExpressionClass::CONSTANT; }
inline const duckdb::Value& ValueOf(const Tree& tree) { return tree->Cast<duckdb::ConstantExpression>().value; }

inline Tree Both(duckdb::ExpressionType type, Tree a, Tree b) {
  return duckdb::make_uniq<duckdb::ConjunctionExpression>(type, std::move(a), std::move(b));
}
/// `a` may be none.
inline Tree And(Tree a, Tree b) {
  if (!a) return b;
  return Both(duckdb::ExpressionType::CONJUNCTION_AND, std::move(a), std::move(b));
}
/// A comparison as DuckDB does it.
inline Tree Plain(duckdb::ExpressionType type, Tree a, Tree b) {
  return duckdb::make_uniq<duckdb::ComparisonExpression>(type, std::move(a), std::move(b));
}

/// What every number of FLOAT or DOUBLE is at most, and NaN is not: DuckDB sorts it last.
inline Tree Infinity(const paimon::DataType& type) {
  const bool is_float = type.root == paimon::TypeRoot::Float;
  return MakeConstantTree(is_float ? duckdb::Value::FLOAT(HUGE_VALF) : duckdb::Value::DOUBLE(HUGE_VAL), type);
}

/// A FLOAT or DOUBLE without its NaN.
inline Tree NumberOrNull(Tree tree, const paimon::DataType& type) {
  auto number = duckdb::make_uniq<duckdb::CaseExpression>();
  duckdb::CaseCheck check;
  check.when_expr = Plain(duckdb::ExpressionType::COMPARE_LESSTHANOREQUALTO, tree->Copy(), Infinity(type));
  check.then_expr = std::move(tree);
  number->case_checks.push_back(std::move(check));
  number->else_expr = MakeConstantTree(duckdb::Value(ToLogicalType(type)), type);
  return number;
}

inline Typed Boolean(bool nullable, bool can_fail = false) {
  return {function::WithNull(function::Simple(paimon::TypeRoot::Boolean), nullable), TimeAttribute::None, can_fail};
}

/// One value through a cast; nullopt if the data is bad.
std::optional<duckdb::Value> Convert(const duckdb::Value& value, const paimon::DataType& from,
                                     const paimon::DataType& to, function::OnFailure on_failure, const TimeZone& zone);

}  // namespace tarn::sql

// A condition on columns, plain enough to be asked of statistics: "can a row here satisfy it?"
//
// Made from a query's filter by whoever knows it. It only ever saves work: what it lets through is filtered again, so
// parts that cannot be said in it are left out (True).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paimon/value.h"

namespace tarn::table {

struct Predicate {
  enum class Op {
    True,  // says nothing
    And,
    Or,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    IsNull,
    IsNotNull,
    StartsWith
  };

  Op op = Op::True;
  size_t column = 0;  // index into the table's fields
  std::vector<paimon::Value> literals =
      {};                                // one; In: any number; IsNull, IsNotNull: none. Of the column's type, not NULL
  std::vector<Predicate> children = {};  // And, Or

  bool IsTrue() const { return op == Op::True; }

  static Predicate Compare(Op op, size_t column, paimon::Value literal) {
    return {.op = op, .column = column, .literals = {std::move(literal)}};
  }
  static Predicate In(size_t column, std::vector<paimon::Value> literals) {
    return {.op = Op::In, .column = column, .literals = std::move(literals)};
  }
  static Predicate IsNull(size_t column) { return {.op = Op::IsNull, .column = column}; }
  static Predicate IsNotNull(size_t column) { return {.op = Op::IsNotNull, .column = column}; }
  /// Parts that say nothing are dropped from an And and make an Or say nothing.
  static Predicate And(std::vector<Predicate> parts);
  static Predicate Or(std::vector<Predicate> parts);

  /// Columns that it asks for, ascending, each once.
  std::vector<size_t> Columns() const;
};

/// What is known of one column in some set of rows.
struct ColumnRange {
  paimon::Value min = {};  // NULL = unknown
  paimon::Value max = {};
  bool all_null = false;  // every row is NULL
  bool may_be_null = true;
};

/// For a predicate on one column.
bool LeafMayMatch(const Predicate& leaf, const ColumnRange& range);

/// False only if no row with such columns can satisfy the predicate. `range_of(column)` is asked for columns of the
/// predicate only.
template <typename RangeOf>
bool MayMatch(const Predicate& predicate, const RangeOf& range_of) {
  switch (predicate.op) {
    case Predicate::Op::True:
      return true;
    case Predicate::Op::And:
      for (const auto& part : predicate.children)
        if (!MayMatch(part, range_of)) return false;
      return true;
    case Predicate::Op::Or:
      for (const auto& part : predicate.children)
        if (MayMatch(part, range_of)) return true;
      return false;
    default:
      return LeafMayMatch(predicate, range_of(predicate.column));
  }
}

}  // namespace tarn::table

#include "table/scan/predicate.h"

#include <algorithm>
#include <optional>
#include <set>

namespace tarn::table {
namespace {

using paimon::Value;

// SQL holds 0.0 and -0.0 for equal, the order of keys does not.
Value WithoutNegativeZero(Value value) {
  if (auto* number = std::get_if<double>(&value); number && *number == 0) *number = 0;
  if (auto* number = std::get_if<float>(&value); number && *number == 0) *number = 0;
  return value;
}

// Negative, zero, positive; nullopt if they cannot be compared, so nothing follows.
std::optional<int> Order(const Value& a, const Value& b) {
  if (a.index() != b.index() || paimon::IsNull(a)) return std::nullopt;
  const auto order = paimon::Compare(WithoutNegativeZero(a), WithoutNegativeZero(b));
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

bool MayEqual(const Value& literal, const ColumnRange& range) {
  return Order(range.min, literal).value_or(0) <= 0 && Order(range.max, literal).value_or(0) >= 0;
}

bool MayStartWith(const Value& prefix, const ColumnRange& range) {
  const auto* text = std::get_if<std::string>(&prefix);
  if (text == nullptr) return true;
  const auto* min = std::get_if<std::string>(&range.min);
  const auto* max = std::get_if<std::string>(&range.max);
  // The range must reach the prefix from below, and not begin beyond everything that starts so.
  if (max && *max < *text) return false;
  return !min || min->compare(0, text->size(), *text) <= 0;
}

void CollectColumns(const Predicate& predicate, std::set<size_t>& columns) {
  if (predicate.IsTrue()) return;
  if (predicate.op != Predicate::Op::And && predicate.op != Predicate::Op::Or) columns.insert(predicate.column);
  for (const auto& child : predicate.children) CollectColumns(child, columns);
}

}  // namespace

Predicate Predicate::And(std::vector<Predicate> parts) {
  std::erase_if(parts, [](const Predicate& part) { return part.IsTrue(); });
  if (parts.empty()) return {};
  if (parts.size() == 1) return std::move(parts[0]);
  return {.op = Op::And, .column = 0, .literals = {}, .children = std::move(parts)};
}

Predicate Predicate::Or(std::vector<Predicate> parts) {
  if (std::any_of(parts.begin(), parts.end(), [](const Predicate& part) { return part.IsTrue(); })) return {};
  if (parts.size() == 1) return std::move(parts[0]);
  return {.op = Op::Or, .column = 0, .literals = {}, .children = std::move(parts)};
}

std::vector<size_t> Predicate::Columns() const {
  std::set<size_t> columns;
  CollectColumns(*this, columns);
  return {columns.begin(), columns.end()};
}

bool LeafMayMatch(const Predicate& leaf, const ColumnRange& range) {
  using Op = Predicate::Op;
  if (leaf.op == Op::IsNull) return range.may_be_null;
  // NULL satisfies nothing but IS NULL.
  if (range.all_null) return false;
  if (leaf.op == Op::IsNotNull) return true;
  if (leaf.op == Op::In)
    return std::any_of(leaf.literals.begin(), leaf.literals.end(),
                       [&](const Value& literal) { return MayEqual(literal, range); });
  const Value& literal = leaf.literals.at(0);
  const auto min = Order(range.min, literal), max = Order(range.max, literal);
  switch (leaf.op) {
    case Op::Equal:
      return MayEqual(literal, range);
    case Op::NotEqual:
      return !(min && max && *min == 0 && *max == 0);
    case Op::Less:
      return !min || *min < 0;
    case Op::LessEqual:
      return !min || *min <= 0;
    case Op::Greater:
      return !max || *max > 0;
    case Op::GreaterEqual:
      return !max || *max >= 0;
    case Op::StartsWith:
      return MayStartWith(literal, range);
    default:
      return true;
  }
}

}  // namespace tarn::table

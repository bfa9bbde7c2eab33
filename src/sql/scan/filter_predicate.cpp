#include "sql/scan/filter_predicate.h"

#include <algorithm>
#include <duckdb/execution/expression_executor.hpp>
#include <duckdb/planner/expression/bound_between_expression.hpp>
#include <duckdb/planner/expression/bound_columnref_expression.hpp>
#include <duckdb/planner/expression/bound_comparison_expression.hpp>
#include <duckdb/planner/expression/bound_conjunction_expression.hpp>
#include <duckdb/planner/expression/bound_constant_expression.hpp>
#include <duckdb/planner/expression/bound_operator_expression.hpp>
#include <duckdb/planner/expression/bound_reference_expression.hpp>
#include <duckdb/planner/expression_iterator.hpp>

#include "base/error.h"
#include "paimon/binary_row.h"
#include "sql/scan/value_bridge.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {
namespace {

using duckdb::ExpressionType;
using table::Predicate;

class Converter {
 public:
  Converter(const paimon::TableSchema& schema, const std::vector<size_t>& field_of)
      : schema_(schema), field_of_(field_of) {}

  Predicate Convert(const duckdb::Expression& filter) const {
    switch (filter.GetExpressionClass()) {
      case duckdb::ExpressionClass::BOUND_CONJUNCTION: {
        std::vector<Predicate> parts;
        for (const auto& child : filter.Cast<duckdb::BoundConjunctionExpression>().children) {
          parts.push_back(Convert(*child));
        }
        return filter.GetExpressionType() == ExpressionType::CONJUNCTION_AND ? Predicate::And(std::move(parts))
                                                                             : Predicate::Or(std::move(parts));
      }
      case duckdb::ExpressionClass::BOUND_COMPARISON: {
        const auto& comparison = filter.Cast<duckdb::BoundComparisonExpression>();
        return Compare(filter.GetExpressionType(), *comparison.left, *comparison.right);
      }
      case duckdb::ExpressionClass::BOUND_BETWEEN: {
        const auto& between = filter.Cast<duckdb::BoundBetweenExpression>();
        return Predicate::And({Compare(between.LowerComparisonType(), *between.input, *between.lower),
                               Compare(between.UpperComparisonType(), *between.input, *between.upper)});
      }
      case duckdb::ExpressionClass::BOUND_OPERATOR:
        return Operator(filter.Cast<duckdb::BoundOperatorExpression>());
      default:
        return {};
    }
  }

 private:
  std::optional<size_t> Field(const duckdb::Expression& expression) const {
    if (expression.GetExpressionClass() != duckdb::ExpressionClass::BOUND_COLUMN_REF) return std::nullopt;
    const auto& reference = expression.Cast<duckdb::BoundColumnRefExpression>();
    if (reference.depth != 0 || reference.binding.column_index >= field_of_.size()) return std::nullopt;
    const size_t field = field_of_[reference.binding.column_index];
    if (field >= schema_.fields.size()) return std::nullopt;
    return field;
  }

  std::optional<paimon::Value> Literal(const duckdb::Expression& expression, size_t field) const {
    if (expression.GetExpressionClass() != duckdb::ExpressionClass::BOUND_CONSTANT) return std::nullopt;
    return ToPaimonValue(expression.Cast<duckdb::BoundConstantExpression>().value, schema_.fields[field].type);
  }

  Predicate Compare(ExpressionType type, const duckdb::Expression& left, const duckdb::Expression& right) const {
    const auto field = Field(left);
    if (!field) {
      if (!Field(right)) return {};
      return Compare(duckdb::FlipComparisonExpression(type), right, left);
    }
    const auto literal = Literal(right, *field);
    if (!literal) return {};
    switch (type) {
      case ExpressionType::COMPARE_EQUAL:
        return Predicate::Compare(Predicate::Op::Equal, *field, *literal);
      case ExpressionType::COMPARE_NOTEQUAL:
        return Predicate::Compare(Predicate::Op::NotEqual, *field, *literal);
      case ExpressionType::COMPARE_LESSTHAN:
        return Predicate::Compare(Predicate::Op::Less, *field, *literal);
      case ExpressionType::COMPARE_LESSTHANOREQUALTO:
        return Predicate::Compare(Predicate::Op::LessEqual, *field, *literal);
      case ExpressionType::COMPARE_GREATERTHAN:
        return Predicate::Compare(Predicate::Op::Greater, *field, *literal);
      case ExpressionType::COMPARE_GREATERTHANOREQUALTO:
        return Predicate::Compare(Predicate::Op::GreaterEqual, *field, *literal);
      default:
        return {};
    }
  }

  Predicate Operator(const duckdb::BoundOperatorExpression& expression) const {
    const auto field = expression.children.empty() ? std::nullopt : Field(*expression.children[0]);
    if (!field) return {};
    switch (expression.GetExpressionType()) {
      case ExpressionType::OPERATOR_IS_NULL:
        return Predicate::IsNull(*field);
      case ExpressionType::OPERATOR_IS_NOT_NULL:
        return Predicate::IsNotNull(*field);
      case ExpressionType::COMPARE_IN: {
        std::vector<paimon::Value> literals;
        for (size_t i = 1; i < expression.children.size(); i++) {
          const auto literal = Literal(*expression.children[i], *field);
          if (!literal) return {};
          literals.push_back(*literal);
        }
        return Predicate::In(*field, std::move(literals));
      }
      default:
        return {};
    }
  }

  const paimon::TableSchema& schema_;
  const std::vector<size_t>& field_of_;
};

}  // namespace

Predicate PredicateOf(const duckdb::Expression& filter, const paimon::TableSchema& schema,
                      const std::vector<size_t>& field_of) {
  return Converter(schema, field_of).Convert(filter);
}

duckdb::unique_ptr<duckdb::Expression> PartitionFilter(const duckdb::Expression& filter,
                                                       const paimon::TableSchema& schema,
                                                       const std::vector<size_t>& field_of) {
  if (filter.IsVolatile() || filter.HasSubquery() || filter.HasParameter()) return nullptr;
  auto copy = filter.Copy();
  bool partition_only = true;
  bool any = false;
  std::function<void(duckdb::unique_ptr<duckdb::Expression>&)> rewrite =
      [&](duckdb::unique_ptr<duckdb::Expression>& expression) {
        if (expression->GetExpressionClass() == duckdb::ExpressionClass::BOUND_COLUMN_REF) {
          const auto column = expression->Cast<duckdb::BoundColumnRefExpression>().binding.column_index;
          const size_t field = column < field_of.size() ? field_of[column] : schema.fields.size();
          if (field >= schema.fields.size()) {
            partition_only = false;
            return;
          }
          const auto& keys = schema.partition_keys;
          const auto key = std::find(keys.begin(), keys.end(), schema.fields[field].name);
          if (key == keys.end()) {
            partition_only = false;
            return;
          }
          any = true;
          expression = duckdb::make_uniq<duckdb::BoundReferenceExpression>(
              expression->return_type, static_cast<duckdb::idx_t>(key - keys.begin()));
          return;
        }
        duckdb::ExpressionIterator::EnumerateChildren(*expression, rewrite);
      };
  rewrite(copy);
  return partition_only && any ? std::move(copy) : nullptr;
}

bool PartitionPasses(duckdb::ClientContext& context, const paimon::TableSchema& schema, const std::string& partition,
                     const std::vector<duckdb::unique_ptr<duckdb::Expression>>& filters) {
  if (filters.empty()) return true;
  const auto row = paimon::BinaryRowView::FromSerialized(partition);
  duckdb::vector<duckdb::LogicalType> types;
  std::vector<duckdb::Value> values;
  for (size_t i = 0; i < schema.partition_keys.size(); i++) {
    const auto& type = schema.fields[*schema.FindField(schema.partition_keys[i])].type;
    types.push_back(ToLogicalType(type));
    try {
      values.push_back(ToDuckDbValue(row.Get(static_cast<int32_t>(i), type), type));
    } catch (const Error& e) {
      if (e.code() != ErrorCode::Unsupported) throw;
      return true;  // a value that no vector holds: reading the partition says so
    }
  }
  duckdb::DataChunk chunk;
  chunk.Initialize(duckdb::Allocator::DefaultAllocator(), types, 1);
  for (size_t i = 0; i < values.size(); i++) chunk.SetValue(i, 0, values[i]);
  chunk.SetCardinality(1);
  for (const auto& filter : filters) {
    try {
      duckdb::ExpressionExecutor executor(context, *filter);
      duckdb::Vector result(duckdb::LogicalType::BOOLEAN);
      executor.ExecuteExpression(chunk, result);
      const auto value = result.GetValue(0);
      if (value.IsNull() || !value.GetValue<bool>()) return false;
    } catch (const std::exception&) {
      continue;
    }
  }
  return true;
}

}  // namespace tarn::sql

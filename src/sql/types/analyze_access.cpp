// What is inside a value: fields of rows, elements of arrays and maps.
#include "function/cast.h"
#include "sql/names.h"
#include "sql/types/analyzer.h"
#include "sql/types/flink_types.h"
#include "sql/types/tree_parts.h"

namespace tarn::sql {

using duckdb::ExpressionType;
using duckdb::make_uniq;
using function::CommonType;
using function::IsCharacter;
using function::IsNumeric;
using function::WithNull;
using paimon::DataType;
using paimon::TypeRoot;

size_t Analyzer::FieldIndex(const DataType& row, const std::string& name, Span span) const {
  const std::string wanted = DecodeName(name);
  std::vector<std::string> near;
  for (size_t i = 0; i < row.fields.size(); i++) {
    if (row.fields[i].name == wanted) return i;
    near.push_back(row.fields[i].name);
  }
  if (row.root != TypeRoot::Row) Fail(span, "'" + wanted + "' is no field: its owner is no ROW");
  Fail(span, "field '" + wanted + "' not found", SuggestName(wanted, near));
}

Typed Analyzer::FieldOf(Tree& tree, const Typed& row, const std::string& name, Span span) {
  const size_t index = FieldIndex(row.type, name, span);
  const auto& field = row.type.fields[index];
  Trees arguments;
  arguments.push_back(std::move(tree));
  arguments.push_back(make_uniq<duckdb::ConstantExpression>(duckdb::Value::BIGINT(static_cast<int64_t>(index) + 1)));
  tree = MakeFunction("struct_extract_at", std::move(arguments));
  tree->SetQueryLocation(span.offset);
  return {WithNull(field.type, field.type.nullable || row.type.nullable), TimeAttribute::None, row.can_fail};
}

Typed Analyzer::Subscript(Tree& tree, Place& place) {
  auto& op = tree->Cast<duckdb::OperatorExpression>();
  const Span span = SpanOf(*tree);
  Tree owner = std::move(op.children[0]), index = std::move(op.children[1]);
  const Typed a = Visit(owner, place);
  Typed b = Visit(index, place);
  Trees arguments;
  if (a.type.root == TypeRoot::Map) {
    const DataType key = WithNull(a.type.children[0], true);
    if (!function::CanCastImplicitly(b.type, key) && !(IsNumeric(b.type) && IsNumeric(key)) &&
        !(IsCharacter(b.type) && IsCharacter(key))) {
      Fail(span,
           "a key of " + function::MessageName(b.type) + " cannot be looked up in " + function::MessageName(a.type));
    }
    if (IsCharacter(key) && IsCharacter(b.type)) {
      // Keys are compared as they are, without padding or cutting.
      if (IsConstant(index)) {
        duckdb::Value value = ValueOf(index);
        value.Reinterpret(ToLogicalType(key));
        index = make_uniq<duckdb::ConstantExpression>(std::move(value));
      } else if (ToLogicalType(b.type) != ToLogicalType(key)) {
        DataType open = a.type;
        open.children[0] = function::StringType();
        Cast(owner, a.type, open);
        Cast(index, b.type, function::StringType());
      }
    } else if (const auto common = CommonType({b.type, key}); common && !function::CanCastImplicitly(b.type, key)) {
      // Numbers are compared as such: a cast to the type of the keys would round, or wrap around, to one of them.
      DataType open = a.type;
      open.children[0] = WithNull(*common, a.type.children[0].nullable);
      Cast(owner, a.type, open);
      Cast(index, b.type, *common);
    } else {
      Cast(index, b.type, key);
    }
    arguments.push_back(std::move(owner));
    arguments.push_back(std::move(index));
    tree = MakeFunction("map_extract_value", std::move(arguments));
    tree->SetQueryLocation(span.offset);
    return {WithNull(a.type.children[1], true), TimeAttribute::None, a.can_fail || b.can_fail};
  }
  if (a.type.root != TypeRoot::Array) Fail(span, "only arrays and maps have elements in [ ]");
  if (!function::IsInteger(b.type)) Fail(span, "the index of an array must be an integer");
  if (IsConstant(index) && !ValueOf(index).IsNull() && ValueOf(index).GetValue<int64_t>() < 1) {
    Fail(span, "the index of an array starts at 1 and is " + std::to_string(ValueOf(index).GetValue<int64_t>()));
  }
  Cast(index, b.type, function::Simple(TypeRoot::BigInt));
  // DuckDB counts negative indexes from the end; here they find nothing.
  Tree guarded = std::move(index);
  if (!IsConstant(guarded)) {
    auto choice = make_uniq<duckdb::CaseExpression>();
    duckdb::CaseCheck check;
    check.when_expr = Plain(ExpressionType::COMPARE_GREATERTHAN, guarded->Copy(),
                            make_uniq<duckdb::ConstantExpression>(duckdb::Value::BIGINT(0)));
    check.then_expr = std::move(guarded);
    choice->case_checks.push_back(std::move(check));
    choice->else_expr = make_uniq<duckdb::ConstantExpression>(duckdb::Value(duckdb::LogicalType::BIGINT));
    guarded = std::move(choice);
  }
  arguments.push_back(std::move(owner));
  arguments.push_back(std::move(guarded));
  tree = MakeFunction("list_extract", std::move(arguments));
  tree->SetQueryLocation(span.offset);
  return {WithNull(a.type.children[0], true), TimeAttribute::None, a.can_fail || b.can_fail};
}

}  // namespace tarn::sql

// Constructors: rows, arrays, maps and JSON.
#include <algorithm>

#include "base/error.h"
#include "function/cast.h"
#include "sql/names.h"
#include "sql/types/analyzer.h"
#include "sql/types/flink_types.h"
#include "sql/types/tree_parts.h"

namespace tarn::sql {

using duckdb::ExpressionClass;
using function::CommonType;
using function::WithNull;
using paimon::DataType;
using paimon::TypeRoot;

namespace {

bool IsUntypedNull(const Tree& tree) {
  return IsConstant(tree) && ValueOf(tree).type().id() == duckdb::LogicalTypeId::SQLNULL;
}

/// The items that the parser put into array(..).
Trees& Items(Tree& array) { return array->Cast<duckdb::FunctionExpression>().children; }

}  // namespace

Typed Analyzer::Construct(const std::string& name, Tree& tree, Place& place) {
  auto& call = tree->Cast<duckdb::FunctionExpression>();
  const Span span = SpanOf(*tree);
  if (name == "MAP") return ConstructMap(tree, place);
  if (name == "ROW") {
    Trees arguments = std::move(call.children);
    std::vector<std::pair<std::string, DataType>> fields;
    bool can_fail = false;
    for (size_t i = 0; i < arguments.size(); i++) {
      const Typed typed = Visit(arguments[i], place);
      if (typed.IsNullLiteral()) Fail(span, "illegal use of NULL: its type is unknown", "CAST(NULL AS ..)");
      const std::string field = "EXPR$" + std::to_string(i);
      fields.emplace_back(field, typed.type);
      arguments[i]->SetAlias(EncodeName(field));
      can_fail = can_fail || typed.can_fail;
    }
    tree = MakeFunction("struct_pack", std::move(arguments));
    tree->SetQueryLocation(span.offset);
    return {function::RowType(std::move(fields)), TimeAttribute::None, can_fail};
  }
  Trees arguments = std::move(call.children);
  std::vector<DataType> types;
  bool can_fail = false;
  for (auto& argument : arguments) {
    const Typed typed = Visit(argument, place);
    types.push_back(typed.type);
    can_fail = can_fail || typed.can_fail;
  }
  const auto common = CommonType(types);
  if (!common || common->root == TypeRoot::Null) Fail(span, "the elements of an array must have compatible types");
  for (size_t i = 0; i < arguments.size(); i++) Cast(arguments[i], types[i], *common);
  tree = MakeFunction("list_value", std::move(arguments));
  tree->SetQueryLocation(span.offset);
  return {function::ArrayType(*common), TimeAttribute::None, can_fail};
}

Typed Analyzer::ConstructMap(Tree& tree, Place& place) {
  auto& call = tree->Cast<duckdb::FunctionExpression>();
  const Span span = SpanOf(*tree);
  Tree keys = std::move(call.children[0]), values = std::move(call.children[1]);
  const auto nulls_of = [](Tree& array) {
    const auto& items = Items(array);
    return static_cast<size_t>(std::count_if(items.begin(), items.end(), IsUntypedNull));
  };
  const size_t nulls = nulls_of(values);
  if (nulls_of(keys) > 0 || (nulls > 0 && nulls < Items(values).size())) {
    Fail(span, "the keys of a map must have one type and so must its values, and a bare NULL has none",
         "CAST(NULL AS ..)");
  }
  const Typed key = Visit(keys, place);
  const DataType& key_type = key.type.children[0];
  if (nulls > 0) {
    // Nothing but NULLs: they take the type of the keys.
    for (auto& value : Items(values)) Cast(value, function::Simple(TypeRoot::Null), WithNull(key_type, true));
    values->Cast<duckdb::FunctionExpression>().function_name = "list_value";
  }
  const Typed value = nulls > 0 ? Typed{function::ArrayType(WithNull(key_type, true))} : Visit(values, place);
  Trees arguments;
  arguments.push_back(std::move(keys));
  arguments.push_back(std::move(values));
  // DuckDB's own function refuses equal keys; of Flink's the last counts.
  tree = MakeFunction(InternalName("MAP_FROM_ARRAYS"), std::move(arguments));
  tree->SetQueryLocation(span.offset);
  return {function::MapType(key_type, value.type.children[0]), TimeAttribute::None,
          key.can_fail || value.can_fail || key_type.nullable};  // no key may be NULL
}

// ('NULL' | 'ABSENT', key, value ..) or without keys.
Typed Analyzer::ConstructJson(const std::string& name, Tree& tree, Place& place) {
  auto& call = tree->Cast<duckdb::FunctionExpression>();
  const bool object = name == "JSON_OBJECT";
  // Which values are JSON themselves is seen from how they are written: results of these functions are embedded,
  // and that of JSON_QUERY is a string.
  std::string marks;
  for (size_t i = 1; i < call.children.size(); i++) {
    const bool value = !object || i % 2 == 0;
    bool json = false;
    if (value && call.children[i]->GetExpressionClass() == ExpressionClass::FUNCTION) {
      std::string& inner = call.children[i]->Cast<duckdb::FunctionExpression>().function_name;
      json = inner == "json_object" || inner == "json_array" || inner == "json";
      if (inner == "json") inner = "__json";  // by its own name it is refused: it stands here only
    }
    marks += json ? 'J' : '.';
  }
  call.children.insert(call.children.begin() + 1, MakeConstantTree(duckdb::Value(marks), function::StringType()));
  return Scalar(function::InternalFunction(name), name, tree, place);
}

}  // namespace tarn::sql

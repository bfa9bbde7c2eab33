#include "base/error.h"
#include "base/nearest.h"
#include "function/process_functions.h"
#include "sql/names.h"
#include "sql/table_refs.h"
#include "sql/types/analyzer.h"
#include "sql/types/flink_types.h"
#include "sql/types/not_yet.h"
#include "sql/types/tree_parts.h"

namespace tarn::sql {

using duckdb::make_uniq;
using duckdb::TableReferenceType;
using function::CommonType;
using function::Mixing;
using function::WithNull;
using paimon::DataType;
using paimon::TypeRoot;

namespace {

std::vector<ScopeColumn> Columns(const Output& output) {
  std::vector<ScopeColumn> columns;
  for (const auto& column : output) {
    columns.push_back({column.name, column.emitted, column.typed.type, column.typed.time});
  }
  return columns;
}

// OPTIONS hints and versions are a table's. Flink drops those of a query of WITH without a word.
void RefuseClauses(const duckdb::BaseTableRef& table, const std::string& what) {
  if (!table.at_clause) return;
  const auto& clauses = table.at_clause->ExpressionMutable()->Cast<duckdb::FunctionExpression>();
  const auto& first = *clauses.children.front();
  const bool options = first.GetAlias() == "options";
  const auto location = first.GetQueryLocation();
  throw SqlError(ErrorStage::Validation, {location.IsValid() ? location.GetIndex() : 0, 0},
                 "'" + DecodeName(table.table_name) + "' is " + what + ", which " +
                     (options ? "takes no options" : "has no versions"),
                 std::string("write ") + (options ? "the hint" : "FOR .. AS OF") + " behind the tables in it");
}

duckdb::unique_ptr<duckdb::TableRef> SubqueryOf(Node node) {
  auto statement = make_uniq<duckdb::SelectStatement>();
  statement->node = std::move(node);
  return make_uniq<duckdb::SubqueryRef>(std::move(statement));
}

}  // namespace

void Analyzer::AddRelation(duckdb::TableRef& ref, Scope& scope, std::vector<ScopeColumn> columns,
                           std::vector<std::string> path) {
  if (!ref.column_name_alias.empty()) {
    if (ref.column_name_alias.size() != columns.size()) {
      Fail(SpanOf(ref), "'" + DecodeName(ref.alias) + "' has " + std::to_string(columns.size()) +
                            " columns, its alias names " + std::to_string(ref.column_name_alias.size()));
    }
    for (size_t i = 0; i < columns.size(); i++) columns[i].name = ref.column_name_alias[i];
  }
  // DuckDB gets names that are unique among the columns and among the relations of the statement.
  std::set<std::string> used;
  bool renamed = !ref.column_name_alias.empty();
  for (auto& column : columns) {
    const std::string before = column.emitted;
    column.emitted = column.name;
    for (size_t i = 0; !used.insert(column.emitted).second; i++) column.emitted = column.name + std::to_string(i);
    renamed = renamed || column.emitted != before;
  }
  if (renamed) {
    ref.column_name_alias.clear();
    for (const auto& column : columns) ref.column_name_alias.push_back(column.emitted);
  }
  ScopeRelation relation;
  relation.span = SpanOf(ref);
  relation.alias = ref.alias;
  relation.path = std::move(path);
  relation.emitted = UniqueAlias(ref.alias);
  ref.alias = relation.emitted;
  for (size_t i = 0; i < columns.size(); i++) {
    scope.star.push_back({scope.relations.size(), i, false, columns[i].type});
  }
  relation.columns = std::move(columns);
  scope.relations.push_back(std::move(relation));
}

void Analyzer::From(duckdb::unique_ptr<duckdb::TableRef>& ref, Scope& scope) {
  switch (ref->type) {
    case TableReferenceType::EMPTY_FROM:
      return;
    case TableReferenceType::BASE_TABLE:
      return Table(ref, scope);
    case TableReferenceType::SUBQUERY: {
      auto& subquery = ref->Cast<duckdb::SubqueryRef>();
      const auto& node = *subquery.subquery->node;
      const bool values = node.type == duckdb::QueryNodeType::SELECT_NODE && node.modifiers.empty() &&
                          node.Cast<duckdb::SelectNode>().from_table->type == TableReferenceType::EXPRESSION_LIST;
      const Output output = Query(subquery.subquery->node, IsLateral(subquery) ? scope.parent : scope.Around());
      auto columns = Columns(output);
      // "(VALUES ..) AS t": a lone column bears the name of its table.
      if (values && columns.size() == 1 && !ref->alias.empty() && ref->column_name_alias.empty()) {
        columns[0].name = ref->alias;
      }
      return AddRelation(*ref, scope, std::move(columns), {});
    }
    case TableReferenceType::EXPRESSION_LIST:
      return Values(ref->Cast<duckdb::ExpressionListRef>(), scope);
    case TableReferenceType::JOIN:
      return Join(ref->Cast<duckdb::JoinRef>(), scope);
    case TableReferenceType::TABLE_FUNCTION:
      return TableFunction(ref, scope);
    default:
      Fail(SpanOf(*ref), "this is not supported in FROM: " + DecodeText(ref->ToString()), "", ErrorStage::Plan);
  }
}

void Analyzer::Table(duckdb::unique_ptr<duckdb::TableRef>& ref, Scope& scope) {
  auto& table = ref->Cast<duckdb::BaseTableRef>();
  const std::string name = table.table_name;
  if (table.alias.empty()) table.alias = name;
  if (table.schema_name.empty() && table.catalog_name.empty()) {
    for (auto it = common_tables_.rbegin(); it != common_tables_.rend(); ++it) {
      if (it->name != name) continue;
      RefuseClauses(table, "a query of WITH");
      table.table_name = it->emitted;
      return AddRelation(*ref, scope, it->columns, {});
    }
  }
  std::vector<std::string> near;
  auto relation = context_.relations == nullptr ? std::nullopt : context_.relations->Table(table, &near);
  if (!relation) {
    std::string shown = DecodeName(name);
    if (!table.schema_name.empty()) shown = DecodeName(table.schema_name) + "." + shown;
    if (!table.catalog_name.empty()) shown = DecodeName(table.catalog_name) + "." + shown;
    if (table.schema_name.empty()) {
      for (const auto& common : common_tables_) near.push_back(DecodeName(common.name));
    }
    Fail(SpanOf(*ref), "table '" + shown + "' not found", SuggestName(DecodeName(name), near));
  }
  std::vector<std::string> path;
  if (table.alias == name) {
    for (const auto& part : relation->path) path.push_back(EncodeName(part));
  }
  if (relation->view) {
    RefuseClauses(table, "a view");
    // A view sees neither the CTEs nor the tables around it.
    std::vector<CommonTable> hidden;
    hidden.swap(common_tables_);
    Node query = std::move(relation->view);
    Output output = Query(query, nullptr);
    hidden.swap(common_tables_);
    for (size_t i = 0; i < output.size() && i < relation->columns.size(); i++) {
      output[i].name = EncodeName(relation->columns[i].name);
    }
    auto subquery = SubqueryOf(std::move(query));
    subquery->alias = table.alias;
    subquery->query_location = table.query_location;
    subquery->column_name_alias = table.column_name_alias;
    ref = std::move(subquery);
    return AddRelation(*ref, scope, Columns(output), std::move(path));
  }
  std::vector<ScopeColumn> columns;
  for (const auto& column : relation->columns) {
    const std::string encoded = EncodeName(column.name);
    columns.push_back({encoded, encoded, column.type, column.time});
  }
  AddRelation(*ref, scope, std::move(columns), std::move(path));
}

void Analyzer::Values(duckdb::ExpressionListRef& ref, Scope& scope) {
  const auto* target = insert_target_;
  insert_target_ = nullptr;
  const size_t width = ref.values.empty() ? 0 : ref.values[0].size();
  std::vector<std::vector<Typed>> types(ref.values.size());
  Place place;
  Scope inner;
  inner.parent = scope.parent;
  place.scope = &inner;
  place.clause = "VALUES";
  for (size_t row = 0; row < ref.values.size(); row++) {
    if (ref.values[row].size() != width) {
      Fail(SpanOf(*ref.values[row][0]), "values must have the same number of columns in every row");
    }
    for (auto& cell : ref.values[row]) {
      const Span span = SpanOf(*cell);
      types[row].push_back(Visit(cell, place));
      if (types[row].back().IsNullLiteral() && target == nullptr) {
        Fail(span, "illegal use of NULL: its type is unknown", "CAST(NULL AS ..)");
      }
    }
  }
  std::vector<ScopeColumn> columns;
  for (size_t i = 0; i < width; i++) {
    std::vector<DataType> all;
    for (const auto& row : types) all.push_back(row[i].type);
    auto common = CommonType(all, Mixing::Leftmost);
    if (common && common->root == TypeRoot::Null) {
      common = i < target->size() ? std::optional(WithNull((*target)[i], true)) : std::nullopt;
    }
    if (!common) {
      Fail(SpanOf(*ref.values[0][i]),
           "values passed to VALUES must have compatible types; column " + std::to_string(i + 1) + " mixes " +
               function::MessageName(all[0]) + " and others",
           "CAST them to one type");
    }
    for (size_t row = 0; row < ref.values.size(); row++) Cast(ref.values[row][i], types[row][i].type, *common);
    // "(VALUES ..) AS t": a lone column bears the name of its table.
    const bool lone = width == 1 && !ref.alias.empty() && ref.column_name_alias.empty() && ref.expected_names.empty();
    const std::string name = lone ? ref.alias : EncodeName("EXPR$" + std::to_string(i));
    columns.push_back({name, "", *common, TimeAttribute::None});
  }
  AddRelation(ref, scope, std::move(columns), {});
  // A list of values takes its names from here and not from its alias.
  ref.expected_names.clear();
  ref.column_name_alias.clear();
  for (const auto& column : scope.relations.back().columns) ref.expected_names.push_back(column.emitted);
}

void Analyzer::TableFunction(duckdb::unique_ptr<duckdb::TableRef>& ref, Scope& scope) {
  auto& call = ref->Cast<duckdb::TableFunctionRef>();
  auto& function = call.function->Cast<duckdb::FunctionExpression>();
  if (function.function_name == "unnest") return Unnest(ref, scope);
  std::vector<TypedColumn> input;
  for (auto& argument : function.children) {
    if (argument->GetExpressionClass() != duckdb::ExpressionClass::SUBQUERY) continue;
    const Output output = Query(argument->Cast<duckdb::SubqueryExpression>().subquery->node, scope.parent);
    if (!input.empty()) continue;
    for (const auto& column : output) {
      input.push_back({DecodeName(column.emitted), column.typed.type, column.typed.time});
    }
  }
  auto relation = context_.relations == nullptr ? std::nullopt : context_.relations->Function(call, input);
  if (!relation) {
    std::string upper = function.function_name;
    for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    if (const auto known = NotRunYet(upper)) {
      throw SqlError(ErrorStage::Plan, SpanOf(*ref), "not supported yet: " + *known, "", ErrorCode::Unsupported);
    }
    const std::string name = DecodeName(function.function_name);
    std::vector<std::string> near = {"TUMBLE", "HOP", "CUMULATE", "SESSION", "UNNEST"};
    for (const auto& entry : function::ProcessFunctions()) near.push_back(entry.name);
    const auto nearest = NearestName(name, near);
    Fail(SpanOf(*ref), "there is no table function '" + name + "'",
         nearest                                   ? "did you mean '" + *nearest + "'?"
         : function::FindFunction(name) != nullptr ? "a scalar function stands in the SELECT list"
                                                   : "");
  }
  std::vector<ScopeColumn> columns;
  for (const auto& column : relation->columns) {
    const std::string encoded = EncodeName(column.name);
    columns.push_back({encoded, encoded, column.type, column.time});
  }
  AddRelation(*ref, scope, std::move(columns), {});
}

// UNNEST(array) becomes (SELECT unnest(array)): in FROM DuckDB would join it back by row numbers.
void Analyzer::Unnest(duckdb::unique_ptr<duckdb::TableRef>& ref, Scope& scope) {
  auto& call = ref->Cast<duckdb::TableFunctionRef>();
  auto& function = call.function->Cast<duckdb::FunctionExpression>();
  const Span span = SpanOf(*ref);
  const bool ordinality = call.with_ordinality == duckdb::OrdinalityType::WITH_ORDINALITY;
  if (function.children.size() != 1) Fail(span, "UNNEST takes one array, map or multiset");
  Scope here;
  here.parent = scope.parent;
  Place place;
  place.scope = &here;
  place.clause = "UNNEST";
  Tree collection = std::move(function.children[0]);
  const Typed typed = Visit(collection, place);
  DataType element;
  if (typed.type.root == TypeRoot::Array) {
    element = typed.type.children[0];
  } else if (typed.type.root == TypeRoot::Map) {
    element = function::RowType({{"f0", typed.type.children[0]}, {"f1", typed.type.children[1]}});
    Trees arguments;
    arguments.push_back(std::move(collection));
    collection = MakeFunction("map_entries", std::move(arguments));
  } else {
    Fail(span, "UNNEST takes an array or a map and not " + function::MessageName(typed.type));
  }
  const auto one = [](Tree tree) {
    Trees arguments;
    arguments.push_back(std::move(tree));
    return arguments;
  };
  auto node = make_uniq<duckdb::SelectNode>();
  node->from_table = make_uniq<duckdb::EmptyTableRef>();
  Tree positions;
  if (ordinality) {
    Trees arguments = one(collection->Copy());
    arguments.push_back(make_uniq<duckdb::ConstantExpression>(duckdb::Value::INTEGER(1)));
    Tree subscripts = MakeFunction("generate_subscripts", std::move(arguments));
    positions = make_uniq<duckdb::CastExpression>(duckdb::LogicalType::INTEGER, std::move(subscripts));
  }
  Tree rows = MakeFunction("unnest", one(std::move(collection)));
  rows->SetAlias("element");
  node->select_list.push_back(std::move(rows));
  if (positions) {
    positions->SetAlias("position");
    node->select_list.push_back(std::move(positions));
  }
  std::vector<ScopeColumn> columns;
  auto outer = make_uniq<duckdb::SelectNode>();
  const std::string inner_alias = UniqueAlias("");
  const auto add = [&](Tree tree, const std::string& name, const DataType& type) {
    tree->SetAlias(EncodeName(name));
    outer->select_list.push_back(std::move(tree));
    columns.push_back({EncodeName(name), EncodeName(name), type, TimeAttribute::None});
  };
  if (element.root == TypeRoot::Row) {
    for (size_t i = 0; i < element.fields.size(); i++) {
      Trees arguments = one(make_uniq<duckdb::ColumnRefExpression>("element", inner_alias));
      arguments.push_back(make_uniq<duckdb::ConstantExpression>(duckdb::Value::BIGINT(static_cast<int64_t>(i) + 1)));
      const auto& field = element.fields[i];
      add(MakeFunction("struct_extract_at", std::move(arguments)), field.name,
          WithNull(field.type, field.type.nullable || element.nullable));
    }
  } else {
    const bool lone = !ordinality && !call.alias.empty() && call.column_name_alias.empty();
    add(make_uniq<duckdb::ColumnRefExpression>("element", inner_alias), lone ? DecodeName(call.alias) : "EXPR$0",
        element);
  }
  if (ordinality) {
    add(make_uniq<duckdb::ColumnRefExpression>("position", inner_alias), "ORDINALITY", function::Simple(TypeRoot::Int));
  }
  outer->from_table = SubqueryOf(std::move(node));
  outer->from_table->alias = inner_alias;
  auto subquery = SubqueryOf(std::move(outer));
  subquery->alias = call.alias;
  subquery->column_name_alias = call.column_name_alias;
  subquery->query_location = call.query_location;
  ref = std::move(subquery);
  AddRelation(*ref, scope, std::move(columns), {});
}

}  // namespace tarn::sql

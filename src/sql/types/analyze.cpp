// The doors of analyze.h.
#include "sql/types/analyze.h"

#include "sql/names.h"
#include "sql/types/analyzer.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {

using duckdb::ExpressionClass;
using paimon::DataType;

std::string TypedColumn::TypeText() const {
  std::string text = paimon::ToSql(type);
  if (time == TimeAttribute::Rowtime) text += " *ROWTIME*";
  if (time == TimeAttribute::Proctime) text += " *PROCTIME*";
  return text;
}

std::vector<TypedColumn> Analyze(Node& query, const AnalyzeContext& context) {
  Analyzer analyzer(context);
  Output output = analyzer.Query(query, nullptr);
  std::vector<TypedColumn> columns;
  for (const auto& column : output) {
    columns.push_back(
        {DecodeName(column.emitted), column.typed.type, context.streaming ? column.typed.time : TimeAttribute::None});
  }
  return columns;
}

namespace {

/// Where a query's columns are written: the items of a SELECT, or the first row of VALUES. Empty where a star stands
/// for some, or the query is one of several.
std::vector<Span> PlacesOfColumns(const duckdb::QueryNode& query) {
  if (query.type != duckdb::QueryNodeType::SELECT_NODE) return {};
  const auto& select = query.Cast<duckdb::SelectNode>();
  const auto* items = &select.select_list;
  if (select.from_table && select.from_table->type == duckdb::TableReferenceType::EXPRESSION_LIST) {
    const auto& rows = select.from_table->Cast<duckdb::ExpressionListRef>().values;
    if (!rows.empty()) items = &rows.front();
  }
  std::vector<Span> places;
  for (const auto& item : *items) {
    if (item->GetExpressionClass() == ExpressionClass::STAR) return {};
    const auto location = item->GetQueryLocation();
    places.push_back({location.IsValid() ? location.GetIndex() : 0, 0});
  }
  return places;
}

}  // namespace

std::vector<TypedColumn> AnalyzeInsert(Node& query, const std::vector<TypedColumn>& target,
                                       const AnalyzeContext& context, const std::vector<Span>* assigned) {
  Analyzer analyzer(context);
  std::vector<DataType> types;
  for (const auto& column : target) types.push_back(column.type);
  const auto places = assigned != nullptr ? *assigned : PlacesOfColumns(*query);
  Output output = analyzer.Query(query, nullptr, &types);
  if (output.size() != target.size()) {
    throw SqlError(ErrorStage::Validation, {},
                   "the query has " + std::to_string(output.size()) + " columns, the table takes " +
                       std::to_string(target.size()));
  }
  for (size_t i = 0; i < output.size(); i++) {
    if (function::CanCastImplicitly(output[i].typed.type, types[i])) continue;
    throw SqlError(ErrorStage::Validation, i < places.size() ? places[i] : Span{},
                   (assigned != nullptr ? "the value" : "column " + std::to_string(i + 1) + " of the query") + " is " +
                       function::MessageName(output[i].typed.type) + ", which does not convert to '" + target[i].name +
                       "' " + function::MessageName(types[i]),
                   "CAST it");
  }
  analyzer.CastOutput(query, output, types);
  std::vector<TypedColumn> columns;
  for (size_t i = 0; i < output.size(); i++) {
    columns.push_back({target[i].name, output[i].typed.type, output[i].typed.time});
  }
  return columns;
}

TypedColumn AnalyzeExpression(duckdb::unique_ptr<duckdb::ParsedExpression>& expression,
                              const std::vector<TypedColumn>& columns, const AnalyzeContext& context) {
  Analyzer analyzer(context);
  Scope scope;
  ScopeRelation relation;
  for (const auto& column : columns) {
    const std::string name = EncodeName(column.name);
    relation.columns.push_back({name, name, column.type, column.time});
  }
  scope.relations.push_back(std::move(relation));
  Place place;
  place.scope = &scope;
  const Typed typed = analyzer.Visit(expression, place);
  return {"", typed.type, typed.time};
}

}  // namespace tarn::sql

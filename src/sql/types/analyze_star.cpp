// SELECT *, t.*, t.r.*: stars become columns.
#include "sql/names.h"
#include "sql/types/analyzer.h"

namespace tarn::sql {

using duckdb::ExpressionClass;
using duckdb::make_uniq;
using paimon::DataType;
using paimon::TypeRoot;

// Behind `t.r.*`: the path of a ROW for DuckDB, and its fields. A NULL row has fields that are NULL.
std::pair<duckdb::vector<std::string>, std::vector<paimon::DataField>> Analyzer::RowOf(
    const Scope& scope, const duckdb::vector<std::string>& path, Span span) {
  const auto found = TryResolve(scope, path, span);
  if (!found && (path.size() == 1 || !FindRelation(scope, {path.begin(), path.end() - 1}))) {
    FailNoRelation(scope, path, span);
  }
  const ResolvedColumn resolved = found ? *found : Resolve(scope, path, span);
  duckdb::vector<std::string> row;
  if (resolved.reference.size() == 2) row.push_back(kResolved);
  for (const auto& part : resolved.reference) row.push_back(part);
  DataType type = resolved.column.type;
  for (size_t i = resolved.fields_from; i < path.size(); i++) {
    type = DataType(type.fields[FieldIndex(type, path[i], span)].type);
    row.push_back(path[i]);
  }
  if (type.root != TypeRoot::Row) {
    Fail(span,
         "'" + DecodeName(path.back()) + "' is " + function::MessageName(type) + ": only tables and ROWs have a '*'");
  }
  return {std::move(row), std::move(type.fields)};
}

// The columns of a star get names of their own (k, k0); those that are written keep theirs.
void Analyzer::ExpandStars(duckdb::SelectNode& node, const Scope& scope) {
  Trees expanded;
  std::set<std::string> used;
  for (auto& item : node.select_list) {
    if (item->GetExpressionClass() != ExpressionClass::STAR) {
      if (item->HasAlias()) {
        used.insert(item->GetAlias());
      } else if (item->GetExpressionClass() == ExpressionClass::COLUMN_REF) {
        used.insert(item->Cast<duckdb::ColumnRefExpression>().column_names.back());
      }
      expanded.push_back(std::move(item));
      continue;
    }
    const auto& star = item->Cast<duckdb::StarExpression>();
    const Span span = SpanOf(*item);
    const auto add = [&](duckdb::vector<std::string> path, const std::string& name) {
      Tree column = make_uniq<duckdb::ColumnRefExpression>(std::move(path));
      column->SetQueryLocation(span.offset);
      std::string unique = name;
      for (size_t i = 0; !used.insert(unique).second; i++) unique = name + std::to_string(i);
      column->SetAlias(unique);
      expanded.push_back(std::move(column));
    };
    const auto refuse_twins = [&](const ScopeRelation& relation, const std::string& name) {
      size_t bearers = 0;
      for (const auto& column : relation.columns) bearers += column.name == name ? 1 : 0;
      if (bearers > 1) {
        Fail(span, "column '" + DecodeName(name) + "' is ambiguous: the star finds it twice in one table",
             "give the columns of the inner query different names");
      }
    };
    if (!star.relation_name.empty()) {
      const auto path = star.expr ? star.expr->Cast<duckdb::ColumnRefExpression>().column_names
                                  : duckdb::vector<std::string>{star.relation_name};
      if (const ScopeRelation* relation = FindRelation(scope, path)) {
        for (const auto& column : relation->columns) refuse_twins(*relation, column.name);
        for (const auto& column : relation->columns) add({kResolved, relation->emitted, column.emitted}, column.name);
      } else {
        const auto [row, fields] = RowOf(scope, path, span);
        for (const auto& field : fields) {
          const std::string name = EncodeName(field.name);
          duckdb::vector<std::string> column = row;
          column.push_back(name);
          add(std::move(column), name);
        }
      }
      continue;
    }
    if (scope.star.empty()) Fail(span, "SELECT * needs FROM");
    for (const auto& entry : scope.star) {
      const auto& relation = scope.relations[entry.relation];
      const auto& column = relation.columns[entry.column];
      refuse_twins(relation, column.name);
      if (entry.merged) {
        add({column.name}, column.name);
      } else {
        add({kResolved, relation.emitted, column.emitted}, column.name);
      }
    }
  }
  node.select_list = std::move(expanded);
}

}  // namespace tarn::sql

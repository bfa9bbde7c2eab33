// Joins: what their condition sees, and the columns that USING and NATURAL merge.
#include "sql/names.h"
#include "sql/types/analyzer.h"
#include "sql/types/flink_types.h"
#include "sql/types/tree_parts.h"

namespace tarn::sql {

using duckdb::make_uniq;
using function::CommonType;

void Analyzer::Join(duckdb::JoinRef& join, Scope& scope) {
  // The right side may look into the left one (LATERAL, UNNEST): the left relations stand around it.
  Scope left, right;
  left.parent = scope.parent;
  From(join.left, left);
  left.siblings = true;
  right.parent = &left;
  From(join.right, right);
  for (const auto& relation : right.relations) {
    for (const auto& other : left.relations) {
      if (relation.alias.empty() || relation.alias != other.alias) continue;
      const std::string name = DecodeName(relation.alias);
      Fail(relation.span, "two tables in FROM are called '" + name + "'",
           "give one of them an alias: .. AS " + name + "2");
    }
  }
  const size_t shift = left.relations.size();
  const bool left_null = join.type == duckdb::JoinType::RIGHT || join.type == duckdb::JoinType::OUTER;
  const bool right_null = join.type == duckdb::JoinType::LEFT || join.type == duckdb::JoinType::OUTER;

  if (join.ref_type == duckdb::JoinRefType::NATURAL) {
    join.ref_type = duckdb::JoinRefType::REGULAR;
    for (const auto& relation : left.relations) {
      for (const auto& column : relation.columns) {
        for (const auto& other : right.relations) {
          for (const auto& match : other.columns) {
            if (match.name == column.name) join.using_columns.push_back(column.name);
          }
        }
      }
    }
    if (join.using_columns.empty()) join.ref_type = duckdb::JoinRefType::CROSS;
  }

  // Both sides in one scope; the condition still sees NOT NULL columns as such.
  Scope both;
  both.parent = scope.parent;
  both.relations = left.relations;
  both.relations.insert(both.relations.end(), right.relations.begin(), right.relations.end());
  both.merged = left.merged;
  for (auto merged : right.merged) {
    merged.relation += shift;
    both.merged.push_back(merged);
  }
  const auto span = SpanOf(join);
  std::vector<StarColumn> star;
  std::set<std::pair<size_t, size_t>> hidden;  // columns that USING has merged
  for (const auto& name : join.using_columns) {
    const auto find = [&](const Scope& side, size_t offset) -> std::optional<StarColumn> {
      for (const auto& entry : side.star) {
        if (side.relations[entry.relation].columns[entry.column].name == name) {
          return StarColumn{entry.relation + offset, entry.column, true, entry.type};
        }
      }
      return std::nullopt;
    };
    const auto a = find(left, 0), b = find(right, shift);
    if (!a || !b) Fail(span, "column '" + DecodeName(name) + "' of USING is not on both sides of the join");
    const auto common = CommonType({a->type, b->type});
    if (!common || ToLogicalType(a->type) != ToLogicalType(b->type)) {
      Fail(span,
           "column '" + DecodeName(name) + "' of USING has different types: " + function::MessageName(a->type) +
               " and " + function::MessageName(b->type),
           "join ON with a CAST");
    }
    if (function::IsApproximate(a->type)) {
      // DuckDB's own equation of the two lets NaN meet NaN.
      const auto column_of = [&](const StarColumn& side) {
        const auto& relation = both.relations[side.relation];
        return make_uniq<duckdb::ColumnRefExpression>(relation.columns[side.column].emitted, relation.emitted);
      };
      join.condition = And(std::move(join.condition), Plain(duckdb::ExpressionType::COMPARE_EQUAL,
                                                            NumberOrNull(column_of(*a), a->type), column_of(*b)));
    }
    StarColumn merged = join.type == duckdb::JoinType::RIGHT ? *b : *a;
    if (join.type == duckdb::JoinType::OUTER) merged.type.nullable = true;
    // A NULL joins with nothing.
    if (join.type == duckdb::JoinType::INNER) merged.type.nullable = a->type.nullable && b->type.nullable;
    hidden.insert({a->relation, a->column});
    hidden.insert({b->relation, b->column});
    star.push_back(merged);
    both.merged.push_back(merged);
  }
  for (const Scope* side : {&left, &right}) {
    const size_t offset = side == &left ? 0 : shift;
    for (auto entry : side->star) {
      entry.relation += offset;
      if (hidden.count({entry.relation, entry.column}) == 0) star.push_back(entry);
    }
  }
  if (join.condition && join.using_columns.empty()) {
    Place place;
    place.scope = &both;
    place.clause = "ON";
    place.join_condition = true;
    place.conjunct = true;
    RequireBoolean(join.condition, place, "the condition of a join");
  }
  for (size_t i = 0; i < both.relations.size(); i++) {
    if (i < shift ? left_null : right_null) both.relations[i].MakeNullable();
  }
  for (auto* list : {&star, &both.merged}) {
    for (auto& entry : *list) {
      if (!entry.merged) {
        entry.type = both.relations[entry.relation].columns[entry.column].type;
      } else if (entry.relation < shift ? left_null : right_null) {
        entry.type.nullable = true;
      }
    }
  }
  both.star = std::move(star);
  both.parent = scope.parent;
  scope = std::move(both);
}

}  // namespace tarn::sql

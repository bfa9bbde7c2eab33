#include "sql/lower/lower.h"

#include <duckdb/main/connection.hpp>
#include <duckdb/planner/operator/logical_column_data_get.hpp>
#include <duckdb/planner/operator/logical_expression_get.hpp>
#include <duckdb/planner/operator/logical_filter.hpp>
#include <duckdb/planner/operator/logical_get.hpp>
#include <duckdb/planner/operator/logical_projection.hpp>
#include <duckdb/planner/operator/logical_set_operation.hpp>

#include "sql/lower/clause_place.h"
#include "sql/lower/lowering.h"
#include "sql/plan/optimize.h"
#include "sql/scan/scan_functions.h"
#include "sql/sql_error.h"

namespace tarn::sql {
namespace {

[[noreturn]] void Refuse(const duckdb::LogicalOperator& op, const std::string& what) {
  throw RefusedOperator(op.type, what, "SET 'execution.runtime-mode' = 'batch' runs the query to its end");
}

}  // namespace

size_t Lowering::Lower(duckdb::LogicalOperator& op) {
  using duckdb::LogicalOperatorType;
  switch (op.type) {
    case LogicalOperatorType::LOGICAL_GET: {
      auto& get = op.Cast<duckdb::LogicalGet>();
      return ProcessOf(get) ? LowerProcess(*this, get) : LowerGet(*this, get);
    }
    case LogicalOperatorType::LOGICAL_PROJECTION:
      return LowerProjection(*this, op.Cast<duckdb::LogicalProjection>());
    case LogicalOperatorType::LOGICAL_FILTER:
      return LowerFilter(*this, op.Cast<duckdb::LogicalFilter>());
    case LogicalOperatorType::LOGICAL_UNION:
      return LowerUnion(*this, op.Cast<duckdb::LogicalSetOperation>());
    case LogicalOperatorType::LOGICAL_EXPRESSION_GET:
      return LowerValues(*this, op.Cast<duckdb::LogicalExpressionGet>());
    case LogicalOperatorType::LOGICAL_CHUNK_GET:
      return LowerColumnData(*this, op.Cast<duckdb::LogicalColumnDataGet>());
    case LogicalOperatorType::LOGICAL_DUMMY_SCAN:
      return LowerDummyScan(*this);
    case LogicalOperatorType::LOGICAL_EMPTY_RESULT:
      return LowerEmptyResult(*this, op);
    case LogicalOperatorType::LOGICAL_AGGREGATE_AND_GROUP_BY:
      Refuse(op, "an aggregation (GROUP BY, or an aggregate function)");
    case LogicalOperatorType::LOGICAL_DISTINCT:
      Refuse(op, "DISTINCT");
    case LogicalOperatorType::LOGICAL_WINDOW:
      Refuse(op, "an OVER window");
    case LogicalOperatorType::LOGICAL_ORDER_BY:
      Refuse(op, "ORDER BY");
    case LogicalOperatorType::LOGICAL_LIMIT:
    case LogicalOperatorType::LOGICAL_TOP_N:
      Refuse(op, "LIMIT");
    case LogicalOperatorType::LOGICAL_UNNEST:
      Refuse(op, "UNNEST");
    case LogicalOperatorType::LOGICAL_COMPARISON_JOIN:
    case LogicalOperatorType::LOGICAL_ANY_JOIN:
    case LogicalOperatorType::LOGICAL_CROSS_PRODUCT:
    case LogicalOperatorType::LOGICAL_DELIM_JOIN:
    case LogicalOperatorType::LOGICAL_ASOF_JOIN:
      Refuse(op, "a join (or a subquery that becomes one)");
    case LogicalOperatorType::LOGICAL_EXCEPT:
      Refuse(op, "EXCEPT");
    case LogicalOperatorType::LOGICAL_INTERSECT:
      Refuse(op, "INTERSECT");
    default:
      Refuse(op, "the operator " + duckdb::LogicalOperatorToString(op.type));
  }
}

std::shared_ptr<stream::StreamPlan> Lower(ContinuousQuery& query, const LowerOptions& options) {
  auto plan = std::make_shared<stream::StreamPlan>();
  Lowering lowering(*query.connection, options, *plan);
  for (size_t i = 0; i < query.inserts.size(); i++) {
    try {
      auto bound = PlanContinuous(*query.connection, std::move(query.inserts[i].query));
      lowering.AddSink(lowering.Lower(*bound.root), query.inserts[i]);
    } catch (const RefusedOperator& e) {
      throw SqlError(e.stage(), PlaceOfClause(e.type(), query.text, i), e.message(), e.hint(), e.code());
    } catch (const SqlError& e) {
      if (e.span().offset > 0 || e.span().length > 0) throw;
      throw SqlError(e.stage(), PlaceOfQuery(query.text, i), e.message(), e.hint(), e.code());
    }
  }
  lowering.FinishSinks();
  return plan;
}

}  // namespace tarn::sql

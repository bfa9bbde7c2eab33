#include "sql/plan/explain_plan.h"

#include <duckdb/common/render_tree.hpp>
#include <duckdb/common/tree_renderer/text_tree_renderer.hpp>
#include <duckdb/execution/physical_plan_generator.hpp>
#include <duckdb/main/connection.hpp>
#include <duckdb/main/prepared_statement.hpp>
#include <duckdb/main/prepared_statement_data.hpp>
#include <duckdb/parser/statement/select_statement.hpp>
#include <sstream>

#include "sql/duckdb_errors.h"
#include "sql/plan/plan_text.h"

namespace tarn::sql {
namespace {

void ForPeople(duckdb::RenderTreeNode& node) {
  duckdb::InsertionOrderPreservingMap<std::string> shown;
  for (const auto& [key, value] : node.extra_text) {
    if (key != "Filters") {
      shown[key] = ExpressionForPeople(value);
    } else if (auto filters = FiltersForPeople(value); !filters.empty()) {
      shown[key] = std::move(filters);
    }
  }
  node.extra_text = std::move(shown);
}

}  // namespace

std::string ExplainBatch(duckdb::Connection& connection, duckdb::unique_ptr<duckdb::QueryNode> query) {
  auto select = duckdb::make_uniq<duckdb::SelectStatement>();
  select->node = std::move(query);
  const auto prepared = connection.Prepare(std::move(select));
  if (prepared->HasError()) ThrowBindError(prepared->error);
  const auto tree = duckdb::RenderTree::CreateRenderTree(prepared->data->physical_plan->Root());
  for (duckdb::idx_t y = 0; y < tree->height; y++) {
    for (duckdb::idx_t x = 0; x < tree->width; x++) {
      if (auto node = tree->GetNode(x, y)) ForPeople(*node);
    }
  }
  std::ostringstream text;
  duckdb::TextTreeRenderer().ToStream(*tree, text);
  return text.str();
}

}  // namespace tarn::sql

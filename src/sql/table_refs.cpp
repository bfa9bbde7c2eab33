#include "sql/table_refs.h"

#include <duckdb/parser/expression/subquery_expression.hpp>
#include <duckdb/parser/parsed_expression_iterator.hpp>
#include <duckdb/parser/query_node/cte_node.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/query_node/set_operation_node.hpp>
#include <duckdb/parser/tableref/at_clause.hpp>
#include <duckdb/parser/tableref/joinref.hpp>
#include <duckdb/parser/tableref/table_function_ref.hpp>
#include <vector>

#include "sql/names.h"

namespace tarn::sql {
namespace {

class Walker {
 public:
  Walker(const TableRefVisitor* visit, const std::function<void(duckdb::ParsedExpression&)>* on_expression,
         const TableFunctionVisitor* visit_function = nullptr, const PartVisitor* parts = nullptr)
      : visit_(visit), on_expression_(on_expression), visit_function_(visit_function), parts_(parts) {}

  void Node(duckdb::QueryNode& node) {
    if (parts_ != nullptr && parts_->query) parts_->query(node);
    const size_t outer_names = common_tables_.size();
    for (auto& entry : node.cte_map.map) {
      Node(*entry.second->query->node);
      common_tables_.push_back(entry.first);
    }
    switch (node.type) {
      case duckdb::QueryNodeType::SELECT_NODE:
        Ref(node.Cast<duckdb::SelectNode>().from_table);
        break;
      case duckdb::QueryNodeType::SET_OPERATION_NODE:
        Node(*node.Cast<duckdb::SetOperationNode>().left);
        Node(*node.Cast<duckdb::SetOperationNode>().right);
        break;
      case duckdb::QueryNodeType::CTE_NODE: {
        auto& cte = node.Cast<duckdb::CTENode>();
        Node(*cte.query);
        common_tables_.push_back(cte.ctename);
        Node(*cte.child);
        break;
      }
      default:
        break;
    }
    Expressions(node);
    common_tables_.resize(outer_names);
  }

  void Expression(duckdb::ParsedExpression& expression) {
    if (on_expression_ != nullptr) (*on_expression_)(expression);
    if (expression.GetExpressionClass() == duckdb::ExpressionClass::SUBQUERY) {
      Node(*expression.Cast<duckdb::SubqueryExpression>().subquery->node);
    }
    duckdb::ParsedExpressionIterator::EnumerateChildren(expression,
                                                        [&](duckdb::unique_ptr<duckdb::ParsedExpression>& child) {
                                                          if (child) Expression(*child);
                                                        });
  }

 private:
  void Ref(duckdb::unique_ptr<duckdb::TableRef>& ref) {
    if (!ref) return;
    if (parts_ != nullptr && parts_->relation) parts_->relation(*ref);
    switch (ref->type) {
      case duckdb::TableReferenceType::BASE_TABLE: {
        auto& base = ref->Cast<duckdb::BaseTableRef>();
        if (on_expression_ != nullptr && base.at_clause) Expression(*base.at_clause->ExpressionMutable());
        if (visit_ != nullptr && !IsCommonTable(base)) (*visit_)(ref, base);
        break;
      }
      case duckdb::TableReferenceType::JOIN: {
        auto& join = ref->Cast<duckdb::JoinRef>();
        Ref(join.left);
        Ref(join.right);
        if (join.condition) Expression(*join.condition);
        break;
      }
      case duckdb::TableReferenceType::SUBQUERY:
        Node(*ref->Cast<duckdb::SubqueryRef>().subquery->node);
        break;
      case duckdb::TableReferenceType::TABLE_FUNCTION: {
        auto& function = ref->Cast<duckdb::TableFunctionRef>();
        if (visit_function_ != nullptr && *visit_function_ && (*visit_function_)(ref, function)) return;
        if (function.subquery) Node(*function.subquery->node);
        if (function.function) Expression(*function.function);
        break;
      }
      default:
        duckdb::ParsedExpressionIterator::EnumerateTableRefChildren(
            *ref, [&](duckdb::unique_ptr<duckdb::ParsedExpression>& child) { Expression(*child); });
    }
  }

  void Expressions(duckdb::QueryNode& node) {
    const auto each = [&](duckdb::unique_ptr<duckdb::ParsedExpression>& child) {
      if (child) Expression(*child);
    };
    if (node.type == duckdb::QueryNodeType::SELECT_NODE) {
      auto& select = node.Cast<duckdb::SelectNode>();
      for (auto& item : select.select_list) each(item);
      each(select.where_clause);
      for (auto& group : select.groups.group_expressions) each(group);
      each(select.having);
      each(select.qualify);
    }
    duckdb::ParsedExpressionIterator::EnumerateQueryNodeModifiers(node, each);
  }

  bool IsCommonTable(const duckdb::BaseTableRef& ref) const {
    if (!ref.schema_name.empty() || !ref.catalog_name.empty()) return false;
    for (const auto& name : common_tables_) {
      if (name == ref.table_name) return true;
    }
    return false;
  }

  const TableRefVisitor* visit_;
  const std::function<void(duckdb::ParsedExpression&)>* on_expression_;
  const TableFunctionVisitor* visit_function_;
  const PartVisitor* parts_;
  std::vector<std::string> common_tables_;
};

}  // namespace

void ForEachTable(duckdb::QueryNode& query, const TableRefVisitor& visit, const TableFunctionVisitor& visit_function) {
  Walker(&visit, nullptr, &visit_function).Node(query);
}

void ForEachExpression(duckdb::QueryNode& query, const std::function<void(duckdb::ParsedExpression&)>& visit) {
  Walker(nullptr, &visit).Node(query);
}

void ForEachPart(duckdb::QueryNode& query, const PartVisitor& visit) {
  Walker(nullptr, visit.expression ? &visit.expression : nullptr, nullptr, &visit).Node(query);
}

void QualifyTables(duckdb::QueryNode& query, const std::string& catalog, const std::string& database) {
  ForEachTable(query, [&](duckdb::unique_ptr<duckdb::TableRef>&, duckdb::BaseTableRef& base) {
    if (base.catalog_name.empty()) {
      base.catalog_name = EncodeName(catalog);
      if (base.schema_name.empty()) base.schema_name = EncodeName(database);
    }
  });
}

// DuckDB's tree has no place for the word: the statement's text, which trees of ours leave empty, says it.
void MarkLateral(duckdb::SubqueryRef& query) { query.subquery->query = "LATERAL"; }

bool IsLateral(const duckdb::SubqueryRef& query) { return query.subquery->query == "LATERAL"; }

namespace {

Walker Forgetting() {
  static const TableRefVisitor kOnTable = [](duckdb::unique_ptr<duckdb::TableRef>&, duckdb::BaseTableRef& base) {
    base.query_location = duckdb::optional_idx();
  };
  static const std::function<void(duckdb::ParsedExpression&)> kOnExpression = [](duckdb::ParsedExpression& expression) {
    expression.SetQueryLocation(duckdb::optional_idx());
  };
  return {&kOnTable, &kOnExpression};
}

}  // namespace

void ForgetPositions(duckdb::QueryNode& query) { Forgetting().Node(query); }

void ForgetPositions(duckdb::ParsedExpression& expression) { Forgetting().Expression(expression); }

}  // namespace tarn::sql

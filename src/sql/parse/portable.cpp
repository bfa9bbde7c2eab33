#include "sql/parse/portable.h"

#include <algorithm>
#include <duckdb/parser/common_table_expression_info.hpp>
#include <duckdb/parser/expression/columnref_expression.hpp>
#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/expression/function_expression.hpp>
#include <duckdb/parser/expression/operator_expression.hpp>
#include <duckdb/parser/expression/subquery_expression.hpp>
#include <duckdb/parser/parsed_expression_iterator.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/query_node/set_operation_node.hpp>
#include <duckdb/parser/tableref/basetableref.hpp>
#include <duckdb/parser/tableref/expressionlistref.hpp>
#include <duckdb/parser/tableref/joinref.hpp>
#include <duckdb/parser/tableref/subqueryref.hpp>
#include <duckdb/parser/tableref/table_function_ref.hpp>

#include "base/ascii_case.h"
#include "function/process_functions.h"
#include "sql/names.h"
#include "sql/parse/parser.h"

namespace tarn::sql {

namespace {

const std::vector<std::string>& OurConnectors() {
  static const std::vector<std::string> names = {"fleet", "nmea"};
  return names;
}

/// Options of ours on connectors that Flink also has. Flink's factories refuse unknown keys; Paimon tables keep them.
const std::vector<std::string>& OurOptions() {
  static const std::vector<std::string> keys = {"dead-letter.table", "max-jump",          "on-error",
                                                "on-null-time",      "scan.bounded.idle", "scan.order",
                                                "scan.order.column", "scan.order.memory", "scan.watermark.max-jump"};
  return keys;
}

constexpr const char* kRuntimeMode = "execution.runtime-mode";

bool IsBatch(std::string_view mode) { return EqualInAnyCase(mode, "batch"); }

bool Has(const std::vector<std::string>& list, const std::string& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

/// Walks one statement's trees. Offsets in the trees count from the statement's start.
class Checker {
 public:
  /// `streaming`: the mode that the script is in here; a SET changes it.
  Checker(size_t base, bool& streaming, std::vector<UnportableSpot>& findings)
      : base_(base), streaming_(streaming), findings_(findings) {}

  void Check(const Statement& statement) {
    std::visit([&](const auto& value) { Check(value); }, statement.value);
  }

 private:
  void Find(Span span, std::string what, std::string hint = "") {
    findings_.push_back({{base_ + span.offset, span.length}, {}, std::move(what), std::move(hint)});
  }

  /// `INSERT .. VALUES (1, NULL)`: here NULL gets its column's type.
  void BareNulls(const duckdb::QueryNode& query, Span otherwise) {
    if (query.type != duckdb::QueryNodeType::SELECT_NODE) return;
    const auto& from = query.Cast<duckdb::SelectNode>().from_table;
    if (!from || from->type != duckdb::TableReferenceType::EXPRESSION_LIST) return;
    for (const auto& row : from->Cast<duckdb::ExpressionListRef>().values) {
      for (const auto& value : row) {
        if (value->GetExpressionClass() != duckdb::ExpressionClass::CONSTANT) continue;
        if (value->Cast<duckdb::ConstantExpression>().value.type().id() != duckdb::LogicalTypeId::SQLNULL) continue;
        const auto place = value->GetQueryLocation();
        Find(place.IsValid() ? Span{place.GetIndex(), 4} : otherwise, "Flink refuses a NULL without a type in VALUES",
             "CAST(NULL AS ..)");
      }
    }
  }

  /// What changes rows in their place, or counts all of them, Flink and Paimon do in batch mode only.
  void BatchOnly(Span span, const std::string& what) {
    if (!streaming_) return;
    Find(span, "Flink refuses " + what + " in streaming mode, in which a script begins",
         "SET 'execution.runtime-mode' = 'batch'; before it");
  }

  template <typename Other>
  void Check(const Other&) {}
  void Check(const SetStatement& set) {
    if (set.option && set.option->key.value == kRuntimeMode) streaming_ = !IsBatch(set.option->value.value);
  }
  void Check(const ResetStatement& reset) {
    if (!reset.key || reset.key->value == kRuntimeMode) streaming_ = true;
  }
  void Check(const DeleteStatement& statement) { BatchOnly(statement.table.span(), "DELETE"); }
  void Check(const UpdateStatement& statement) { BatchOnly(statement.table.span(), "UPDATE"); }
  void Check(const TruncateStatement& statement) { BatchOnly(statement.table.span(), "TRUNCATE TABLE"); }
  void Check(const AnalyzeStatement& statement) { BatchOnly(statement.table.span(), "ANALYZE TABLE"); }
  void Check(const SelectStatement& select) { Node(*select.query.tree->node); }
  void Check(const InsertStatement& insert) {
    if (insert.overwrite) BatchOnly(insert.table.span(), "INSERT OVERWRITE");
    if (insert.upsert) Find(insert.table.span(), "UPSERT is no statement of Flink's", "write INSERT");
    BareNulls(*insert.query.tree->node, insert.table.span());
    Node(*insert.query.tree->node);
  }
  void Check(const StatementSet& set) {
    for (const auto& insert : set.inserts) Check(insert);
  }
  void Check(const ExplainStatement& explain) { Check(*explain.statement); }
  void Check(const CreateView& view) { Node(*view.query.tree->node); }
  void Check(const CreateTable& table) {
    std::string connector;
    for (const auto& option : table.options) {
      if (option.key.value != "connector") continue;
      connector = option.value.value;
      if (Has(OurConnectors(), connector)) {
        Find(option.value.span, "connector '" + connector + "' is Tarn's own",
             "keep such a table in a script of its own, and read its result from a Paimon table");
      }
    }
    const bool lake = connector.empty() || connector == "paimon";
    for (const auto& option : table.options) {
      if (Has(OurConnectors(), connector) || !Has(OurOptions(), option.key.value)) continue;
      const std::string name = "the option '" + option.key.value + "'";
      Find(option.key.span, lake ? "Paimon keeps " + name + " and does not act on it"
                                 : "Flink's connector '" + connector + "' refuses " + name);
    }
    if (table.as) Node(*table.as->tree->node);
  }
  void Check(const ShowStatement& show) {
    if (show.what == ShowStatement::What::Options) Find({0, 0}, "SHOW OPTIONS is Tarn's own");
  }

  static Span At(duckdb::optional_idx location) { return {location.IsValid() ? location.GetIndex() : 0, 0}; }

  void Node(duckdb::QueryNode& node) {
    for (auto& entry : node.cte_map.map) Node(*entry.second->query->node);
    if (node.type == duckdb::QueryNodeType::SET_OPERATION_NODE) {
      auto& operation = node.Cast<duckdb::SetOperationNode>();
      Node(*operation.left);
      Node(*operation.right);
    } else if (node.type == duckdb::QueryNodeType::SELECT_NODE) {
      auto& select = node.Cast<duckdb::SelectNode>();
      for (auto& item : select.select_list) Expression(*item);
      Table(*select.from_table);
      if (select.where_clause) Expression(*select.where_clause);
      for (auto& group : select.groups.group_expressions) Expression(*group);
      if (select.having) {
        Expression(*select.having);
        Having(select, *select.having);
      }
      if (select.qualify) Expression(*select.qualify);
    }
    Modifiers(node);
    duckdb::ParsedExpressionIterator::EnumerateQueryNodeModifiers(
        node, [&](duckdb::unique_ptr<duckdb::ParsedExpression>& child) { Expression(*child); });
  }

  void Modifiers(const duckdb::QueryNode& node) {
    for (const auto& modifier : node.modifiers) {
      if (modifier->type == duckdb::ResultModifierType::LIMIT_MODIFIER) {
        const auto& limit = modifier->Cast<duckdb::LimitModifier>();
        if (limit.offset && !limit.limit) {
          Find(At(limit.offset->GetQueryLocation()), "Flink has no plan for OFFSET without LIMIT",
               "LIMIT .. OFFSET ..");
        }
      }
      if (modifier->type != duckdb::ResultModifierType::ORDER_MODIFIER) continue;
      if (node.type != duckdb::QueryNodeType::SELECT_NODE) continue;
      const auto& list = node.Cast<duckdb::SelectNode>().select_list;
      for (const auto& order : modifier->Cast<duckdb::OrderModifier>().orders) {
        if (order.expression->GetExpressionClass() != duckdb::ExpressionClass::COLUMN_REF) continue;
        const auto& column = order.expression->Cast<duckdb::ColumnRefExpression>();
        const auto named = [&](const auto& item) { return item->GetAlias() == column.GetColumnName(); };
        if (column.IsQualified() || std::count_if(list.begin(), list.end(), named) < 2) continue;
        Find(At(column.GetQueryLocation()), "Flink finds '" + DecodeName(column.GetColumnName()) +
                                                "' of ORDER BY ambiguous: two columns of the list bear this name");
      }
    }
  }

  void HintOptions(const duckdb::ParsedExpression& options) {
    const auto& pairs = options.Cast<duckdb::FunctionExpression>().children;
    for (size_t i = 0; i < pairs.size(); i += 2) {
      const std::string key = pairs[i]->Cast<duckdb::ConstantExpression>().value.ToString();
      if (!Has(OurOptions(), key)) continue;
      Find(At(pairs[i]->GetQueryLocation()),
           "the option '" + key + "' of the hint is Tarn's own: Flink refuses it, and Paimon does not act on it");
    }
  }

  void Table(duckdb::TableRef& table) {
    switch (table.type) {
      case duckdb::TableReferenceType::BASE_TABLE: {
        auto& base = table.Cast<duckdb::BaseTableRef>();
        if (base.schema_name == kFileSchema) {
          Find(At(base.query_location), "Flink reads no file by its name alone",
               "CREATE TEMPORARY TABLE .. WITH ('connector' = 'filesystem', 'path' = ..)");
        }
        if (base.at_clause) {
          auto& clauses = base.at_clause->ExpressionMutable()->Cast<duckdb::FunctionExpression>();
          for (auto& clause : clauses.children) {
            if (clause->GetAlias() == "options") HintOptions(*clause);
            if (clause->GetAlias() == "version") {
              Find(At(base.query_location), "VERSION AS OF is not Flink's", "t /*+ OPTIONS('scan.version' = '..') */");
            }
            Expression(*clause);
          }
        }
        break;
      }
      case duckdb::TableReferenceType::JOIN: {
        auto& join = table.Cast<duckdb::JoinRef>();
        Table(*join.left);
        Table(*join.right);
        if (join.condition) Expression(*join.condition);
        break;
      }
      case duckdb::TableReferenceType::SUBQUERY:
        Node(*table.Cast<duckdb::SubqueryRef>().subquery->node);
        break;
      case duckdb::TableReferenceType::TABLE_FUNCTION: {
        auto& function = *table.Cast<duckdb::TableFunctionRef>().function;
        const auto& name = function.Cast<duckdb::FunctionExpression>().function_name;
        if (function::FindProcessFunction(name) != nullptr) {
          Find(At(function.GetQueryLocation()), "process table function '" + name + "' is Tarn's own",
               "on Flink it needs a Java class of that name");
        }
        Expression(function);
        break;
      }
      default:
        // VALUES.
        duckdb::ParsedExpressionIterator::EnumerateTableRefChildren(
            table, [&](duckdb::unique_ptr<duckdb::ParsedExpression>& child) { Expression(*child); });
    }
  }

  static bool IsLiteral(const duckdb::ParsedExpression& tree, duckdb::LogicalTypeId type) {
    return tree.GetExpressionClass() == duckdb::ExpressionClass::CONSTANT &&
           tree.Cast<duckdb::ConstantExpression>().value.type().id() == type;
  }

  /// What only some arguments make a call that Flink does not have.
  void Call(const duckdb::FunctionExpression& call) {
    const auto at = At(call.GetQueryLocation());
    const auto& arguments = call.children;
    if (call.function_name == "count" && arguments.size() > 1) {
      Find(at, "Flink counts one column only", "COUNT(*) FILTER (WHERE a IS NOT NULL AND b IS NOT NULL)");
    }
    if (arguments.size() != 2) return;
    if (call.function_name == "/" && IsLiteral(*arguments[0], duckdb::LogicalTypeId::INTERVAL)) {
      Find(at, "Flink divides no INTERVAL", "write the shorter interval");
    }
    if (call.function_name == "||" && IsLiteral(*arguments[0], duckdb::LogicalTypeId::BLOB) &&
        IsLiteral(*arguments[1], duckdb::LogicalTypeId::BLOB)) {
      Find(at, "Flink has no plan for || of bytes", "write them as one literal");
    }
  }

  void Expression(duckdb::ParsedExpression& expression) {
    if (expression.GetExpressionClass() == duckdb::ExpressionClass::FUNCTION) {
      auto& function = expression.Cast<duckdb::FunctionExpression>();
      if (function.order_bys && !function.order_bys->orders.empty()) {
        Find(At(function.GetQueryLocation()), "Flink reads ORDER BY inside an aggregate and ignores it",
             "the order of the elements differs there");
      }
      Call(function);
    }
    if (expression.GetExpressionType() == duckdb::ExpressionType::OPERATOR_NOT &&
        IsLiteral(*expression.Cast<duckdb::OperatorExpression>().children[0], duckdb::LogicalTypeId::SQLNULL)) {
      Find(At(expression.GetQueryLocation()), "Flink refuses a NULL without a type", "CAST(NULL AS BOOLEAN)");
    }
    if (expression.GetExpressionClass() == duckdb::ExpressionClass::SUBQUERY) {
      Node(*expression.Cast<duckdb::SubqueryExpression>().subquery->node);
    }
    duckdb::ParsedExpressionIterator::EnumerateChildren(expression,
                                                        [&](duckdb::ParsedExpression& child) { Expression(child); });
  }

  /// HAVING n > 1 where n is an alias of the select list and no grouping column.
  void Having(const duckdb::SelectNode& select, duckdb::ParsedExpression& expression) {
    if (expression.GetExpressionClass() == duckdb::ExpressionClass::COLUMN_REF) {
      const auto& column = expression.Cast<duckdb::ColumnRefExpression>();
      if (column.IsQualified()) return;
      const auto is_alias = [&](const auto& item) { return item->GetAlias() == column.GetColumnName(); };
      const auto is_group = [&](const auto& group) {
        return group->GetExpressionClass() == duckdb::ExpressionClass::COLUMN_REF &&
               group->template Cast<duckdb::ColumnRefExpression>().GetColumnName() == column.GetColumnName();
      };
      const auto& groups = select.groups.group_expressions;
      if (std::any_of(select.select_list.begin(), select.select_list.end(), is_alias) &&
          std::none_of(groups.begin(), groups.end(), is_group)) {
        Find(At(column.GetQueryLocation()), "Flink sees no alias of the select list in HAVING",
             "repeat the expression");
      }
      return;
    }
    // What stands inside an aggregate is a column of the input.
    const auto expression_class = expression.GetExpressionClass();
    if (expression_class == duckdb::ExpressionClass::FUNCTION &&
        !expression.Cast<duckdb::FunctionExpression>().is_operator) {
      return;
    }
    duckdb::ParsedExpressionIterator::EnumerateChildren(
        expression, [&](duckdb::ParsedExpression& child) { Having(select, child); });
  }

  size_t base_;
  bool& streaming_;
  std::vector<UnportableSpot>& findings_;
};

}  // namespace

std::vector<UnportableSpot> CheckPortable(std::string_view script) {
  std::vector<UnportableSpot> findings;
  bool streaming = true;  // Flink's default
  for (const auto& part : SplitScript(script)) {
    try {
      Checker(part.offset, streaming, findings).Check(ParseStatement(part.text));
    } catch (const SqlError& error) {
      findings.push_back({{part.offset + error.span().offset, error.span().length}, {}, error.message(), error.hint()});
    }
  }
  std::stable_sort(findings.begin(), findings.end(),
                   [](const auto& a, const auto& b) { return a.span.offset < b.span.offset; });
  for (auto& finding : findings) finding.at = Locate(script, finding.span.offset);
  return findings;
}

std::string RenderFinding(std::string_view script, const UnportableSpot& finding) {
  return RenderError(script, finding.span, finding.what, finding.hint);
}

}  // namespace tarn::sql

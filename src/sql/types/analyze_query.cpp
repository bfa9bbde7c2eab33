#include <algorithm>

#include "sql/names.h"
#include "sql/types/analyzer.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {

using duckdb::ExpressionClass;
using duckdb::make_uniq;
using function::CommonType;
using function::Mixing;
using function::WithNull;
using paimon::DataType;
using paimon::TypeRoot;

namespace {

std::string UnnamedColumn(size_t position) { return EncodeName("EXPR$" + std::to_string(position)); }

bool IsIntegerConstant(const duckdb::ParsedExpression& tree) {
  return tree.GetExpressionClass() == ExpressionClass::CONSTANT &&
         tree.Cast<duckdb::ConstantExpression>().value.type().IsIntegral();
}

Tree Position(size_t index) {
  return make_uniq<duckdb::ConstantExpression>(duckdb::Value::BIGINT(static_cast<int64_t>(index) + 1));
}

bool HasDistinct(const duckdb::QueryNode& node) {
  return std::any_of(node.modifiers.begin(), node.modifiers.end(), [](const auto& modifier) {
    return modifier->type == duckdb::ResultModifierType::DISTINCT_MODIFIER;
  });
}

const char* SetName(const duckdb::SetOperationNode& node) {
  switch (node.setop_type) {
    case duckdb::SetOperationType::UNION:
      return node.setop_all ? "UNION ALL" : "UNION";
    case duckdb::SetOperationType::EXCEPT:
      return node.setop_all ? "EXCEPT ALL" : "EXCEPT";
    default:
      return node.setop_all ? "INTERSECT ALL" : "INTERSECT";
  }
}

}  // namespace

std::string Analyzer::UniqueAlias(const std::string& wanted) {
  std::string alias = wanted.empty() ? "t" : wanted;
  for (size_t i = 2; !aliases_.insert(alias).second; i++) {
    alias = (wanted.empty() ? "t" : wanted) + "$" + std::to_string(i);
  }
  return alias;
}

void Analyzer::Uniquify(Output& output) {
  std::set<std::string> used;
  for (auto& column : output) {
    column.emitted = column.name;
    for (size_t i = 0; !used.insert(column.emitted).second; i++) column.emitted = column.name + std::to_string(i);
  }
}

Output Analyzer::Query(Node& node, const Scope* outer, const std::vector<DataType>* target) {
  const size_t visible = common_tables_.size();
  CommonTables(*node);
  Output output;
  switch (node->type) {
    case duckdb::QueryNodeType::SELECT_NODE:
      output = Select(node->Cast<duckdb::SelectNode>(), outer, target);
      break;
    case duckdb::QueryNodeType::SET_OPERATION_NODE:
      output = SetOperation(node->Cast<duckdb::SetOperationNode>(), outer, target);
      break;
    default:
      Fail({}, "recursive queries are not supported", "", ErrorStage::Plan);
  }
  common_tables_.resize(visible);
  // The binder looks for CTE nodes and not into the map.
  if (!node->cte_map.map.empty()) duckdb::QueryNode::ExtractCTENodes(node);
  return output;
}

// Each query of WITH gets a name that nothing else bears: WITH a AS (SELECT .. FROM a) reads the table a, or the a
// around.
void Analyzer::CommonTables(duckdb::QueryNode& node) {
  duckdb::CommonTableExpressionMap renamed;
  for (auto& [name, info] : node.cte_map.map) {
    Output output = Query(info->query->node, nullptr);
    if (!info->aliases.empty() && info->aliases.size() != output.size()) {
      Fail({}, "WITH " + DecodeName(name) + " names " + std::to_string(info->aliases.size()) +
                   " columns, its query has " + std::to_string(output.size()));
    }
    CommonTable table;
    table.name = name;
    table.emitted = UniqueAlias("^ with " + name);
    for (size_t i = 0; i < output.size(); i++) {
      if (!info->aliases.empty()) output[i].name = info->aliases[i];
    }
    Uniquify(output);
    info->aliases.clear();
    for (const auto& column : output) {
      info->aliases.push_back(column.emitted);
      table.columns.push_back({column.name, column.emitted, column.typed.type, column.typed.time});
    }
    renamed.map[table.emitted] = std::move(info);
    common_tables_.push_back(std::move(table));
  }
  node.cte_map.map = std::move(renamed.map);
}

void Analyzer::GroupBy(duckdb::SelectNode& node, const Scope& scope, std::vector<Tree>& keys,
                       std::vector<DataType>& types) {
  auto& groups = node.groups;
  const size_t written = groups.group_expressions.size();
  for (size_t i = 0; i < written; i++) {
    Place place;
    place.scope = &scope;
    place.clause = "GROUP BY";
    auto& key = groups.group_expressions[i];
    Typed typed = Visit(key, place);
    if (typed.type.root == TypeRoot::Map || typed.type.root == TypeRoot::Multiset) {
      Fail(SpanOf(*key), "a " + function::MessageName(typed.type) + " cannot be grouped by", "", ErrorStage::Plan);
    }
    for (const auto& set : groups.grouping_sets) {
      if (set.count(i) == 0) typed.type.nullable = true;
    }
    keys.push_back(key->Copy());
    keys.back()->ClearAlias();
    types.push_back(typed.type);
    if (key->GetExpressionClass() == ExpressionClass::CONSTANT) {
      // DuckDB would read a number as the position of a column.
      auto opaque = make_uniq<duckdb::CaseExpression>();
      duckdb::CaseCheck check;
      check.when_expr = make_uniq<duckdb::ConstantExpression>(duckdb::Value::BOOLEAN(true));
      check.then_expr = std::move(key);
      opaque->case_checks.push_back(std::move(check));
      opaque->else_expr = make_uniq<duckdb::ConstantExpression>(duckdb::Value(ToLogicalType(typed.type)));
      key = std::move(opaque);
    } else if (function::IsApproximate(typed.type)) {
      // Keys are compared by their bits: 0.0 and -0.0 are two groups.
      Trees arguments;
      arguments.push_back(key->Copy());
      const size_t sign = groups.group_expressions.size();
      groups.group_expressions.push_back(MakeFunction(InternalName("IS_NEGATIVE_ZERO"), std::move(arguments)));
      for (auto& set : groups.grouping_sets) {
        if (set.count(i) > 0) set.insert(sign);
      }
    }
  }
}

Output Analyzer::Select(duckdb::SelectNode& node, const Scope* outer, const std::vector<DataType>* target) {
  Scope scope;
  scope.parent = outer;
  // The NULLs of an INSERT's VALUES take the types of the target.
  const bool values = node.from_table->type == duckdb::TableReferenceType::EXPRESSION_LIST;
  insert_target_ = values ? target : nullptr;
  From(node.from_table, scope);
  insert_target_ = nullptr;
  ExpandStars(node, scope);

  // Where the names come from: AS, else the column's, else the position.
  Output output(node.select_list.size());
  std::vector<Tree> written;
  for (size_t i = 0; i < output.size(); i++) {
    auto& item = *node.select_list[i];
    if (item.HasAlias()) {
      output[i].name = item.GetAlias();
    } else if (item.GetExpressionClass() == ExpressionClass::COLUMN_REF) {
      output[i].name = item.Cast<duckdb::ColumnRefExpression>().column_names.back();
    } else {
      output[i].name = UnnamedColumn(i);
    }
    written.push_back(item.Copy());
  }
  Uniquify(output);

  bool grouped = !node.groups.group_expressions.empty() || !node.groups.grouping_sets.empty() || node.having;
  for (const auto& item : node.select_list) grouped = grouped || ContainsAggregate(*item);
  if (node.qualify) grouped = grouped || ContainsAggregate(*node.qualify);
  for (const auto& modifier : node.modifiers) {
    if (modifier->type != duckdb::ResultModifierType::ORDER_MODIFIER) continue;
    for (const auto& order : modifier->Cast<duckdb::OrderModifier>().orders) {
      grouped = grouped || ContainsAggregate(*order.expression);
    }
  }

  if (node.where_clause) {
    Place place;
    place.scope = &scope;
    place.clause = "WHERE";
    RequireBoolean(node.where_clause, place, "the condition of WHERE");
  }
  std::vector<Tree> keys;
  std::vector<DataType> key_types;
  const bool has_group_by = !node.groups.group_expressions.empty();
  GroupBy(node, scope, keys, key_types);

  Place place;
  place.scope = &scope;
  place.grouped = grouped;
  place.aggregates_allowed = true;
  place.windows_allowed = true;
  place.group_keys = &keys;
  place.group_types = &key_types;
  place.has_group_by = has_group_by;
  const auto& sets = node.groups.grouping_sets;
  for (auto set = sets.begin(); set != sets.end(); ++set) {
    place.repeats_sets = place.repeats_sets || std::find(std::next(set), sets.end(), *set) != sets.end();
  }
  const auto check_grouping = [&](const Place& at) {
    if (at.ungrouped.empty()) return;
    Fail(at.ungrouped[0].second, "column '" + at.ungrouped[0].first + "' is neither grouped nor aggregated",
         "add it to GROUP BY");
  };
  for (size_t i = 0; i < output.size(); i++) {
    auto& item = node.select_list[i];
    const Span span = SpanOf(*item);
    output[i].typed = Visit(item, place);
    check_grouping(place);
    if (output[i].typed.IsNullLiteral()) {
      if (target == nullptr || i >= target->size()) {
        Fail(span, "illegal use of NULL: its type is unknown", "CAST(NULL AS ..)");
      }
      Cast(item, output[i].typed.type, (*target)[i]);
      output[i].typed.type = WithNull((*target)[i], true);
    }
    item->SetAlias(output[i].emitted);
  }
  std::vector<std::pair<std::string, const duckdb::ParsedExpression*>> items;
  for (size_t i = 0; i < output.size(); i++) items.emplace_back(output[i].name, written[i].get());
  if (node.having) {
    Place having = place;
    having.clause = "HAVING";
    having.windows_allowed = false;
    // Ours, in batch: a name of the SELECT list.
    if (!context_.streaming) having.outputs = &items;
    having.columns_first = true;
    RequireBoolean(node.having, having, "the condition of HAVING");
    check_grouping(having);
  }
  if (node.qualify) {
    bool window = ContainsWindow(*node.qualify);
    for (const auto& item : written) window = window || ContainsWindow(*item);
    if (!window) {
      Fail(SpanOf(*node.qualify), "QUALIFY needs a function with OVER", "a plain condition stands in WHERE or HAVING");
    }
    Place qualify = place;
    qualify.clause = "QUALIFY";
    RequireBoolean(node.qualify, qualify, "the condition of QUALIFY");
    check_grouping(qualify);
  }
  Place order = place;
  order.clause = "ORDER BY";
  Modifiers(node, output, &order, items);
  check_grouping(order);
  return output;
}

void Analyzer::Modifiers(duckdb::QueryNode& node, Output& output, Place* place,
                         const std::vector<std::pair<std::string, const duckdb::ParsedExpression*>>& items) {
  for (auto& modifier : node.modifiers) {
    if (modifier->type != duckdb::ResultModifierType::ORDER_MODIFIER) continue;
    duckdb::vector<duckdb::OrderByNode> kept;
    for (auto& order : modifier->Cast<duckdb::OrderModifier>().orders) {
      auto& tree = order.expression;
      const Span span = SpanOf(*tree);
      std::optional<size_t> position;
      if (IsIntegerConstant(*tree)) {
        const auto ordinal = tree->Cast<duckdb::ConstantExpression>().value.GetValue<int64_t>();
        if (ordinal < 1 || ordinal > static_cast<int64_t>(output.size())) {
          Fail(span, "ORDER BY " + std::to_string(ordinal) + ": there is no such column");
        }
        position = static_cast<size_t>(ordinal - 1);
      } else if (tree->GetExpressionClass() == ExpressionClass::COLUMN_REF &&
                 tree->Cast<duckdb::ColumnRefExpression>().column_names.size() == 1) {
        for (size_t i = 0; i < output.size() && !position; i++) {
          if (output[i].name == tree->Cast<duckdb::ColumnRefExpression>().column_names[0]) position = i;
        }
      }
      if (!position && place == nullptr) {
        Fail(span, "ORDER BY of a set operation takes the names or positions of its columns",
             "put the set operation into a subquery");
      }
      if (!position) {
        place->outputs = &items;
        const Typed typed = Visit(tree, *place);
        place->outputs = nullptr;
        if (HasDistinct(node) && tree->GetExpressionClass() != ExpressionClass::CONSTANT) {
          const auto& selected = node.Cast<duckdb::SelectNode>().select_list;
          const bool shown =
              std::any_of(selected.begin(), selected.end(), [&](const Tree& item) { return item->Equals(*tree); });
          if (!shown) {
            Fail(span, "ORDER BY of a SELECT DISTINCT takes what is selected only", "add it to the SELECT list");
          }
        }
        RequireOrder(typed.type, span);
        if (tree->GetExpressionClass() == ExpressionClass::CONSTANT) continue;
      }
      if (position) {
        RequireOrder(output[*position].typed.type, span);
        tree = Position(*position);
        tree->SetQueryLocation(span.offset);
      }
      kept.push_back(std::move(order));
    }
    modifier->Cast<duckdb::OrderModifier>().orders = std::move(kept);
  }
  node.modifiers.erase(std::remove_if(node.modifiers.begin(), node.modifiers.end(),
                                      [](const auto& modifier) {
                                        return modifier->type == duckdb::ResultModifierType::ORDER_MODIFIER &&
                                               modifier->template Cast<duckdb::OrderModifier>().orders.empty();
                                      }),
                       node.modifiers.end());
}

Output Analyzer::SetOperation(duckdb::SetOperationNode& node, const Scope* outer, const std::vector<DataType>* target) {
  Output left = Query(node.left, outer, target);
  Output right = Query(node.right, outer, target);
  const std::string name = SetName(node);
  if (left.size() != right.size()) {
    Fail({}, "column count mismatch in " + name + ": " + std::to_string(left.size()) + " and " +
                 std::to_string(right.size()));
  }
  std::vector<DataType> types;
  for (size_t i = 0; i < left.size(); i++) {
    const DataType &a = left[i].typed.type, &b = right[i].typed.type;
    const auto common = CommonType({a, b}, Mixing::Leftmost);
    if (!common) {
      const bool number_and_time =
          (function::IsInteger(a) && function::IsDateTime(b)) || (function::IsDateTime(a) && function::IsInteger(b));
      Fail({},
           "type mismatch in column " + std::to_string(i + 1) + " of " + name + ": " + function::MessageName(a) +
               " and " + function::MessageName(b),
           "CAST one of them", number_and_time ? ErrorStage::Plan : ErrorStage::Validation);
    }
    if (name != "UNION ALL" && (common->root == TypeRoot::Map || common->root == TypeRoot::Multiset)) {
      Fail({}, name + " cannot compare values of " + function::MessageName(*common), "", ErrorStage::Plan);
    }
    types.push_back(*common);
  }
  CastOutput(node.left, left, types);
  CastOutput(node.right, right, types);
  for (size_t i = 0; i < left.size(); i++) {
    left[i].typed.type = types[i];
    if (right[i].typed.time != left[i].typed.time) left[i].typed.time = TimeAttribute::None;
  }
  Modifiers(node, left, nullptr, {});
  return left;
}

void Analyzer::CastOutput(Node& node, Output& output, const std::vector<DataType>& types) {
  bool same = true;
  for (size_t i = 0; i < types.size(); i++) {
    same = same && ToLogicalType(output[i].typed.type) == ToLogicalType(types[i]);
  }
  if (same) return;
  if (node->type == duckdb::QueryNodeType::SELECT_NODE && !HasDistinct(*node)) {
    auto& items = node->Cast<duckdb::SelectNode>().select_list;
    for (size_t i = 0; i < types.size(); i++) Cast(items[i], output[i].typed.type, types[i]);
  } else {
    auto statement = make_uniq<duckdb::SelectStatement>();
    statement->node = std::move(node);
    auto outer = make_uniq<duckdb::SelectNode>();
    const std::string alias = UniqueAlias("");
    for (size_t i = 0; i < types.size(); i++) {
      Tree column = make_uniq<duckdb::ColumnRefExpression>(output[i].emitted, alias);
      Cast(column, output[i].typed.type, types[i]);
      column->SetAlias(output[i].emitted);
      outer->select_list.push_back(std::move(column));
    }
    auto from = make_uniq<duckdb::SubqueryRef>(std::move(statement), alias);
    for (const auto& column : output) from->column_name_alias.push_back(column.emitted);
    outer->from_table = std::move(from);
    node = std::move(outer);
  }
  for (size_t i = 0; i < types.size(); i++) {
    output[i].typed.type = WithNull(types[i], output[i].typed.type.nullable);
  }
}

}  // namespace tarn::sql

#include "sql/scan/process_call.h"

#include <algorithm>
#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/expression/function_expression.hpp>
#include <duckdb/parser/expression/subquery_expression.hpp>
#include <map>

#include "base/ascii_case.h"
#include "function/process_functions.h"
#include "sql/names.h"
#include "sql/sql_error.h"

namespace tarn::sql {
namespace {

struct Arguments {
  std::map<std::string, duckdb::ParsedExpression*> values;  // lower-case name (or x.partition_by) -> argument
};

Span SpanOf(const duckdb::ParsedExpression& expression) {
  const auto location = expression.GetQueryLocation();
  return {location.IsValid() ? location.GetIndex() : 0, 0};
}

[[noreturn]] void RefuseCall(const duckdb::ParsedExpression& where, const std::string& message,
                             const std::string& hint = "") {
  throw SqlError(ErrorStage::Validation, SpanOf(where), message, hint);
}

std::vector<std::string> ParameterNames(const stream::ProcessFunctionEntry& entry) {
  std::vector<std::string> names;
  for (const auto& table : entry.tables) names.push_back(table.name);
  for (const auto& scalar : entry.scalars) names.push_back(scalar.name);
  if (entry.needs_time) names.emplace_back("on_time");
  names.emplace_back("uid");
  return names;
}

Arguments Match(const duckdb::FunctionExpression& call, const stream::ProcessFunctionEntry& entry) {
  const auto names = ParameterNames(entry);
  Arguments arguments;
  size_t position = 0;
  for (const auto& child : call.children) {
    std::string name = AsciiLower(DecodeName(child->GetAlias()));
    const size_t dot = name.find('.');
    if (dot != std::string::npos) {
      // PARTITION BY and ORDER BY name their table by its name or by its position from 0.
      std::string table = name.substr(0, dot);
      if (!table.empty() && std::all_of(table.begin(), table.end(), [](unsigned char c) { return std::isdigit(c); })) {
        const size_t index = std::stoul(table);
        if (index < names.size()) table = names[index];
      }
      arguments.values[AsciiLower(table) + name.substr(dot)] = child.get();
      continue;
    }
    if (name.empty()) {
      if (position >= names.size()) RefuseCall(*child, entry.name + " takes no more arguments");
      name = names[position];
    }
    position++;
    const auto known = std::find_if(names.begin(), names.end(),
                                    [&](const auto& known_name) { return AsciiLower(known_name) == name; });
    if (known == names.end()) {
      RefuseCall(*child, entry.name + " has no argument '" + name + "'", SuggestName(name, names));
    }
    if (!arguments.values.emplace(AsciiLower(*known), child.get()).second) {
      RefuseCall(*child, "argument '" + *known + "' is given twice");
    }
  }
  return arguments;
}

// descriptor('a', 'b') -> decoded names.
std::vector<std::string> Descriptor(const duckdb::ParsedExpression& expression, const std::string& what) {
  if (expression.GetExpressionClass() != duckdb::ExpressionClass::FUNCTION) RefuseCall(expression, what);
  std::vector<std::string> names;
  for (const auto& child : expression.Cast<duckdb::FunctionExpression>().children) {
    if (child->GetExpressionClass() != duckdb::ExpressionClass::CONSTANT) RefuseCall(expression, what);
    names.push_back(DecodeName(child->Cast<duckdb::ConstantExpression>().value.ToString()));
  }
  return names;
}

size_t ColumnOf(const duckdb::ParsedExpression& where, const std::vector<TypedColumn>& columns,
                const std::string& name) {
  std::vector<std::string> names;
  for (size_t i = 0; i < columns.size(); i++) {
    if (columns[i].name == name) return i;
    names.push_back(columns[i].name);
  }
  RefuseCall(where, "column '" + name + "' is not in the table argument", SuggestName(name, names));
}

size_t TimeColumn(const duckdb::ParsedExpression& where, const std::vector<TypedColumn>& columns,
                  const std::string& name) {
  const size_t index = ColumnOf(where, columns, name);
  const auto& type = columns[index].type;
  if (type.root != paimon::TypeRoot::Timestamp && type.root != paimon::TypeRoot::TimestampLtz) {
    RefuseCall(where, "column '" + name + "' is " + paimon::ToSql(type.Nullable()) +
                          "; on_time must be a TIMESTAMP or TIMESTAMP_LTZ");
  }
  return index;
}

duckdb::QueryNode& TableQuery(duckdb::ParsedExpression& argument, const std::string& name) {
  if (argument.GetExpressionClass() != duckdb::ExpressionClass::SUBQUERY) {
    RefuseCall(argument, "argument '" + name + "' must be a table: TABLE t, or a query in parentheses");
  }
  return *argument.Cast<duckdb::SubqueryExpression>().subquery->node;
}

void ReadTables(const duckdb::FunctionExpression& call, const Arguments& arguments, const ArgumentColumns& columns_of,
                BoundProcess& process) {
  const auto& entry = *process.entry;
  std::vector<std::string> time_columns;
  const auto on_time = arguments.values.find("on_time");
  if (on_time != arguments.values.end()) {
    time_columns = Descriptor(*on_time->second, "argument 'on_time' must be DESCRIPTOR(column)");
  } else if (entry.needs_time) {
    RefuseCall(call, entry.name + " needs the argument 'on_time' => DESCRIPTOR(column)");
  }
  for (size_t i = 0; i < entry.tables.size(); i++) {
    const auto& parameter = entry.tables[i];
    stream::TableArgument table;
    const auto given = arguments.values.find(AsciiLower(parameter.name));
    if (given == arguments.values.end()) {
      if (!parameter.optional) RefuseCall(call, entry.name + " needs the table argument '" + parameter.name + "'");
      process.call.tables.push_back(std::move(table));
      continue;
    }
    table.given = true;
    const auto columns = columns_of(i, TableQuery(*given->second, parameter.name));
    for (const auto& column : columns) table.columns.push_back({column.name, column.type});
    const auto partition = arguments.values.find(AsciiLower(parameter.name) + ".partition_by");
    if (partition != arguments.values.end()) {
      for (const auto& name : Descriptor(*partition->second, "PARTITION BY takes columns")) {
        table.partition_by.push_back(ColumnOf(*partition->second, columns, name));
      }
    }
    if (parameter.semantics == stream::TableSemantics::Set && on_time != arguments.values.end()) {
      table.time = TimeColumn(*on_time->second, columns, time_columns.at(0));
    }
    process.input_columns.push_back(columns);
    process.call.tables.push_back(std::move(table));
  }
}

void ReadScalars(const duckdb::FunctionExpression& call, const Arguments& arguments, BoundProcess& process) {
  for (const auto& parameter : process.entry->scalars) {
    const auto given = arguments.values.find(AsciiLower(parameter.name));
    if (given == arguments.values.end()) {
      if (!parameter.default_value)
        RefuseCall(call, process.entry->name + " needs the argument '" + parameter.name + "'");
      process.call.scalars[parameter.name] = parameter.default_value;
      continue;
    }
    if (given->second->GetExpressionClass() != duckdb::ExpressionClass::CONSTANT) {
      RefuseCall(*given->second, "argument '" + parameter.name + "' must be a literal");
    }
    const auto& value = given->second->Cast<duckdb::ConstantExpression>().value;
    std::optional<std::string> text;
    if (!value.IsNull()) text = value.ToString();
    process.arguments_text +=
        (process.arguments_text.empty() ? "" : ", ") + parameter.name + " " + text.value_or("NULL");
    process.call.scalars[parameter.name] = text;
  }
  const auto uid = arguments.values.find("uid");
  if (uid != arguments.values.end() && uid->second->GetExpressionClass() == duckdb::ExpressionClass::CONSTANT) {
    process.uid = uid->second->Cast<duckdb::ConstantExpression>().value.ToString();
  }
}

// Flink: the partition columns, the function's own, and the time; unless the function has a shape of its own.
std::vector<TypedColumn> ResultColumns(const BoundProcess& process, const stream::ProcessFunction& function) {
  std::vector<TypedColumn> columns;
  if (!function.OwnShape()) {
    for (const auto& table : process.call.tables) {
      for (const size_t key : table.partition_by) {
        columns.push_back({table.columns[key].name, table.columns[key].type, TimeAttribute::None});
      }
    }
  }
  const auto time = function.OutputTime();
  size_t index = 0;
  for (const auto& column : function.OutputColumns()) {
    columns.push_back({column.name, column.type, time == index ? TimeAttribute::Rowtime : TimeAttribute::None});
    index++;
  }
  if (function.OwnShape()) return columns;
  for (const auto& table : process.call.tables) {
    if (!table.time) continue;
    columns.push_back({"rowtime", table.columns[*table.time].type, TimeAttribute::Rowtime});
    break;
  }
  return columns;
}

}  // namespace

std::shared_ptr<BoundProcess> ReadProcessCall(const duckdb::TableFunctionRef& ref, const ArgumentColumns& columns_of) {
  const auto& call = ref.function->Cast<duckdb::FunctionExpression>();
  const auto* entry = function::FindProcessFunction(DecodeName(call.function_name));
  if (entry == nullptr) return nullptr;
  auto process = std::make_shared<BoundProcess>();
  process->entry = entry;
  const auto arguments = Match(call, *entry);
  ReadTables(call, arguments, columns_of, *process);
  ReadScalars(call, arguments, *process);
  try {
    process->columns = ResultColumns(*process, *entry->make(process->call));
  } catch (const SqlError&) {
    throw;
  } catch (const Error& e) {
    throw SqlError(ErrorStage::Validation, SpanOf(call), e.what(), "", e.code());
  }
  return process;
}

std::vector<duckdb::unique_ptr<duckdb::QueryNode>> TakeInputs(duckdb::TableFunctionRef& ref,
                                                              const BoundProcess& process) {
  const auto& call = ref.function->Cast<duckdb::FunctionExpression>();
  const auto arguments = Match(call, *process.entry);
  std::vector<duckdb::unique_ptr<duckdb::QueryNode>> inputs;
  for (const auto& parameter : process.entry->tables) {
    const auto given = arguments.values.find(AsciiLower(parameter.name));
    if (given == arguments.values.end()) continue;
    inputs.push_back(std::move(given->second->Cast<duckdb::SubqueryExpression>().subquery->node));
  }
  return inputs;
}

}  // namespace tarn::sql

// The JSON functions of the SQL standard, with their clauses for what is empty, wrong or null.
#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/expression/function_expression.hpp>

#include "sql/parse/parser_impl.h"

namespace tarn::sql {

using duckdb::make_uniq;

namespace {

Tree Null() { return make_uniq<duckdb::ConstantExpression>(duckdb::Value()); }

}  // namespace

Tree Parser::ParseJsonValue(Span name) {
  Trees arguments;
  arguments.push_back(ParseTree());
  ExpectSymbol(",");
  arguments.push_back(ParseTree());
  std::string type;
  if (Accept("RETURNING")) type = paimon::ToSql(ParseBareType());
  std::string on_empty = "NULL";
  std::string on_error = "NULL";
  Tree empty_default = Null();
  Tree error_default = Null();
  while (IsAnyWord({"NULL", "ERROR", "DEFAULT"})) {
    const std::string behaviour = Take().upper;
    Tree value = behaviour == "DEFAULT" ? ParseTree() : Null();
    Expect("ON");
    if (Accept("EMPTY")) {
      on_empty = behaviour;
      empty_default = std::move(value);
    } else {
      Expect("ERROR");
      on_error = behaviour;
      error_default = std::move(value);
    }
  }
  ExpectSymbol(")");
  arguments.push_back(MakeConstant(type, name));
  arguments.push_back(MakeConstant(on_empty, name));
  arguments.push_back(std::move(empty_default));
  arguments.push_back(MakeConstant(on_error, name));
  arguments.push_back(std::move(error_default));
  return MakeCall("json_value", std::move(arguments), name);
}

Tree Parser::ParseJsonQuery(Span name) {
  Trees arguments;
  arguments.push_back(ParseTree());
  ExpectSymbol(",");
  arguments.push_back(ParseTree());
  std::string type;
  if (Accept("RETURNING")) type = paimon::ToSql(ParseBareType());
  std::string wrapper = "WITHOUT";
  if (Accept("WITHOUT")) {
    Accept("ARRAY");
    Expect("WRAPPER");
  } else if (Accept("WITH")) {
    wrapper = "UNCONDITIONAL";
    if (Accept("CONDITIONAL")) {
      wrapper = "CONDITIONAL";
    } else {
      Accept("UNCONDITIONAL");
    }
    Accept("ARRAY");
    Expect("WRAPPER");
  }
  std::string on_empty = "NULL";
  std::string on_error = "NULL";
  while (IsAnyWord({"NULL", "ERROR", "EMPTY"})) {
    std::string behaviour = Take().upper;
    if (behaviour == "EMPTY") behaviour += Accept("OBJECT") ? " OBJECT" : (Expect("ARRAY"), " ARRAY");
    Expect("ON");
    if (Accept("EMPTY")) {
      on_empty = behaviour;
    } else {
      Expect("ERROR");
      on_error = behaviour;
    }
  }
  ExpectSymbol(")");
  for (const auto& mark : {type, wrapper, on_empty, on_error}) arguments.push_back(MakeConstant(mark, name));
  return MakeCall("json_query", std::move(arguments), name);
}

Tree Parser::ParseJsonExists(Span name) {
  Trees arguments;
  arguments.push_back(ParseTree());
  ExpectSymbol(",");
  arguments.push_back(ParseTree());
  std::string on_error = "FALSE";
  if (IsAnyWord({"TRUE", "FALSE", "UNKNOWN", "ERROR"})) {
    on_error = Take().upper;
    Expect("ON");
    Expect("ERROR");
  }
  ExpectSymbol(")");
  arguments.push_back(MakeConstant(on_error, name));
  return MakeCall("json_exists", std::move(arguments), name);
}

Tree Parser::ParseJsonObject(const std::string& lower, Span name) {
  Trees arguments;
  arguments.push_back(nullptr);
  const bool aggregate = lower == "json_objectagg";
  std::string on_null = "NULL";
  const auto null_clause = [&] {
    if (Accept("NULL", "ON", "NULL")) return;
    if (Accept("ABSENT", "ON", "NULL")) on_null = "ABSENT";
  };
  if (!IsSymbol(")") && !IsWord("ABSENT") && !(IsWord("NULL") && IsWord("ON", 1))) {
    do {
      if (IsWord("KEY") && !IsSymbol(")", 1) && !IsSymbol(",", 1) && !IsSymbol(":", 1) && !IsSymbol(".", 1)) Take();
      arguments.push_back(ParseTree());
      if (!Accept("VALUE") && !AcceptSymbol(":") && !AcceptSymbol(",")) Unexpected("VALUE", "KEY 'name' VALUE value");
      arguments.push_back(ParseTree());
    } while (!aggregate && AcceptSymbol(","));
  }
  null_clause();
  ExpectSymbol(")");
  arguments[0] = MakeConstant(on_null, name);
  Tree call = MakeCall(lower, std::move(arguments), name);
  if (aggregate && IsWord("FILTER") && IsSymbol("(", 1)) {
    Take();
    Take();
    Expect("WHERE");
    call->Cast<duckdb::FunctionExpression>().filter = ParseTree();
    ExpectSymbol(")");
  }
  return call;
}

Tree Parser::ParseJsonArray(const std::string& lower, Span name) {
  Trees arguments;
  arguments.push_back(nullptr);
  std::string on_null = "ABSENT";
  duckdb::unique_ptr<duckdb::OrderModifier> order;
  if (!IsSymbol(")") && !IsWord("ABSENT") && !(IsWord("NULL") && IsWord("ON", 1))) {
    do {
      arguments.push_back(ParseTree());
    } while (lower == "json_array" && AcceptSymbol(","));
    if (Accept("ORDER", "BY")) {
      order = make_uniq<duckdb::OrderModifier>();
      order->orders = ParseOrderItems();
    }
  }
  if (Accept("NULL", "ON", "NULL")) {
    on_null = "NULL";
  } else {
    Accept("ABSENT", "ON", "NULL");
  }
  ExpectSymbol(")");
  arguments[0] = MakeConstant(on_null, name);
  Tree call = MakeCall(lower, std::move(arguments), name);
  auto& function = call->Cast<duckdb::FunctionExpression>();
  function.order_bys = std::move(order);
  if (lower == "json_arrayagg" && IsWord("FILTER") && IsSymbol("(", 1)) {
    Take();
    Take();
    Expect("WHERE");
    function.filter = ParseTree();
    ExpectSymbol(")");
  }
  return call;
}

}  // namespace tarn::sql

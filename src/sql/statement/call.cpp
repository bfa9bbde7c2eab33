// CALL: finds the procedure and lays the arguments on its parameters.
#include <algorithm>
#include <set>

#include "sql/constant.h"
#include "sql/procedure/procedures.h"
#include "sql/statement/run.h"
#include "sql/statement/table_schema.h"

namespace tarn::sql {
namespace {

[[noreturn]] void RefuseCall(Span span, const std::string& what, const std::string& hint = "") {
  throw SqlError(ErrorStage::Validation, span, what, hint);
}

const Procedure& ProcedureOf(const ObjectName& name) {
  std::vector<std::string> known;
  for (const auto& procedure : Procedures()) {
    known.push_back("sys." + procedure.name);
    const bool in_sys = name.parts.size() >= 2 && name.parts[name.parts.size() - 2].text == "sys";
    if (in_sys && name.parts.back().text == procedure.name) return procedure;
  }
  RefuseCall(name.span(), "there is no procedure " + name.Text(), SuggestName(name.Text(), known));
}

std::string SignatureOf(const Procedure& procedure) {
  std::string text = "sys." + procedure.name + "(";
  for (size_t i = 0; i < procedure.parameters.size(); i++) {
    const auto& parameter = procedure.parameters[i];
    text += (i == 0 ? "" : ", ") + parameter.name + (parameter.required ? "" : "?");
  }
  return text + (procedure.variadic ? ", ..)" : ")");
}

/// Nullopt: NULL, which is as if an argument that may be left out had been.
std::optional<std::string> ArgumentValue(Session& session, CallStatement::Argument& argument,
                                         const ProcedureParameter& parameter) {
  const auto value = EvaluateConstant(session, std::move(argument.value.tree), RowContext(session));
  if (value.IsNull()) {
    if (parameter.required) RefuseCall(argument.value.span, "'" + parameter.name + "' must not be NULL");
    return std::nullopt;
  }
  const bool number = value.type().IsIntegral();
  if (number != (parameter.type == ProcedureParameter::Type::Number))
    RefuseCall(argument.value.span,
               "'" + parameter.name + "' must be " + (number ? "a text in single quotes" : "a whole number"));
  return value.ToString();
}

ProcedureArguments ArgumentsOf(Session& session, CallStatement& statement, const Procedure& procedure) {
  ProcedureArguments arguments;
  const auto& parameters = procedure.parameters;
  std::vector<std::string> names;
  for (const auto& parameter : parameters) names.push_back(parameter.name);
  std::set<size_t> seen;
  for (size_t i = 0; i < statement.arguments.size(); i++) {
    auto& argument = statement.arguments[i];
    size_t index = i;
    if (argument.name) {
      const auto found = std::find(names.begin(), names.end(), argument.name->text);
      if (found == names.end())
        RefuseCall(argument.name->span, procedure.name + " has no parameter '" + argument.name->text + "'",
                   SuggestName(argument.name->text, names));
      index = static_cast<size_t>(found - names.begin());
    } else if (index >= parameters.size()) {
      if (!procedure.variadic) RefuseCall(argument.value.span, "too many arguments", "it is " + SignatureOf(procedure));
      if (auto value = ArgumentValue(session, argument, parameters.back())) arguments.rest.push_back(*value);
      continue;
    }
    if (!seen.insert(index).second) RefuseCall(argument.value.span, "'" + names[index] + "' is given twice");
    if (auto value = ArgumentValue(session, argument, parameters[index])) arguments.given[names[index]] = *value;
  }
  for (const auto& parameter : parameters)
    if (parameter.required && !arguments.given.contains(parameter.name))
      RefuseCall(statement.procedure.span(), procedure.name + " needs '" + parameter.name + "'",
                 "it is " + SignatureOf(procedure));
  return arguments;
}

}  // namespace

Outcome Run(Session& session, CallStatement& statement) {
  const auto& procedure = ProcedureOf(statement.procedure);
  const auto arguments = ArgumentsOf(session, statement, procedure);
  std::vector<std::vector<std::optional<std::string>>> rows;
  try {
    for (auto& line : procedure.run(session, arguments)) rows.push_back({std::move(line)});
  } catch (const SqlError&) {
    throw;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::Cancelled || error.code() == ErrorCode::IoFailed) throw;
    throw SqlError(ErrorStage::Plan, statement.procedure.span(), error.what(), "", error.code());
  }
  return RowsOfText(TextColumns({"result"}), std::move(rows));
}

}  // namespace tarn::sql

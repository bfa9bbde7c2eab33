// What a SQL function is: a name, a rule that is run when a call is validated (argument types in, conversions, result
// type and kernel out), and the kernel. The list of all functions is functions.cpp. sql/types runs the rule twice with
// the same outcome: while validating, where nullability and literals are known, and while DuckDB binds, where it needs
// the kernel; so a kernel may depend on types and literals but never on nullability.
#pragma once

#include <duckdb/common/types/value.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "function/kernel.h"
#include "function/type_rules.h"

namespace tarn::function {

struct Argument {
  DataType type;
  std::optional<duckdb::Value> literal;  // set for a literal (also a NULL one)
};

/// One call, as it is written.
struct Call {
  std::string name;  // as the user knows the function
  std::vector<Argument> arguments;

  size_t size() const { return arguments.size(); }
  const DataType& type(size_t i) const { return arguments[i].type; }
  bool AnyNullable() const;
  /// Of the arguments, each NOT NULL.
  std::vector<DataType> TypesAsGiven() const;
  /// Throws the error of a call with wrong arguments: "Cannot apply 'UPPER' to arguments of type 'UPPER(<INTEGER>)'..."
  [[noreturn]] void Refuse(std::string_view supported = "") const;
  void RequireCount(size_t at_least, size_t at_most) const;
  /// As Refuse, where the argument is no string, or no integer.
  void RequireText(size_t index) const;
  void RequireInteger(size_t index) const;
  /// A string that is written in the call; nullopt: it is no literal, or NULL.
  std::optional<std::string> LiteralText(size_t index) const;
};

/// The outcome of the rule: the types that the arguments are converted to, the result's type, the kernel.
struct Resolved {
  std::vector<DataType> parameters;
  DataType result;
  Kernel kernel;
  bool can_fail = false;  // on bad data: matters for when it is evaluated
};

enum class Volatility {
  Fixed,   // equal arguments, equal results
  PerCall  // RAND, UUID
};

struct Function {
  const char* name;         // upper case, or an operator
  const char* signature;    // "SUBSTRING(string, start [, length])"
  const char* description;  // one line
  const char* example;      // an expression that runs
  Resolved (*resolve)(const Call&);
  Volatility volatility = Volatility::Fixed;
  bool uses_zone = false;  // the session's time zone is handed in as one more argument, a STRING literal
};

/// What a call becomes that the analyzer builds itself (src/sql/types): CASE, constructors, aggregates, windows.
struct Special {
  enum class Kind { Form, Aggregate, Window };
  const char* name;
  Kind kind;
  const char* signature;
  const char* description;
  const char* example;
};

/// The list (functions.cpp). Names are looked up in any letter case.
const Function* FindFunction(std::string_view name);
const Special* FindSpecial(std::string_view name);
const std::vector<Function>& Functions();
/// Functions that no user can name: what implicit conversions and operators become.
const std::vector<Function>& InternalFunctions();
const Function& InternalFunction(std::string_view name);
const std::vector<Special>& Specials();
/// All names that a user may call, for "did you mean".
const std::vector<std::string>& FunctionNames();

/// The rule for most functions: all parameters as given, NULL in = NULL out.
Resolved Ordinary(const Call& call, std::vector<DataType> parameters, DataType result, Kernel kernel);

}  // namespace tarn::function

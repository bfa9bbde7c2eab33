// Procedures: CALL sys.name(..). A procedure = one function and one line in procedures.cpp. Names, parameters and
// results are Paimon's.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sql/session.h"
#include "sql/types/analyze.h"
#include "table/table.h"

namespace tarn::sql {

struct ProcedureParameter {
  enum class Type { Text, Number };
  std::string name;
  Type type = Type::Text;
  bool required = false;
};

/// What a call was given: by parameter; those beyond a variadic procedure's last one in `rest`.
struct ProcedureArguments {
  std::map<std::string, std::string> given;
  std::vector<std::string> rest;

  std::optional<std::string> Find(const std::string& name) const;
  std::string Get(const std::string& name) const { return given.at(name); }
  std::optional<int64_t> FindNumber(const std::string& name) const;
};

struct Procedure {
  std::string name;
  std::vector<ProcedureParameter> parameters;
  bool variadic = false;  // more values of the last parameter's kind may follow
  std::vector<std::string> (*run)(Session& session, const ProcedureArguments& arguments);  // rows of one column
};

/// Sorted by name.
const std::vector<Procedure>& Procedures();

/// The Paimon table that an argument `table` names ('db.t' or 't'), with the options of an argument `options`
/// ('k=v,k=v') laid over its own.
std::shared_ptr<const table::Table> TableArgument(Session& session, const ProcedureArguments& arguments);

/// 'dt=a,h=1': a partition's values, options. Refuses a name that is given twice.
std::map<std::string, std::string> ParsePairs(const std::string& text);

}  // namespace tarn::sql

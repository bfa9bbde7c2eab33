// What a table reference of a syntax tree says beside its name: OPTIONS hints and FOR SYSTEM_TIME AS OF (parse/parser.h
// lays them into an AtClause of unit "tarn").
#pragma once

#include <duckdb/parser/tableref/basetableref.hpp>
#include <map>
#include <string>
#include <vector>

#include "sql/catalog/table_definition.h"
#include "sql/sql_error.h"

namespace tarn::sql {

/// Where a statement gives the options of a table: a hint, or the time or version that becomes one.
using OptionPlaces = std::map<std::string, Span>;

struct TableReference {
  std::vector<std::string> name;  // one to three parts, decoded
  OptionMap hints;
  OptionPlaces places;
  duckdb::unique_ptr<duckdb::ParsedExpression> timestamp;  // may be null
  duckdb::unique_ptr<duckdb::ParsedExpression> version;    // may be null
};

TableReference ReadReference(const duckdb::BaseTableRef& ref);

}  // namespace tarn::sql

// What a table reference of a syntax tree says beside its name: OPTIONS hints and FOR SYSTEM_TIME AS OF (parse/parser.h
// lays them into an AtClause of unit "tarn").
#pragma once

#include <duckdb/parser/tableref/basetableref.hpp>
#include <string>
#include <vector>

#include "sql/catalog/table_definition.h"

namespace tarn::sql {

struct TableReference {
  std::vector<std::string> name;  // one to three parts, decoded
  OptionMap hints;
  duckdb::unique_ptr<duckdb::ParsedExpression> timestamp;  // may be null
  duckdb::unique_ptr<duckdb::ParsedExpression> version;    // may be null
};

TableReference ReadReference(const duckdb::BaseTableRef& ref);

}  // namespace tarn::sql

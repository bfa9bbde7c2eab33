// A warehouse directory as a catalog (Paimon's FileSystemCatalog): databases are folders `<name>.db`, tables folders
// with schema files in them. Holds no state of its own, so it sees at once what other engines do there.
//
// Computed columns, metadata columns and the watermark have no place in Paimon's schema; as Paimon's Flink catalog
// does, they are kept in the table's options: schema.<i>.name / .data-type / .expr / .metadata / .virtual / .comment,
// where i counts all columns, and schema.watermark.0.rowtime / .strategy.expr / .strategy.data-type.
#pragma once

#include <memory>
#include <string>

#include "env/env.h"
#include "paimon/schema.h"
#include "sql/catalog/catalog.h"

namespace tarn::sql {

/// Makes the warehouse directory and the default database ("default", or the option `default-database`) if they are
/// missing. `options` are those of CREATE CATALOG ('type', 'warehouse', 'table-default.<key>' ..).
std::unique_ptr<Catalog> OpenPaimonCatalog(const env::Env& env, const OptionMap& options);

/// A table's definition as SHOW CREATE TABLE prints it: the path is among its options.
TableDefinition DefinitionOf(const paimon::TableSchema& schema, const std::string& directory);
/// Field ids are 0: AssignFieldIds numbers them. Options as Paimon keeps them, without 'connector' and 'path'.
paimon::TableSchema SchemaOf(const TableDefinition& definition);

}  // namespace tarn::sql

// Finds the tables of one statement: tells the validation what a name in FROM is (RelationLookup), and afterwards puts
// a scan in the place of each reference. One snapshot of a table serves all of a statement's references to it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sql/parse/statement.h"
#include "sql/scan/bound_process.h"
#include "sql/scan/bound_table.h"
#include "sql/scan/file_table.h"
#include "sql/scan/table_reference.h"
#include "sql/types/analyze.h"

namespace duckdb {
class Connection;
}

namespace tarn::sql {

class Session;

class TableBinder : public RelationLookup {
 public:
  /// The scans are for this connection. A streaming binder reads tables as sources.
  TableBinder(Session& session, duckdb::Connection& connection, bool streaming)
      : session_(session), connection_(connection), streaming_(streaming) {}

  // RelationLookup
  std::optional<Relation> Table(const duckdb::BaseTableRef& ref, std::vector<std::string>* near) override;
  std::optional<Relation> Function(const duckdb::TableFunctionRef& ref, const std::vector<TypedColumn>& input) override;

  /// After the validation: a batch query reads its tables by scans that compute the computed columns; a continuous one
  /// gets bare sources, whose lowering does that (and the watermark).
  void PutScans(duckdb::QueryNode& query);

  /// A table named in a statement (INSERT INTO t): throws SqlError(Validation) if there is none or it is a view.
  std::shared_ptr<const BoundTable> BindNamed(const ObjectName& name, const OptionList& hints);

  const std::vector<std::shared_ptr<const BoundTable>>& bound() const { return bound_; }

  AnalyzeContext Context();

 private:
  struct Reference {
    ObjectPath path;
    std::string system_table;
    OptionMap hints;
    OptionPlaces places;
    std::optional<int64_t> as_of_ms;
  };
  Reference Read(const duckdb::BaseTableRef& ref);
  std::shared_ptr<const BoundTable> Bind(const Reference& reference, const CatalogTable& table, bool temporary);
  void BindLake(BoundTable& bound, const Reference& reference, const std::string& directory);
  void NoteStreamOptions(const Reference& reference) const;
  void BindColumns(BoundTable& bound);
  std::vector<std::string> NamesNear(const ObjectPath& path) const;
  duckdb::unique_ptr<duckdb::TableRef> ScanOf(const std::shared_ptr<const BoundTable>& table, const std::string& alias);

  Relation File(const duckdb::BaseTableRef& ref);
  std::vector<TypedColumn> PlannedColumns(const duckdb::QueryNode& query);
  bool PutProcess(duckdb::unique_ptr<duckdb::TableRef>& ref, duckdb::TableFunctionRef& call);

  Session& session_;
  duckdb::Connection& connection_;
  bool streaming_;
  std::map<std::string, std::shared_ptr<const BoundTable>> by_reference_;  // key: the reference as text
  std::vector<std::shared_ptr<const BoundTable>> bound_;
  std::map<std::string, FileTable> files_;                                              // by the name as it is written
  std::map<const duckdb::ParsedExpression*, std::shared_ptr<BoundProcess>> processes_;  // by the call
};

}  // namespace tarn::sql

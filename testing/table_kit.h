// Small real tables for tests of the table store: make one, write rows, commit, and read everything back by a way of
// its own (whole files, merged in a map), so that a test does not judge the store by the store.
#pragma once

#include <algorithm>
#include <duckdb/main/client_context.hpp>
#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "columnar/change_batch.h"
#include "columnar/data_file_reader.h"
#include "columnar/duckdb_file_system.h"
#include "columnar/type_mapping.h"
#include "env/env.h"
#include "paimon/field_ids.h"
#include "paimon/partition_path.h"
#include "table/commit/committer.h"
#include "table/commit/manifest_files.h"
#include "table/commit/schema_commit.h"
#include "table/scan/manifest_loader.h"
#include "table/scan/snapshot_store.h"
#include "table/table.h"
#include "table/write/keyed_layout.h"
#include "table/write/table_writer.h"

namespace tarn::testing {

using Options = std::map<std::string, std::string>;

struct SchemaText {
  std::vector<std::pair<std::string, std::string>> columns;  // name, type
  std::vector<std::string> primary_key = {};
  std::vector<std::string> partition = {};
  Options options = {};
};

inline paimon::TableSchema MakeSchema(const SchemaText& text) {
  paimon::TableSchema schema;
  for (const auto& [name, type] : text.columns) {
    paimon::DataField field;
    field.name = name;
    field.type = paimon::ParseDataType(type);
    for (const auto& key : text.primary_key)
      if (key == name) field.type.nullable = false;
    schema.fields.push_back(std::move(field));
  }
  paimon::AssignFieldIds(schema.fields, schema.highest_field_id);
  schema.primary_keys = text.primary_key;
  schema.partition_keys = text.partition;
  schema.options = text.options;
  return schema;
}

/// A DuckDB instance of its own over one file system.
class TableKit {
 public:
  static constexpr char kWarehouse[] = "/w/default.db";

  explicit TableKit(env::FileSystem& fs) : fs_(fs), database_(nullptr), connection_(database_) {
    database_.GetFileSystem().RegisterSubSystem(columnar::NewDuckDbFileSystem(fs));
    connection_.Query("SET threads = 1");
    connection_.Query("SET TimeZone = 'UTC'");
  }

  env::Env env() const { return {fs_, env::SystemClock(), env::SystemRandom()}; }
  duckdb::ClientContext& context() { return *connection_.context; }

  std::shared_ptr<const table::Table> Make(const SchemaText& text, const std::string& name = "t") {
    table::CreateTable(env(), PathOf(name), MakeSchema(text));
    return Open(name);
  }
  std::shared_ptr<const table::Table> Open(const std::string& name = "t") const {
    return table::Table::Open(env(), PathOf(name));
  }
  std::string PathOf(const std::string& name) const { return warehouse + "/" + name; }

  /// Writes the rows that a query gives (its columns are the table's); the first column may be `op`.
  columnar::ChangeBatch Rows(const table::Table& table, const std::string& query) {
    auto result = connection_.Query(query);
    if (result->HasError()) throw Error(ErrorCode::InvalidInput, result->GetError());
    const auto types = columnar::VectorTypes(table.schema().fields);
    columnar::ChangeBatch batch;
    batch.chunk.Initialize(duckdb::Allocator::DefaultAllocator(), types,
                           std::max<duckdb::idx_t>(STANDARD_VECTOR_SIZE, result->RowCount()));
    const bool with_op = result->names[0] == "op";
    duckdb::idx_t row = 0;
    while (auto chunk = result->Fetch()) {
      for (duckdb::idx_t i = 0; i < chunk->size(); ++i, ++row) {
        if (with_op) batch.kinds.push_back(KindOf(chunk->GetValue(0, i).ToString()));
        for (size_t column = 0; column < types.size(); ++column)
          batch.chunk.SetValue(column, row, chunk->GetValue(column + with_op, i).DefaultCastAs(types[column]));
      }
    }
    batch.chunk.SetCardinality(row);
    return batch;
  }

  std::unique_ptr<table::TableWriter> Writer(std::shared_ptr<const table::Table> table,
                                             const table::WriterOptions& options = {}) {
    return table::NewTableWriter(context(), std::move(table), options);
  }

  /// One commit by a writer of its own.
  table::CommitOutcome Insert(const std::shared_ptr<const table::Table>& table, const std::string& query,
                              const std::string& user = "", int64_t identifier = paimon::Snapshot::kBatchIdentifier,
                              const table::WriterOptions& options = {}) {
    const auto writer = Writer(table, options);
    writer->Write(Rows(*table, query));
    return table::Commit(*table, {.user = user.empty() ? env().random.Uuid() : user,
                                  .identifier = identifier,
                                  .watermark_ms = {},
                                  .messages = writer->PrepareCommit()});
  }

  /// What the table holds: a line a row, values split by '|', sorted.
  std::vector<std::string> Read(const table::Table& table) {
    std::vector<std::string> lines;
    for (const auto& [key, row] : ReadRows(table)) lines.push_back(row.text);
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  /// Files that lie in the table's directories but that no snapshot names, temporary ones included.
  std::vector<std::string> Strays(const table::Table& table) {
    std::set<std::string> named;
    for (const auto& snapshot : table::ListSnapshots(table)) {
      named.insert(snapshot.base_manifest_list);
      named.insert(snapshot.delta_manifest_list);
      for (const auto& list : {snapshot.base_manifest_list, snapshot.delta_manifest_list})
        for (const auto& manifest : table::LoadManifestList(table, list)) {
          named.insert(manifest.file_name);
          for (const auto& entry : table::LoadManifest(table, manifest.file_name)) named.insert(entry.file.file_name);
        }
    }
    std::vector<std::string> strays;
    CollectStrays(table.path(), named, strays);
    return strays;
  }

  std::string warehouse = kWarehouse;

 private:
  struct Row {
    int64_t sequence = 0;
    columnar::RowKind kind = columnar::RowKind::Insert;
    std::string text;
  };

  static columnar::RowKind KindOf(const std::string& text) {
    for (const auto kind : {columnar::RowKind::Insert, columnar::RowKind::UpdateBefore, columnar::RowKind::UpdateAfter,
                            columnar::RowKind::Delete})
      if (columnar::ShortString(kind) == text) return kind;
    throw Error(ErrorCode::InvalidInput, "no row kind: " + text);
  }

  /// By partition and key; for append tables by a running number.
  std::map<std::string, Row> ReadRows(const table::Table& table) {
    std::map<std::string, Row> rows;
    const auto latest = table::LatestSnapshot(table);
    if (!latest) return rows;
    const bool keyed = table.HasPrimaryKey();
    const auto rules = paimon::PathRules::FromOptions(table.options());
    for (const auto& entry : table::LiveEntries(table, *latest)) {
      const table::KeyedLayout layout(table.schema());
      const auto& fields = keyed ? layout.fields : table.schema().fields;
      columnar::DataFileReader reader(
          context(),
          {.path = paimon::DataFilePath(table.path(), table.schema(), entry.partition, entry.bucket, entry.file, rules),
           .file_bytes = entry.file.file_size,
           .file = fields,
           .wanted = fields});
      duckdb::DataChunk chunk;
      while (reader.Read(chunk))
        for (duckdb::idx_t i = 0; i < chunk.size(); ++i) {
          Row row;
          const auto text = [&](size_t begin, size_t end) {
            std::string joined;
            for (size_t c = begin; c < end; ++c) joined += (c > begin ? "|" : "") + chunk.GetValue(c, i).ToString();
            return joined;
          };
          row.text = text(keyed ? layout.first_value() : 0, fields.size());
          if (!keyed) {
            rows[std::to_string(rows.size())] = std::move(row);
            continue;
          }
          row.sequence = chunk.GetValue(layout.sequence_column(), i).GetValue<int64_t>();
          row.kind = static_cast<columnar::RowKind>(chunk.GetValue(layout.kind_column(), i).GetValue<int8_t>());
          auto& known = rows[entry.partition + "|" + text(0, layout.key_count())];
          if (known.text.empty() || known.sequence < row.sequence) known = std::move(row);
        }
    }
    std::erase_if(rows, [](const auto& item) { return columnar::IsRetract(item.second.kind); });
    return rows;
  }

  void CollectStrays(const std::string& directory, const std::set<std::string>& named,
                     std::vector<std::string>& strays) {
    for (const auto& entry : fs_.List(directory)) {
      const std::string path = env::JoinPath(directory, entry.name);
      if (entry.is_directory) {
        CollectStrays(path, named, strays);
      } else if (entry.name.ends_with(".tmp") ||
                 ((entry.name.starts_with("data-") || entry.name.starts_with("manifest-")) &&
                  !named.contains(entry.name))) {
        strays.push_back(path);
      }
    }
  }

  env::FileSystem& fs_;
  duckdb::DuckDB database_;
  duckdb::Connection connection_;
};

}  // namespace tarn::testing

// The answer of a statement that gives rows: typed columns, and chunks that come as they are computed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "columnar/change_batch.h"
#include "sql/types/analyze.h"

namespace tarn::sql {

/// What reading tables took, for the shell's last line.
struct ScanReport {
  int64_t rows_read = 0;
  int64_t files_kept = 0;
  int64_t files_total = 0;
};

/// Used by one thread, but Cancel and Progress may come from another. Chunks hold the types that
/// ToLogicalType(columns[i].type) says.
class Rows {
 public:
  virtual ~Rows() = default;

  const std::vector<TypedColumn>& columns() const { return columns_; }
  /// False at the end; a batch is never empty otherwise. Throws Error (Cancelled after Cancel).
  virtual bool Next(columnar::ChangeBatch& batch) = 0;
  virtual void Cancel() {}
  /// Done share 0..1, or nullopt where it is not known.
  virtual std::optional<double> Progress() const { return std::nullopt; }
  virtual ScanReport Report() const { return {}; }

 protected:
  explicit Rows(std::vector<TypedColumn> columns) : columns_(std::move(columns)) {}

 private:
  std::vector<TypedColumn> columns_;
};

/// Rows of text that are there already (SHOW, DESCRIBE, EXPLAIN ..): nullopt = NULL. BOOLEAN columns take "TRUE" and
/// "FALSE", BIGINT ones digits; the rest is STRING.
std::unique_ptr<Rows> RowsOfText(std::vector<TypedColumn> columns,
                                 std::vector<std::vector<std::optional<std::string>>> rows);

/// STRING columns of these names.
std::vector<TypedColumn> TextColumns(const std::vector<std::string>& names);

}  // namespace tarn::sql

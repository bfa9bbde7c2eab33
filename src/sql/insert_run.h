// Writes the rows of a batch INSERT: into the target's sink or, for a Paimon table, its writer; all of it becomes
// visible at once, or nothing does.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "paimon/value.h"
#include "sql/rows.h"
#include "sql/scan/bound_table.h"
#include "sql/sql_error.h"

namespace tarn::sql {

class Session;

struct InsertRequest {
  std::shared_ptr<const BoundTable> target;
  std::vector<TypedColumn> columns;
  bool overwrite = false;
  /// Of an overwrite: the values of PARTITION (..), by column.
  std::optional<std::map<std::string, paimon::Value>> partition{};
  columnar::RowKind kind = columnar::RowKind::Insert;  // of every row
};

/// Throws SqlError at the place where the statement names its target if that is a Paimon table that Tarn cannot write.
void RequireWritable(const BoundTable& target, Span place);

/// Returns how many rows were written.
int64_t RunInsert(Session& session, Rows& rows, const InsertRequest& request);

}  // namespace tarn::sql

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

/// Returns how many rows were written.
int64_t RunInsert(Session& session, Rows& rows, const InsertRequest& request);

}  // namespace tarn::sql

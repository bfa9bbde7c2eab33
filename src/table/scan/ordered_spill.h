// One unit of an ordered replay that is too large to be sorted in memory: it goes through memory in pieces, each sorted
// and written to a temporary file, whose row groups are then merged like any others.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "columnar/data_file_reader.h"
#include "env/env.h"
#include "table/scan/ordered_run.h"

namespace duckdb {
class ClientContext;
}

namespace tarn::table {

/// Used by one thread. Its files are deleted one by one as they have been read, all of them by the destructor.
class OrderedSpill {
 public:
  /// `fields` are those of the runs. `directory` is made if it is not there.
  OrderedSpill(duckdb::ClientContext& context, const env::Env& env, std::string directory,
               std::vector<paimon::DataField> fields);
  ~OrderedSpill();
  OrderedSpill(const OrderedSpill&) = delete;
  OrderedSpill& operator=(const OrderedSpill&) = delete;

  /// Where a part of a piece begins: what the merge must know to open it in time.
  struct Part {
    size_t index;  // for Read
    int64_t low;
  };
  /// Writes the rows of a finished run, in their order; parts come in that order.
  std::vector<Part> Add(const OrderedRun& run);
  /// Into a prepared run of RunTypes(). Each part once.
  void Read(size_t part, OrderedRun& run);

  /// Those of the fields, then the row in the unit.
  const duckdb::vector<duckdb::LogicalType>& RunTypes() const { return types_; }

 private:
  struct Piece;

  duckdb::ClientContext& context_;
  env::Env env_;
  std::string directory_;
  std::vector<paimon::DataField> fields_;  // with the row in the unit
  duckdb::vector<duckdb::LogicalType> types_;
  std::vector<std::unique_ptr<Piece>> pieces_;
  std::vector<std::pair<size_t, size_t>> parts_;  // (piece, row group)
};

}  // namespace tarn::table

// Values of a batch as text, column by column.
#pragma once

#include <duckdb/common/types/value.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/time_zone.h"
#include "columnar/change_batch.h"
#include "sql/rows.h"

namespace tarn::app {

class Cells {
 public:
  Cells(const std::vector<sql::TypedColumn>& columns, const std::string& time_zone)
      : columns_(columns), zone_(TimeZone::Named(time_zone)) {}

  /// As CAST(.. AS STRING), timestamps with as many digits of the fraction as their type has, bytes as x'0aff'; nullopt
  /// for NULL.
  std::optional<std::string> Text(const columnar::ChangeBatch& batch, size_t column, size_t row) const;
  /// As a JSON value: numbers and booleans bare, NULL null, arrays and objects nested, everything else a string.
  std::string Json(const columnar::ChangeBatch& batch, size_t column, size_t row) const;

  const std::vector<sql::TypedColumn>& columns() const { return columns_; }

 private:
  std::vector<sql::TypedColumn> columns_;
  TimeZone zone_;
};

/// Width on a terminal: wide characters count two, combining marks none.
size_t DisplayWidth(std::string_view text);

}  // namespace tarn::app

// Prints the rows of a result in one of the formats of --format. One file a format, one line each in
// result_writers.cpp.
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/change_batch.h"
#include "sql/rows.h"

namespace tarn::app {

struct ResultStyle {
  std::string time_zone = "UTC";  // in which TIMESTAMP_LTZ is shown
  bool changes = false;           // a streaming result: a first column `op`
  int width = 0;                  // columns of the terminal, 0 = no limit
  size_t max_rows = 0;            // a box shows so many, the first and the last ones; 0 = all
};

/// Used by one thread, once: Begin, Write*, End.
class ResultWriter {
 public:
  virtual ~ResultWriter() = default;
  virtual void Begin(const std::vector<sql::TypedColumn>& columns) = 0;
  virtual void Write(const columnar::ChangeBatch& batch) = 0;
  virtual void End() = 0;
};

struct ResultFormat {
  std::string_view name;
  std::string_view description;
  std::unique_ptr<ResultWriter> (*make)(std::ostream& out, const ResultStyle& style);
};

const std::vector<ResultFormat>& ResultFormats();
/// Throws InvalidInput with the nearest name.
std::unique_ptr<ResultWriter> NewResultWriter(std::string_view format, std::ostream& out, const ResultStyle& style);

}  // namespace tarn::app

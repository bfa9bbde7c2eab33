// A column between two operators: its name and Flink type (nullability included). Vectors hold it as
// columnar::VectorType says.
#pragma once

#include <string>
#include <vector>

#include "paimon/data_type.h"

namespace tarn::stream {

struct Column {
  std::string name;
  paimon::DataType type;

  bool operator==(const Column&) const = default;
};

using Columns = std::vector<Column>;

}  // namespace tarn::stream

// The options in the latest schema.
#include "table/system/fills.h"

namespace tarn::table {

void FillOptions(const Table& table, SystemRows& rows) {
  for (const auto& [key, value] : table.schema().options) {
    rows.Begin();
    rows.Text(key);
    rows.Text(value);
  }
}

}  // namespace tarn::table

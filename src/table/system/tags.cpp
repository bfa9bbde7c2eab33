// One row a tag.
#include "base/duration.h"
#include "table/scan/snapshot_store.h"
#include "table/system/fills.h"

namespace tarn::table {

void FillTags(const Table& table, SystemRows& rows) {
  for (const auto& [name, tag] : ListTags(table)) {
    rows.Begin();
    rows.Text(name);
    rows.Int(tag.snapshot.id);
    rows.Int(tag.snapshot.schema_id);
    rows.Millis(tag.snapshot.time_ms);
    rows.Int(tag.snapshot.total_record_count);
    if (tag.create_time) {
      rows.Int(FloorDiv(MicrosFromCivil(*tag.create_time), 1000) * 1000);
    } else {
      rows.Null();
    }
    if (tag.time_retained_nanos) {
      rows.Text(ToIsoDuration(*tag.time_retained_nanos));
    } else {
      rows.Null();
    }
  }
}

}  // namespace tarn::table

// One row a snapshot. Times are UTC.
#include "table/scan/snapshot_store.h"
#include "table/system/fills.h"

namespace tarn::table {

void FillSnapshots(const Table& table, SystemRows& rows) {
  for (const auto& snapshot : ListSnapshots(table)) {
    rows.Begin();
    rows.Int(snapshot.id);
    rows.Int(snapshot.schema_id);
    rows.Text(snapshot.commit_user);
    rows.Int(snapshot.commit_identifier);
    rows.Text(ToString(snapshot.commit_kind));
    rows.Millis(snapshot.time_ms);
    rows.Text(snapshot.base_manifest_list);
    rows.Text(snapshot.delta_manifest_list);
    rows.Text(snapshot.changelog_manifest_list);
    rows.Int(snapshot.total_record_count);
    rows.Int(snapshot.delta_record_count);
    rows.Int(snapshot.changelog_record_count);
    rows.Int(snapshot.watermark);
    rows.Int(snapshot.next_row_id);
  }
}

}  // namespace tarn::table

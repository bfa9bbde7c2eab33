// One row a manifest of the snapshot.
#include "table/scan/manifest_loader.h"
#include "table/scan/time_travel.h"
#include "table/system/fills.h"
#include "table/system/stats_text.h"

namespace tarn::table {

void FillManifests(const Table& table, SystemRows& rows) {
  const auto snapshot = SnapshotToRead(table);
  if (!snapshot) return;
  for (const auto& manifest : DataManifests(table, *snapshot)) {
    rows.Begin();
    rows.Text(manifest.file_name);
    rows.Int(manifest.file_size);
    rows.Int(manifest.added_files);
    rows.Int(manifest.deleted_files);
    rows.Int(manifest.schema_id);
    rows.Text(PartitionText(table, manifest.partition_stats.min_values));
    rows.Text(PartitionText(table, manifest.partition_stats.max_values));
    rows.Int(manifest.min_row_id);
    rows.Int(manifest.max_row_id);
  }
}

}  // namespace tarn::table

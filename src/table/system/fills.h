// What fills each system table; system_tables.cpp has the columns.
#pragma once

#include "table/system/system_rows.h"
#include "table/table.h"

namespace tarn::table {

void FillAggregationFields(const Table& table, SystemRows& rows);
void FillBranches(const Table& table, SystemRows& rows);
void FillBuckets(const Table& table, SystemRows& rows);
void FillConsumers(const Table& table, SystemRows& rows);
void FillFileKeyRanges(const Table& table, SystemRows& rows);
void FillFiles(const Table& table, SystemRows& rows);
void FillManifests(const Table& table, SystemRows& rows);
void FillOptions(const Table& table, SystemRows& rows);
void FillPartitions(const Table& table, SystemRows& rows);
void FillSchemas(const Table& table, SystemRows& rows);
void FillSnapshots(const Table& table, SystemRows& rows);
void FillTags(const Table& table, SystemRows& rows);

}  // namespace tarn::table

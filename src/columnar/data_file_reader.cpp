#include "columnar/data_file_reader.h"

#include <algorithm>
#include <cstring>
#include <duckdb/common/error_data.hpp>
#include <duckdb/common/file_system.hpp>
#include <duckdb/main/client_context.hpp>
#include <duckdb/planner/table_filter.hpp>
#include <duckdb/storage/statistics/base_statistics.hpp>
#include <duckdb/storage/statistics/numeric_stats.hpp>
#include <parquet_reader.hpp>

#include "base/error.h"
#include "columnar/column_cast.h"
#include "columnar/duckdb_error.h"
#include "columnar/duckdb_file_system.h"
#include "columnar/parquet_error.h"
#include "columnar/parquet_retype.h"
#include "columnar/timestamp_decode.h"
#include "columnar/timestamp_units.h"
#include "columnar/type_mapping.h"

namespace tarn::columnar {

using duckdb::idx_t;
using duckdb::LogicalType;

namespace {

/// `listed`: by a manifest, which says that the file is there.
duckdb::unique_ptr<duckdb::FileHandle> Open(duckdb::FileSystem& files, const std::string& path, bool listed) {
  try {
    return files.OpenFile(DuckDbPath(path), duckdb::FileFlags::FILE_FLAGS_READ);
  } catch (const std::exception& e) {
    if (!listed || FromDuckDb(duckdb::ErrorData(e)).code() != ErrorCode::NotFound) throw;
  }
  throw Error(
      ErrorCode::NotFound,
      "data file '" + path +
          "' is missing, and the snapshot's manifest lists it\n  The snapshot expired while it was read: read "
          "again, and keep snapshots longer ('snapshot.time-retained'). Or the file was deleted: restore it, or "
          "read a snapshot without it ('scan.snapshot-id')");
}

/// Throws Corruption unless the file is as long as the manifest says, and begins and ends as Parquet files do.
void CheckFrame(duckdb::ClientContext& context, const std::string& path, std::optional<int64_t> expected_bytes) {
  auto& files = duckdb::FileSystem::GetFileSystem(context);
  auto file = Open(files, path, expected_bytes.has_value());
  const auto bytes = static_cast<int64_t>(file->GetFileSize());
  const auto damaged = [&](const std::string& what) {
    return Error(ErrorCode::Corruption,
                 path + ": " + what + "\n  The file is damaged or was cut off while it was copied.");
  };
  constexpr int64_t kLeast = 12;  // both magics and the footer's length
  if (expected_bytes && bytes < *expected_bytes) {
    throw damaged("file ends at byte " + std::to_string(bytes) + "; its footer should end at " +
                  std::to_string(*expected_bytes));
  }
  if (bytes < kLeast) throw damaged("file ends at byte " + std::to_string(bytes) + "; too short for a Parquet file");
  char head[4];
  file->Read(head, 4, 0);
  if (std::memcmp(head, "PAR1", 4) != 0) throw damaged("expected PAR1 in the first four bytes of a Parquet file");
  char tail[8];
  file->Read(tail, 8, static_cast<idx_t>(bytes - 8));
  if (std::memcmp(tail + 4, "PAR1", 4) != 0) {
    throw damaged("expected PAR1 in the last four bytes (at " + std::to_string(bytes - 4) + ") of a Parquet file");
  }
  uint32_t footer = 0;
  std::memcpy(&footer, tail, 4);
  if (footer > bytes - kLeast) {
    throw damaged("its footer claims " + std::to_string(footer) + " bytes of a file of " + std::to_string(bytes));
  }
  if (expected_bytes && bytes > *expected_bytes) {
    throw damaged("the file has " + std::to_string(bytes) + " bytes; the manifest says " +
                  std::to_string(*expected_bytes));
  }
}

}  // namespace

struct DataFileReader::State {
  struct Column {
    std::optional<size_t> slot;  // in the scanned chunk; none = NULL
    TimestampDecode decode;      // before the cast
    ColumnCast cast;
  };
  struct Units {  // a column that DuckDB reads as integers
    size_t slot;
    size_t column;
    int64_t micros_per_unit;
  };

  State(duckdb::ClientContext& the_context, DataFileRequest the_request)
      : context(the_context), request(std::move(the_request)) {
    CheckFrame(context, request.path, request.file_bytes);
    reader = duckdb::make_shared_ptr<duckdb::ParquetReader>(context, duckdb::OpenFileInfo(DuckDbPath(request.path)),
                                                            duckdb::ParquetOptions(context));
    RestoreNames(*reader->root_schema, *reader->GetFileMetadata());
    types = VectorTypes(request.wanted);
    for (const auto& field : request.wanted) columns.push_back(Plan(field));
    PushFilters();
    ReadTimestampsAsUnits();
    direct = scanned_types == types &&
             std::none_of(columns.begin(), columns.end(), [](const Column& column) { return bool(column.cast); });
    std::vector<size_t> groups;
    if (request.row_groups) {
      groups = *request.row_groups;
    } else {
      const size_t all = reader->NumRowGroups();
      const auto [index, count] = request.share;
      for (size_t i = all * index / count; i < all * (index + 1) / count; i++) groups.push_back(i);
    }
    Start(groups);
  }

  Column Plan(const paimon::DataField& wanted) {
    const auto in_file = std::find_if(request.file.begin(), request.file.end(),
                                      [&](const paimon::DataField& field) { return field.id == wanted.id; });
    if (in_file == request.file.end()) return {};
    auto& children = reader->root_schema->children;
    const auto found =
        std::find_if(children.begin(), children.end(), [&](const auto& child) { return child.name == in_file->name; });
    // A column that was added under the same schema id by nobody: Java reads NULLs there too.
    if (found == children.end()) return {};
    const auto read_as = TypeToRead(in_file->type, wanted.type);
    Retype(*found, read_as, request.path);
    Column column;
    column.slot = scanned_types.size();
    column.decode = MakeTimestampDecode(found->type, read_as);
    column.cast = MakeColumnCast(context, read_as, wanted.type);
    const auto index = static_cast<idx_t>(found - children.begin());
    reader->column_ids.push_back(duckdb::MultiFileLocalColumnId(index));
    reader->column_indexes.emplace_back(index);
    scanned_types.push_back(found->type);
    return column;
  }

  duckdb::ParquetColumnSchema& SchemaOf(const Column& column) const {
    return reader->root_schema->children[reader->column_ids[duckdb::MultiFileLocalIndex(*column.slot)].GetId()];
  }

  // Not with filters: they are of timestamps, and a batch without a row that passes is read over where ScanTimestamps
  // has lent memory.
  void ReadTimestampsAsUnits() {
    if (reader->filters) return;
    for (size_t i = 0; i < columns.size(); i++) {
      if (!columns[i].slot) continue;
      if (const auto micros = ReadAsUnits(SchemaOf(columns[i]))) units.push_back({*columns[i].slot, i, *micros});
    }
  }

  const Units* UnitsOf(size_t column) const {
    const auto found = std::find_if(units.begin(), units.end(), [&](const Units& u) { return u.column == column; });
    return found == units.end() ? nullptr : &*found;
  }

  void PushFilters() {
    if (!request.filters) return;
    auto pushed = duckdb::make_uniq<duckdb::TableFilterSet>();
    for (const auto& [index, filter] : request.filters->filters) {
      const Column& column = columns[index];
      if (!column.slot || column.decode.run || column.cast || scanned_types[*column.slot] != types[index]) continue;
      pushed->filters[*column.slot] = filter->Copy();
    }
    if (!pushed->filters.empty()) reader->filters = std::move(pushed);
  }

  void Start(const std::vector<size_t>& row_groups) {
    duckdb::vector<idx_t> groups(row_groups.begin(), row_groups.end());
    rows_left = 0;
    for (const size_t group : row_groups) {
      rows_left += static_cast<uint64_t>(reader->GetFileMetadata()->row_groups[group].num_rows);
    }
    if (scanned_types.empty()) return;
    reader->InitializeScan(context, scan, std::move(groups));
  }

  bool Scan(duckdb::DataChunk& chunk) {
    if (scanned_types.empty()) {  // only NULLs, or only a count
      const uint64_t count = std::min<uint64_t>(rows_left, STANDARD_VECTOR_SIZE);
      rows_left -= count;
      for (auto& vector : chunk.data) SetNull(vector);
      chunk.SetCardinality(count);
      return count > 0;
    }
    if (direct) {
      ScanTimestamps(chunk);
      return chunk.size() > 0;
    }
    // A chunk of its own each time: what is handed out refers to its vectors.
    duckdb::DataChunk scanned;
    scanned.Initialize(duckdb::Allocator::DefaultAllocator(), scanned_types);
    ScanTimestamps(scanned);
    const idx_t count = scanned.size();
    if (count == 0) return false;
    for (size_t i = 0; i < columns.size(); i++) {
      if (!columns[i].slot) {
        SetNull(chunk.data[i]);
        continue;
      }
      auto& from = scanned.data[*columns[i].slot];
      if (columns[i].decode.run) {
        duckdb::Vector decoded(columns[i].decode.type, count);
        Convert(i, columns[i].decode.run, from, decoded, count);
        Hand(i, decoded, chunk.data[i], count);
      } else {
        Hand(i, from, chunk.data[i], count);
      }
    }
    chunk.SetCardinality(count);
    return true;
  }

  void Hand(size_t i, duckdb::Vector& from, duckdb::Vector& to, idx_t count) {
    if (columns[i].cast) {
      Convert(i, columns[i].cast, from, to, count);
    } else if (from.GetType() == types[i]) {
      to.Reference(from);
    } else {
      to.Reinterpret(from);
    }
  }

  /// Into `rows` of scanned_types. The reader is given the memory of columns of units as BIGINTs: it checks types where
  /// it makes dictionaries and flattens them.
  void ScanTimestamps(duckdb::DataChunk& rows) {
    if (units.empty()) return reader->Scan(context, scan, rows);
    duckdb::DataChunk read;
    for (size_t slot = 0, unit = 0; slot < rows.ColumnCount(); slot++) {
      if (unit < units.size() && units[unit].slot == slot) {
        read.data.emplace_back(LogicalType::BIGINT, duckdb::FlatVector::GetData(rows.data[slot]));
        unit++;
      } else {
        read.data.emplace_back(rows.data[slot]);
      }
    }
    read.SetCapacity(STANDARD_VECTOR_SIZE);
    reader->Scan(context, scan, read);
    for (const auto& [slot, column, micros_per_unit] : units) {
      OfColumn(column, [&, from = slot, micros = micros_per_unit] { ToMicros(read.data[from], read.size(), micros); });
    }
    for (size_t slot = 0, unit = 0; slot < rows.ColumnCount(); slot++) {
      auto &from = read.data[slot], &to = rows.data[slot];
      if (unit == units.size() || units[unit].slot != slot) {
        to.Reference(from);
        continue;
      }
      unit++;
      if (duckdb::FlatVector::GetData(from) == duckdb::FlatVector::GetData(to)) {
        duckdb::FlatVector::SetValidity(to, duckdb::FlatVector::Validity(from));
      } else {
        to.Reinterpret(from);
      }
    }
    rows.SetCardinality(read.size());
  }

  void Convert(size_t i, const ColumnCast& convert, duckdb::Vector& from, duckdb::Vector& to, idx_t count) {
    OfColumn(i, [&] { convert(from, to, count); });
  }

  template <class Work>
  void OfColumn(size_t i, Work work) {
    try {
      work();
    } catch (const Error& e) {
      throw Error(e.code(), request.path + ": column '" + request.wanted[i].name + "': " + e.what());
    }
  }

  static void SetNull(duckdb::Vector& vector) {
    vector.SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
    duckdb::ConstantVector::SetNull(vector, true);
  }

  duckdb::ClientContext& context;
  DataFileRequest request;
  duckdb::shared_ptr<duckdb::ParquetReader> reader;
  duckdb::ParquetReaderScanState scan;
  duckdb::vector<LogicalType> types;
  duckdb::vector<LogicalType> scanned_types;
  std::vector<Column> columns;
  std::vector<Units> units;  // ascending
  bool direct = false;       // the file's columns are the wanted ones
  uint64_t rows_left = 0;
};

DataFileReader::DataFileReader(duckdb::ClientContext& context, DataFileRequest request) {
  const std::string path = request.path;
  try {
    state_ = std::make_unique<State>(context, std::move(request));
  } catch (...) {
    RethrowOfParquet(path, "the footer");
  }
}

DataFileReader::~DataFileReader() = default;

const duckdb::vector<LogicalType>& DataFileReader::types() const { return state_->types; }

namespace {

/// Gives a vector memory that no later read of the file touches: DuckDB's reader fills one selection per column anew
/// for each batch, and the dictionary vectors that it has handed out before share it.
void Settle(duckdb::Vector& vector, idx_t count) {
  if (vector.GetVectorType() == duckdb::VectorType::DICTIONARY_VECTOR) vector.Flatten(count);
  if (vector.GetType().InternalType() == duckdb::PhysicalType::STRUCT &&
      vector.GetVectorType() == duckdb::VectorType::FLAT_VECTOR) {
    for (auto& child : duckdb::StructVector::GetEntries(vector)) Settle(*child, count);
  }
}

}  // namespace

bool DataFileReader::Read(duckdb::DataChunk& chunk) {
  try {
    if (chunk.ColumnCount() == 0 && !state_->types.empty()) {
      chunk.Initialize(duckdb::Allocator::DefaultAllocator(), state_->types);
    }
    chunk.Reset();
    if (!state_->Scan(chunk)) return false;
    if (!state_->request.consumed_at_once) {
      for (auto& vector : chunk.data) Settle(vector, chunk.size());
    }
    return true;
  } catch (...) {
    RethrowOfParquet(state_->request.path);
  }
}

size_t DataFileReader::row_group_count() const { return state_->reader->NumRowGroups(); }

int64_t DataFileReader::RowsOf(size_t row_group) const {
  return state_->reader->GetFileMetadata()->row_groups[row_group].num_rows;
}

std::optional<std::pair<duckdb::Value, duckdb::Value>> DataFileReader::RangeOf(size_t row_group, size_t wanted) const {
  const auto& column = state_->columns[wanted];
  if (!column.slot || column.decode.run || column.cast) return std::nullopt;
  try {
    const auto& reader = *state_->reader;
    const auto& schema = state_->SchemaOf(column);
    const auto* meta = reader.GetFileMetadata();
    auto stats = schema.Stats(*meta, reader.parquet_options, row_group, meta->row_groups[row_group].columns);
    if (!stats || stats->GetStatsType() != duckdb::StatisticsType::NUMERIC_STATS ||
        !duckdb::NumericStats::HasMinMax(*stats)) {
      return std::nullopt;
    }
    std::pair range(duckdb::NumericStats::Min(*stats), duckdb::NumericStats::Max(*stats));
    const auto* units = state_->UnitsOf(wanted);
    if (units == nullptr) return range;
    const auto& type = state_->scanned_types[*column.slot];
    return std::pair(ToMicros(range.first, type, units->micros_per_unit),
                     ToMicros(range.second, type, units->micros_per_unit));
  } catch (...) {
    RethrowOfParquet(state_->request.path);
  }
}

void DataFileReader::Restart(const std::vector<size_t>& row_groups) {
  try {
    state_->Start(row_groups);
  } catch (...) {
    RethrowOfParquet(state_->request.path);
  }
}

std::optional<DataFileReader::StoredAs> DataFileReader::AsStored(size_t wanted) const {
  const auto& column = state_->columns[wanted];
  if (!column.slot || column.decode.run || column.cast) return std::nullopt;
  const auto& schema = state_->SchemaOf(column);
  if (!schema.children.empty() || schema.max_repeat > 0 || schema.max_define > 1) return std::nullopt;
  const auto& type = state_->scanned_types[*column.slot];
  const auto* units = state_->UnitsOf(wanted);
  if (units == nullptr && type != state_->types[wanted]) return std::nullopt;
  return StoredAs{schema.column_index, schema.max_define > 0, units ? LogicalType::BIGINT : type,
                  units ? units->micros_per_unit : 0};
}

const duckdb_parquet::FileMetaData& DataFileReader::footer() const { return *state_->reader->GetFileMetadata(); }

}  // namespace tarn::columnar

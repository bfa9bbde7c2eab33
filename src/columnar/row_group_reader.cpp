#include "columnar/row_group_reader.h"

#include <parquet_types.h>
#include <thrift/Thrift.h>

#include <algorithm>

#include "base/error.h"
#include "columnar/append_rows.h"
#include "columnar/bytes_beside.h"
#include "columnar/duckdb_file_system.h"
#include "columnar/parquet_error.h"
#include "columnar/timestamp_units.h"

namespace tarn::columnar {
RowGroupReader::RowGroupReader(duckdb::ClientContext& context, DataFileRequest request)
    : context_(context), request_(request), file_(context, std::move(request)) {
  const auto& groups = file_.footer().row_groups;
  for (size_t i = 0; i < request_.wanted.size(); i++) {
    const auto as = file_.AsStored(i);
    const bool can = as && std::all_of(groups.begin(), groups.end(), [&](const auto& group) {
                       return as->file_column < group.columns.size() &&
                              parquet::CanReadStored(group.columns[as->file_column], as->type);
                     });
    if (can) {
      stored_.push_back({i, *as});
    } else {
      rest_.push_back(i);
    }
  }
}

size_t RowGroupReader::Read(size_t row_group, duckdb::DataChunk& rows, std::vector<CodedColumn>& coded) {
  try {
    for (auto& column : coded) column.in_use = false;
    size_t beside = rest_.empty() ? 0 : ReadRest(row_group, rows);
    for (const auto& column : stored_) {
      beside += ReadStored(column, row_group, rows.data[column.index], coded[column.index]);
    }
    rows.SetCardinality(static_cast<duckdb::idx_t>(file_.RowsOf(row_group)));
    return beside;
  } catch (...) {
    RethrowOfParquet(request_.path);
  }
}

size_t RowGroupReader::ReadRest(size_t row_group, duckdb::DataChunk& rows) {
  if (!rest_reader_) {
    auto request = request_;
    request.wanted.clear();
    for (const auto column : rest_) request.wanted.push_back(request_.wanted[column]);
    request.consumed_at_once = true;
    rest_reader_ = std::make_unique<DataFileReader>(context_, std::move(request));
  }
  rest_reader_->Restart({row_group});
  size_t beside = 0;
  duckdb::DataChunk batch;
  for (;;) {
    ViewBehind(rows, rest_, batch);
    if (!rest_reader_->Read(batch)) break;
    beside += BytesReferenced(batch);
    AppendRows(rows, rest_, batch);
  }
  if (static_cast<int64_t>(rows.size()) == file_.RowsOf(row_group)) return beside;
  throw Error(ErrorCode::Corruption, request_.path + ": row group " + std::to_string(row_group) + " ends after " +
                                         std::to_string(rows.size()) + " rows; its footer says " +
                                         std::to_string(file_.RowsOf(row_group)));
}

size_t RowGroupReader::ReadStored(const Column& column, size_t row_group, duckdb::Vector& rows, CodedColumn& coded) {
  const auto& meta = file_.footer().row_groups[row_group].columns[column.as.file_column].meta_data;
  const auto bytes = BytesOf(meta);
  const auto count = static_cast<size_t>(file_.RowsOf(row_group));
  const auto prefix = [&] { return request_.path + ": column '" + request_.wanted[column.index].name + "': "; };
  try {
    const auto beside = decoder_.Read({bytes, meta.type, meta.codec, column.as.optional, count}, rows, coded);
    if (column.as.micros_per_unit > 0) {
      auto& units = coded.in_use ? *coded.dictionary : rows;
      ToMicros(units, coded.in_use ? coded.dictionary_values : count, column.as.micros_per_unit);
    }
    return beside;
  } catch (const Error& e) {
    throw Error(e.code(), prefix() + e.what());
  } catch (const duckdb_apache::thrift::TException&) {
    throw Error(ErrorCode::Corruption, prefix() + "the header of a page does not decode\n  The file is damaged.");
  }
}

std::span<const uint8_t> RowGroupReader::BytesOf(const duckdb_parquet::ColumnMetaData& meta) {
  if (!handle_) {
    handle_ = duckdb::FileSystem::GetFileSystem(context_).OpenFile(DuckDbPath(request_.path),
                                                                   duckdb::FileFlags::FILE_FLAGS_READ);
  }
  const auto file_bytes = static_cast<int64_t>(handle_->GetFileSize());
  int64_t begin = meta.data_page_offset;
  if (meta.__isset.dictionary_page_offset && meta.dictionary_page_offset > 0) {
    begin = std::min(begin, meta.dictionary_page_offset);
  }
  const auto bytes = meta.total_compressed_size;
  if (begin < 0 || bytes < 0 || begin > file_bytes || bytes > file_bytes - begin) {
    throw Error(ErrorCode::Corruption, request_.path + ": the footer places " + std::to_string(bytes) +
                                           " bytes of a column at " + std::to_string(begin) + " of a file of " +
                                           std::to_string(file_bytes));
  }
  bytes_.Clear();
  auto* to = bytes_.Room(static_cast<size_t>(bytes) + parquet::kSpareBytes);
  handle_->Read(to, static_cast<duckdb::idx_t>(bytes), static_cast<duckdb::idx_t>(begin));
  return {to, static_cast<size_t>(bytes)};
}

}  // namespace tarn::columnar

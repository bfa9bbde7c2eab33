#include "columnar/parquet/footer.h"

#include <duckdb/common/vector.hpp>

#include "columnar/parquet/thrift_bytes.h"

namespace tarn::columnar::parquet {
namespace {

using duckdb_parquet::ConvertedType;
using duckdb_parquet::SchemaElement;

void Annotate(const Node& node, SchemaElement& element) {
  duckdb_parquet::LogicalType logical;
  const auto timestamp = [&](bool millis) {
    logical.__isset.TIMESTAMP = true;
    logical.TIMESTAMP.isAdjustedToUTC = node.utc;
    (millis ? logical.TIMESTAMP.unit.__isset.MILLIS : logical.TIMESTAMP.unit.__isset.MICROS) = true;
    // The old annotation means an instant, so a local timestamp must not carry it.
    if (node.utc) {
      element.__set_converted_type(millis ? ConvertedType::TIMESTAMP_MILLIS : ConvertedType::TIMESTAMP_MICROS);
    }
  };
  switch (node.annotation) {
    case Annotation::None:
      return;
    case Annotation::String:
      element.__set_converted_type(ConvertedType::UTF8);
      logical.__isset.STRING = true;
      break;
    case Annotation::Int8:
    case Annotation::Int16:
      element.__set_converted_type(node.annotation == Annotation::Int8 ? ConvertedType::INT_8 : ConvertedType::INT_16);
      logical.__isset.INTEGER = true;
      logical.INTEGER.bitWidth = node.annotation == Annotation::Int8 ? 8 : 16;
      logical.INTEGER.isSigned = true;
      break;
    case Annotation::Date:
      element.__set_converted_type(ConvertedType::DATE);
      logical.__isset.DATE = true;
      break;
    case Annotation::TimeMillis:
      element.__set_converted_type(ConvertedType::TIME_MILLIS);
      logical.__isset.TIME = true;
      logical.TIME.isAdjustedToUTC = true;
      logical.TIME.unit.__isset.MILLIS = true;
      break;
    case Annotation::TimestampMillis:
      timestamp(true);
      break;
    case Annotation::TimestampMicros:
      timestamp(false);
      break;
    case Annotation::Decimal:
      element.__set_converted_type(ConvertedType::DECIMAL);
      element.__set_precision(node.precision);
      element.__set_scale(node.scale);
      logical.__isset.DECIMAL = true;
      logical.DECIMAL.precision = node.precision;
      logical.DECIMAL.scale = node.scale;
      break;
    case Annotation::List:
      element.__set_converted_type(ConvertedType::LIST);
      logical.__isset.LIST = true;
      break;
    case Annotation::Map:
      element.__set_converted_type(ConvertedType::MAP);
      logical.__isset.MAP = true;
      break;
  }
  element.__set_logicalType(logical);
}

void AddElement(const Node& node, duckdb::vector<SchemaElement>& elements) {
  SchemaElement element;
  element.__set_name(node.name);
  element.__set_repetition_type(static_cast<duckdb_parquet::FieldRepetitionType::type>(node.repetition));
  if (node.id) element.__set_field_id(*node.id);
  if (node.children.empty()) {
    element.__set_type(static_cast<duckdb_parquet::Type::type>(node.physical));
    if (node.fixed_length) element.__set_type_length(node.fixed_length);
  } else {
    element.__set_num_children(static_cast<int32_t>(node.children.size()));
  }
  Annotate(node, element);
  elements.push_back(element);
  for (const Node& child : node.children) AddElement(child, elements);
}

duckdb_parquet::Statistics ChunkStatistics(const ChunkInfo& chunk) {
  duckdb_parquet::Statistics statistics;
  statistics.__set_null_count(chunk.nulls);
  if (chunk.bounds) {
    statistics.__set_min_value(chunk.bounds->min);
    statistics.__set_max_value(chunk.bounds->max);
    // Said only where it is news: old readers do not know these two.
    if (!chunk.bounds->min_exact) statistics.__set_is_min_value_exact(false);
    if (!chunk.bounds->max_exact) statistics.__set_is_max_value_exact(false);
  }
  return statistics;
}

duckdb_parquet::ColumnChunk Chunk(const ChunkInfo& info, const Leaf& leaf, int codec_id) {
  duckdb_parquet::ColumnChunk chunk;
  chunk.file_offset = 0;
  chunk.__isset.meta_data = true;
  auto& meta = chunk.meta_data;
  meta.type = static_cast<duckdb_parquet::Type::type>(leaf.node->physical);
  for (const Encoding encoding : info.encodings) {
    meta.encodings.push_back(static_cast<duckdb_parquet::Encoding::type>(encoding));
  }
  for (const auto& part : leaf.path) meta.path_in_schema.push_back(part);
  meta.codec = static_cast<duckdb_parquet::CompressionCodec::type>(codec_id);
  meta.num_values = info.values;
  meta.total_uncompressed_size = info.uncompressed_bytes;
  meta.total_compressed_size = info.compressed_bytes;
  meta.data_page_offset = info.pages.front().offset;
  if (info.dictionary_offset) meta.__set_dictionary_page_offset(*info.dictionary_offset);
  meta.__set_statistics(ChunkStatistics(info));
  return chunk;
}

/// Nothing where a page has values but no bounds: the format knows no such page.
std::string ColumnIndexBytes(const ChunkInfo& chunk) {
  duckdb_parquet::ColumnIndex index;
  duckdb::vector<int64_t> null_counts;
  for (const PageInfo& page : chunk.pages) {
    const bool all_null = page.nulls == page.values;
    if (!all_null && !page.bounds) return {};
    index.null_pages.push_back(all_null);
    index.min_values.push_back(page.bounds ? page.bounds->min : std::string());
    index.max_values.push_back(page.bounds ? page.bounds->max : std::string());
    null_counts.push_back(page.nulls);
  }
  index.boundary_order = duckdb_parquet::BoundaryOrder::UNORDERED;
  index.__set_null_counts(null_counts);
  return ThriftBytes(index);
}

std::string OffsetIndexBytes(const ChunkInfo& chunk) {
  duckdb_parquet::OffsetIndex index;
  for (const PageInfo& page : chunk.pages) {
    duckdb_parquet::PageLocation location;
    location.offset = page.offset;
    location.compressed_page_size = page.compressed_bytes;
    location.first_row_index = page.first_row;
    index.page_locations.push_back(location);
  }
  return ThriftBytes(index);
}

}  // namespace

void WriteFooter(PageWriter& out, const FooterInput& input) {
  duckdb_parquet::FileMetaData file;
  file.version = 1;
  file.__set_created_by("tarn");
  SchemaElement root;
  root.__set_name("paimon_schema");
  root.__set_num_children(static_cast<int32_t>(input.schema.size()));
  file.schema.push_back(root);
  for (const Node& node : input.schema) AddElement(node, file.schema);

  for (const RowGroupInfo& info : input.row_groups) {
    duckdb_parquet::RowGroup group;
    int64_t compressed = 0;
    group.total_byte_size = 0;
    for (size_t i = 0; i < info.chunks.size(); i++) {
      group.columns.push_back(Chunk(info.chunks[i], input.leaves[i], input.codec_id));
      group.total_byte_size += info.chunks[i].uncompressed_bytes;
      compressed += info.chunks[i].compressed_bytes;
    }
    group.num_rows = info.rows;
    group.__set_file_offset(info.first_byte);
    group.__set_total_compressed_size(compressed);
    group.__set_ordinal(static_cast<int16_t>(file.row_groups.size()));
    duckdb::vector<duckdb_parquet::SortingColumn> sorting;
    for (const int32_t leaf : input.sorting_leaves) {
      duckdb_parquet::SortingColumn column;
      column.column_idx = leaf;
      column.descending = false;
      column.nulls_first = true;
      sorting.push_back(column);
    }
    if (!sorting.empty()) group.__set_sorting_columns(sorting);
    file.num_rows += info.rows;
    file.row_groups.push_back(std::move(group));
  }

  for (size_t g = 0; g < input.row_groups.size(); g++) {
    for (size_t i = 0; i < input.leaves.size(); i++) {
      const std::string bytes = ColumnIndexBytes(input.row_groups[g].chunks[i]);
      if (bytes.empty()) continue;
      file.row_groups[g].columns[i].__set_column_index_offset(out.offset());
      file.row_groups[g].columns[i].__set_column_index_length(static_cast<int32_t>(bytes.size()));
      out.Raw(bytes);
    }
  }
  for (size_t g = 0; g < input.row_groups.size(); g++) {
    for (size_t i = 0; i < input.leaves.size(); i++) {
      const std::string bytes = OffsetIndexBytes(input.row_groups[g].chunks[i]);
      file.row_groups[g].columns[i].__set_offset_index_offset(out.offset());
      file.row_groups[g].columns[i].__set_offset_index_length(static_cast<int32_t>(bytes.size()));
      out.Raw(bytes);
    }
  }

  duckdb::vector<duckdb_parquet::KeyValue> pairs;
  for (const auto& [key, value] : input.key_values) {
    duckdb_parquet::KeyValue pair;
    pair.__set_key(key);
    pair.__set_value(value);
    pairs.push_back(pair);
  }
  if (!pairs.empty()) file.__set_key_value_metadata(pairs);
  // Without an order readers ignore min_value and max_value.
  duckdb::vector<duckdb_parquet::ColumnOrder> orders(input.leaves.size());
  for (auto& order : orders) order.__isset.TYPE_ORDER = true;
  file.__set_column_orders(orders);

  std::string footer = ThriftBytes(file);
  const auto length = static_cast<uint32_t>(footer.size());
  for (int shift = 0; shift < 32; shift += 8) footer.push_back(static_cast<char>(length >> shift));
  out.Raw(footer);
  out.Raw("PAR1");
}

}  // namespace tarn::columnar::parquet

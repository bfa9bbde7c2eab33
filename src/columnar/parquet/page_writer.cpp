#include "columnar/parquet/page_writer.h"

#include <limits>

#include "base/error.h"
#include "columnar/parquet/thrift_bytes.h"

namespace tarn::columnar::parquet {
namespace {

duckdb_parquet::PageHeader Header(std::string_view body, std::string_view packed) {
  if (body.size() > static_cast<size_t>(std::numeric_limits<int32_t>::max())) {
    throw Error(ErrorCode::Unsupported, "a Parquet page cannot hold 2 GiB; a single value is too long");
  }
  duckdb_parquet::PageHeader header;
  header.uncompressed_page_size = static_cast<int32_t>(body.size());
  header.compressed_page_size = static_cast<int32_t>(packed.size());
  return header;
}

}  // namespace

void PageWriter::Raw(std::string_view bytes) {
  file_.Append(bytes);
  offset_ += static_cast<int64_t>(bytes.size());
}

void PageWriter::DictionaryPage(const ByteBuffer& body, size_t values, ChunkInfo& chunk) {
  const std::string_view packed = compressor_.Compress(body.view());
  auto header = Header(body.view(), packed);
  header.type = duckdb_parquet::PageType::DICTIONARY_PAGE;
  header.__isset.dictionary_page_header = true;
  header.dictionary_page_header.num_values = static_cast<int32_t>(values);
  header.dictionary_page_header.encoding = duckdb_parquet::Encoding::PLAIN;
  const std::string head = ThriftBytes(header);
  chunk.dictionary_offset = offset_;
  chunk.uncompressed_bytes += static_cast<int64_t>(head.size() + body.size());
  chunk.compressed_bytes += static_cast<int64_t>(head.size() + packed.size());
  Raw(head);
  Raw(packed);
}

void PageWriter::DataPage(const ByteBuffer& body, Encoding encoding, PageInfo page, ChunkInfo& chunk) {
  const std::string_view packed = compressor_.Compress(body.view());
  auto header = Header(body.view(), packed);
  header.type = duckdb_parquet::PageType::DATA_PAGE;
  header.__isset.data_page_header = true;
  auto& data = header.data_page_header;
  data.num_values = static_cast<int32_t>(page.values);
  data.encoding = static_cast<duckdb_parquet::Encoding::type>(encoding);
  data.definition_level_encoding = duckdb_parquet::Encoding::RLE;
  data.repetition_level_encoding = duckdb_parquet::Encoding::RLE;
  const std::string head = ThriftBytes(header);
  page.offset = offset_;
  page.compressed_bytes = static_cast<int32_t>(head.size() + packed.size());
  chunk.values += page.values;
  chunk.nulls += page.nulls;
  chunk.uncompressed_bytes += static_cast<int64_t>(head.size() + body.size());
  chunk.compressed_bytes += page.compressed_bytes;
  chunk.pages.push_back(std::move(page));
  Raw(head);
  Raw(packed);
}

}  // namespace tarn::columnar::parquet

#include "columnar/parquet/page.h"

#include <thrift/protocol/TCompactProtocol.h>
#include <thrift/transport/TTransport.h>

#include "avro/codec.h"
#include "base/error.h"

namespace tarn::columnar::parquet {
namespace {

using duckdb_parquet::CompressionCodec;
using duckdb_parquet::PageType;

[[noreturn]] void Damaged(const std::string& what) { throw Error(ErrorCode::Corruption, what); }

class BytesTransport : public duckdb_apache::thrift::transport::TTransport {
 public:
  explicit BytesTransport(std::span<const uint8_t> bytes) : left(bytes) {}
  bool isOpen() const override { return true; }
  void open() override {}
  void close() override {}
  uint32_t read_virt(uint8_t* to, uint32_t count) override {
    const auto taken = std::min<size_t>(count, left.size());
    if (taken > 0) std::memcpy(to, left.data(), taken);
    left = left.subspan(taken);
    return static_cast<uint32_t>(taken);
  }

  std::span<const uint8_t> left;
};

/// Takes a header from the front of `bytes`.
duckdb_parquet::PageHeader TakeHeader(std::span<const uint8_t>& bytes) {
  constexpr int32_t kMostBytesOfText = 1 << 20, kMostElements = 1 << 10;  // a header has statistics, no more
  auto transport = std::make_shared<BytesTransport>(bytes);
  duckdb_apache::thrift::protocol::TCompactProtocolT<BytesTransport> protocol(transport, kMostBytesOfText,
                                                                              kMostElements);
  duckdb_parquet::PageHeader header;
  header.read(&protocol);
  bytes = transport->left;
  return header;
}

size_t Size(int32_t bytes, const char* what) {
  if (bytes < 0) Damaged("a page says that " + std::string(what) + " are " + std::to_string(bytes));
  return static_cast<size_t>(bytes);
}

/// False: no page of values.
bool FromHeader(const duckdb_parquet::PageHeader& header, Page& page) {
  switch (header.type) {
    case PageType::DICTIONARY_PAGE:
      page.dictionary = true;
      page.encoding = header.dictionary_page_header.encoding;
      page.values = Size(header.dictionary_page_header.num_values, "its values");
      return true;
    case PageType::DATA_PAGE:
      page.encoding = header.data_page_header.encoding;
      page.values = Size(header.data_page_header.num_values, "its values");
      return true;
    case PageType::DATA_PAGE_V2: {
      const auto& v2 = header.data_page_header_v2;
      page.encoding = v2.encoding;
      page.values = Size(v2.num_values, "its values");
      page.level_bytes = Size(v2.definition_levels_byte_length, "the bytes of its levels") +
                         Size(v2.repetition_levels_byte_length, "the bytes of its levels");
      page.levels_have_size = false;
      page.compressed = !v2.__isset.is_compressed || v2.is_compressed;
      return true;
    }
    default:
      return false;
  }
}

void Decompress(CompressionCodec::type codec, std::span<const uint8_t> stored, uint8_t* to, size_t bytes) {
  if (codec == CompressionCodec::ZSTD) {
    const auto written = avro::DecompressZstdFrame(to, bytes, stored.data(), stored.size());
    if (written != bytes)
      Damaged("a page is no zstd frame of the " + std::to_string(bytes) + " bytes that it announces");
    return;
  }
  std::string raw;
  avro::DecompressRawSnappy({reinterpret_cast<const char*>(stored.data()), stored.size()}, raw);
  if (raw.size() != bytes) {
    Damaged("a page holds " + std::to_string(raw.size()) + " bytes and announces " + std::to_string(bytes));
  }
  std::memcpy(to, raw.data(), bytes);
}

}  // namespace

std::vector<Page> PagesOf(std::span<const uint8_t> chunk) {
  std::vector<Page> pages;
  while (!chunk.empty()) {
    const auto header = TakeHeader(chunk);
    const auto stored = Size(header.compressed_page_size, "its bytes");
    if (stored > chunk.size()) {
      Damaged("a page of " + std::to_string(stored) + " bytes begins where the column chunk has only " +
              std::to_string(chunk.size()) + " more");
    }
    Page page;
    page.raw_bytes = Size(header.uncompressed_page_size, "its bytes");
    page.body = chunk.first(stored);
    chunk = chunk.subspan(stored);
    if (!FromHeader(header, page)) continue;
    if (page.level_bytes > std::min(page.raw_bytes, stored)) Damaged("a page's levels are longer than the page");
    pages.push_back(page);
  }
  return pages;
}

bool CanDecompress(CompressionCodec::type codec) {
  return codec == CompressionCodec::UNCOMPRESSED || codec == CompressionCodec::ZSTD ||
         codec == CompressionCodec::SNAPPY;
}

std::span<const uint8_t> RawBytes(const Page& page, CompressionCodec::type codec, uint8_t* to) {
  if (codec == CompressionCodec::UNCOMPRESSED || !page.compressed) {
    if (page.body.size() != page.raw_bytes) {
      Damaged("a page of " + std::to_string(page.body.size()) + " bytes says that it has " +
              std::to_string(page.raw_bytes));
    }
    return page.body;
  }
  if (page.level_bytes > 0) std::memcpy(to, page.body.data(), page.level_bytes);
  const auto values = page.raw_bytes - page.level_bytes;
  // A page of NULLs alone may have nothing behind its levels.
  if (values > 0) Decompress(codec, page.body.subspan(page.level_bytes), to + page.level_bytes, values);
  return {to, page.raw_bytes};
}

}  // namespace tarn::columnar::parquet

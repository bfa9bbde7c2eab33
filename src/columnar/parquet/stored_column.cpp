#include "columnar/parquet/stored_column.h"

#include <algorithm>

#include "base/error.h"
#include "base/utf8.h"
#include "columnar/parquet/delta_decoder.h"
#include "columnar/parquet/rle_decoder.h"

namespace tarn::columnar::parquet {
namespace {

using duckdb::LogicalTypeId;
using duckdb::PhysicalType;
using PageEncoding = duckdb_parquet::Encoding;
using Bytes = std::span<const uint8_t>;

[[noreturn]] void Damaged(const std::string& what) { throw Error(ErrorCode::Corruption, what); }

bool IsDictionaryCoded(const Page& page) {
  return page.encoding == PageEncoding::PLAIN_DICTIONARY || page.encoding == PageEncoding::RLE_DICTIONARY;
}

bool IsInteger(duckdb_parquet::Type::type type) {
  return type == duckdb_parquet::Type::INT32 || type == duckdb_parquet::Type::INT64;
}

uint32_t TakeLength(Bytes& bytes) {
  uint32_t length = 0;
  if (bytes.size() < sizeof length) Damaged("a page ends within the length of what follows");
  std::memcpy(&length, bytes.data(), sizeof length);
  bytes = bytes.subspan(sizeof length);
  if (length > bytes.size()) {
    Damaged("a page holds " + std::to_string(bytes.size()) + " bytes where " + std::to_string(length) +
            " are announced");
  }
  return length;
}

/// The raw bytes of a page whose strings refer to them.
struct PageBytes : duckdb::VectorBuffer {
  PageBytes() : VectorBuffer(duckdb::VectorBufferType::OPAQUE_BUFFER) {}
  ByteBuffer bytes;
};

/// Returns what the strings take outside the vector.
size_t PlainStrings(Bytes raw, size_t count, size_t at, duckdb::Vector& rows) {
  auto page = duckdb::make_buffer<PageBytes>();
  page->bytes.Append(raw.data(), raw.size());
  Bytes left(page->bytes.data(), raw.size());
  const bool text = rows.GetType().id() == LogicalTypeId::VARCHAR;
  auto* strings = duckdb::FlatVector::GetDataUnsafe<duckdb::string_t>(rows) + at;
  bool refers = false;
  for (size_t i = 0; i < count; i++) {
    const auto length = TakeLength(left);
    const auto* bytes = reinterpret_cast<const char*>(left.data());
    if (text && FindBadUtf8({bytes, length}) != std::string_view::npos) Damaged("a string is not UTF-8");
    strings[i] = duckdb::string_t(bytes, length);
    refers |= !strings[i].IsInlined();
    left = left.subspan(length);
  }
  if (!refers) return 0;
  duckdb::StringVector::AddBuffer(rows, std::move(page));
  return raw.size();
}

/// Whole values of T.
template <class T>
void PlainFixed(Bytes raw, size_t count, size_t at, duckdb::Vector& rows) {
  if (raw.size() / sizeof(T) < count) Damaged("a page is shorter than its values");
  std::memmove(duckdb::FlatVector::GetData(rows) + at * sizeof(T), raw.data(), count * sizeof(T));
}

size_t Plain(duckdb_parquet::Type::type type, Bytes raw, size_t count, size_t at, duckdb::Vector& rows) {
  switch (type) {
    case duckdb_parquet::Type::INT32:
    case duckdb_parquet::Type::FLOAT:
      PlainFixed<uint32_t>(raw, count, at, rows);
      return 0;
    case duckdb_parquet::Type::INT64:
    case duckdb_parquet::Type::DOUBLE:
      PlainFixed<uint64_t>(raw, count, at, rows);
      return 0;
    default:
      return PlainStrings(raw, count, at, rows);
  }
}

void Delta(duckdb_parquet::Type::type type, Bytes raw, size_t count, size_t at, duckdb::Vector& rows) {
  if (type == duckdb_parquet::Type::INT32) {
    DecodeDelta(raw, count, reinterpret_cast<int32_t*>(duckdb::FlatVector::GetData(rows)) + at);
  } else {
    DecodeDelta(raw, count, reinterpret_cast<int64_t*>(duckdb::FlatVector::GetData(rows)) + at);
  }
}

/// From the `present` values at the front to where `levels` say that rows have one.
template <class T>
void Spread(const std::vector<uint16_t>& levels, size_t present, T* values) {
  for (size_t i = levels.size(); i-- > 0;) values[i] = levels[i] == 0 ? T{} : values[--present];
}

template <class T>
T* Values(duckdb::Vector& rows, size_t at) {
  return reinterpret_cast<T*>(duckdb::FlatVector::GetData(rows)) + at;
}

template <class T>
void Pick(const std::vector<uint32_t>& indexes, duckdb::Vector& dictionary, size_t at, duckdb::Vector& rows) {
  const auto* from = Values<T>(dictionary, 0);
  auto* to = Values<T>(rows, at);
  for (size_t i = 0; i < indexes.size(); i++) to[i] = from[indexes[i]];
}

/// Calls `work` with a value of what the vectors of a column hold.
template <class Work>
void WithWidth(duckdb_parquet::Type::type type, Work work) {
  switch (type) {
    case duckdb_parquet::Type::INT32:
    case duckdb_parquet::Type::FLOAT:
      return work(uint32_t{});
    case duckdb_parquet::Type::INT64:
    case duckdb_parquet::Type::DOUBLE:
      return work(uint64_t{});
    default:
      return work(duckdb::string_t(uint32_t{0}));
  }
}

template <class Code>
Code Greatest(const Code* codes, size_t count) {
  constexpr size_t kBlock = 64;  // a fixed number, so that the compiler compares several at once
  Code greatest = 0;
  size_t i = 0;
  for (; i + kBlock <= count; i += kBlock) {
    Code here = 0;
    for (size_t j = 0; j < kBlock; j++) here = codes[i + j] > here ? codes[i + j] : here;
    greatest = std::max(greatest, here);
  }
  for (; i < count; i++) greatest = std::max(greatest, codes[i]);
  return greatest;
}

}  // namespace

bool CanReadStored(const duckdb_parquet::ColumnChunk& chunk, const duckdb::LogicalType& type) {
  if (!chunk.__isset.meta_data || chunk.__isset.file_path || chunk.__isset.crypto_metadata) return false;
  const auto& meta = chunk.meta_data;
  if (!CanDecompress(meta.codec)) return false;
  const auto known = [&](PageEncoding::type encoding) {
    return (IsInteger(meta.type) && encoding == PageEncoding::DELTA_BINARY_PACKED) || encoding == PageEncoding::PLAIN ||
           encoding == PageEncoding::PLAIN_DICTIONARY || encoding == PageEncoding::RLE_DICTIONARY ||
           encoding == PageEncoding::RLE || encoding == PageEncoding::BIT_PACKED;
  };
  if (!std::all_of(meta.encodings.begin(), meta.encodings.end(), known)) return false;
  const auto id = type.id();
  switch (meta.type) {
    case duckdb_parquet::Type::INT32:
      return id == LogicalTypeId::INTEGER || id == LogicalTypeId::DATE;
    case duckdb_parquet::Type::INT64:
      return id == LogicalTypeId::BIGINT;
    case duckdb_parquet::Type::FLOAT:
      return id == LogicalTypeId::FLOAT;
    case duckdb_parquet::Type::DOUBLE:
      return id == LogicalTypeId::DOUBLE;
    case duckdb_parquet::Type::BYTE_ARRAY:
      return id == LogicalTypeId::VARCHAR || id == LogicalTypeId::BLOB;
    default:
      return false;
  }
}

uint8_t* StoredColumnReader::PlaceFor(const Page& page, const Chunk& chunk, bool coded, size_t at,
                                      duckdb::Vector& rows) {
  if (!coded && !page.dictionary && page.encoding == PageEncoding::PLAIN &&
      chunk.type != duckdb_parquet::Type::BYTE_ARRAY) {
    const auto width = duckdb::GetTypeIdSize(rows.GetType().InternalType());
    if (page.raw_bytes + kSpareBytes <= (chunk.rows - at + STANDARD_VECTOR_SIZE) * width) {
      return duckdb::FlatVector::GetData(rows) + at * width;
    }
  }
  page_.Clear();
  return page_.Room(page.raw_bytes + kSpareBytes);
}

Bytes StoredColumnReader::BehindLevels(const Page& page, Bytes raw, size_t at, duckdb::Vector& rows) {
  levels_.clear();
  present_ = page.values;
  Bytes levels = raw.first(page.level_bytes);
  raw = raw.subspan(page.level_bytes);
  if (page.levels_have_size) {
    const auto length = TakeLength(raw);
    levels = raw.first(length);
    raw = raw.subspan(length);
  }
  if (page.values == 0 || IsRunOfOnes(levels, page.values)) return raw;
  levels_.resize(page.values);
  DecodeRleHybrid(levels, 1, page.values, levels_.data());
  auto& validity = duckdb::FlatVector::Validity(rows);
  for (size_t i = 0; i < page.values; i++) {
    if (levels_[i] != 0) continue;
    validity.SetInvalid(at + i);
    present_--;
  }
  if (present_ == page.values) levels_.clear();
  return raw;
}

template <class Code>
void StoredColumnReader::TakeCodes(Bytes raw, size_t dictionary_values, Code* out) {
  if (present_ == 0) return;
  if (raw.empty()) Damaged("a page ends before its codes");
  const int width = raw[0];
  if (width > static_cast<int>(8 * sizeof(Code))) {
    Damaged("a page's codes have " + std::to_string(width) + " bits, for a dictionary of " +
            std::to_string(dictionary_values) + " values");
  }
  DecodeRleHybrid(raw.subspan(1), width, present_, out);
  const auto most = Greatest(out, present_);
  if (most >= dictionary_values) {
    Damaged("a page refers to value " + std::to_string(most) + " of a dictionary of " +
            std::to_string(dictionary_values));
  }
}

size_t StoredColumnReader::Read(const Chunk& chunk, duckdb::Vector& rows, CodedColumn& coded) {
  const auto pages = PagesOf(chunk.bytes);
  size_t announced = 0, dictionary_values = 0, beside = 0, at = 0;
  bool all_coded = true;
  for (const auto& page : pages) {
    if (page.dictionary) {
      if (&page != pages.data()) Damaged("a dictionary page comes behind the pages that use it");
      dictionary_values = page.values;
    } else {
      announced += page.values;
      all_coded &= IsDictionaryCoded(page);
    }
  }
  if (announced != chunk.rows) {
    Damaged("its pages hold " + std::to_string(announced) + " values of a row group of " + std::to_string(chunk.rows));
  }
  coded.in_use = all_coded && dictionary_values > 0 && dictionary_values <= kMostCodes;
  coded.dictionary.reset();
  coded.dictionary_values = dictionary_values;
  if (coded.in_use && coded.codes.size() < chunk.rows) coded.codes.resize(chunk.rows);
  for (const auto& page : pages) {
    auto raw = RawBytes(page, chunk.codec, PlaceFor(page, chunk, coded.in_use, at, rows));
    if (page.dictionary) {
      if (page.values > raw.size()) Damaged("a dictionary page is shorter than its values");
      coded.dictionary = std::make_unique<duckdb::Vector>(rows.GetType(), std::max<size_t>(page.values, 1));
      beside += Plain(chunk.type, raw, page.values, 0, *coded.dictionary);
      continue;
    }
    if (chunk.optional) {
      raw = BehindLevels(page, raw, at, rows);
    } else {
      levels_.clear();
      present_ = page.values;
      raw = raw.subspan(page.level_bytes);
    }
    if (coded.in_use) {
      auto* codes = coded.codes.data() + at;
      TakeCodes(raw, dictionary_values, codes);
      if (!levels_.empty()) Spread(levels_, present_, codes);
    } else {
      if (IsDictionaryCoded(page)) {
        indexes_.resize(present_);
        TakeCodes(raw, dictionary_values, indexes_.data());
        if (present_ > 0) {
          WithWidth(chunk.type, [&](auto value) { Pick<decltype(value)>(indexes_, *coded.dictionary, at, rows); });
        }
      } else if (page.encoding == PageEncoding::PLAIN) {
        beside += Plain(chunk.type, raw, present_, at, rows);
      } else if (page.encoding == PageEncoding::DELTA_BINARY_PACKED && IsInteger(chunk.type)) {
        if (present_ > 0) Delta(chunk.type, raw, present_, at, rows);
      } else {
        Damaged("a page has an encoding (" + std::to_string(page.encoding) + ") that the footer does not name");
      }
      if (!levels_.empty()) {
        WithWidth(chunk.type, [&](auto value) { Spread(levels_, present_, Values<decltype(value)>(rows, at)); });
      }
    }
    at += page.values;
  }
  if (!coded.in_use && coded.dictionary && rows.GetType().InternalType() == PhysicalType::VARCHAR) {
    duckdb::StringVector::AddHeapReference(rows, *coded.dictionary);
  }
  return beside;
}

}  // namespace tarn::columnar::parquet

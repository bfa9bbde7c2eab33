// What the end of an ORC file says of it: its types and stripes (ORC v1 specification, "File Tail"). The messages are
// protocol buffers, of which only the fields named here are read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::orc {

enum class Kind {
  Boolean,
  Byte,
  Short,
  Int,
  Long,
  Float,
  Double,
  String,
  Binary,
  Timestamp,
  List,
  Map,
  Struct,
  Union,
  Decimal,
  Date,
  Varchar,
  Char,
  TimestampInstant
};

struct Type {
  Kind kind = Kind::Struct;
  std::vector<uint32_t> children;  // indexes into FileTail::types
  std::vector<std::string> names;  // of a struct's children
};

enum class Compression { None, Zlib, Snappy, Lzo, Lz4, Zstd };

struct StripePlace {
  uint64_t offset = 0, index_bytes = 0, data_bytes = 0, footer_bytes = 0;
  uint64_t rows = 0;
};

struct FileTail {
  Compression compression = Compression::None;
  std::vector<Type> types;  // a tree, the root first
  std::vector<StripePlace> stripes;
};

enum class StreamKind { Present = 0, Data = 1, Length = 2, DictionaryData = 3, Secondary = 5 };

struct StreamPlace {
  uint64_t kind = 0;  // a StreamKind, or one that no reader of rows needs
  uint32_t column = 0;
  uint64_t bytes = 0;
};

struct ColumnEncoding {
  bool dictionary = false;
  bool v2 = false;  // integers in the second encoding
  uint64_t dictionary_size = 0;
};

struct StripeFooter {
  std::vector<StreamPlace> streams;       // in the order of their bytes
  std::vector<ColumnEncoding> encodings;  // by column
};

/// Throws Corruption.
FileTail ParseFileTail(std::string_view file);
StripeFooter ParseStripeFooter(std::string_view decompressed);

/// A stream is a sequence of blocks, each compressed or not. Throws Corruption, Unsupported for LZO and LZ4.
std::string DecompressStream(Compression compression, std::string_view stream);

}  // namespace tarn::orc

// Avro object container files: a header with the writer's schema, then blocks of records, each closed by the file's
// sync marker (Apache Avro 1.11 specification, "Object Container Files").
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "avro/schema.h"

namespace tarn::avro {

/// Walks the blocks of a whole file in memory. Throws Corruption with the byte offset; the caller adds the file.
class ContainerReader {
 public:
  /// Borrows the bytes.
  explicit ContainerReader(std::string_view bytes);

  const SchemaPtr& schema() const { return schema_; }
  const std::string& codec() const { return codec_; }
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

  struct Block {
    int64_t records = 0;
    std::string_view data;  // decompressed; valid until the next call
  };
  /// Nullopt at the end of the file.
  std::optional<Block> Next();

 private:
  std::string_view bytes_;
  size_t at_ = 0;
  std::map<std::string, std::string> metadata_;
  std::string codec_ = "null";
  SchemaPtr schema_;
  std::string_view sync_;
  std::string buffer_;
};

/// Collects encoded records and cuts them into blocks. Equal records give equal files: the sync marker is drawn from
/// the content.
class ContainerWriter {
 public:
  ContainerWriter(std::string_view schema_json, std::string_view codec, int level = 1);

  /// The bytes of one record.
  void Append(std::string_view record);
  /// The whole file; the writer is spent.
  std::string Finish();

 private:
  void Flush();

  std::string schema_json_;
  std::string codec_;
  int level_;
  std::string pending_;
  int64_t pending_records_ = 0;
  std::string out_;  // header once the first block is known, then blocks
  std::string sync_;
};

}  // namespace tarn::avro

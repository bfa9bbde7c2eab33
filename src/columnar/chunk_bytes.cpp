#include "columnar/chunk_bytes.h"

#include <duckdb/common/error_data.hpp>
#include <duckdb/common/serializer/binary_deserializer.hpp>
#include <duckdb/common/serializer/binary_serializer.hpp>
#include <duckdb/common/serializer/memory_stream.hpp>

#include "base/error.h"

namespace tarn::columnar {

std::string ChunkToBytes(const duckdb::DataChunk& chunk) {
  duckdb::MemoryStream stream;
  duckdb::BinarySerializer serializer(stream);
  serializer.Begin();
  chunk.Serialize(serializer);
  serializer.End();
  return {reinterpret_cast<const char*>(stream.GetData()), stream.GetPosition()};
}

void BytesToChunk(std::string_view bytes, duckdb::DataChunk& chunk) {
  try {
    std::string owned(bytes);
    duckdb::MemoryStream stream(reinterpret_cast<duckdb::data_ptr_t>(owned.data()), owned.size());
    duckdb::BinaryDeserializer deserializer(stream);
    deserializer.Begin();
    chunk.Deserialize(deserializer);
    deserializer.End();
  } catch (const std::exception& e) {
    throw Error(ErrorCode::Corruption, "saved rows cannot be read: " + duckdb::ErrorData(e).RawMessage());
  }
}

}  // namespace tarn::columnar

#include "avro/decoder.h"

#include <limits>

namespace tarn::avro {

std::optional<int32_t> Decoder::Int(const Schema& schema) {
  const auto value = Long(schema);
  if (!value) return std::nullopt;
  if (*value < std::numeric_limits<int32_t>::min() || *value > std::numeric_limits<int32_t>::max())
    in_.Fail("a number of 32 bits");
  return static_cast<int32_t>(*value);
}

int64_t Decoder::BlockCount() {
  auto count = in_.Zigzag("the size of a block of items");
  if (count < 0) {
    // A negative count is followed by the block's size in bytes, for readers that skip.
    if (count == std::numeric_limits<int64_t>::min()) in_.Fail("the size of a block of items");
    count = -count;
    in_.Zigzag("the bytes of a block of items");
  }
  // Items of no bytes (arrays of null) are of no use; refusing them bounds what a hostile count can cost.
  if (static_cast<uint64_t>(count) > in_.remaining()) in_.Fail("as many items as are stated");
  return count;
}

void Decoder::Skip(const Schema& schema) {
  const Schema& type = Resolve(schema);
  switch (type.kind) {
    case Kind::Null:
    case Kind::Union:
      return;
    case Kind::Boolean:
      RawBoolean();
      return;
    case Kind::Int:
    case Kind::Long:
    case Kind::Enum:
      RawLong();
      return;
    case Kind::Float:
      in_.Take(4, "a float");
      return;
    case Kind::Double:
      in_.Take(8, "a double");
      return;
    case Kind::Bytes:
    case Kind::String:
      RawBytes();
      return;
    case Kind::Fixed:
      RawFixed(type);
      return;
    case Kind::Record:
      for (const auto& field : type.fields) Skip(*field.type);
      return;
    case Kind::Array:
      Array(type, [&](const Schema& item) { Skip(item); });
      return;
    case Kind::Map:
      Map(type, [&](std::string_view, const Schema& value) { Skip(value); });
      return;
  }
}

}  // namespace tarn::avro

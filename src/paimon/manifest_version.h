// What manifests, manifest lists and index manifests have in common: their version and kind fields, and nullable
// values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "avro/encoder.h"
#include "avro/record_reader.h"
#include "base/error.h"
#include "paimon/data_file.h"

namespace tarn::paimon {

template <typename T>
avro::FieldReader<T> VersionField(int32_t version) {
  return {"_VERSION", true, [version](avro::Decoder& in, const avro::Schema& type, T&) {
            const auto found = NotNull(in, in.Int(type));
            if (found != version)
              throw Error(ErrorCode::Unsupported, "manifest version " + std::to_string(found) +
                                                      " cannot be read, only " + std::to_string(version) + " can");
          }};
}

template <typename T>
avro::FieldReader<T> KindField() {
  return {"_KIND", true, [](avro::Decoder& in, const avro::Schema& type, T& into) {
            const auto kind = NotNull(in, in.Int(type));
            if (kind != 0 && kind != 1) in.Fail("a kind of 0 (add) or 1 (delete)");
            into.kind = static_cast<FileKind>(kind);
          }};
}

inline void PutValue(avro::Encoder& out, int64_t value) { out.Long(value); }
inline void PutValue(avro::Encoder& out, int32_t value) { out.Long(value); }
inline void PutValue(avro::Encoder& out, const std::string& value) { out.Bytes(value); }
template <typename V>
void PutValue(avro::Encoder& out, const std::vector<V>& values) {
  out.BeginItems(values.size());
  for (const auto& value : values) PutValue(out, value);
  out.EndItems();
}
template <typename V>
void PutOptional(avro::Encoder& out, const std::optional<V>& value) {
  out.Branch(value ? 1 : 0);
  if (value) PutValue(out, *value);
}

}  // namespace tarn::paimon

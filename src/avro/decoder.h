// Reads values of one block of a container. Every method takes the writer's type at that place and moves past one
// value.
//
// The bytes come from outside: counts and lengths are checked against what is left, and Corruption names the offset.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "avro/schema.h"
#include "base/bytes.h"
#include "base/utf8.h"

namespace tarn::avro {

class Decoder {
 public:
  /// Borrows the bytes; views that it returns point into them.
  explicit Decoder(std::string_view block) : in_(block) {}

  bool AtEnd() const { return in_.AtEnd(); }
  size_t offset() const { return in_.offset(); }

  /// Chooses the branch of a union, or gives back any other type. Call it before reading a value that may be a union.
  const Schema& Resolve(const Schema& schema) {
    const Schema* type = &schema;
    while (type->kind == Kind::Union) {
      const auto branch = in_.Zigzag("the branch of a union");
      if (branch < 0 || branch >= static_cast<int64_t>(type->children.size())) in_.Fail("the branch of a union");
      type = type->children[static_cast<size_t>(branch)].get();
    }
    return *type;
  }

  // Raw values, for callers that have looked at the type themselves.
  bool RawBoolean() { return in_.Take(1, "a boolean")[0] != 0; }
  int64_t RawLong() { return in_.Zigzag("a number"); }
  float RawFloat() { return in_.Le<float>("a float"); }
  double RawDouble() { return in_.Le<double>("a double"); }
  std::string_view RawBytes() {
    const auto length = in_.Zigzag("a length");
    if (length < 0) in_.Fail("a length from 0 on");
    return in_.Take(static_cast<uint64_t>(length), "a text or bytes of the stated length");
  }
  std::string_view Text() {
    const auto text = RawBytes();
    if (FindBadUtf8(text) != std::string_view::npos) in_.Fail("a text in UTF-8");
    return text;
  }
  std::string_view RawFixed(const Schema& schema) { return in_.Take(static_cast<uint64_t>(schema.size)); }

  // Checked values: null gives nullopt, another type than asked for throws.
  std::optional<int64_t> Long(const Schema& schema) {
    const Schema& type = Resolve(schema);
    if (type.kind == Kind::Long || type.kind == Kind::Int) return RawLong();
    return Mismatch<int64_t>(type, "a number");
  }
  std::optional<int32_t> Int(const Schema& schema);
  std::optional<std::string_view> Bytes(const Schema& schema) {
    const Schema& type = Resolve(schema);
    if (type.kind == Kind::Bytes) return RawBytes();
    if (type.kind == Kind::String) return Text();
    if (type.kind == Kind::Fixed) return RawFixed(type);
    return Mismatch<std::string_view>(type, "text or bytes");
  }

  /// Calls `element` with the type of the items for each item; false if the array is null.
  template <typename Element>
  bool Array(const Schema& schema, Element&& element) {
    const Schema& type = Resolve(schema);
    if (type.kind == Kind::Null) return false;
    if (type.kind != Kind::Array) Mismatch<int>(type, "an array");
    while (const auto count = BlockCount())
      for (int64_t i = 0; i < count; ++i) element(*type.children[0]);
    return true;
  }
  /// Calls `entry` with the key and the type of the value for each entry; false if the map is null.
  template <typename Entry>
  bool Map(const Schema& schema, Entry&& entry) {
    const Schema& type = Resolve(schema);
    if (type.kind == Kind::Null) return false;
    if (type.kind != Kind::Map) Mismatch<int>(type, "a map");
    while (const auto count = BlockCount()) {
      for (int64_t i = 0; i < count; ++i) {
        const auto key = RawBytes();
        entry(key, *type.children[0]);
      }
    }
    return true;
  }

  void Skip(const Schema& schema);

  [[noreturn]] void Fail(std::string_view expected) const { in_.Fail(expected); }

 private:
  // Items of the next block of an array or map; 0 = no more.
  int64_t BlockCount();

  template <typename T>
  std::optional<T> Mismatch(const Schema& type, const char* expected) const {
    if (type.kind != Kind::Null) in_.Fail(std::string(expected) + ", the writer says " + ToString(type.kind));
    return std::nullopt;
  }

  ByteCursor in_;
};

}  // namespace tarn::avro

// Paimon's BinaryRow: the bytes of partitions, keys and statistics in metadata, and of what bucket hashes are taken of.
//
// Row: header byte (row kind), one null bit per field from bit 8 on, padded to 8 bytes; one 8-byte slot per field; then
// a part of variable length in multiples of 8 bytes. Little-endian, except inside wide decimals. Serialized: the arity
// as 4 bytes big-endian, then the row. Equal values must give equal bytes, because Paimon hashes and compares them
// (Paimon 1.x: BinaryRow, BinaryRowWriter, RowHelper).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "paimon/data_type.h"
#include "paimon/value.h"

namespace tarn::paimon {

/// Reads a row of any origin; every access is checked. Borrows the bytes.
class BinaryRowView {
 public:
  /// Throws Corruption unless the bytes are an arity and a row of it.
  static BinaryRowView FromSerialized(std::string_view bytes);
  BinaryRowView(std::string_view row, int32_t arity);

  int32_t arity() const { return arity_; }
  std::string_view row() const { return row_; }

  bool IsNull(int32_t field) const;
  /// NULL, or the field as a value of that type. Throws Corruption if the bytes cannot be that, Unsupported for nested
  /// types that are not null.
  Value Get(int32_t field, const DataType& type) const;

 private:
  std::string_view Slot(int32_t field) const;
  std::string_view Text(int32_t field) const;      // inline or variable
  std::string_view Variable(int32_t field) const;  // slot = offset << 32 | length

  std::string_view row_;
  int32_t arity_;
};

/// Builds one row after another. Fields must be set in ascending order, each once.
class BinaryRowWriter {
 public:
  explicit BinaryRowWriter(int32_t arity);

  void Reset();

  /// `type` decides whether the null takes room in the variable part.
  void SetNull(int32_t field, const DataType& type);
  void SetBoolean(int32_t field, bool value) { SetFixed(field, static_cast<uint8_t>(value)); }
  void SetTinyInt(int32_t field, int8_t value) { SetFixed(field, value); }
  void SetSmallInt(int32_t field, int16_t value) { SetFixed(field, value); }
  void SetInt(int32_t field, int32_t value) { SetFixed(field, value); }  // and DATE, TIME
  void SetBigInt(int32_t field, int64_t value) { SetFixed(field, value); }
  void SetFloat(int32_t field, float value) { SetFixed(field, value); }
  void SetDouble(int32_t field, double value) { SetFixed(field, value); }
  void SetBytes(int32_t field, std::string_view value);
  void SetDecimal(int32_t field, int128_t unscaled, int32_t precision);
  void SetTimestamp(int32_t field, int64_t millis, int32_t nano_of_milli, int32_t precision);
  /// By the type. Throws Unsupported for nested types that are not null.
  void Set(int32_t field, const DataType& type, const Value& value);

  /// Valid until the next change.
  std::string_view row() const { return row_; }
  std::string Serialized() const;

 private:
  template <typename T>
  void SetFixed(int32_t field, T value);
  char* Slot(int32_t field);
  // Appends bytes padded to a multiple of 8 and points the slot at them.
  void AppendVariable(int32_t field, std::string_view bytes, size_t room);

  int32_t arity_;
  size_t null_bytes_;
  std::string row_;
};

/// Arity 0: unpartitioned tables, keys of append tables, statistics of no columns.
const std::string& EmptySerializedRow();

std::string SerializeRow(const std::vector<DataType>& types, const std::vector<Value>& values);
/// Throws Corruption unless the row has that many fields.
std::vector<Value> DeserializeRow(std::string_view serialized, const std::vector<DataType>& types);
std::vector<Value> DeserializeRow(std::string_view serialized, const std::vector<DataField>& fields);

}  // namespace tarn::paimon

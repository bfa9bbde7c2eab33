// Reads records into plain structs by the names of their fields: fields that the struct does not know are skipped,
// fields that the writer did not have keep the struct's default.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "avro/container.h"
#include "avro/decoder.h"
#include "avro/schema.h"
#include "base/error.h"

namespace tarn::avro {

template <typename T>
struct FieldReader {
  std::string_view name;  // borrowed; a literal
  bool required;
  /// Moves past one value of the writer's type and stores it.
  std::function<void(Decoder& in, const Schema& type, T& into)> read;
};

/// How one writer's record type is read into T. The schema must outlive it.
template <typename T>
class RecordReader {
 public:
  RecordReader(const Schema& writer, std::vector<FieldReader<T>> known) : known_(std::move(known)) {
    const Schema& record = StripNullable(writer);
    if (record.kind != Kind::Record)
      throw Error(ErrorCode::Corruption,
                  std::string("expected Avro records, the writer says ") + ToString(record.kind));
    for (const auto& field : known_)
      if (field.required && !record.FindField(field.name))
        throw Error(ErrorCode::Corruption, "the writer's schema has no field '" + std::string(field.name) + "'");
    for (const auto& field : record.fields) {
      const FieldReader<T>* found = nullptr;
      for (const auto& candidate : known_)
        if (candidate.name == field.name) found = &candidate;
      steps_.push_back({found, field.type.get()});
    }
  }
  RecordReader(const RecordReader&) = delete;
  RecordReader& operator=(const RecordReader&) = delete;

  /// `type` is the record type that this reader was made for, or its nullable union. Null gives false and leaves `into`
  /// as it is.
  bool Read(Decoder& in, const Schema& type, T& into) const {
    if (in.Resolve(type).kind == Kind::Null) return false;
    for (const auto& step : steps_) {
      if (step.field == nullptr) {
        in.Skip(*step.type);
        continue;
      }
      try {
        step.field->read(in, *step.type, into);
      } catch (Error& error) {
        error.At("field " + std::string(step.field->name));
        throw;
      }
    }
    return true;
  }

 private:
  struct Step {
    const FieldReader<T>* field;
    const Schema* type;
  };
  std::vector<FieldReader<T>> known_;
  std::vector<Step> steps_;
};

// Makers of field readers. A member that is no optional must not be null in the file.

template <typename V>
V NotNull(const Decoder& in, std::optional<V> value) {
  if (!value) in.Fail("a value, found null");
  return *value;
}

template <typename T>
FieldReader<T> IntField(std::string_view name, int32_t T::*member) {
  return {name, true, [member](Decoder& in, const Schema& type, T& into) { into.*member = NotNull(in, in.Int(type)); }};
}
template <typename T>
FieldReader<T> IntField(std::string_view name, std::optional<int32_t> T::*member) {
  return {name, false, [member](Decoder& in, const Schema& type, T& into) { into.*member = in.Int(type); }};
}
template <typename T>
FieldReader<T> LongField(std::string_view name, int64_t T::*member) {
  return {name, true,
          [member](Decoder& in, const Schema& type, T& into) { into.*member = NotNull(in, in.Long(type)); }};
}
template <typename T>
FieldReader<T> LongField(std::string_view name, std::optional<int64_t> T::*member) {
  return {name, false, [member](Decoder& in, const Schema& type, T& into) { into.*member = in.Long(type); }};
}
template <typename T>
FieldReader<T> BytesField(std::string_view name, std::string T::*member) {
  return {name, true,
          [member](Decoder& in, const Schema& type, T& into) { into.*member = NotNull(in, in.Bytes(type)); }};
}
template <typename T>
FieldReader<T> BytesField(std::string_view name, std::optional<std::string> T::*member) {
  return {name, false, [member](Decoder& in, const Schema& type, T& into) {
            const auto value = in.Bytes(type);
            if (value) into.*member = std::string(*value);
          }};
}

namespace record_internal {
inline void Append(Decoder& in, const Schema& item, std::vector<std::string>& to) {
  to.emplace_back(NotNull(in, in.Bytes(item)));
}
inline void Append(Decoder& in, const Schema& item, std::vector<int64_t>& to) {
  to.push_back(NotNull(in, in.Long(item)));
}
inline void Append(Decoder& in, const Schema& item, std::vector<int32_t>& to) {
  to.push_back(NotNull(in, in.Int(item)));
}
inline void Append(Decoder& in, const Schema& item, std::vector<std::optional<int64_t>>& to) {
  to.push_back(in.Long(item));
}
}  // namespace record_internal

/// Null counts as empty where the member is no optional.
template <typename T, typename V>
FieldReader<T> ArrayField(std::string_view name, std::vector<V> T::*member) {
  return {name, false, [member](Decoder& in, const Schema& type, T& into) {
            (into.*member).clear();
            in.Array(type, [&](const Schema& item) { record_internal::Append(in, item, into.*member); });
          }};
}
template <typename T, typename V>
FieldReader<T> ArrayField(std::string_view name, std::optional<std::vector<V>> T::*member) {
  return {name, false, [member](Decoder& in, const Schema& type, T& into) {
            std::vector<V> values;
            if (in.Array(type, [&](const Schema& item) { record_internal::Append(in, item, values); }))
              into.*member = std::move(values);
          }};
}

/// Makes the reader of a nested record when it first meets the writer's type for it.
template <typename T>
class NestedReader {
 public:
  explicit NestedReader(std::vector<FieldReader<T>> known) : known_(std::move(known)) {}

  bool Read(Decoder& in, const Schema& type, T& into) {
    if (!reader_) reader_ = std::make_unique<RecordReader<T>>(type, known_);
    return reader_->Read(in, type, into);
  }

 private:
  std::vector<FieldReader<T>> known_;
  std::unique_ptr<RecordReader<T>> reader_;
};

template <typename T, typename N>
FieldReader<T> RecordField(std::string_view name, N T::*member, std::vector<FieldReader<N>> fields) {
  return {name, true,
          [member, nested = std::make_shared<NestedReader<N>>(std::move(fields))](Decoder& in, const Schema& type,
                                                                                  T& into) {
            if (!nested->Read(in, type, into.*member)) in.Fail("a record, found null");
          }};
}
template <typename T, typename N>
FieldReader<T> RecordField(std::string_view name, std::optional<N> T::*member, std::vector<FieldReader<N>> fields) {
  return {name, false,
          [member, nested = std::make_shared<NestedReader<N>>(std::move(fields))](Decoder& in, const Schema& type,
                                                                                  T& into) {
            N value;
            if (nested->Read(in, type, value)) into.*member = std::move(value);
          }};
}
template <typename T, typename N>
FieldReader<T> RecordsField(std::string_view name, std::optional<std::vector<N>> T::*member,
                            std::vector<FieldReader<N>> fields) {
  return {name, false,
          [member, nested = std::make_shared<NestedReader<N>>(std::move(fields))](Decoder& in, const Schema& type,
                                                                                  T& into) {
            std::vector<N> values;
            const bool present = in.Array(type, [&](const Schema& item) {
              N value;
              if (nested->Read(in, item, value)) values.push_back(std::move(value));
            });
            if (present) into.*member = std::move(values);
          }};
}

/// All records of a container. Throws Corruption that says which record and field.
template <typename T>
std::vector<T> ReadRecords(std::string_view bytes, std::vector<FieldReader<T>> fields) {
  ContainerReader container(bytes);
  const RecordReader<T> reader(*container.schema(), std::move(fields));
  std::vector<T> records;
  while (const auto block = container.Next()) {
    Decoder in(block->data);
    for (int64_t i = 0; i < block->records; ++i) {
      try {
        T record;
        if (!reader.Read(in, *container.schema(), record)) in.Fail("a record, found null");
        records.push_back(std::move(record));
      } catch (Error& error) {
        error.At("record " + std::to_string(i + 1) + " of a block of " + std::to_string(block->records));
        throw;
      }
    }
    if (!in.AtEnd()) in.Fail("the end of the block");
  }
  return records;
}

}  // namespace tarn::avro

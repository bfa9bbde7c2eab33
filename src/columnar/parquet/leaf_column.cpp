#include "columnar/parquet/leaf_column.h"

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "columnar/parquet/bounds.h"
#include "columnar/parquet/dictionary.h"
#include "columnar/parquet/range_value.h"
#include "columnar/parquet/string_heap.h"

namespace tarn::columnar::parquet {
namespace {

using paimon::TypeRoot;

std::string Dotted(const std::vector<std::string>& path) {
  std::string name;
  for (const auto& part : path) name += (name.empty() ? "" : ".") + part;
  return name;
}

/// In the words of the table: `a.list.element` is an element of the array a.
Error NullRefused(const std::vector<std::string>& path) {
  const auto error = [&](const std::string& why) {
    return Error(ErrorCode::InvalidInput, "column '" + path.front() + "' " + why);
  };
  if (path.size() == 1) return error("is NOT NULL, but a row has no value for it");
  const std::string& last = path.back();
  const std::string& above = path[path.size() - 2];
  if (above == "list" && last == "element") return error("has elements that are NOT NULL, but a row has NULL for one");
  if (above == "key_value" && last == "key") return error("has map keys that are NOT NULL, but a row has NULL for one");
  if (above == "key_value" && last == "value")
    return error("has map values that are NOT NULL, but a row has NULL for one");
  return error("has a field '" + last + "' that is NOT NULL, but a row has NULL for it");
}

/// What is left of the bounds between row groups, when the group's strings are gone.
template <class T>
struct FileRange {
  using Kept = std::conditional_t<std::is_same_v<T, string_t>, std::string, T>;
  Kept min{};
  Kept max{};
  bool any = false;
  bool broken = !kOrdered<T>;
  int64_t nulls = 0;

  void Take(const Extremes<T>& group) {
    broken |= group.nan;
    if (!group.usable()) return;
    if constexpr (std::is_same_v<T, string_t>) {
      if (!any || Less(group.min, string_t(min))) min = group.min.GetString();
      if (!any || Less(string_t(max), group.max)) max = group.max.GetString();
    } else {
      if (!any || group.min < min) min = group.min;
      if (!any || max < group.max) max = group.max;
    }
    any = true;
  }
};
template <>
void FileRange<Int96>::Take(const Extremes<Int96>&) {}

/// T as buffered. S as the vector holds it and Convert from S to T are the subclass's business.
template <class T>
class ColumnOf : public LeafColumn {
 public:
  ColumnOf(const Leaf& leaf, const ParquetWriteOptions& options)
      : leaf_(leaf), node_(*leaf.node), options_(options), levels_(leaf.max_definition, leaf.max_repetition) {}

  size_t BufferedBytes() const override { return values_.size() + heap_.bytes() + levels_.bytes(); }

  size_t HeldBytes() const override {
    return values_.capacity() + raw_.capacity() + heap_.bytes() + levels_.capacity() + dictionary_.capacity();
  }

  void Release() override {
    values_.Release();
    raw_.Release();
    levels_.Release();
    dictionary_.Release();
  }

  ChunkInfo Flush(PageWriter& out) override {
    ChunkInfo chunk;
    const bool dictionary = UsesDictionary();
    Extremes<T> extremes;
    if (dictionary) {
      raw_.Clear();
      EncodePlain(dictionary_.entries(), node_, raw_);
      out.DictionaryPage(raw_, dictionary_.entries().size(), chunk);
      extremes = ExtremesOf(dictionary_.entries());
    }
    const Encoding encoding = dictionary ? Encoding::RleDictionary : DirectEncoding();
    size_t value = 0;
    size_t rows = 0;
    for (size_t level = 0; level < levels_.count();) {
      const Cut cut = NextPage(level, value, dictionary);
      const auto values = All().subspan(value, cut.value - value);
      PageInfo page;
      page.first_row = static_cast<int64_t>(rows);
      page.values = static_cast<int64_t>(cut.level - level);
      page.nulls = page.values - static_cast<int64_t>(values.size());
      const bool whole = dictionary && values.size() == count();
      const Extremes<T> of_page = whole ? extremes : ExtremesOf(values);
      if (!dictionary) extremes.Take(of_page);
      page.bounds = ToBounds(of_page, node_);
      raw_.Clear();
      levels_.Encode(level, cut.level, raw_);
      Encode(encoding, value, cut.value, raw_);
      out.DataPage(raw_, encoding, std::move(page), chunk);
      rows += cut.rows;
      level = cut.level;
      value = cut.value;
    }
    chunk.encodings = {encoding, Encoding::Rle};
    if (dictionary) chunk.encodings.push_back(Encoding::Plain);
    chunk.bounds = ToBounds(extremes, node_);
    range_.Take(extremes);
    range_.nulls += chunk.nulls;
    values_.Clear();
    heap_.Clear();
    levels_.Clear();
    return chunk;
  }

  ColumnRange Range() const override {
    ColumnRange range;
    range.nulls = range_.nulls;
    if constexpr (kOrdered<T>) {
      if (range_.any && !range_.broken) {
        range.min = ToValue(range_.min, node_.type);
        range.max = ToValue(range_.max, node_.type);
      }
    }
    return range;
  }

 protected:
  T* Room(size_t count) { return reinterpret_cast<T*>(values_.Room(count * sizeof(T))); }
  void Added(size_t count) { values_.Grow(count * sizeof(T)); }
  [[noreturn]] void ThrowNull() const { throw NullRefused(leaf_.path); }

  const Leaf& leaf_;
  const Node& node_;
  const ParquetWriteOptions& options_;
  Levels levels_;
  StringHeap heap_;

 private:
  struct Cut {
    size_t level;
    size_t value;
    size_t rows;
  };

  size_t count() const { return values_.size() / sizeof(T); }
  std::span<const T> All() const { return {reinterpret_cast<const T*>(values_.data()), count()}; }

  bool UsesDictionary() {
    if constexpr (std::is_same_v<T, uint8_t>) return false;
    if (options_.plain_only || count() == 0) return false;
    return dictionary_.Build(All(), node_);
  }

  Encoding DirectEncoding() const {
    if (options_.plain_only) return Encoding::Plain;
    if constexpr (std::is_same_v<T, int32_t> || std::is_same_v<T, int64_t>) return Encoding::DeltaBinaryPacked;
    if constexpr (std::is_same_v<T, string_t>) return Encoding::DeltaByteArray;
    return Encoding::Plain;
  }

  /// Where the page that begins here ends: about page_bytes of values, at a row's end.
  Cut NextPage(size_t level, size_t value, bool dictionary) const {
    const size_t levels = levels_.count();
    size_t bytes_each = sizeof(T);
    if constexpr (std::is_same_v<T, hugeint_t>) bytes_each = static_cast<size_t>(node_.fixed_length);
    bool same_size = !std::is_same_v<T, string_t>;
    size_t budget = options_.page_bytes;
    if (dictionary) {
      same_size = true;
      bytes_each = 1;
      budget = options_.page_bytes * 8 / static_cast<size_t>(dictionary_.bit_width());
    }
    if (same_size && levels_.all_defined()) {
      const size_t take = std::min(levels - level, std::max<size_t>(1, budget / bytes_each));
      return {level + take, value + take, take};
    }
    const T* all = All().data();
    size_t bytes = 0;
    Cut cut{level, value, 0};
    while (cut.level < levels) {
      if (levels_.begins_row(cut.level)) {
        // Levels cost too: a column of NULLs must not grow one endless page.
        if (bytes + (cut.level - level) / 8 >= budget) break;
        cut.rows++;
      }
      if (levels_.defined(cut.level)) {
        bytes += same_size ? bytes_each : PlainBytes(all[cut.value], node_);
        cut.value++;
      }
      cut.level++;
    }
    return cut;
  }

  void Encode(Encoding encoding, size_t from, size_t to, ByteBuffer& out) {
    const auto values = All().subspan(from, to - from);
    if (encoding == Encoding::RleDictionary) {
      out.Push(static_cast<uint8_t>(dictionary_.bit_width()));
      RleHybrid(dictionary_.indexes().subspan(from, to - from), dictionary_.bit_width(), out);
      return;
    }
    if constexpr (std::is_same_v<T, int32_t> || std::is_same_v<T, int64_t>) {
      if (encoding == Encoding::DeltaBinaryPacked) return DeltaBinaryPacked(values, out);
    }
    if constexpr (std::is_same_v<T, string_t>) {
      if (encoding == Encoding::DeltaByteArray) return DeltaStrings(values, out);
    }
    EncodePlain(values, node_, out);
  }

  ByteBuffer values_;
  ByteBuffer raw_;
  Dictionary<T> dictionary_;
  FileRange<T> range_;
};

template <class S, class T, class Convert>
class ColumnFrom final : public ColumnOf<T> {
 public:
  ColumnFrom(const Leaf& leaf, const ParquetWriteOptions& options, Convert convert)
      : ColumnOf<T>(leaf, options), convert_(convert) {}

  void Append(const duckdb::UnifiedVectorFormat& vector, size_t count) override {
    const S* from = duckdb::UnifiedVectorFormat::GetDataUnsafe<S>(vector);
    T* to = this->Room(count);
    const bool no_nulls = vector.validity.AllValid();
    if (no_nulls && !vector.sel->IsSet()) {
      for (size_t i = 0; i < count; i++) to[i] = Take(from[i]);
    } else if (no_nulls) {
      for (size_t i = 0; i < count; i++) to[i] = Take(from[vector.sel->get_index(i)]);
    } else {
      AppendNullable(vector, from, to, count);
      return;
    }
    this->Added(count);
    this->levels_.AddDefined(count);
  }

  void AppendSlots(const duckdb::UnifiedVectorFormat& vector, const Slots& slots) override {
    const S* from = duckdb::UnifiedVectorFormat::GetDataUnsafe<S>(vector);
    T* to = this->Room(slots.size());
    const bool optional = this->node_.repetition == Repetition::Optional;
    std::vector<uint8_t> definition = slots.definition;
    size_t added = 0;
    for (size_t i = 0; i < slots.size(); i++) {
      if (slots.rows[i] == Slots::kNone) continue;
      const auto row = vector.sel->get_index(slots.rows[i]);
      if (!vector.validity.RowIsValid(row)) {
        if (!optional) this->ThrowNull();
        continue;
      }
      to[added++] = Take(from[row]);
      if (optional) definition[i]++;
    }
    this->Added(added);
    this->levels_.AddSlots(slots, definition);
  }

 private:
  void AppendNullable(const duckdb::UnifiedVectorFormat& vector, const S* from, T* to, size_t count) {
    const bool required = this->node_.repetition == Repetition::Required;
    size_t added = 0;
    for (size_t i = 0; i < count; i++) {
      const auto row = vector.sel->get_index(i);
      if (vector.validity.RowIsValid(row)) {
        to[added++] = Take(from[row]);
        this->levels_.AddValid();
      } else {
        if (required) this->ThrowNull();
        this->levels_.AddNull();
      }
    }
    this->Added(added);
  }

  T Take(const S& value) {
    if constexpr (std::is_same_v<S, string_t>) {
      return this->heap_.Keep(value);
    } else {
      return convert_(value);
    }
  }

  Convert convert_;
};

template <class S, class T, class Convert>
std::unique_ptr<LeafColumn> Make(const Leaf& leaf, const ParquetWriteOptions& options, Convert convert) {
  return std::make_unique<ColumnFrom<S, T, Convert>>(leaf, options, convert);
}

template <class S, class T>
std::unique_ptr<LeafColumn> MakePlain(const Leaf& leaf, const ParquetWriteOptions& options) {
  return Make<S, T>(leaf, options, [](const S& value) { return static_cast<T>(value); });
}

int64_t FloorDiv(int64_t value, int64_t by) { return value / by - (value % by < 0); }

/// Whole days rounded down, so that the time of day is never negative: every reader, Paimon 1.0.1's included, takes
/// that before 1970 too.
Int96 NanosToInt96(int64_t nanos) {
  constexpr int64_t kDay = 86'400'000'000'000;
  const int64_t days = FloorDiv(nanos, kDay);
  const auto rest = static_cast<uint64_t>(nanos - days * kDay);
  return {static_cast<uint32_t>(rest), static_cast<uint32_t>(rest >> 32), static_cast<int32_t>(days + 2440588)};
}

std::unique_ptr<LeafColumn> NewDecimal(const Leaf& leaf, const ParquetWriteOptions& options) {
  const int32_t precision = leaf.node->type.precision;  // vectors are narrower than files below 5 digits
  if (precision <= 4) return MakePlain<int16_t, int32_t>(leaf, options);
  if (precision <= 9) return MakePlain<int32_t, int32_t>(leaf, options);
  if (precision <= 18) return MakePlain<int64_t, int64_t>(leaf, options);
  return MakePlain<hugeint_t, hugeint_t>(leaf, options);
}

std::unique_ptr<LeafColumn> NewTimestamp(const Leaf& leaf, const ParquetWriteOptions& options) {
  const int32_t precision = leaf.node->type.precision;
  if (precision > 6) return Make<int64_t, Int96>(leaf, options, NanosToInt96);
  if (precision > 3) return MakePlain<int64_t, int64_t>(leaf, options);
  return Make<int64_t, int64_t>(leaf, options, [](const int64_t& micros) { return FloorDiv(micros, 1000); });
}

}  // namespace

std::unique_ptr<LeafColumn> NewLeafColumn(const Leaf& leaf, const ParquetWriteOptions& options) {
  switch (leaf.node->type.root) {
    case TypeRoot::Boolean:
      return Make<uint8_t, uint8_t>(leaf, options, [](const uint8_t& value) { return uint8_t{value != 0}; });
    case TypeRoot::TinyInt:
      return MakePlain<int8_t, int32_t>(leaf, options);
    case TypeRoot::SmallInt:
      return MakePlain<int16_t, int32_t>(leaf, options);
    case TypeRoot::Int:
    case TypeRoot::Date:
      return MakePlain<int32_t, int32_t>(leaf, options);
    case TypeRoot::BigInt:
      return MakePlain<int64_t, int64_t>(leaf, options);
    case TypeRoot::Float:
      return MakePlain<float, float>(leaf, options);
    case TypeRoot::Double:
      return MakePlain<double, double>(leaf, options);
    case TypeRoot::Decimal:
      return NewDecimal(leaf, options);
    case TypeRoot::Char:
    case TypeRoot::VarChar:
    case TypeRoot::Binary:
    case TypeRoot::VarBinary:
    case TypeRoot::Blob:
      return MakePlain<string_t, string_t>(leaf, options);
    case TypeRoot::Time:
      return Make<int64_t, int32_t>(leaf, options,
                                    [](const int64_t& micros) { return static_cast<int32_t>(micros / 1000); });
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz:
      return NewTimestamp(leaf, options);
    default:
      throw Error(ErrorCode::Internal, "a nested type is no Parquet column: " + Dotted(leaf.path));
  }
}

}  // namespace tarn::columnar::parquet

#include "orc/reader.h"

#include <map>

#include "base/error.h"
#include "orc/run_length.h"

namespace tarn::orc {
namespace {

constexpr uint64_t kMaxRows = uint64_t{1} << 24;
constexpr int64_t kEpochSeconds = 1'420'070'400;  // 2015-01-01, where ORC counts timestamps from

[[noreturn]] void Corrupt(const std::string& what) { throw Error(ErrorCode::Corruption, "an ORC file: " + what); }

class StripeReader {
 public:
  StripeReader(std::string_view file, const FileTail& tail, const StripePlace& place) : tail_(tail) {
    const uint64_t before_footer = place.index_bytes + place.data_bytes;
    if (place.offset > file.size() || before_footer > file.size() - place.offset ||
        place.footer_bytes > file.size() - place.offset - before_footer || place.rows > kMaxRows)
      Corrupt("a stripe reaches beyond its end");
    footer_ = ParseStripeFooter(
        DecompressStream(tail.compression, file.substr(place.offset + before_footer, place.footer_bytes)));
    if (footer_.encodings.size() < tail.types.size()) Corrupt("a stripe has fewer columns than types");
    uint64_t at = place.offset;
    for (const auto& stream : footer_.streams) {
      if (stream.bytes > file.size() - at) Corrupt("a stream reaches beyond its end");
      streams_[{stream.column, stream.kind}] = file.substr(at, stream.bytes);
      at += stream.bytes;
    }
  }

  Column Read(uint32_t id, uint64_t rows) {
    const Type& type = tail_.types[id];
    Column column;
    column.kind = type.kind;
    column.rows = rows;
    uint64_t values = rows;
    if (Has(id, StreamKind::Present)) {
      column.present = DecodeBits(Stream(id, StreamKind::Present), rows);
      values = 0;
      for (const bool present : column.present) values += present ? 1 : 0;
    }
    switch (type.kind) {
      case Kind::Boolean: {
        const auto bits = DecodeBits(Stream(id, StreamKind::Data), values);
        column.ints = Spread(std::vector<int64_t>(bits.begin(), bits.end()), column);
        break;
      }
      case Kind::Byte: {
        std::vector<int64_t> ints;
        for (const uint8_t byte : DecodeBytes(Stream(id, StreamKind::Data), values))
          ints.push_back(static_cast<int8_t>(byte));
        column.ints = Spread(std::move(ints), column);
        break;
      }
      case Kind::Short:
      case Kind::Int:
      case Kind::Long:
      case Kind::Date:
        column.ints = Spread(Integers(id, StreamKind::Data, true, values), column);
        break;
      case Kind::Timestamp:
      case Kind::TimestampInstant:
        column.ints = Spread(Timestamps(id, values), column);
        break;
      case Kind::String:
      case Kind::Varchar:
      case Kind::Char:
      case Kind::Binary:
        column.strings = Spread(Strings(id, values), column);
        break;
      case Kind::Struct:
        column.names = type.names;
        for (const auto child : type.children) {
          // A child has values only where the struct is present.
          auto read = Read(child, values);
          column.children.push_back(values == rows ? std::move(read) : SpreadColumn(std::move(read), column));
        }
        break;
      case Kind::List:
      case Kind::Map: {
        const auto lengths = Spread(Integers(id, StreamKind::Length, false, values), column);
        column.offsets.push_back(0);
        for (const auto length : lengths) {
          if (length < 0 || static_cast<uint64_t>(length) > kMaxRows - column.offsets.back())
            Corrupt("a list of " + std::to_string(length) + " elements");
          column.offsets.push_back(column.offsets.back() + static_cast<uint64_t>(length));
        }
        for (const auto child : type.children) column.children.push_back(Read(child, column.offsets.back()));
        break;
      }
      default:
        throw Error(ErrorCode::Unsupported, "an ORC file with a column of kind " +
                                                std::to_string(static_cast<int>(type.kind)) + " is not supported here");
    }
    return column;
  }

 private:
  bool Has(uint32_t column, StreamKind kind) const { return streams_.contains({column, static_cast<uint64_t>(kind)}); }
  std::string Stream(uint32_t column, StreamKind kind) const {
    const auto found = streams_.find({column, static_cast<uint64_t>(kind)});
    return found == streams_.end() ? std::string() : DecompressStream(tail_.compression, found->second);
  }

  std::vector<int64_t> Integers(uint32_t id, StreamKind kind, bool is_signed, uint64_t count) const {
    const auto encoding = footer_.encodings[id].v2 ? IntEncoding::V2 : IntEncoding::V1;
    return DecodeIntegers(Stream(id, kind), encoding, is_signed, count);
  }

  std::vector<std::string> Strings(uint32_t id, uint64_t count) const {
    const auto& encoding = footer_.encodings[id];
    const bool dictionary = encoding.dictionary;
    if (encoding.dictionary_size > kMaxRows) Corrupt("a dictionary of " + std::to_string(encoding.dictionary_size));
    const auto lengths = Integers(id, StreamKind::Length, false, dictionary ? encoding.dictionary_size : count);
    const auto bytes = Stream(id, dictionary ? StreamKind::DictionaryData : StreamKind::Data);
    std::vector<std::string> texts;
    size_t at = 0;
    for (const auto length : lengths) {
      if (length < 0 || static_cast<uint64_t>(length) > bytes.size() - at) Corrupt("a text reaches beyond its stream");
      texts.push_back(bytes.substr(at, static_cast<size_t>(length)));
      at += static_cast<size_t>(length);
    }
    if (!dictionary) return texts;
    std::vector<std::string> values;
    for (const auto index : Integers(id, StreamKind::Data, false, count)) {
      if (index < 0 || static_cast<uint64_t>(index) >= texts.size()) Corrupt("a text that its dictionary lacks");
      values.push_back(texts[static_cast<size_t>(index)]);
    }
    return values;
  }

  std::vector<int64_t> Timestamps(uint32_t id, uint64_t count) const {
    auto seconds = Integers(id, StreamKind::Data, true, count);
    const auto fractions = Integers(id, StreamKind::Secondary, false, count);
    constexpr int64_t kLimit = int64_t{1} << 50;
    for (size_t i = 0; i < seconds.size(); ++i) {
      // The low three bits say how many zeros (less one) were cut off behind the nanoseconds.
      int64_t nanos = fractions[i] >> 3;
      for (int zeros = static_cast<int>(fractions[i] & 7); zeros >= 0 && (fractions[i] & 7) != 0; --zeros) nanos *= 10;
      if (seconds[i] < -kLimit || seconds[i] > kLimit || nanos < 0 || nanos > 999'999'999) Corrupt("no timestamp");
      int64_t whole = seconds[i] + kEpochSeconds;
      if (whole < 0 && nanos > 999'999) --whole;
      seconds[i] = whole * 1000 + nanos / 1'000'000;
    }
    return seconds;
  }

  // Puts the values to the rows that have one.
  template <typename T>
  static std::vector<T> Spread(std::vector<T> values, const Column& column) {
    if (column.present.empty()) return values;
    std::vector<T> spread(column.rows);
    for (uint64_t row = 0, at = 0; row < column.rows; ++row)
      if (column.present[row]) spread[row] = std::move(values[at++]);
    return spread;
  }

  static Column SpreadColumn(Column child, const Column& parent) {
    std::vector<bool> present(parent.rows, false);
    std::vector<uint64_t> source(parent.rows, 0);
    for (uint64_t row = 0, at = 0; row < parent.rows; ++row) {
      if (!parent.present[row]) continue;
      source[row] = at;
      present[row] = !child.IsNull(at++);
    }
    Column spread;
    spread.kind = child.kind;
    spread.rows = parent.rows;
    spread.names = std::move(child.names);
    if (!child.ints.empty()) {
      spread.ints.resize(parent.rows);
      for (uint64_t row = 0; row < parent.rows; ++row)
        if (present[row]) spread.ints[row] = child.ints[source[row]];
    }
    if (!child.strings.empty()) {
      spread.strings.resize(parent.rows);
      for (uint64_t row = 0; row < parent.rows; ++row)
        if (present[row]) spread.strings[row] = std::move(child.strings[source[row]]);
    }
    if (!child.offsets.empty()) {
      spread.offsets.push_back(0);
      for (uint64_t row = 0; row < parent.rows; ++row)
        spread.offsets.push_back(present[row] ? child.offsets[source[row] + 1] : spread.offsets.back());
      spread.children = std::move(child.children);
    } else {
      Column frame;
      frame.rows = parent.rows;
      frame.present = parent.present;
      for (auto& nested : child.children) spread.children.push_back(SpreadColumn(std::move(nested), frame));
    }
    spread.present = std::move(present);
    return spread;
  }

  const FileTail& tail_;
  StripeFooter footer_;
  std::map<std::pair<uint32_t, uint64_t>, std::string_view> streams_;
};

}  // namespace

const Column* Column::Child(std::string_view name) const {
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return &children[i];
  return nullptr;
}

std::vector<Column> ReadStripes(std::string_view file) {
  const FileTail tail = ParseFileTail(file);
  std::vector<Column> stripes;
  for (const auto& place : tail.stripes) stripes.push_back(StripeReader(file, tail, place).Read(0, place.rows));
  return stripes;
}

}  // namespace tarn::orc

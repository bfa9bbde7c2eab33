// Every text format, one line each.
#include <simdjson.h>

#include "base/error.h"
#include "base/hex.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "connector/formats/format.h"

namespace tarn::connector {

#define TARN_FORMATS(X) \
  X(CsvFormat)          \
  X(JsonFormat)         \
  X(RawFormat)

#define X(entry) FormatEntry entry();
TARN_FORMATS(X)
#undef X

const std::vector<FormatEntry>& Formats() {
  static const std::vector<FormatEntry> entries = {
#define X(entry) entry(),
      TARN_FORMATS(X)
#undef X
  };
  return entries;
}

const FormatEntry& FindFormat(std::string_view name) {
  std::vector<std::string> known;
  std::string all;
  for (const auto& entry : Formats()) {
    if (entry.name == name) return entry;
    known.push_back(entry.name);
    all += (all.empty() ? "" : ", ") + entry.name;
  }
  throw Error(ErrorCode::InvalidInput,
              "format '" + std::string(name) + "' is unknown" + DidYouMean(name, known) + "\n  There are: " + all);
}

std::optional<OptionError> OfOtherFormat(const std::string& option, const std::map<std::string, std::string>& options) {
  const auto named = options.find("format");
  if (named == options.end()) return std::nullopt;
  const FormatEntry *of_table = nullptr, *of_option = nullptr;
  for (const auto& entry : Formats()) {
    if (entry.name == named->second) of_table = &entry;
    if (option.starts_with(entry.name + ".")) of_option = &entry;
  }
  if (of_table == nullptr || of_option == nullptr || of_table == of_option) return std::nullopt;
  const auto alike = of_table->name + option.substr(of_option->name.size());
  return OptionError(option, "option '" + option + "' belongs to format '" + of_option->name +
                                 "', and the table has 'format' = '" + of_table->name + "'\n  " +
                                 (Takes(of_table->options, alike) ? "did you mean '" + alike + "'?" : "leave it out"));
}

std::optional<size_t> BadByte(std::string_view record) {
  if (simdjson::validate_utf8(record)) return std::nullopt;
  return FindBadUtf8(record);
}

BadRecord NotUtf8(std::string column, std::string_view record, size_t at) {
  return {std::move(column), "the byte 0x" + ToHex(record.substr(at, 1)) + " is no UTF-8"};
}

std::optional<size_t> RecordDecoder::RecordLength(std::string_view text, bool last) const {
  if (const auto end = text.find('\n'); end != std::string_view::npos) return end + 1;
  if (last && !text.empty()) return text.size();
  return std::nullopt;
}

}  // namespace tarn::connector

#include "paimon/options.h"

#include <algorithm>
#include <vector>

#include "base/ascii_case.h"
#include "base/duration.h"
#include "base/nearest.h"
#include "base/option_error.h"
#include "paimon/option_list.h"

namespace tarn::paimon {
namespace {

struct Family {
  std::string_view prefix;
  OptionUse use;
};

constexpr Family kFamilies[] = {
    {"avro.", OptionUse::NoMeaning},    {"commit.callback.", OptionUse::NoMeaning}, {"orc.", OptionUse::NoMeaning},
    {"parquet.", OptionUse::NoMeaning}, {"tag.callback.", OptionUse::NoMeaning},
};

const KnownOption* Find(std::span<const KnownOption> options, std::string_view name) {
  const auto found =
      std::lower_bound(options.begin(), options.end(), name,
                       [](const KnownOption& option, std::string_view wanted) { return option.name < wanted; });
  return found != options.end() && found->name == name ? &*found : nullptr;
}

/// The entry of a name, be it of the table or of a column.
const KnownOption* FindEntry(std::string_view name) {
  if (const auto* option = Find(KnownOptions(), name)) return option;
  if (!name.starts_with("fields.")) return nullptr;
  // A column may have dots in its name, so its option is looked for at the end.
  for (const auto& option : ColumnOptions())
    if (name.size() > 8 + option.name.size() && name.ends_with(option.name) &&
        name[name.size() - option.name.size() - 1] == '.')
      return &option;
  return nullptr;
}

std::optional<OptionUse> UseOf(std::string_view name) {
  if (const auto* option = FindEntry(name)) return option->use;
  if (name.starts_with("file-index.") && name.ends_with(".columns")) return OptionUse::BlocksWriting;
  for (const auto& [prefix, use] : kFamilies)
    if (name.starts_with(prefix) && name.size() > prefix.size()) return use;
  return std::nullopt;
}

template <typename Parse>
bool Parses(Parse parse, std::string_view text) {
  try {
    parse(text);
    return true;
  } catch (const Error&) {
    return false;
  }
}

bool IsBool(std::string_view text) { return EqualInAnyCase(text, "true") || EqualInAnyCase(text, "false"); }

}  // namespace

OptionClass ClassifyOption(std::string_view name) {
  if (const auto use = UseOf(name)) return {.use = *use};
  static const std::vector<std::string_view> kNames = [] {
    std::vector<std::string_view> names;
    for (const auto& option : KnownOptions()) names.push_back(option.name);
    return names;
  }();
  const auto nearest = Slip(name, std::span<const std::string_view>(kNames));
  if (!nearest) return {};
  return {.use = OptionUse::Unknown, .nearest = nearest};
}

bool BlocksWriting(std::string_view name, std::string_view value) {
  if (UseOf(name) != OptionUse::BlocksWriting) return false;
  const auto* option = Find(KnownOptions(), name);
  // Paimon reads the words of its options whatever their case.
  return !(option && EqualInAnyCase(value, option->default_value));
}

std::optional<std::string_view> ExpectedInstead(std::string_view name, std::string_view value) {
  const auto* option = FindEntry(name);
  if (!option || (!value.empty() && value == option->default_value)) return std::nullopt;
  const auto unless = [](bool right, std::string_view expected) {
    return right ? std::nullopt : std::optional(expected);
  };
  switch (option->type) {
    case OptionType::Text:
      return std::nullopt;
    case OptionType::Bool:
      return unless(IsBool(value), "true or false");
    case OptionType::Int:
      return unless(ParseOptionNumber<int32_t>(value).has_value(), "a whole number");
    case OptionType::Long:
      return unless(ParseOptionNumber<int64_t>(value).has_value(), "a whole number");
    case OptionType::Real:
      return unless(ParseOptionNumber<double>(value).has_value(), "a number");
    case OptionType::Duration:
      return unless(Parses(ParseDurationMillis, value), "a duration such as '10 s', '5 min', '1 h'");
    case OptionType::Size:
      return unless(Parses(ParseMemorySize, value), "a size such as '64 kb', '256 mb', '1 gb'");
  }
  return std::nullopt;
}

void RefuseWrongValue(std::string_view name, std::string_view value) {
  if (UseOf(name) == OptionUse::NoMeaning) return;
  if (const auto expected = ExpectedInstead(name, value))
    throw OptionError(std::string(name), "option '" + std::string(name) + "' is '" + std::string(value) +
                                             "'; expected " + std::string(*expected));
}

void RefuseMistypedOption(std::string_view name) {
  if (const auto found = ClassifyOption(name); found.nearest)
    throw OptionError(std::string(name), "unknown table option '" + std::string(name) + "', did you mean '" +
                                             std::string(*found.nearest) + "'?");
}

}  // namespace tarn::paimon

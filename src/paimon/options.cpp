#include "paimon/options.h"

#include <algorithm>
#include <vector>

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

std::optional<OptionUse> UseOf(std::string_view name) {
  if (const auto* option = Find(KnownOptions(), name)) return option->use;
  if (name.starts_with("file-index.") && name.ends_with(".columns")) return OptionUse::BlocksWriting;
  if (name.starts_with("fields.")) {
    // A column may have dots in its name, so its option is looked for at the end.
    for (const auto& option : ColumnOptions())
      if (name.size() > 8 + option.name.size() && name.ends_with(option.name) &&
          name[name.size() - option.name.size() - 1] == '.')
        return option.use;
  }
  for (const auto& [prefix, use] : kFamilies)
    if (name.starts_with(prefix) && name.size() > prefix.size()) return use;
  return std::nullopt;
}

}  // namespace

OptionClass ClassifyOption(std::string_view name) {
  if (const auto use = UseOf(name)) return {.use = *use};
  static const std::vector<std::string_view> kNames = [] {
    std::vector<std::string_view> names;
    for (const auto& option : KnownOptions()) names.push_back(option.name);
    return names;
  }();
  // What people name themselves may look a little like an option; only a slip of a letter or two is one.
  const auto nearest = NearestName(name, std::span<const std::string_view>(kNames));
  if (!nearest || EditDistance(name, *nearest) > 2) return {};
  return {.use = OptionUse::Unknown, .nearest = nearest};
}

bool BlocksWriting(std::string_view name, std::string_view value) {
  if (UseOf(name) != OptionUse::BlocksWriting) return false;
  const auto* option = Find(KnownOptions(), name);
  return !(option && value == option->default_value);
}

void RefuseMistypedOption(std::string_view name) {
  if (const auto found = ClassifyOption(name); found.nearest)
    throw OptionError(std::string(name), "unknown table option '" + std::string(name) + "', did you mean '" +
                                             std::string(*found.nearest) + "'?");
}

}  // namespace tarn::paimon

#include "connector/options.h"

#include <algorithm>
#include <charconv>

#include "base/ascii_case.h"
#include "base/duration.h"
#include "base/error.h"
#include "base/nearest.h"
#include "base/option_error.h"

namespace tarn::connector {
namespace {

bool Names(const OptionSpec& spec, std::string_view name) {
  return spec.prefix ? name.size() > spec.name.size() && name.starts_with(spec.name) : name == spec.name;
}

std::string Word(std::string_view text) {
  auto word = AsciiLower(text);
  std::replace(word.begin(), word.end(), '_', '-');
  return word;
}

}  // namespace

bool Takes(const std::vector<OptionSpec>& specs, std::string_view name) {
  return std::any_of(specs.begin(), specs.end(), [&](const auto& spec) { return Names(spec, name); });
}

Options::Options(std::string owner, const std::vector<OptionSpec>& specs,
                 const std::map<std::string, std::string>& given, std::string prefix)
    : owner_(std::move(owner)), prefix_(std::move(prefix)), specs_(specs), given_(given) {
  for (const auto& [name, value] : given_) {
    if (Takes(specs_, name)) continue;
    std::vector<std::string> known;
    for (const auto& spec : specs_) known.push_back(spec.name);
    std::sort(known.begin(), known.end());
    std::string all;
    for (const auto& one : known) all += (all.empty() ? "" : ", ") + one;
    throw OptionError(prefix_ + name,
                      owner_ + ": option '" + name + "' is unknown" + DidYouMean(name, known) + "\n  It takes: " + all);
  }
  for (const auto& spec : specs_)
    if (spec.required && !given_.contains(spec.name))
      throw Error(ErrorCode::InvalidInput,
                  owner_ + ": option '" + spec.name + "' is missing (" + spec.description + ")");
}

std::optional<std::string> Options::Find(std::string_view name) const {
  if (const auto given = given_.find(std::string(name)); given != given_.end()) return given->second;
  for (const auto& spec : specs_)
    if (spec.name == name) return spec.default_value;
  return std::nullopt;
}

std::string Options::Get(std::string_view name) const {
  if (auto value = Find(name)) return *std::move(value);
  throw Error(ErrorCode::InvalidInput, owner_ + ": option '" + std::string(name) + "' is missing");
}

bool Options::Bool(std::string_view name) const {
  const auto word = Word(Get(name));
  if (word == "true") return true;
  if (word == "false") return false;
  Refuse(name, "true or false");
}

std::optional<int64_t> Options::FindInt(std::string_view name) const {
  const auto text = Find(name);
  if (!text) return std::nullopt;
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || end != text->data() + text->size()) Refuse(name, "a whole number");
  return value;
}

int64_t Options::Int(std::string_view name) const {
  Get(name);
  return *FindInt(name);
}

std::optional<int64_t> Options::FindParsed(std::string_view name, int64_t (*parse)(std::string_view),
                                           const char* allowed) const {
  const auto text = Find(name);
  if (!text) return std::nullopt;
  try {
    return parse(*text);
  } catch (const Error&) {
    Refuse(name, allowed);
  }
}

std::optional<int64_t> Options::FindMicros(std::string_view name) const {
  return FindParsed(name, ParseDurationMicros, "a duration such as '10 s' or '5 min'");
}

std::optional<int64_t> Options::FindBytes(std::string_view name) const {
  return FindParsed(name, ParseMemorySize, "a size such as '128 mb'");
}

int64_t Options::Micros(std::string_view name) const {
  Get(name);
  return *FindMicros(name);
}

TimeZone Options::Zone(std::string_view name) const {
  try {
    return TimeZone::Named(Get(name));
  } catch (const Error&) {
    Refuse(name, "a time zone such as 'UTC' or 'Europe/Berlin'");
  }
}

std::string Options::OneOf(std::string_view name, const std::vector<std::string>& allowed) const {
  const auto word = Word(Get(name));
  std::string all;
  for (const auto& one : allowed) {
    if (Word(one) == word) return one;
    all += (all.empty() ? "'" : ", '") + one + "'";
  }
  Refuse(name, all);
}

std::map<std::string, std::string> Options::WithPrefix(std::string_view prefix) const {
  std::map<std::string, std::string> found;
  for (const auto& [name, value] : given_)
    if (name.starts_with(prefix)) found.emplace(name.substr(prefix.size()), value);
  return found;
}

void Options::Refuse(std::string_view name, const std::string& allowed) const {
  throw OptionError(prefix_ + std::string(name), owner_ + ": option '" + std::string(name) + "' is '" +
                                                     Find(name).value_or("") + "', allowed: " + allowed);
}

}  // namespace tarn::connector

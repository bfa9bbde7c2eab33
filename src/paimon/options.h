// Every option that a Paimon table may have in Paimon 1.4 and its Flink connector, and what becomes of it here.
//
// The names come from Paimon's CoreOptions and FlinkConnectorOptions. A newly honoured option changes one word in the
// list in option_list.cpp.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace tarn::paimon {

enum class OptionUse {
  Honoured,
  NoMeaning,      // known, accepted and without effect here: to be said once, by a NOTICE
  BlocksWriting,  // would change what is written in a way that is not supported yet: no writing, unless at its default
  BlocksReading,  // says what to read in a way that is not supported yet: no use of the table in batch
  Unknown         // kept in the schema: people store their own properties there
};

/// How a value must be written for Paimon to parse it. Text: anything, as far as the form goes.
enum class OptionType { Text, Bool, Int, Long, Real, Duration, Size };

struct KnownOption {
  std::string_view name;
  OptionUse use;
  OptionType type;
  std::string_view default_value;  // "" = none
};

struct OptionClass {
  OptionUse use = OptionUse::Unknown;
  /// For an unknown name: the known one that it seems to mean. Setting such an option is an error.
  std::optional<std::string_view> nearest = {};
};

/// Names with a part of the user's own (`fields.{column}.*`, `parquet.*`) are known by their form. Case-sensitive.
OptionClass ClassifyOption(std::string_view name);

/// Whether a table with this option at this value must not be written to.
bool BlocksWriting(std::string_view name, std::string_view value);

/// The value of an option that is a number, as Java writes it: a '+' may stand in front. nullopt for anything else, and
/// beyond the range of T.
template <typename T>
std::optional<T> ParseOptionNumber(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// What the value should have been, as "true or false", where it is none for the option's type. nullopt for a value
/// that will do and for options nobody knows.
std::optional<std::string_view> ExpectedInstead(std::string_view name, std::string_view value);

/// Throws OptionError for a value that is none for the type of an option that means something here. For what a
/// statement sets; a table that holds such a value already can be read.
void RefuseWrongValue(std::string_view name, std::string_view value);

/// Throws InvalidInput for an unknown option that resembles a known one ("did you mean"). For CREATE TABLE, ALTER TABLE
/// SET and hints; options that are already in a schema are never refused.
void RefuseMistypedOption(std::string_view name);

}  // namespace tarn::paimon

// The options of a connector: which there are, and the values of one table. Option names and defaults are Flink's where
// Flink has the connector.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time_zone.h"

namespace tarn::connector {

struct OptionSpec {
  std::string name;
  std::optional<std::string> default_value;  // absent: no default
  std::string description;                   // one sentence
  bool required = false;
  /// The name is a prefix: 'fields.' takes 'fields.x.min'.
  bool prefix = false;
};

/// Whether one of them has this name, or is a prefix of it.
bool Takes(const std::vector<OptionSpec>& specs, std::string_view name);

/// Values checked against their list. Getters throw InvalidInput naming the option, its value and what is allowed.
class Options {
 public:
  /// Throws InvalidInput for an unknown option (with the nearest name) and for a missing required one. `owner` begins
  /// the message: "table 'raw' (connector 'nmea')". `prefix`: in front of every name, where these options are a part of
  /// the table's ('fields.x.').
  Options(std::string owner, const std::vector<OptionSpec>& specs, const std::map<std::string, std::string>& given,
          std::string prefix = "");

  /// The value given, else the default, else nullopt.
  std::optional<std::string> Find(std::string_view name) const;
  /// As Find, for options that have a default or are required.
  std::string Get(std::string_view name) const;
  bool Bool(std::string_view name) const;
  int64_t Int(std::string_view name) const;
  std::optional<int64_t> FindInt(std::string_view name) const;
  /// Durations as Flink writes them: '10 s'.
  int64_t Micros(std::string_view name) const;
  std::optional<int64_t> FindMicros(std::string_view name) const;
  /// Sizes as Flink writes them: '128 mb'.
  std::optional<int64_t> FindBytes(std::string_view name) const;
  /// A time zone by its name, of an option that has a default.
  TimeZone Zone(std::string_view name) const;
  /// One of these words, which are matched as Flink's enums are: case and '-'/'_' do not matter.
  std::string OneOf(std::string_view name, const std::vector<std::string>& allowed) const;
  /// Given ones that begin with `prefix`, in order, prefix removed.
  std::map<std::string, std::string> WithPrefix(std::string_view prefix) const;

  [[noreturn]] void Refuse(std::string_view name, const std::string& allowed) const;
  const std::string& owner() const { return owner_; }

 private:
  std::optional<int64_t> FindParsed(std::string_view name, int64_t (*parse)(std::string_view),
                                    const char* allowed) const;

  std::string owner_;
  std::string prefix_;
  std::vector<OptionSpec> specs_;
  std::map<std::string, std::string> given_;
};

}  // namespace tarn::connector

#include "columnar/column_stats.h"

#include <algorithm>
#include <charconv>
#include <duckdb/common/types/hugeint.hpp>

#include "base/ascii_case.h"
#include "base/error.h"
#include "columnar/truncate.h"
#include "paimon/binary_row.h"

namespace tarn::columnar {
namespace {

using paimon::DataType;
using paimon::TypeRoot;

const std::string* Find(const std::map<std::string, std::string>& options, const std::string& key) {
  const auto it = options.find(key);
  return it == options.end() ? nullptr : &it->second;
}

int64_t FloorDiv(int64_t value, int64_t by) { return value / by - (value % by < 0); }

/// Whole values of atomic types; TIMESTAMP(7..9) has no range.
paimon::Value ToMetadataValue(const duckdb::Value& value, const DataType& type) {
  using duckdb::BooleanValue;
  switch (type.root) {
    case TypeRoot::Boolean:
      return BooleanValue::Get(value);
    case TypeRoot::Float:
      return duckdb::FloatValue::Get(value);
    case TypeRoot::Double:
      return duckdb::DoubleValue::Get(value);
    case TypeRoot::Decimal: {
      if (type.precision <= 18) {
        // The narrower widths' unscaled values.
        switch (value.type().InternalType()) {
          case duckdb::PhysicalType::INT16:
            return static_cast<int128_t>(value.GetValueUnsafe<int16_t>());
          case duckdb::PhysicalType::INT32:
            return static_cast<int128_t>(value.GetValueUnsafe<int32_t>());
          default:
            return static_cast<int128_t>(value.GetValueUnsafe<int64_t>());
        }
      }
      const auto wide = value.GetValueUnsafe<duckdb::hugeint_t>();
      return static_cast<int128_t>(static_cast<uint128_t>(static_cast<uint64_t>(wide.upper)) << 64 | wide.lower);
    }
    case TypeRoot::Char:
    case TypeRoot::VarChar:
    case TypeRoot::Binary:
    case TypeRoot::VarBinary:
    case TypeRoot::Blob:
      return duckdb::StringValue::Get(value);
    case TypeRoot::Date:
      return static_cast<int64_t>(value.GetValueUnsafe<duckdb::date_t>().days);
    case TypeRoot::Time:
      return value.GetValueUnsafe<duckdb::dtime_t>().micros / 1000;
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz: {
      const int64_t micros = value.GetValueUnsafe<int64_t>();
      const int64_t millis = FloorDiv(micros, 1000);
      return paimon::TimestampValue{millis, static_cast<int32_t>(micros - millis * 1000) * 1000};
    }
    default:
      return value.GetValue<int64_t>();
  }
}

/// Min and max cut to the mode's length; both NULL if there is no upper bound so short.
std::pair<paimon::Value, paimon::Value> Cut(paimon::Value min, paimon::Value max, const DataType& type,
                                            const StatsMode& mode) {
  if (mode.kind == StatsMode::Full || !std::holds_alternative<std::string>(min)) return {min, max};
  const auto length = static_cast<size_t>(mode.length);
  const auto& low = std::get<std::string>(min);
  const auto& high = std::get<std::string>(max);
  const bool text = type.root == TypeRoot::Char || type.root == TypeRoot::VarChar;
  const auto upper = text ? TextUpperBound(high, length) : BytesUpperBound(high, length);
  if (!upper) return {};
  return {text ? std::string(TextPrefix(low, length)) : low.substr(0, length), *upper};
}

}  // namespace

StatsMode ParseStatsMode(std::string_view text) {
  const auto lower = AsciiLower(text);
  if (lower == "none") return {StatsMode::None, 0};
  if (lower == "counts") return {StatsMode::Counts, 0};
  if (lower == "full") return {StatsMode::Full, 0};
  if (lower.starts_with("truncate(") && lower.ends_with(")")) {
    StatsMode mode{StatsMode::Truncate, 0};
    const char* begin = lower.data() + 9;
    const char* end = lower.data() + lower.size() - 1;
    const auto [at, error] = std::from_chars(begin, end, mode.length);
    if (error == std::errc() && at == end && mode.length > 0) return mode;
  }
  throw Error(ErrorCode::InvalidInput,
              "statistics mode '" + std::string(text) + "' is unknown; choose none, counts, truncate(16) or full");
}

StatsMode StatsModeOf(const std::map<std::string, std::string>& table_options, const std::string& field, int level) {
  if (const auto* mode = Find(table_options, "fields." + field + ".stats-mode")) return ParseStatsMode(*mode);
  if (const auto* levels = Find(table_options, "metadata.stats-mode.per.level")) {
    // "0:none,5:full"
    const std::string wanted = std::to_string(level) + ":";
    for (size_t at = 0; at < levels->size();) {
      const size_t comma = std::min(levels->find(',', at), levels->size());
      std::string_view pair = std::string_view(*levels).substr(at, comma - at);
      while (pair.starts_with(' ')) pair.remove_prefix(1);
      if (pair.starts_with(wanted)) return ParseStatsMode(pair.substr(wanted.size()));
      at = comma + 1;
    }
  }
  if (const auto* mode = Find(table_options, "metadata.stats-mode")) return ParseStatsMode(*mode);
  return {};
}

FileStats ToFileStats(const std::vector<paimon::DataField>& fields, const std::vector<ColumnRange>& ranges,
                      const std::vector<StatsMode>& modes, bool dense) {
  FileStats result;
  std::vector<DataType> types;
  std::vector<paimon::Value> mins;
  std::vector<paimon::Value> maxs;
  std::vector<std::string> names;
  for (size_t i = 0; i < fields.size(); i++) {
    const bool none = modes[i].kind == StatsMode::None;
    if (dense && none) continue;
    names.push_back(fields[i].name);
    types.push_back(fields[i].type);
    const bool bounds = !none && modes[i].kind != StatsMode::Counts && ranges[i].min && ranges[i].max;
    std::pair<paimon::Value, paimon::Value> cut;
    if (bounds) {
      cut = Cut(ToMetadataValue(*ranges[i].min, fields[i].type), ToMetadataValue(*ranges[i].max, fields[i].type),
                fields[i].type, modes[i]);
    }
    mins.push_back(std::move(cut.first));
    maxs.push_back(std::move(cut.second));
    result.stats.null_counts.push_back(none || !ranges[i].nulls_known ? std::nullopt : std::optional(ranges[i].nulls));
  }
  result.stats.min_values = paimon::SerializeRow(types, mins);
  result.stats.max_values = paimon::SerializeRow(types, maxs);
  if (dense && names.size() != fields.size()) result.columns = std::move(names);
  return result;
}

}  // namespace tarn::columnar

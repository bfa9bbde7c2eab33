#include "connector/nmea/columns.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include "base/error.h"
#include "base/nearest.h"

namespace tarn::connector::nmea {
namespace {

using paimon::TypeRoot;
using track::ais::kAbsent;
using track::ais::kNoTime;

struct Spec {
  ColumnId id;
  std::string_view name;
  ValueKind kind;
};

constexpr Spec kSpecs[] = {
#define X(id, name, kind, text) {ColumnId::id, name, ValueKind::kind},
    TARN_NMEA_COLUMNS(X)
#undef X
};

bool Fits(ValueKind kind, TypeRoot root) {
  switch (kind) {
    case ValueKind::Text:
      return root == TypeRoot::VarChar;
    case ValueKind::Bytes:
      return root == TypeRoot::VarChar || root == TypeRoot::VarBinary;
    case ValueKind::Integer:
      return root == TypeRoot::Int || root == TypeRoot::BigInt;
    case ValueKind::Number:
      return root == TypeRoot::Float || root == TypeRoot::Double;
    case ValueKind::Time:
      return root == TypeRoot::Timestamp || root == TypeRoot::TimestampLtz;
    case ValueKind::Flag:
      return root == TypeRoot::Boolean;
  }
  return false;
}

const char* Allowed(ValueKind kind) {
  switch (kind) {
    case ValueKind::Text:
      return "STRING";
    case ValueKind::Bytes:
      return "BYTES or STRING";
    case ValueKind::Integer:
      return "BIGINT or INT";
    case ValueKind::Number:
      return "DOUBLE or FLOAT";
    case ValueKind::Time:
      return "TIMESTAMP_LTZ(p) or TIMESTAMP(p)";
    case ValueKind::Flag:
      return "BOOLEAN";
  }
  return "";
}

int64_t PowerOfTen(int exponent) {
  int64_t value = 1;
  while (exponent-- > 0) value *= 10;
  return value;
}

std::string_view NameOf(track::ais::Outcome outcome) {
  switch (outcome) {
    case track::ais::Outcome::Complete:
      return "message";
    case track::ais::Outcome::Part:
      return "part";
    case track::ais::Outcome::Other:
      return "other";
    case track::ais::Outcome::Bad:
      return "malformed";
  }
  return "";
}

/// Length of the UTF-8 character at the front of `text`, 0 if there is none.
size_t Utf8Length(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t lead = byte(0);
  if (lead < 0x80) return 1;
  const size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  // Overlong forms, surrogates, and what lies above U+10FFFF.
  if (lead == 0xE0 && byte(1) < 0xA0) return 0;
  if (lead == 0xED && byte(1) > 0x9F) return 0;
  if (lead == 0xF0 && byte(1) < 0x90) return 0;
  if (lead == 0xF4 && byte(1) > 0x8F) return 0;
  return length;
}

/// Tenths, or NULL where absent or (with `nulls`) not available: at or above `limit`.
void Tenths(columnar::RowAppender& rows, size_t column, int32_t value, bool nulls, int32_t limit) {
  if (value == kAbsent || (nulls && value >= limit)) return;
  rows.Double(column, value / 10.0);
}

void Integer(columnar::RowAppender& rows, size_t column, int64_t value, bool absent) {
  if (value != kAbsent && !absent) rows.Int64(column, value);
}

void Text(columnar::RowAppender& rows, size_t column, std::string_view value) {
  if (!value.empty()) rows.String(column, value);
}

void FillPosition(const BoundColumn& c, size_t column, const track::ais::PositionRow& p, bool nulls,
                  columnar::RowAppender& rows) {
  // Types 9 and 27 send whole knots, 27 whole degrees; their sentinels are 1023, 63 and 511 of these.
  const int32_t no_speed = p.type == 27 ? 630 : p.type == 9 ? 10230 : 1023;
  const int32_t no_course = p.type == 27 ? 5110 : 3600;
  switch (c.id) {
    case ColumnId::Lon:
      if (!nulls || p.position.lon != track::ais::kNoLon)
        rows.Double(column, static_cast<double>(p.position.lon) / track::ais::kUnitsPerDegree);
      break;
    case ColumnId::Lat:
      if (!nulls || p.position.lat != track::ais::kNoLat)
        rows.Double(column, static_cast<double>(p.position.lat) / track::ais::kUnitsPerDegree);
      break;
    case ColumnId::Sog:
      Tenths(rows, column, p.sog_tenths, nulls, no_speed);
      break;
    case ColumnId::Cog:
      Tenths(rows, column, p.cog_tenths, nulls, no_course);
      break;
    case ColumnId::Heading:
      Integer(rows, column, p.heading, nulls && p.heading >= 360);
      break;
    case ColumnId::NavStatus:
      Integer(rows, column, p.nav_status, nulls && p.nav_status == 15);
      break;
    case ColumnId::Rot:
      Integer(rows, column, p.rot, nulls && p.rot == -128);
      break;
    case ColumnId::UtcSecond:
      Integer(rows, column, p.utc_second, nulls && p.utc_second >= 60);
      break;
    default:
      break;
  }
}

void FillStatic(const BoundColumn& c, size_t column, const track::ais::StaticRow& s, bool nulls,
                columnar::RowAppender& rows) {
  const bool no_size = nulls && s.to_bow == 0 && s.to_stern == 0 && s.to_port == 0 && s.to_starboard == 0;
  switch (c.id) {
    case ColumnId::Name:
      Text(rows, column, s.name);
      break;
    case ColumnId::Callsign:
      Text(rows, column, s.callsign);
      break;
    case ColumnId::Imo:
      Integer(rows, column, s.imo, nulls && s.imo == 0);
      break;
    case ColumnId::ShipType:
      Integer(rows, column, s.ship_type, nulls && s.ship_type == 0);
      break;
    case ColumnId::ToBow:
      Integer(rows, column, s.to_bow, no_size);
      break;
    case ColumnId::ToStern:
      Integer(rows, column, s.to_stern, no_size);
      break;
    case ColumnId::ToPort:
      Integer(rows, column, s.to_port, no_size);
      break;
    case ColumnId::ToStarboard:
      Integer(rows, column, s.to_starboard, no_size);
      break;
    case ColumnId::Draught:
      if (s.draught_tenths != kAbsent && !(nulls && s.draught_tenths == 0))
        rows.Double(column, s.draught_tenths / 10.0);
      break;
    case ColumnId::Destination:
      Text(rows, column, s.destination);
      break;
    case ColumnId::Eta:
      if (s.has_destination) {
        char text[16];
        std::snprintf(text, sizeof text, "%02u-%02u %02u:%02u", s.eta.month, s.eta.day, s.eta.hour, s.eta.minute);
        rows.String(column, text);
      }
      break;
    default:
      break;
  }
}

}  // namespace

BoundColumn Bind(const paimon::DataField& column, std::string_view table) {
  for (const auto& spec : kSpecs) {
    if (spec.name != column.name) continue;
    const auto& type = column.type;
    if (!Fits(spec.kind, type.root))
      throw Error(ErrorCode::InvalidInput, "column '" + column.name + "' of table '" + std::string(table) + "' is " +
                                               ToSql(type) + "; connector 'nmea' gives it as " + Allowed(spec.kind));
    BoundColumn bound{.id = spec.id};
    bound.text = type.root == TypeRoot::VarChar;
    if (spec.kind == ValueKind::Time) {
      bound.time_unit = PowerOfTen(std::max(0, 6 - type.precision));
      bound.time_scale = type.precision > 6 ? 1000 : 1;
    }
    return bound;
  }
  std::vector<std::string> names;
  for (const auto& spec : kSpecs) names.emplace_back(spec.name);
  std::string all;
  for (const auto& name : names) all += (all.empty() ? "" : ", ") + name;
  throw Error(ErrorCode::InvalidInput, "column '" + column.name + "' of table '" + std::string(table) +
                                           "' is none that connector 'nmea' knows" + DidYouMean(column.name, names) +
                                           "\n  There are: " + all);
}

bool NeedsPosition(const std::vector<BoundColumn>& columns) {
  return std::any_of(columns.begin(), columns.end(),
                     [](const auto& c) { return c.id >= ColumnId::Lon && c.id <= ColumnId::UtcSecond; });
}

bool NeedsStatic(const std::vector<BoundColumn>& columns) {
  return std::any_of(columns.begin(), columns.end(), [](const auto& c) { return c.id >= ColumnId::Name; });
}

std::string_view ValidText(std::string_view text, std::string* buffer) {
  const bool ascii = std::all_of(text.begin(), text.end(), [](char c) { return static_cast<uint8_t>(c) < 0x80; });
  if (ascii) return text;
  buffer->clear();
  while (!text.empty()) {
    const size_t length = Utf8Length(text);
    buffer->append(length ? text.substr(0, length) : std::string_view("\xEF\xBF\xBD"));
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return *buffer;
}

void Fill(const std::vector<BoundColumn>& columns, const RowValues& values, bool nulls, columnar::RowAppender& rows) {
  const auto& line = *values.line;
  const bool complete = line.outcome == track::ais::Outcome::Complete;
  const auto& reception = complete ? line.reception : line.line;
  std::string buffer;
  for (size_t i = 0; i < columns.size(); ++i) {
    const auto& c = columns[i];
    switch (c.id) {
      case ColumnId::Log:
        rows.String(i, values.log);
        break;
      case ColumnId::Line:
        rows.Int64(i, line.line.line);
        break;
      case ColumnId::Raw:
        rows.String(i, c.text ? ValidText(values.raw, &buffer) : values.raw);
        break;
      case ColumnId::Outcome:
        rows.String(i, NameOf(line.outcome));
        break;
      case ColumnId::Reason:
        Text(rows, i, values.reason);
        break;
      case ColumnId::Received:
        if (values.received_us != kNoTime) {
          const int64_t rest = values.received_us % c.time_unit;
          rows.Int64(i, (values.received_us - (rest < 0 ? rest + c.time_unit : rest)) * c.time_scale);
        }
        break;
      case ColumnId::Receiver:
        Text(rows, i, ValidText(reception.source, &buffer));
        break;
      case ColumnId::FirstLine:
        if (complete) rows.Int64(i, line.first_line);
        break;
      case ColumnId::OwnShip:
        if (complete) rows.Bool(i, line.own_ship);
        break;
      case ColumnId::Type:
        if (complete) rows.Int64(i, track::ais::HeadOf(*line.message).type);
        break;
      case ColumnId::Mmsi:
        if (complete) rows.Int64(i, track::ais::HeadOf(*line.message).mmsi);
        break;
      default:
        if (values.position) FillPosition(c, i, *values.position, nulls, rows);
        if (values.info) FillStatic(c, i, *values.info, nulls, rows);
    }
  }
}

}  // namespace tarn::connector::nmea

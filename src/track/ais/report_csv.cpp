#include "track/ais/report_csv.h"

#include <charconv>
#include <chrono>

namespace tarn::track::ais {
namespace {

void AppendInt(int64_t value, std::string* out) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  out->append(digits, end);
}

void AppendPadded(int64_t value, int width, std::string* out) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  const auto length = static_cast<int>(end - digits);
  if (length < width) out->append(static_cast<size_t>(width - length), '0');
  out->append(digits, end);
}

void AppendTime(int64_t us, std::string* out) {
  if (us == kNoTime) return;
  namespace chrono = std::chrono;
  const chrono::sys_time<chrono::microseconds> time{chrono::microseconds(us)};
  const auto day = chrono::floor<chrono::days>(time);
  const chrono::year_month_day date(day);
  const chrono::hh_mm_ss clock(chrono::floor<chrono::milliseconds>(time - day));
  AppendPadded(int{date.year()}, 4, out);
  out->push_back('-');
  AppendPadded(static_cast<int64_t>(unsigned{date.month()}), 2, out);
  out->push_back('-');
  AppendPadded(static_cast<int64_t>(unsigned{date.day()}), 2, out);
  out->push_back('T');
  AppendPadded(clock.hours().count(), 2, out);
  out->push_back(':');
  AppendPadded(clock.minutes().count(), 2, out);
  out->push_back(':');
  AppendPadded(clock.seconds().count(), 2, out);
  out->push_back('.');
  AppendPadded(clock.subseconds().count(), 3, out);
  out->push_back('Z');
}

/// 1/10 000 minute as degrees with six decimals. A unit is 5/3 of the last decimal: never a tie.
void AppendDegrees(int32_t units, std::string* out) {
  if (units < 0) out->push_back('-');
  const int64_t magnitude = units < 0 ? -int64_t{units} : units;
  const int64_t millionths = (magnitude * 10 + 3) / 6;
  AppendInt(millionths / 1'000'000, out);
  out->push_back('.');
  AppendPadded(millionths % 1'000'000, 6, out);
}

void AppendTenths(int32_t tenths, bool always_decimal, std::string* out) {
  if (tenths == kAbsent) return;
  AppendInt(tenths / 10, out);
  if (!always_decimal && tenths % 10 == 0) return;
  out->push_back('.');
  AppendInt(tenths % 10, out);
}

void AppendOptional(int64_t value, std::string* out) {
  if (value != kAbsent) AppendInt(value, out);
}

void AppendText(std::string_view text, std::string* out) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out->append(text);
    return;
  }
  out->push_back('"');
  for (const char c : text) {
    if (c == '"') out->push_back('"');
    out->push_back(c);
  }
  out->push_back('"');
}

}  // namespace

std::string_view PositionCsvHeader() {
  return "ts_utc,mmsi,msg_type,lon,lat,sog_kn,cog_deg,heading_deg,nav_status,rot_raw,utc_second,source\n";
}

std::string_view StaticCsvHeader() {
  return "ts_utc,mmsi,msg_type,name,callsign,imo,shiptype,to_bow,to_stern,to_port,to_starboard,draught_m,destination,"
         "eta\n";
}

void AppendCsv(const PositionRow& row, const Reception& reception, std::string* out) {
  const auto comma = [out] { out->push_back(','); };
  AppendTime(reception.time_us, out);
  comma();
  AppendInt(row.mmsi, out);
  comma();
  AppendInt(row.type, out);
  comma();
  AppendDegrees(row.position.lon, out);
  comma();
  AppendDegrees(row.position.lat, out);
  comma();
  AppendTenths(row.sog_tenths, /*always_decimal=*/false, out);
  comma();
  AppendTenths(row.cog_tenths, /*always_decimal=*/false, out);
  comma();
  AppendOptional(row.heading, out);
  comma();
  AppendOptional(row.nav_status, out);
  comma();
  AppendOptional(row.rot, out);
  comma();
  AppendOptional(row.utc_second, out);
  comma();
  AppendText(reception.source, out);
  out->push_back('\n');
}

void AppendCsv(const StaticRow& row, const Reception& reception, std::string* out) {
  const auto comma = [out] { out->push_back(','); };
  AppendTime(reception.time_us, out);
  comma();
  AppendInt(row.mmsi, out);
  comma();
  AppendInt(row.type, out);
  comma();
  AppendText(row.name, out);
  comma();
  AppendText(row.callsign, out);
  comma();
  AppendOptional(row.imo, out);
  comma();
  AppendOptional(row.ship_type, out);
  comma();
  AppendOptional(row.to_bow, out);
  comma();
  AppendOptional(row.to_stern, out);
  comma();
  AppendOptional(row.to_port, out);
  comma();
  AppendOptional(row.to_starboard, out);
  comma();
  AppendTenths(row.draught_tenths, /*always_decimal=*/true, out);
  comma();
  AppendText(row.destination, out);
  comma();
  if (row.has_destination) {
    AppendPadded(row.eta.month, 2, out);
    out->push_back('-');
    AppendPadded(row.eta.day, 2, out);
    out->push_back(' ');
    AppendPadded(row.eta.hour, 2, out);
    out->push_back(':');
    AppendPadded(row.eta.minute, 2, out);
  }
  out->push_back('\n');
}

}  // namespace tarn::track::ais

// A time zone by Java's names: "Asia/Shanghai", "UTC", "GMT+08:00", "+08:00". Rules come from the machine's time zone
// database (package tzdata).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tarn {

/// Immutable, cheap to copy, shared by threads.
class TimeZone {
 public:
  /// UTC.
  TimeZone() = default;
  /// Throws InvalidInput naming it.
  static TimeZone Named(std::string_view name);
  static bool Exists(std::string_view name);

  /// What a clock on the wall shows at an instant, counted as if it were UTC; both microseconds since 1970.
  int64_t ToLocal(int64_t utc_us) const { return utc_us + OffsetAt(utc_us); }
  /// The instant of a wall clock reading. Of a reading that comes twice the first one; one that spring leaves out is
  /// moved forward by the length of the gap, as Java's LocalDateTime.atZone does.
  int64_t ToUtc(int64_t local_us) const;

  bool operator==(const TimeZone&) const = default;

 private:
  struct Rules;
  /// Null if there is none of that name.
  static const Rules* Locate(std::string_view name);
  int64_t OffsetAt(int64_t utc_us) const;

  const Rules* rules_ = nullptr;  // kept for ever; null = fixed offset
  int64_t offset_us_ = 0;
};

}  // namespace tarn

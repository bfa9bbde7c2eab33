// Speeding: a vessel is faster than allowed for some time.
//
// An alarm begins with the first fix above `max_kn` once the speed has stayed above it for `hold_s`, and ends with the
// last fix above it. Fixes without a speed neither begin nor end one. A silence longer than `gap_s` ends it: nothing is
// known of it.
#pragma once

#include <cstdint>
#include <optional>

#include "track/detect/detector.h"
#include "track/detect/setting_field.h"

namespace tarn::track {

struct SpeedingSettings {
  double max_kn = 20;  // > 0
  double hold_s = 60;  // >= 0
  double gap_s = 600;  // > hold_s

  static constexpr SettingField<SpeedingSettings> kFields[] = {
      {"max_kn", &SpeedingSettings::max_kn},
      {"hold_s", &SpeedingSettings::hold_s},
      {"gap_s", &SpeedingSettings::gap_s},
  };
  /// Throws InvalidInput naming the setting, its value and what is allowed.
  void Validate() const;
};

/// State of one vessel. At most one alarm is open at a time.
class Speeding {
 public:
  explicit Speeding(const SpeedingSettings& settings) : settings_(settings) {}

  /// Takes the next fix (not older than the one before) and returns the alarm that it closed, if any.
  std::optional<Alarm> Observe(const Fix& fix);

  /// Event time has reached `watermark_us`: returns the open alarm if the silence since is long enough to close it.
  std::optional<Alarm> Advance(int64_t watermark_us);

  /// When Advance may have something to say; nullopt = never.
  std::optional<int64_t> NextCheck() const;

  /// What outlives the settings: plain data, so that a checkpoint can hold its bytes.
  struct State {
    bool open = false;  // the rest means something while it is set
    Fix first{};        // above the limit, since when
    Fix last{};         // latest above the limit
    double top_kn = 0;
  };
  const State& state() const { return state_; }
  void set_state(const State& state) { state_ = state; }

 private:
  std::optional<Alarm> Close();

  SpeedingSettings settings_;
  State state_;
};

}  // namespace tarn::track

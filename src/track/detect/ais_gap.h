// AIS gap: a vessel that was under way is not heard for some time and then appears again.
//
// The alarm covers the silence, from the last fix before it to the first after it. A vessel that does not come back
// gives none: whether it went dark or out of reach cannot be told yet.
#pragma once

#include <cstdint>
#include <optional>

#include "track/detect/detector.h"
#include "track/detect/setting_field.h"

namespace tarn::track {

struct AisGapSettings {
  double gap_s = 1800;       // > 0; a silence of at least this long
  double min_kn = 1;         // >= 0; speed of the last fix before it; fixes without a speed count as under way
  double max_gap_s = 86400;  // > gap_s; after a longer silence the vessel is new, not returned

  static constexpr SettingField<AisGapSettings> kFields[] = {
      {"gap_s", &AisGapSettings::gap_s},
      {"min_kn", &AisGapSettings::min_kn},
      {"max_gap_s", &AisGapSettings::max_gap_s},
  };
  /// Throws InvalidInput naming the setting, its value and what is allowed.
  void Validate() const;
};

/// State of one vessel.
class AisGap {
 public:
  explicit AisGap(const AisGapSettings& settings) : settings_(settings) {}

  /// Takes the next fix (not older than the one before) and returns the alarm for the silence before it, if any.
  std::optional<Alarm> Observe(const Fix& fix);
  /// Silence alone ends nothing.
  std::optional<Alarm> Advance(int64_t /*watermark_us*/) { return std::nullopt; }
  /// When Advance may have something to say; nullopt = never.
  std::optional<int64_t> NextCheck() const { return std::nullopt; }

  /// What outlives the settings: plain data, so that a checkpoint can hold its bytes.
  struct State {
    bool has_last = false;
    Fix last{};
  };
  const State& state() const { return state_; }
  void set_state(const State& state) { state_ = state; }

 private:
  AisGapSettings settings_;
  State state_;
};

}  // namespace tarn::track

// Detectors of single vessels as process table functions, from their list (track/detect/detectors.h):
//
//   SELECT * FROM speeding(input => TABLE dwd_track PARTITION BY mmsi, settings => TABLE rule_settings,
//                          on_time => DESCRIPTOR(ts))
//
// Every setting of the table is tried in the one pass; without the table, the defaults are. A row without a position
// says nothing.
#include "track/detect/detectors.h"

#include <cstring>
#include <limits>

#include "function/detector_settings.h"

namespace tarn::function {
namespace {

using paimon::TypeRoot;

enum Output : size_t { kAlarm, kSetting, kSettingVersion, kMmsi, kOtherMmsi, kStarted, kEnded, kLon, kLat, kEvidence };

template <class Detector>
struct VesselState : stream::ProcessState {
  int64_t mmsi = 0;
  bool timer_set = false;
  std::vector<typename Detector::State> states;  // one per setting, in their order

  void Save(Encoder& out) const override {
    static_assert(std::is_trivially_copyable_v<typename Detector::State>);
    out.I64(mmsi).Bool(timer_set).I64(static_cast<int64_t>(states.size()));
    for (const auto& state : states) out.Str({reinterpret_cast<const char*>(&state), sizeof state});
  }
};

template <class Detector, class Settings>
class Function : public stream::ProcessFunction {
 public:
  Function(const stream::ProcessCall& call, const char* name) : name_(name) {
    const auto& input = call.tables[0];
    mmsi_ = RequireColumn(input, "mmsi", {TypeRoot::BigInt, TypeRoot::Int}, "BIGINT or INT");
    lon_ = RequireColumn(input, "lon", {TypeRoot::Double, TypeRoot::Float}, "DOUBLE");
    lat_ = RequireColumn(input, "lat", {TypeRoot::Double, TypeRoot::Float}, "DOUBLE");
    sog_ = FindColumn(input, "sog", {TypeRoot::Double, TypeRoot::Float}, "DOUBLE or FLOAT");
    time_ = *input.time;
    time_type_ = input.columns[time_].type.Nullable();
    if (call.tables[1].given)
      settings_columns_ = BindSettings(call.tables[1]);
    else
      settings_.Add(name_, {"default", 1, "", 0});
  }

  stream::Columns OutputColumns() const override {
    const auto text = paimon::ParseDataType("STRING");
    const auto big = paimon::ParseDataType("BIGINT");
    const auto number = paimon::ParseDataType("DOUBLE");
    return {{"alarm", text},       {"setting", text},   {"setting_version", paimon::ParseDataType("INT")},
            {"mmsi", big},         {"other_mmsi", big}, {"started", time_type_},
            {"ended", time_type_}, {"lon", number},     {"lat", number},
            {"evidence", text}};
  }
  bool OwnShape() const override { return true; }

  std::unique_ptr<stream::ProcessState> NewState() const override { return std::make_unique<VesselState<Detector>>(); }
  std::unique_ptr<stream::ProcessState> LoadState(Decoder& in) const override {
    auto state = std::make_unique<VesselState<Detector>>();
    state->mmsi = in.I64();
    state->timer_set = in.Bool();
    for (int64_t count = in.I64(); count > 0; --count) {
      auto& one = state->states.emplace_back();
      const auto bytes = in.Str();
      if (bytes.size() != sizeof one)
        throw Error(ErrorCode::Corruption, "saved state of " + std::string(name_) + " was written by another version");
      std::memcpy(&one, bytes.data(), sizeof one);
    }
    return state;
  }

  void OnBroadcast(size_t, columnar::RowView row) override {
    SettingRow setting;
    if (!ReadSetting(*settings_columns_, name_, row, &setting)) return;
    settings_.Add(name_, setting);
    checked_ = false;
  }
  void SaveShared(Encoder& out) const override { settings_.Save(out); }
  void LoadShared(Decoder& in) override {
    settings_.Load(in);
    checked_ = false;
  }

  void OnRow(stream::ProcessContext& context, stream::ProcessState& state, size_t, columnar::RowView row) override {
    if (row.IsNull(mmsi_) || row.IsNull(lon_) || row.IsNull(lat_)) return;
    const track::Fix fix{row.Int64(time_), row.Double(lon_), row.Double(lat_),
                         sog_ && !row.IsNull(*sog_) ? row.Double(*sog_) : std::numeric_limits<double>::quiet_NaN()};
    auto& vessel = static_cast<VesselState<Detector>&>(state);
    vessel.mmsi = row.Int64(mmsi_);
    ForEach(context, vessel, [&](Detector& detector) { return detector.Observe(fix); });
  }

  void OnTimer(stream::ProcessContext& context, stream::ProcessState& state, uint8_t) override {
    ForEach(context, static_cast<VesselState<Detector>&>(state),
            [&](Detector& detector) { return detector.Advance(context.Time()); });
  }

 private:
  template <class Step>
  void ForEach(stream::ProcessContext& context, VesselState<Detector>& vessel, const Step& step) {
    if (!checked_) {
      entries_ = settings_.Checked();
      checked_ = true;
    }
    vessel.states.resize(entries_.size());
    std::optional<int64_t> next;
    for (size_t i = 0; i < entries_.size(); ++i) {
      Detector detector(entries_[i].values);
      detector.set_state(vessel.states[i]);
      if (const auto alarm = step(detector))
        Emit(context.NewRow(), entries_[i].setting, entries_[i].version, vessel.mmsi, *alarm);
      vessel.states[i] = detector.state();
      if (const auto check = detector.NextCheck(); check && (!next || *check < *next)) next = check;
    }
    if (next) {
      context.SetTimer(*next);
    } else if (vessel.timer_set) {
      context.ClearTimer();
    }
    vessel.timer_set = next.has_value();
  }

  void Emit(columnar::RowAppender& out, const std::string& setting, int64_t version, int64_t mmsi,
            const track::Alarm& alarm) const {
    out.String(kAlarm, AlarmName(name_));
    out.String(kSetting, setting);
    out.Int64(kSettingVersion, version);
    out.Int64(kMmsi, mmsi);
    out.Int64(kStarted, alarm.started_us);
    out.Int64(kEnded, alarm.ended_us);
    out.Double(kLon, alarm.lon_deg);
    out.Double(kLat, alarm.lat_deg);
    out.String(kEvidence, alarm.evidence);
  }

  const char* name_;
  size_t mmsi_, lon_, lat_, time_;
  std::optional<size_t> sog_;
  paimon::DataType time_type_;
  std::optional<SettingsColumns> settings_columns_;
  SettingsList<Settings> settings_;
  std::vector<typename SettingsList<Settings>::Entry> entries_;
  bool checked_ = false;
};

template <class Detector, class Settings>
stream::ProcessFunctionEntry Entry(const char* name, const char* sentence,
                                   std::unique_ptr<stream::ProcessFunction> (*make)(const stream::ProcessCall&)) {
  return {.name = name,
          .description = sentence,
          .example = std::string("SELECT * FROM ") + name +
                     "(input => TABLE dwd_track PARTITION BY mmsi, settings => TABLE rule_settings, on_time => "
                     "DESCRIPTOR(ts))",
          .tables = {{.name = "input"},
                     {.name = "settings", .semantics = stream::TableSemantics::Broadcast, .optional = true}},
          .scalars = {},
          .needs_time = true,
          .make = make};
}

}  // namespace

std::vector<stream::ProcessFunctionEntry> Detectors() {
  return {
#define X(name, detector, settings, sentence)                                                            \
  Entry<track::detector, track::settings>(                                                               \
      #name, sentence, [](const stream::ProcessCall& call) -> std::unique_ptr<stream::ProcessFunction> { \
        return std::make_unique<Function<track::detector, track::settings>>(call, #name);                \
      }),
      TARN_DETECTORS(X)
#undef X
  };
}

}  // namespace tarn::function

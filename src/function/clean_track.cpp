// clean_track: position reports -> fixes that a vessel can have had, each with how it follows from the one before.
//
//   SELECT * FROM clean_track(input => TABLE positions PARTITION BY mmsi, on_time => DESCRIPTOR(ts))
//
// The result has the input's columns, sentinels replaced by NULL, and `reason` (NULL = clean), `interval_s`,
// `distance_m`, `implied_kn`, `turn_deg`. Nothing is dropped here: WHERE reason IS NULL keeps the clean ones.
#include <cmath>
#include <cstring>
#include <limits>

#include "base/error.h"
#include "function/arguments.h"
#include "track/clean/report_cleaner.h"
#include "track/clean/track_cleaner.h"

namespace tarn::function {
namespace {

using paimon::TypeRoot;
using track::CleanReason;
using track::kNoInteger;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct VesselState : stream::ProcessState {
  track::TrackCleaner cleaner;

  void Save(Encoder& out) const override {
    static_assert(std::is_trivially_copyable_v<track::TrackCleaner>);
    out.Str({reinterpret_cast<const char*>(&cleaner), sizeof cleaner});
  }
};

/// Where a report's value stands, in the input and so in the output; absent columns are NULL.
struct Field {
  std::optional<size_t> column;

  double Number(const columnar::RowView& row) const {
    return column && !row.IsNull(*column) ? row.Double(*column) : kNaN;
  }
  int32_t Integer(const columnar::RowView& row) const {
    return column && !row.IsNull(*column) ? static_cast<int32_t>(row.Int64(*column)) : kNoInteger;
  }
};

class CleanTrackFunction : public stream::ProcessFunction {
 public:
  explicit CleanTrackFunction(const stream::ProcessCall& call) : columns_(call.tables[0].columns) {
    const auto& input = call.tables[0];
    const auto number = [&](std::string_view name) {
      return Field{FindColumn(input, name, {TypeRoot::Double, TypeRoot::Float}, "DOUBLE or FLOAT")};
    };
    const auto integer = [&](std::string_view name) {
      return Field{FindColumn(input, name, {TypeRoot::Int, TypeRoot::BigInt}, "INT or BIGINT")};
    };
    mmsi_ = RequireColumn(input, "mmsi", {TypeRoot::Int, TypeRoot::BigInt}, "INT or BIGINT");
    time_ = *input.time;
    input.Require("lon");
    input.Require("lat");
    lon_ = number("lon");
    lat_ = number("lat");
    sog_ = number("sog");
    cog_ = number("cog");
    heading_ = integer("heading");
    nav_status_ = integer("nav_status");
    rot_ = integer("rot");
    utc_second_ = integer("utc_second");
    for (auto& column : columns_) column.type = column.type.Nullable();

    report_options_.drop_null_island = FlagArgument(call, "drop_null_island");
    report_options_.vessels_only = FlagArgument(call, "vessels_only");
    report_options_.sentinels_to_null = FlagArgument(call, "sentinels_to_null");
    track_options_.duplicate_slack_s = NumberArgument(call, "duplicate_slack_s");
    track_options_.max_kn = NumberArgument(call, "max_kn");
    track_options_.max_jitter_m = NumberArgument(call, "max_jitter_m");
    track_options_.Validate();
  }

  stream::Columns OutputColumns() const override {
    auto columns = columns_;
    columns.push_back({"reason", paimon::ParseDataType("STRING")});
    for (const char* name : {"interval_s", "distance_m", "implied_kn", "turn_deg"})
      columns.push_back({name, paimon::ParseDataType("DOUBLE")});
    return columns;
  }
  bool OwnShape() const override { return true; }
  std::optional<size_t> OutputTime() const override { return time_; }
  std::unique_ptr<stream::ProcessState> NewState() const override { return std::make_unique<VesselState>(); }
  std::unique_ptr<stream::ProcessState> LoadState(Decoder& in) const override {
    auto state = std::make_unique<VesselState>();
    const auto bytes = in.Str();
    if (bytes.size() != sizeof state->cleaner)
      throw Error(ErrorCode::Corruption, "saved state of clean_track was written by another version");
    std::memcpy(static_cast<void*>(&state->cleaner), bytes.data(), bytes.size());
    return state;
  }

  void OnRow(stream::ProcessContext& context, stream::ProcessState& state, size_t, columnar::RowView row) override {
    track::Report report{row.Int64(time_),         lon_.Number(row),  lat_.Number(row),
                         sog_.Number(row),         cog_.Number(row),  heading_.Integer(row),
                         nav_status_.Integer(row), rot_.Integer(row), utc_second_.Integer(row)};
    const int64_t mmsi = row.IsNull(mmsi_) ? 0 : row.Int64(mmsi_);
    track::CleanResult result;
    result.reason = track::CleanReport(report_options_, mmsi, &report);
    if (result.reason == CleanReason::None)
      result = static_cast<VesselState&>(state).cleaner.Observe(track_options_, report);
    Emit(context.NewRow(), row, report, result);
  }

 private:
  void Emit(columnar::RowAppender& out, const columnar::RowView& row, const track::Report& report,
            const track::CleanResult& result) {
    const auto number = [&](const Field& field, double value) {
      if (field.column && !std::isnan(value)) out.Double(*field.column, value);
    };
    const auto integer = [&](const Field& field, int32_t value) {
      if (field.column && value != kNoInteger) out.Int64(*field.column, value);
    };
    for (size_t i = 0; i < columns_.size(); ++i)
      if (!IsCleaned(i)) CopyValue(row, i, columns_[i].type, i, out);
    number(sog_, report.sog_kn);
    number(cog_, report.cog_deg);
    integer(heading_, report.heading_deg);
    integer(nav_status_, report.nav_status);
    integer(rot_, report.rot);
    integer(utc_second_, report.utc_second);
    const size_t added = columns_.size();
    if (result.reason != CleanReason::None) {
      out.String(added, track::Describe(result.reason));
      return;
    }
    const auto& d = result.derived;
    const double derived[] = {d.interval_s, d.distance_m, d.implied_kn, d.turn_deg};
    for (size_t i = 0; i < 4; ++i)
      if (!std::isnan(derived[i])) out.Double(added + 1 + i, derived[i]);
  }

  bool IsCleaned(size_t column) const {
    for (const auto* field : {&sog_, &cog_, &heading_, &nav_status_, &rot_, &utc_second_})
      if (field->column == column) return true;
    return false;
  }

  stream::Columns columns_;
  size_t mmsi_;
  size_t time_;
  Field lon_, lat_, sog_, cog_, heading_, nav_status_, rot_, utc_second_;
  track::ReportOptions report_options_;
  track::TrackOptions track_options_;
};

}  // namespace

stream::ProcessFunctionEntry CleanTrack() {
  const auto number = paimon::ParseDataType("DOUBLE");
  const auto flag = paimon::ParseDataType("BOOLEAN");
  return {.name = "clean_track",
          .description = "Says of each position report whether it can be true, and how it follows from the one before",
          .example =
              "SELECT * FROM clean_track(input => TABLE positions PARTITION BY mmsi, on_time => DESCRIPTOR(ts), "
              "duplicate_slack_s => 5)",
          .tables = {{.name = "input"}},
          .scalars = {{"duplicate_slack_s", number, "5"},
                      {"max_kn", number, "100"},
                      {"max_jitter_m", number, "500"},
                      {"sentinels_to_null", flag, "true"},
                      {"drop_null_island", flag, "true"},
                      {"vessels_only", flag, "true"}},
          .needs_time = true,
          .make = [](const stream::ProcessCall& call) -> std::unique_ptr<stream::ProcessFunction> {
            return std::make_unique<CleanTrackFunction>(call);
          }};
}

}  // namespace tarn::function

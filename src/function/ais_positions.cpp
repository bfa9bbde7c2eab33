// ais_positions: AIS sentences as they were received -> position reports.
//
//   SELECT * FROM ais_positions(input => TABLE ods_ais, on_time => DESCRIPTOR(received))
//
// Reads the column `raw` (a sentence, whatever stands before and after it); with on_time, parts of a message are put
// together in the order of time. Columns `line` and `receiver`, where the input has them, say which line it was (they
// lead a report back to its record) and keep parts of different receivers apart. Lines without a position, and lines
// whose `reason` (if there is such a column) is not NULL, give nothing.
#include <limits>

#include "base/error.h"
#include "function/arguments.h"
#include "track/ais/report.h"
#include "track/ais/sentence_decoder.h"

namespace tarn::function {
namespace {

namespace ais = track::ais;
using paimon::TypeRoot;

/// The parts that wait for others, of one partition.
struct Parts : stream::ProcessState {
  ais::SentenceDecoder decoder;
  int64_t lines = 0;

  void Save(Encoder& out) const override {
    out.I64(lines);
    decoder.Save(out);
  }
};

class Function : public stream::ProcessFunction {
 public:
  explicit Function(const stream::ProcessCall& call) {
    const auto& input = call.tables[0];
    raw_ = RequireColumn(input, "raw", {TypeRoot::VarChar, TypeRoot::VarBinary}, "BYTES or STRING");
    line_ = FindColumn(input, "line", {TypeRoot::BigInt, TypeRoot::Int}, "BIGINT or INT");
    receiver_ = FindColumn(input, "receiver", {TypeRoot::VarChar}, "STRING");
    reason_ = FindColumn(input, "reason", {TypeRoot::VarChar}, "STRING");
    time_ = input.time;
    if (time_) columns_.push_back({"received", input.columns[*time_].type});
    for (const char* column : {"line", "type", "mmsi"})
      columns_.push_back({column, paimon::ParseDataType(column == std::string_view("type") ? "INT" : "BIGINT")});
    for (const char* column : {"lon", "lat", "sog", "cog"})
      columns_.push_back({column, paimon::ParseDataType("DOUBLE")});
    for (const char* column : {"heading", "nav_status", "rot", "utc_second"})
      columns_.push_back({column, paimon::ParseDataType("INT")});
    columns_.push_back({"receiver", paimon::ParseDataType("STRING")});
  }

  stream::Columns OutputColumns() const override { return columns_; }
  bool OwnShape() const override { return true; }
  std::optional<size_t> OutputTime() const override { return time_ ? std::optional<size_t>(0) : std::nullopt; }
  std::unique_ptr<stream::ProcessState> NewState() const override { return std::make_unique<Parts>(); }
  std::unique_ptr<stream::ProcessState> LoadState(Decoder& in) const override {
    auto state = std::make_unique<Parts>();
    state->lines = in.I64();
    state->decoder.Load(in);
    return state;
  }

  void OnRow(stream::ProcessContext& context, stream::ProcessState& state, size_t, columnar::RowView row) override {
    auto& parts = static_cast<Parts&>(state);
    if (row.IsNull(raw_) || (reason_ && !row.IsNull(*reason_))) return;
    const std::string_view raw = row.String(raw_);
    const size_t at = ais::FindSentence(raw);
    if (at == std::string_view::npos) return;
    ais::Reception reception;
    reception.line = line_ && !row.IsNull(*line_) ? row.Int64(*line_) : ++parts.lines;
    if (receiver_ && !row.IsNull(*receiver_)) reception.source = row.String(*receiver_);
    if (time_) reception.time_us = row.Int64(*time_);
    const auto& result = parts.decoder.Decode(raw.substr(at), reception);
    if (result.outcome != ais::Outcome::Complete || !ais::ToPosition(*result.message, &position_)) return;
    Emit(context.NewRow(), reception, result);
  }

 private:
  void Emit(columnar::RowAppender& out, const ais::Reception& reception, const ais::DecodeResult& result) {
    size_t i = 0;
    // Not the first part's time: that may lie before what event time has reached.
    if (time_) out.Int64(i++, reception.time_us);
    out.Int64(i++, result.first_line);
    out.Int64(i++, position_.type);
    out.Int64(i++, position_.mmsi);
    out.Double(i++, static_cast<double>(position_.position.lon) / ais::kUnitsPerDegree);
    out.Double(i++, static_cast<double>(position_.position.lat) / ais::kUnitsPerDegree);
    for (const int32_t tenths : {position_.sog_tenths, position_.cog_tenths}) {
      if (tenths != ais::kAbsent) out.Double(i, tenths / 10.0);
      ++i;
    }
    for (const int32_t value : {position_.heading, position_.nav_status, position_.rot, position_.utc_second}) {
      if (value != ais::kAbsent) out.Int64(i, value);
      ++i;
    }
    if (!result.reception.source.empty()) out.String(i, result.reception.source);
  }

  size_t raw_;
  std::optional<size_t> line_;
  std::optional<size_t> receiver_;
  std::optional<size_t> reason_;
  std::optional<size_t> time_;
  stream::Columns columns_;
  ais::PositionRow position_;
};

}  // namespace

stream::ProcessFunctionEntry AisPositions() {
  return {.name = "ais_positions",
          .description = "Decodes AIS sentences as they were received into position reports",
          .example = "SELECT * FROM ais_positions(input => TABLE ods_ais, on_time => DESCRIPTOR(received))",
          .tables = {{.name = "input"}},
          .scalars = {},
          .needs_time = true,
          .make = [](const stream::ProcessCall& call) -> std::unique_ptr<stream::ProcessFunction> {
            return std::make_unique<Function>(call);
          }};
}

}  // namespace tarn::function

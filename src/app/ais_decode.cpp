#include "app/ais_decode.h"

#include <array>
#include <ostream>

#include "base/time_zone.h"
#include "connector/nmea/log_file.h"
#include "track/ais/log_decoder.h"
#include "track/ais/report_csv.h"

namespace tarn::app {
namespace {

namespace ais = track::ais;
using ais::Outcome;

constexpr size_t kFlushBytes = 256 << 10;

void Print(const std::array<int64_t, ais::kFaultCount>& faults, std::ostream& out) {
  for (size_t i = 1; i < faults.size(); ++i)
    if (faults[i] > 0) out << "  " << faults[i] << " x " << ais::Reason(static_cast<ais::Fault>(i)) << "\n";
}

}  // namespace

int RunAisDecode(const AisDecodeOptions& options, env::FileSystem& fs, std::ostream& out, std::ostream& notices) {
  ais::LogDecoder decoder(
      {.zone = TimeZone::Named(options.log_time_zone), .require_checksum = !options.keep_bad_checksums});
  connector::nmea::LogFile log(fs, options.log);
  std::array<int64_t, ais::kFaultCount> faults{};
  int64_t messages = 0;
  int64_t reports = 0;
  std::string csv(options.static_data ? ais::StaticCsvHeader() : ais::PositionCsvHeader());
  ais::PositionRow position;
  ais::StaticRow info;
  std::string_view line;
  while (log.Next(&line)) {
    const auto& result = decoder.Decode(line);
    if (result.outcome == Outcome::Bad) ++faults[static_cast<size_t>(result.fault)];
    if (result.outcome != Outcome::Complete) continue;
    ++messages;
    if (options.static_data) {
      if (!ais::ToStatic(*result.message, &info)) continue;
      ais::AppendCsv(info, result.reception, &csv);
    } else {
      if (!ais::ToPosition(*result.message, &position)) continue;
      ais::AppendCsv(position, result.reception, &csv);
    }
    ++reports;
    if (csv.size() < kFlushBytes) continue;
    out.write(csv.data(), static_cast<std::streamsize>(csv.size()));
    csv.clear();
    if (!out) break;
  }
  out.write(csv.data(), static_cast<std::streamsize>(csv.size()));
  out.flush();
  faults[static_cast<size_t>(ais::Fault::PartOrphaned)] = decoder.orphaned_parts() + decoder.waiting_parts();
  notices << decoder.lines() << " lines, " << messages << " messages, " << reports
          << (options.static_data ? " static reports\n" : " position reports\n");
  Print(faults, notices);
  return out ? 0 : 1;
}

}  // namespace tarn::app

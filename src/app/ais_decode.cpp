#include "app/ais_decode.h"

#include <array>
#include <ostream>

#include "app/standard_output.h"
#include "base/error.h"
#include "base/time_zone.h"
#include "connector/nmea/log_file.h"
#include "track/ais/log_decoder.h"
#include "track/ais/report_csv.h"

namespace tarn::app {
namespace {

namespace ais = track::ais;
using ais::Outcome;

constexpr size_t kFlushBytes = 256 << 10;

class Decode {
 public:
  Decode(const AisDecodeOptions& options, std::ostream& out)
      : static_data_(options.static_data),
        decoder_({.zone = TimeZone::Named(options.log_time_zone), .require_checksum = !options.keep_bad_checksums}),
        out_(out),
        csv_(options.static_data ? ais::StaticCsvHeader() : ais::PositionCsvHeader()) {}

  /// To the log's end, or until nobody reads the CSV any more.
  void Run(connector::nmea::LogFile& log) {
    std::string_view line;
    while (log.Next(&line)) {
      const auto& result = decoder_.Decode(line);
      if (result.outcome == Outcome::Bad) ++faults_[static_cast<size_t>(result.fault)];
      if (result.outcome != Outcome::Complete) continue;
      ++messages_;
      Append(result);
      if (csv_.size() >= kFlushBytes && !Flush()) return;
    }
  }

  /// Prints what is left. False: nobody reads it.
  bool Flush() {
    out_.write(csv_.data(), static_cast<std::streamsize>(csv_.size()));
    csv_.clear();
    return StillRead(out_);
  }

  void Summarise(std::ostream& notices) {
    faults_[static_cast<size_t>(ais::Fault::PartOrphaned)] = decoder_.orphaned_parts() + decoder_.waiting_parts();
    notices << decoder_.lines() << " lines, " << messages_ << " messages, " << reports_
            << (static_data_ ? " static reports\n" : " position reports\n");
    for (size_t i = 1; i < faults_.size(); ++i)
      if (faults_[i] > 0) notices << "  " << faults_[i] << " x " << ais::Reason(static_cast<ais::Fault>(i)) << "\n";
    if (messages_ == 0 && decoder_.lines() > 0) notices << "  no line is an AIS message: is this an NMEA log?\n";
  }

 private:
  template <class Result>
  void Append(const Result& result) {
    if (static_data_) {
      if (!ais::ToStatic(*result.message, &info_)) return;
      ais::AppendCsv(info_, result.reception, &csv_);
    } else {
      if (!ais::ToPosition(*result.message, &position_)) return;
      ais::AppendCsv(position_, result.reception, &csv_);
    }
    ++reports_;
  }

  bool static_data_;
  ais::LogDecoder decoder_;
  std::ostream& out_;
  std::string csv_;
  std::array<int64_t, ais::kFaultCount> faults_{};
  int64_t messages_ = 0;
  int64_t reports_ = 0;
  ais::PositionRow position_;
  ais::StaticRow info_;
};

}  // namespace

int RunAisDecode(const AisDecodeOptions& options, env::FileSystem& fs, std::ostream& out, std::ostream& notices) {
  Decode decode(options, out);
  connector::nmea::LogFile log(fs.OpenRead(options.log));
  try {
    decode.Run(log);
  } catch (const Error&) {
    // A log that is cut off has been decoded up to there.
    if (decode.Flush()) decode.Summarise(notices);
    throw;
  }
  if (decode.Flush()) decode.Summarise(notices);
  return 0;
}

}  // namespace tarn::app

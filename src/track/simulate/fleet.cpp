#include "track/simulate/fleet.h"

#include <algorithm>
#include <queue>
#include <string>

#include "track/ais/encoder.h"
#include "track/ais/sentence.h"
#include "track/simulate/vessel.h"

namespace tarn::track {
namespace {

constexpr double kMaxIntervalS = 120;
constexpr double kHeardTwice = 0.15;
constexpr double kWrongClock = 0.00001;
// Lines for one report, on average: some are heard twice, one of twenty is static data of mostly two sentences; and the
// fifth of the fleet that is moored reports a third as often.
constexpr double kLinesPerReport = 1.2;
constexpr double kReportingShare = 0.87;

constexpr const char* kStations[] = {"2190067", "2190074"};

/// One line on its way to the log.
struct Arrival {
  int64_t time_us;  // it arrives
  uint64_t order;   // ties in the order in which they were made
  std::string line;
  int64_t transmitted_us;
  bool damaged;

  bool operator>(const Arrival& other) const {
    return time_us != other.time_us ? time_us > other.time_us : order > other.order;
  }
};

struct Due {
  int64_t time_us;
  size_t vessel;
  bool operator>(const Due& other) const {
    return time_us != other.time_us ? time_us > other.time_us : vessel > other.vessel;
  }
};

template <class T>
using MinHeap = std::priority_queue<T, std::vector<T>, std::greater<>>;

/// "\s:2190067,c:1705039200123*hh\" + sentence: an NMEA 4 tag block with station and milliseconds.
std::string Stamped(const char* station, int64_t time_us, const std::string& sentence) {
  const std::string body = std::string("s:") + station + ",c:" + std::to_string(time_us / 1000);
  return "\\" + ais::WithChecksum(body).substr(1) + "\\" + sentence;
}

/// Breaks a line the way radios and cables do.
void Damage(SeededRandom* random, std::string* line) {
  const auto at = static_cast<size_t>(random->Below(static_cast<int64_t>(line->size())));
  switch (random->Below(3)) {
    case 0: {
      // One character of the payload is another one.
      const size_t payload = line->rfind(',') - 1;
      (*line)[payload] = (*line)[payload] == '0' ? '1' : '0';
      break;
    }
    case 1:
      line->resize(std::max(at, line->find('!') + 12));  // cut off: no checksum is left
      break;
    default:
      line->replace(line->find('*', line->find('!')), 3, "*??");
  }
}

class Radio {
 public:
  Radio(uint64_t seed, double damaged, FleetSummary* summary) : random_(seed), damaged_(damaged), summary_(summary) {}

  /// What the stations hear of a message sent at `time_us`.
  void Transmit(const ais::PayloadWriter& message, int64_t time_us) {
    const char channel = random_.Chance(0.5) ? 'A' : 'B';
    const auto sentences = ais::ToSentences(message, channel, sequence_);
    if (sentences.size() > 1) sequence_ = (sequence_ + 1) % 10;
    const auto station = static_cast<size_t>(random_.Below(2));
    Hear(sentences, kStations[station], time_us, random_.Between(0.05, 0.6));
    if (!random_.Chance(kHeardTwice)) return;
    ++summary_->repeated_reports;
    Hear(sentences, kStations[1 - station], time_us, random_.Between(0.3, 2));
  }

  /// The oldest line if it arrived before `time_us`.
  bool Take(int64_t time_us, Arrival* arrival) {
    if (waiting_.empty() || waiting_.top().time_us >= time_us) return false;
    *arrival = waiting_.top();
    waiting_.pop();
    return true;
  }

 private:
  void Hear(const std::vector<std::string>& sentences, const char* station, int64_t time_us, double delay_s) {
    const int64_t stamp = time_us + static_cast<int64_t>(delay_s * 1e6);
    constexpr int64_t kYearUs = 31'536'000'000'000;
    const int64_t shown = random_.Chance(kWrongClock) ? stamp + kYearUs : stamp;
    // Lines do not arrive in the order of their stamps.
    const int64_t arrival = stamp + static_cast<int64_t>(random_.Between(0, 1) * 1e6);
    for (const auto& sentence : sentences) {
      std::string line = Stamped(station, shown, sentence);
      const bool damaged = random_.Chance(damaged_);
      if (damaged) Damage(&random_, &line);
      waiting_.push({arrival, order_++, std::move(line), stamp, damaged});
    }
  }

  SeededRandom random_;
  double damaged_;
  FleetSummary* summary_;
  int sequence_ = 0;
  uint64_t order_ = 0;
  MinHeap<Arrival> waiting_;
};

}  // namespace

FleetSummary SimulateFleet(const FleetOptions& options, const std::function<void(std::string_view line)>& take) {
  FleetSummary summary;
  const double span_s = options.hours * 3600;
  const double reports = static_cast<double>(options.lines) / kLinesPerReport / kReportingShare;
  const double affordable = reports * kMaxIntervalS / span_s;
  summary.vessels = std::max(1, static_cast<int>(std::min(static_cast<double>(options.vessels), affordable)));
  const double interval_s = std::max(2.0, span_s * summary.vessels / reports);

  SeededRandom seeds(options.seed);
  std::vector<SimulatedVessel> vessels;
  vessels.reserve(static_cast<size_t>(summary.vessels));
  MinHeap<Due> due;
  for (int i = 0; i < summary.vessels; ++i) {
    vessels.emplace_back(i, options, interval_s, SeededRandom(seeds.Next()));
    due.push({vessels.back().next_us(), static_cast<size_t>(i)});
  }
  Radio radio(seeds.Next(), options.damaged, &summary);
  Arrival arrival{};
  summary.first_us = options.start_us;
  while (summary.lines < options.lines) {
    const Due next = due.top();
    while (summary.lines < options.lines && radio.Take(next.time_us, &arrival)) {
      take(arrival.line);
      ++summary.lines;
      if (arrival.damaged) ++summary.damaged_lines;
      summary.last_us = arrival.transmitted_us;
    }
    due.pop();
    auto& vessel = vessels[next.vessel];
    radio.Transmit(vessel.Transmit(), next.time_us);
    due.push({vessel.next_us(), next.vessel});
  }
  for (const auto& vessel : vessels)
    for (const auto& episode : vessel.episodes())
      if (episode.ended_us < summary.last_us) summary.episodes.push_back(episode);
  std::sort(summary.episodes.begin(), summary.episodes.end(), [](const Episode& a, const Episode& b) {
    return a.started_us != b.started_us ? a.started_us < b.started_us : a.mmsi < b.mmsi;
  });
  return summary;
}

}  // namespace tarn::track

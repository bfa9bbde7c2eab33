#include "track/ais/log_line.h"

#include <array>
#include <charconv>
#include <cstring>

#include "base/hex.h"
#include "track/ais/log_time.h"
#include "track/ais/log_time_zone.h"

namespace tarn::track::ais {
namespace {

constexpr size_t kMaxGroups = 64;

/// Splits `text` at commas into at most N fields; the last one holds the rest.
template <size_t N>
size_t Split(std::string_view text, std::array<std::string_view, N>* fields) {
  size_t count = 0;
  while (count + 1 < N) {
    const size_t comma = text.find(',');
    if (comma == std::string_view::npos) break;
    (*fields)[count++] = text.substr(0, comma);
    text.remove_prefix(comma + 1);
  }
  (*fields)[count++] = text;
  return count;
}

/// The part between the first character and "*hh" if the checksum is right or, where `required` is false, absent.
bool Body(std::string_view text, bool required, std::string_view* body) {
  const size_t star = text.rfind('*');
  if (star == std::string_view::npos) {
    *body = text;
    return !required;
  }
  *body = text.substr(0, star);
  return HexByte(text.substr(star + 1)) == Checksum(*body);
}

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kSeparators = " \t,;|[]";
  const size_t begin = text.find_first_not_of(kSeparators);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSeparators) - begin + 1);
}

}  // namespace

const LogLineReader::Line& LogLineReader::Read(std::string_view line) {
  ++context_.lines;
  const auto whole = line;
  while (!line.empty() && (line.back() == '\r' || line.back() == '\n' || line.back() == ' ')) line.remove_suffix(1);
  line_ = Line{};
  line_.reception.line = context_.lines;
  line_.reception.text = whole;
  source_.clear();
  if (!line.empty() && line[0] == '#') return line_;  // a comment

  const size_t at = FindSentence(line);
  std::string_view prefix = line.substr(0, at);
  bool tagged = true;
  while (!prefix.empty() && prefix[0] == '\\') {
    const size_t end = prefix.find('\\', 1);
    if (end == std::string_view::npos) {
      tagged = false;
      break;
    }
    tagged = ReadTagBlock(prefix.substr(1, end - 1)) && tagged;
    prefix.remove_prefix(end + 1);
  }
  if (!tagged) line_.fault = Fault::BadHeader;

  if (at == std::string_view::npos) {
    // A tag block or a header on a line of its own speaks for the sentences that follow.
    if (line_.reception.time_us != kNoTime) context_.header_time_us = line_.reception.time_us;
    if (!line_.reception.source.empty()) context_.header_source = line_.reception.source;
    const size_t dollar = prefix.find('$');
    if (dollar != std::string_view::npos) {
      const auto sentence = prefix.substr(dollar);
      if (sentence.starts_with("$PGHP,"))
        line_.fault = ReadGateHouse(sentence);
      else
        ReadOwnShip(sentence);
    }
    return line_;
  }

  line_.kind = Kind::Sentence;
  line_.text = line.substr(at);
  // A sentence has a checksum of its own: a damaged header costs it time and receiver only.
  line_.fault = Fault::None;
  if (line_.reception.time_us == kNoTime && !prefix.empty()) ReadPrefix(prefix);
  InheritGroup();
  InheritHeader();
  if (line_.reception.time_us == kNoTime || line_.reception.source.empty()) ReadTrailer(line_.text);
  if (line_.reception.time_us == kNoTime) line_.reception.time_us = context_.clock_us;
  context_.last_time_us = line_.reception.time_us;
  return line_;
}

bool LogLineReader::ReadTagBlock(std::string_view block) {
  std::string_view body;
  if (!Body(block, /*required=*/true, &body)) return false;
  Reception& r = line_.reception;
  int64_t text_time = kNoTime;
  while (!body.empty()) {
    const size_t comma = body.find(',');
    const auto field = body.substr(0, comma);
    body.remove_prefix(comma == std::string_view::npos ? body.size() : comma + 1);
    if (field.size() < 3 || field[1] != ':') continue;
    const auto value = field.substr(2);
    switch (field[0]) {
      case 'c':
        r.time_us = ParseEpoch(value);
        break;
      case 's':
        r.source = value;
        break;
      case 'T': {
        const LogTime time = ParseDateTime(value);
        if (time.us != kNoTime) text_time = time.us - time.offset_us;
        break;
      }
      case 'g': {
        // part-parts-id
        const size_t dash = value.rfind('-');
        if (dash == std::string_view::npos) break;
        const auto id = value.substr(dash + 1);
        int64_t number = -1;
        std::from_chars(id.data(), id.data() + id.size(), number);
        r.group = number;
        break;
      }
      default:
        break;
    }
  }
  if (r.time_us == kNoTime) r.time_us = text_time;
  return true;
}

void LogLineReader::ReadPrefix(std::string_view prefix) {
  prefix = Trim(prefix);
  if (prefix.empty()) return;
  Reception& r = line_.reception;
  r.time_us = ParseEpoch(prefix);
  if (r.time_us != kNoTime) return;
  const LogTime time = ParseDateTime(prefix);
  if (time.us == kNoTime) return;
  r.time_us = time.has_offset ? time.us - time.offset_us : LogTimeToUtc(zone_, time.us, context_.last_time_us);
}

void LogLineReader::ReadTrailer(std::string_view sentence) {
  const size_t star = sentence.find('*');
  if (star == std::string_view::npos || star + 4 >= sentence.size()) return;
  Reception& r = line_.reception;
  std::string_view station;
  int64_t time = kNoTime;
  auto rest = sentence.substr(star + 4);
  while (!rest.empty()) {
    const size_t comma = rest.find(',');
    const auto field = Trim(rest.substr(0, comma));
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    if (field.empty()) continue;
    if (field[0] == 'r' || field[0] == 'b') {
      station = field;
      time = kNoTime;
    } else if (field[0] >= '0' && field[0] <= '9' && time == kNoTime) {
      time = ParseEpoch(field);
    }
  }
  if (r.source.empty()) r.source = station;
  if (r.time_us == kNoTime) r.time_us = time;
}

Fault LogLineReader::ReadGateHouse(std::string_view line) {
  // A damaged header must not leave the one before it in force.
  context_.header_time_us = kNoTime;
  context_.header_source.clear();
  std::string_view body;
  if (!Body(line.substr(1), /*required=*/true, &body)) return Fault::BadHeader;
  std::array<std::string_view, 13> field;
  if (Split(body, &field) < 12) return Fault::BadHeader;
  std::array<int, 7> part{};
  for (size_t i = 0; i < part.size(); ++i) {
    const auto text = field[i + 2];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), part[i]);
    if (error != std::errc() || end != text.data() + text.size()) return Fault::BadHeader;
  }
  const int64_t time = FromCivil(part[0], part[1], part[2], part[3], part[4], part[5], part[6] * 1000);
  if (time == kNoTime) return Fault::BadHeader;
  context_.header_time_us = time;
  context_.header_source.append(field[9]).append("/").append(field[10]).append("/").append(field[11]);
  return Fault::None;
}

void LogLineReader::ReadOwnShip(std::string_view line) {
  if (line.size() < 7) return;
  const auto formatter = line.substr(3, 4);
  const bool zda = formatter == "ZDA,";
  if (!zda && formatter != "RMC,") return;
  std::string_view body;
  if (!Body(line.substr(1), /*required=*/false, &body)) return;
  std::array<std::string_view, 11> field;
  const size_t count = Split(body, &field);
  int64_t time = kNoTime;
  if (zda && count >= 5) time = ParseNmeaClock(field[1], field[2], field[3], field[4]);
  if (!zda && count >= 10 && field[9].size() == 6)
    time = ParseNmeaClock(field[1], field[9].substr(0, 2), field[9].substr(2, 2), field[9].substr(4, 2));
  if (time != kNoTime) context_.clock_us = time;
}

void LogLineReader::InheritGroup() {
  Reception& r = line_.reception;
  if (r.group < 0) return;
  auto& groups = context_.groups;
  size_t i = groups.size();
  while (i > 0 && groups[i - 1].id != r.group) --i;
  if (i > 0) {
    if (r.time_us == kNoTime) r.time_us = groups[i - 1].time_us;
    if (r.source.empty()) {
      source_ = groups[i - 1].source;
      r.source = source_;
    }
    if (r.time_us == groups[i - 1].time_us && r.source == groups[i - 1].source) return;
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(i - 1));
  } else if (groups.size() >= kMaxGroups) {
    groups.erase(groups.begin());
  }
  groups.push_back({r.group, r.time_us, std::string(r.source)});
}

void LogLineReader::InheritHeader() {
  Reception& r = line_.reception;
  if (r.time_us == kNoTime) r.time_us = context_.header_time_us;
  if (r.source.empty()) r.source = context_.header_source;
}

}  // namespace tarn::track::ais

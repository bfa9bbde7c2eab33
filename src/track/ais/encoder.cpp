#include "track/ais/encoder.h"

#include <algorithm>

#include "base/hex.h"
#include "track/ais/sentence.h"

namespace tarn::track::ais {
namespace {

constexpr size_t kCharactersPerSentence = 56;

char Armour(int value) { return static_cast<char>(value < 40 ? value + 48 : value + 56); }

PayloadWriter Begin(const MessageHead& head) {
  PayloadWriter w;
  w.Unsigned(head.type, 6).Unsigned(head.repeat, 2).Unsigned(head.mmsi, 30);
  return w;
}

void Add(const Position& position, PayloadWriter* w) { w->Signed(position.lon, 28).Signed(position.lat, 27); }

void Add(const Dimensions& d, PayloadWriter* w) {
  w->Unsigned(d.to_bow, 9).Unsigned(d.to_stern, 9).Unsigned(d.to_port, 6).Unsigned(d.to_starboard, 6);
}

}  // namespace

PayloadWriter& PayloadWriter::Unsigned(uint32_t value, int width) {
  for (int bit = width - 1; bit >= 0; --bit) bits_.push_back(static_cast<char>(value >> bit & 1));
  return *this;
}

PayloadWriter& PayloadWriter::Text(std::string_view text, int characters) {
  for (int i = 0; i < characters; ++i) {
    uint32_t value = 0;
    if (static_cast<size_t>(i) < text.size()) {
      const char c = text[static_cast<size_t>(i)];
      if (c >= '@' && c <= '_')
        value = static_cast<uint32_t>(c - '@');
      else
        value = c >= ' ' && c <= '?' ? static_cast<uint32_t>(c) : '?';
    }
    Unsigned(value, 6);
  }
  return *this;
}

std::string PayloadWriter::Armoured(int* fill_bits) const {
  std::string text;
  text.reserve(bits_.size() / 6 + 1);
  for (size_t at = 0; at < bits_.size(); at += 6) {
    int value = 0;
    for (size_t bit = at; bit < at + 6; ++bit) value = value << 1 | (bit < bits_.size() ? bits_[bit] : 0);
    text.push_back(Armour(value));
  }
  *fill_bits = static_cast<int>(text.size() * 6 - bits_.size());
  return text;
}

PayloadWriter Encode(const PositionReport& m) {
  PayloadWriter w = Begin(m.head);
  w.Unsigned(m.nav_status, 4).Signed(m.rot, 8).Unsigned(m.sog, 10).Unsigned(m.accurate, 1);
  Add(m.position, &w);
  w.Unsigned(m.cog, 12).Unsigned(m.heading, 9).Unsigned(m.utc_second, 6).Unsigned(m.maneuver, 2);
  return w.Unsigned(0, 3).Unsigned(m.raim, 1).Unsigned(0, 19);
}

PayloadWriter Encode(const StaticVoyageData& m) {
  PayloadWriter w = Begin(m.head);
  w.Unsigned(m.ais_version, 2).Unsigned(m.imo, 30).Text(m.callsign, 7).Text(m.name, 20).Unsigned(m.ship_type, 8);
  Add(m.dimensions, &w);
  w.Unsigned(m.epfd, 4).Unsigned(m.eta.month, 4).Unsigned(m.eta.day, 5).Unsigned(m.eta.hour, 5);
  return w.Unsigned(m.eta.minute, 6).Unsigned(m.draught, 8).Text(m.destination, 20).Unsigned(0, 2);
}

PayloadWriter Encode(const ClassBReport& m) {
  PayloadWriter w = Begin(m.head);
  w.Unsigned(0, 8).Unsigned(m.sog, 10).Unsigned(m.accurate, 1);
  Add(m.position, &w);
  return w.Unsigned(m.cog, 12).Unsigned(m.heading, 9).Unsigned(m.utc_second, 6).Unsigned(0, 29);
}

PayloadWriter Encode(const StaticDataA& m) {
  PayloadWriter w = Begin(m.head);
  return w.Unsigned(0, 2).Text(m.name, 20).Unsigned(0, 8);
}

std::string WithChecksum(std::string_view body) {
  std::string sentence = "!";
  sentence.append(body).append("*");
  AppendHex(sentence, static_cast<char>(Checksum(body)));
  return sentence;
}

std::vector<std::string> ToSentences(const PayloadWriter& payload, char channel, int sequence) {
  int fill_bits = 0;
  const std::string armoured = payload.Armoured(&fill_bits);
  const size_t parts = std::max<size_t>(1, (armoured.size() + kCharactersPerSentence - 1) / kCharactersPerSentence);
  std::vector<std::string> sentences;
  for (size_t part = 0; part < parts; ++part) {
    std::string body = "AIVDM,";
    body.append(std::to_string(parts)).append(",").append(std::to_string(part + 1)).append(",");
    if (parts > 1) body.append(std::to_string(sequence));
    body.append(",").append(1, channel).append(",");
    body.append(armoured, part * kCharactersPerSentence, kCharactersPerSentence);
    body.append(",").append(std::to_string(part + 1 == parts ? fill_bits : 0));
    sentences.push_back(WithChecksum(body));
  }
  return sentences;
}

}  // namespace tarn::track::ais

#include "track/ais/assembler.h"

#include <bit>

namespace tarn::track::ais {
namespace {

constexpr size_t kNone = static_cast<size_t>(-1);

uint16_t Bit(uint8_t part) { return static_cast<uint16_t>(1u << (part - 1)); }

/// Whether `later` came within the given time of `earlier`, or within the given lines where times are unknown.
bool Within(const Assembler::Pending& earlier, const Reception& later, int64_t max_us, int64_t max_lines) {
  if (earlier.time_us != kNoTime && later.time_us != kNoTime) {
    // Receivers' clocks differ: time may run back a little between lines.
    const int64_t apart = later.time_us - earlier.time_us;
    return apart <= max_us && apart >= -max_us;
  }
  return later.line - earlier.line <= max_lines;
}

}  // namespace

size_t Assembler::Find(const Sentence& sentence, const Reception& reception) const {
  size_t found = kNone;
  for (size_t i = pending_.size(); i-- > 0;) {
    const Pending& p = pending_[i];
    if (p.parts != sentence.parts || p.sequence != sentence.sequence || p.own_ship != sentence.own_ship) continue;
    const bool same_group = reception.group >= 0 && p.group == reception.group;
    // Some senders name the channel in the first part only.
    if (p.channel != sentence.channel && p.channel != 0 && sentence.channel != 0) continue;
    if (p.source == reception.source || same_group) return i;
    if (found == kNone && (p.source.empty() || reception.source.empty()) && !(p.have & Bit(sentence.part))) found = i;
  }
  return found;
}

void Assembler::Drop(size_t index) {
  auto& p = pending_[index];
  orphaned_ += std::popcount(p.have);
  for (size_t part = 0; part < p.parts; part++)
    if (p.have & Bit(static_cast<uint8_t>(part + 1))) orphans_.push_back({p.lines[part], std::move(p.texts[part])});
  pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(index));
}

void Assembler::Forget(const Reception& reception) {
  for (size_t i = pending_.size(); i-- > 0;) {
    const Pending& p = pending_[i];
    // Another receiver's clock says nothing about this one's parts.
    const bool comparable = p.source == reception.source || p.source.empty() || reception.source.empty();
    if (reception.line - p.line > kMaxForeignLines || (comparable && !Within(p, reception, kMaxWaitUs, kMaxWaitLines)))
      Drop(i);
  }
  if (pending_.size() >= kMaxPending) Drop(0);
}

const Assembler::Pending* Assembler::Add(const Sentence& sentence, const Reception& reception) {
  orphans_.clear();
  Forget(reception);
  size_t index = Find(sentence, reception);
  if (index != kNone) {
    const Pending& p = pending_[index];
    const bool repeated = p.have & Bit(sentence.part);
    const bool swapped = sentence.part < p.lowest_part;
    const bool same_group = reception.group >= 0 && p.group == reception.group;
    if (repeated || (swapped && !same_group && !Within(p, reception, kMaxSwapUs, kMaxSwapLines))) {
      Drop(index);
      index = kNone;
    }
  }
  if (index == kNone) {
    Pending fresh;
    fresh.line = reception.line;
    fresh.group = reception.group;
    fresh.lowest_part = 10;
    fresh.parts = sentence.parts;
    fresh.sequence = sentence.sequence;
    fresh.channel = sentence.channel;
    fresh.own_ship = sentence.own_ship;
    index = pending_.size();
    pending_.push_back(std::move(fresh));
  }

  Pending& p = pending_[index];
  const auto slot = static_cast<size_t>(sentence.part - 1);
  p.have = static_cast<uint16_t>(p.have | Bit(sentence.part));
  p.payloads[slot] = sentence.payload;
  p.fill_bits[slot] = sentence.fill_bits;
  p.lines[slot] = reception.line;
  p.texts[slot] = reception.text;
  if (p.channel == 0) p.channel = sentence.channel;
  if (p.source.empty()) p.source = reception.source;
  if (sentence.part < p.lowest_part) {
    p.lowest_part = sentence.part;
    if (reception.time_us != kNoTime) p.time_us = reception.time_us;
  }
  if (p.time_us == kNoTime) p.time_us = reception.time_us;
  if (std::popcount(p.have) != p.parts) return nullptr;

  complete_ = std::move(p);
  pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(index));
  return &complete_;
}

void Assembler::GiveUp() {
  orphans_.clear();
  while (!pending_.empty()) Drop(0);
}

void Assembler::Restore(std::vector<Pending> pending, int64_t orphaned) {
  pending_ = std::move(pending);
  orphaned_ = orphaned;
}

}  // namespace tarn::track::ais

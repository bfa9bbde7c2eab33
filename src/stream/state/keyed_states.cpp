#include "stream/state/keyed_states.h"

#include <algorithm>

namespace tarn::stream {
namespace {

auto FindTimer(KeyedStates::Keyed& keyed, uint8_t name) {
  return std::find_if(keyed.timers.begin(), keyed.timers.end(), [&](const auto& timer) { return timer.name == name; });
}

}  // namespace

KeyedStates::Keyed& KeyedStates::Get(const std::string& key) {
  auto& slot = keys_[key];
  if (!slot) {
    slot = std::make_unique<Keyed>();
    slot->key = key;
    slot->state = function_.NewState();
  }
  return *slot;
}

void KeyedStates::Forget(Keyed& keyed) {
  const auto key = keyed.key;  // the argument dies with the entry
  keys_.erase(key);
}

void KeyedStates::SetTimer(Keyed& keyed, uint8_t name, int64_t time) {
  auto timer = FindTimer(keyed, name);
  if (timer == keyed.timers.end()) {
    keyed.timers.push_back({name, time, time});
    queue_.push({time, keyed.key, name});
    return;
  }
  timer->time = time;
  if (time >= timer->queued) return;  // moved on when the queued entry comes up
  timer->queued = time;
  queue_.push({time, keyed.key, name});
}

void KeyedStates::ClearTimer(Keyed& keyed, uint8_t name) {
  const auto timer = FindTimer(keyed, name);
  if (timer != keyed.timers.end()) keyed.timers.erase(timer);
}

std::optional<KeyedStates::Due> KeyedStates::TakeDue(int64_t limit) {
  while (!queue_.empty() && queue_.top().time < limit) {
    const auto entry = queue_.top();
    queue_.pop();
    const auto found = keys_.find(entry.key);
    if (found == keys_.end()) continue;
    auto& keyed = *found->second;
    const auto timer = FindTimer(keyed, entry.name);
    if (timer == keyed.timers.end() || timer->queued != entry.time) continue;  // cleared, or a later one stands for it
    if (timer->time > entry.time) {
      timer->queued = timer->time;
      queue_.push({timer->time, entry.key, entry.name});
      continue;
    }
    keyed.timers.erase(timer);
    return Due{entry.time, &keyed, entry.name};
  }
  return std::nullopt;
}

void KeyedStates::Save(Encoder& out) const {
  std::vector<const Keyed*> sorted;  // equal states give equal bytes
  for (const auto& [key, keyed] : keys_) sorted.push_back(keyed.get());
  std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->key < b->key; });
  out.I64(static_cast<int64_t>(sorted.size()));
  for (const auto* keyed : sorted) {
    Encoder state;
    keyed->state->Save(state);
    out.Str(keyed->key).Str(state.bytes()).I64(static_cast<int64_t>(keyed->timers.size()));
    for (const auto& timer : keyed->timers) out.U8(timer.name).I64(timer.time);
  }
}

void KeyedStates::Load(Decoder& in) {
  for (auto left = in.I64(); left > 0; left--) {
    auto keyed = std::make_unique<Keyed>();
    keyed->key = in.Str();
    Decoder state(in.Str());
    keyed->state = function_.LoadState(state);
    auto& slot = keys_[keyed->key];
    slot = std::move(keyed);
    for (auto timers = in.I64(); timers > 0; timers--) {
      const auto name = in.U8();
      SetTimer(*slot, name, in.I64());
    }
  }
}

int64_t KeyedStates::Bytes() const {
  // What the function keeps beyond one small object is not known; one saved key stands for all.
  int64_t per_key = 160;
  if (!keys_.empty()) {
    Encoder one;
    keys_.begin()->second->state->Save(one);
    per_key += static_cast<int64_t>(one.bytes().size());
  }
  return static_cast<int64_t>(keys_.size()) * per_key + static_cast<int64_t>(queue_.size() * sizeof(Entry));
}

}  // namespace tarn::stream

// State and timers of a process table function, per partition key.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <string>
#include <unordered_map>
#include <vector>

#include "stream/process_function.h"
#include "stream/state/state_store.h"

namespace tarn::stream {

/// Timers are kept lazily: a timer that moves later costs nothing until the earlier entry comes up.
class KeyedStates : public StatePart {
 public:
  struct Keyed {
    std::string key;
    std::unique_ptr<ProcessState> state;
    struct Timer {
      uint8_t name;
      int64_t time;
      int64_t queued;  // the earliest entry of this timer in the queue
    };
    std::vector<Timer> timers;  // few
  };

  explicit KeyedStates(const ProcessFunction& function) : function_(function) {}

  /// Made when first seen. Valid until Forget.
  Keyed& Get(const std::string& key);
  void Forget(Keyed& keyed);
  void SetTimer(Keyed& keyed, uint8_t name, int64_t time);
  void ClearTimer(Keyed& keyed, uint8_t name);

  struct Due {
    int64_t time;
    Keyed* keyed;
    uint8_t name;
  };
  /// Removes and returns the next timer whose time is before `limit`, in (time, key, name) order.
  std::optional<Due> TakeDue(int64_t limit);

  size_t size() const { return keys_.size(); }

  void Save(Encoder& out) const override;
  void Load(Decoder& in) override;
  int64_t Bytes() const override;

 private:
  struct Entry {
    int64_t time;
    std::string key;
    uint8_t name;
    bool operator>(const Entry& other) const {
      return std::tie(time, key, name) > std::tie(other.time, other.key, other.name);
    }
  };

  const ProcessFunction& function_;
  std::unordered_map<std::string, std::unique_ptr<Keyed>> keys_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace tarn::stream

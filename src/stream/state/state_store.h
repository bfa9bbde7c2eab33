// Where operators keep what they must remember. An operator owns typed parts and registers each under a name; saving,
// restoring and accounting are the store's business alone.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/encoding.h"

namespace tarn::stream {

/// One piece of an operator's state.
class StatePart {
 public:
  virtual ~StatePart() = default;
  virtual void Save(Encoder& out) const = 0;
  virtual void Load(Decoder& in) = 0;
  /// Memory in use, roughly.
  virtual int64_t Bytes() const = 0;
};

/// Parts are borrowed and registered before Load or Save is called. Used by one thread.
class StateStore {
 public:
  virtual ~StateStore() = default;
  /// `owner` names the operator between runs (stable), `name` the part within it.
  virtual void Register(const std::string& owner, const std::string& name, StatePart& part) = 0;
  virtual std::string Save() const = 0;
  /// Parts without saved bytes stay as they are. Throws Corruption.
  virtual void Load(std::string_view snapshot) = 0;
  virtual int64_t Bytes() const = 0;
};

/// Keeps everything in memory; a snapshot is the whole.
class MemoryStateStore : public StateStore {
 public:
  void Register(const std::string& owner, const std::string& name, StatePart& part) override;
  std::string Save() const override;
  void Load(std::string_view snapshot) override;
  int64_t Bytes() const override;

 private:
  std::map<std::pair<std::string, std::string>, StatePart*> parts_;
};

}  // namespace tarn::stream

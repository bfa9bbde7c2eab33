#include "stream/state/state_store.h"

#include "base/error.h"

namespace tarn::stream {
namespace {

constexpr uint8_t kVersion = 1;

}  // namespace

void MemoryStateStore::Register(const std::string& owner, const std::string& name, StatePart& part) {
  if (!parts_.emplace(std::make_pair(owner, name), &part).second)
    throw Error(ErrorCode::Internal, "state part '" + name + "' of '" + owner + "' is registered twice");
}

std::string MemoryStateStore::Save() const {
  Encoder out;
  out.U8(kVersion).I64(static_cast<int64_t>(parts_.size()));
  for (const auto& [key, part] : parts_) {
    Encoder bytes;
    part->Save(bytes);
    out.Str(key.first).Str(key.second).Str(bytes.bytes());
  }
  return out.Take();
}

void MemoryStateStore::Load(std::string_view snapshot) {
  Decoder in(snapshot);
  if (const auto version = in.U8(); version != kVersion)
    throw Error(ErrorCode::Corruption, "saved state has version " + std::to_string(version) + ", this program reads " +
                                           std::to_string(kVersion));
  for (auto left = in.I64(); left > 0; left--) {
    const std::string owner(in.Str()), name(in.Str());
    Decoder bytes(in.Str());
    const auto part = parts_.find({owner, name});
    if (part == parts_.end()) continue;  // the job has compared the plans already (--allow-non-restored)
    part->second->Load(bytes);
  }
}

int64_t MemoryStateStore::Bytes() const {
  int64_t bytes = 0;
  for (const auto& [key, part] : parts_) bytes += part->Bytes();
  return bytes;
}

}  // namespace tarn::stream

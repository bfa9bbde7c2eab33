#include "job/checkpoint_store.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/encoding.h"
#include "base/error.h"
#include "base/json.h"
#include "env/durable_directory.h"

namespace tarn::job {
namespace {

constexpr uint8_t kVersion = 1;
constexpr std::string_view kPrefix = "chk-";

// FNV-1a: tells a damaged file from a whole one.
uint64_t Checksum(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : bytes) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  return hash;
}

}  // namespace

std::string Serialize(const Checkpoint& checkpoint) {
  Encoder out;
  out.U8(kVersion).Str(checkpoint.commit_user).I64(checkpoint.id).Bool(checkpoint.final);
  out.Str(stream::Serialize(checkpoint.progress)).I64(static_cast<int64_t>(checkpoint.prepared.size()));
  for (const auto& table : checkpoint.prepared) out.Str(table.sink).Str(table.bytes).I64(table.watermark);
  out.I64(static_cast<int64_t>(Checksum(out.bytes())));
  return out.Take();
}

Checkpoint ParseCheckpoint(std::string_view bytes) {
  Decoder in(bytes);
  if (const auto version = in.U8(); version != kVersion)
    throw Error(ErrorCode::Corruption, "the checkpoint has version " + std::to_string(version) +
                                           ", this program reads " + std::to_string(kVersion));
  if (bytes.size() < 8 || Decoder(bytes.substr(bytes.size() - 8)).I64() !=
                              static_cast<int64_t>(Checksum(bytes.substr(0, bytes.size() - 8))))
    throw Error(ErrorCode::Corruption, "the checkpoint's checksum does not fit its content; the file is damaged");
  Checkpoint checkpoint;
  checkpoint.commit_user = in.Str();
  checkpoint.id = in.I64();
  checkpoint.final = in.Bool();
  checkpoint.progress = stream::ParseSavedProgress(in.Str());
  for (auto left = in.I64(); left > 0; left--) {
    PreparedTable table;
    table.sink = in.Str();
    table.bytes = in.Str();
    table.watermark = in.I64();
    checkpoint.prepared.push_back(std::move(table));
  }
  return checkpoint;
}

CheckpointStore::CheckpointStore(const env::Env& env, std::string directory)
    : env_(env), directory_(std::move(directory)) {}

std::string CheckpointStore::Path(int64_t id) const {
  return env::JoinPath(directory_, std::string(kPrefix) + std::to_string(id));
}

std::unique_ptr<env::FileLock> CheckpointStore::Lock() {
  env::CreateDurableDirectory(env_.fs, directory_);
  return env_.fs.TryLock(env::JoinPath(directory_, "lock"));
}

std::vector<int64_t> CheckpointStore::Ids() const {
  std::vector<int64_t> ids;
  for (const auto& status : env_.fs.List(directory_)) {
    if (!status.name.starts_with(kPrefix)) continue;
    const auto digits = std::string_view(status.name).substr(kPrefix.size());
    int64_t id = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), id);
    if (error == std::errc() && end == digits.data() + digits.size()) ids.push_back(id);
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

std::optional<Checkpoint> CheckpointStore::Latest() const {
  const auto ids = Ids();
  if (ids.empty()) return std::nullopt;
  const auto path = Path(ids.back());
  try {
    return ParseCheckpoint(env::ReadFile(env_.fs, path));
  } catch (Error& e) {
    e.At(path);
    throw;
  }
}

void CheckpointStore::Write(const Checkpoint& checkpoint) {
  env::ReplaceFile(env_.fs, Path(checkpoint.id), Serialize(checkpoint));
}

void CheckpointStore::DeleteBefore(int64_t id) {
  for (const auto one : Ids()) {
    if (one >= id) break;
    try {
      env_.fs.Delete(Path(one));
    } catch (const Error&) {
      // Only room is lost; a resume takes the newest.
    }
  }
}

void CheckpointStore::DeleteAll() {
  // The newest last: whatever is left after a crash is never an older state than what was there.
  for (const auto id : Ids()) env_.fs.Delete(Path(id));
}

std::optional<JobRecord> CheckpointStore::Record() const {
  const auto path = env::JoinPath(directory_, "job.json");
  if (!env_.fs.Exists(path)) return std::nullopt;
  try {
    const auto json = ParseJson(env::ReadFile(env_.fs, path));
    const JsonObject object(json, "job record");
    return JobRecord{object.String("state"), object.Int("checkpoint"), object.Int("started"), object.Int("ended"),
                     object.OptionalString("error").value_or("")};
  } catch (Error& e) {
    e.At(path);
    throw;
  }
}

void CheckpointStore::WriteRecord(const JobRecord& record) {
  Json json;
  json["state"] = record.state;
  json["checkpoint"] = record.checkpoint;
  json["started"] = record.started_us;
  json["ended"] = record.ended_us;
  if (!record.error.empty()) json["error"] = record.error;
  env::ReplaceFile(env_.fs, env::JoinPath(directory_, "job.json"), CompactJson(json) + "\n");
}

}  // namespace tarn::job

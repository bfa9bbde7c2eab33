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

constexpr uint8_t kVersion = 2;
constexpr std::string_view kPrefix = "chk-";

// FNV-1a: tells a damaged file from a whole one.
constexpr uint64_t kChecksumStart = 0xcbf29ce484222325;

uint64_t Checksum(std::string_view bytes, uint64_t hash = kChecksumStart) {
  for (const char c : bytes) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  return hash;
}

// A checkpoint as bytes, piece by piece: the state, which may be large, is handed on and not copied.
template <class Sink>
void WritePieces(const Checkpoint& checkpoint, Sink sink) {
  uint64_t checksum = kChecksumStart;
  const auto piece = [&](std::string_view bytes) {
    checksum = Checksum(bytes, checksum);
    sink(bytes);
  };
  const auto& state = checkpoint.progress.state;
  const auto progress = stream::SerializeWithoutState(checkpoint.progress);
  Encoder head;
  head.U8(kVersion).Str(checkpoint.commit_user).I64(checkpoint.id).Bool(checkpoint.final);
  head.I64(static_cast<int64_t>(progress.size() + sizeof(int64_t) + state.size()));
  piece(head.bytes());
  piece(progress);
  Encoder length;
  piece(length.I64(static_cast<int64_t>(state.size())).bytes());
  piece(state);
  Encoder tail;
  tail.I64(static_cast<int64_t>(checkpoint.prepared.size()));
  for (const auto& table : checkpoint.prepared) {
    tail.Str(table.sink).Str(table.bytes).I64(table.watermark).Bool(table.ended);
  }
  piece(tail.bytes());
  Encoder end;
  sink(end.I64(static_cast<int64_t>(checksum)).bytes());
}

}  // namespace

// What has ended holds back nobody's event time.
connector::CommitTime TimeOfCommit(const std::vector<const PreparedTable*>& tables, bool final) {
  const bool ended = std::all_of(tables.begin(), tables.end(), [](const auto* table) { return table->ended; });
  connector::CommitTime time{.watermark_us = connector::kMaxWatermark, .end_of_input = ended || final};
  for (const auto* table : tables)
    if (ended || !table->ended) time.watermark_us = std::min(time.watermark_us, table->watermark);
  return time;
}

std::string Serialize(const Checkpoint& checkpoint) {
  std::string bytes;
  WritePieces(checkpoint, [&](std::string_view piece) { bytes += piece; });
  return bytes;
}

Checkpoint ParseCheckpoint(std::string_view bytes) {
  Decoder in(bytes);
  if (bytes.size() < 8 || Decoder(bytes.substr(bytes.size() - 8)).I64() !=
                              static_cast<int64_t>(Checksum(bytes.substr(0, bytes.size() - 8))))
    throw Error(ErrorCode::Corruption, "the checkpoint's checksum does not fit its content; the file is damaged");
  if (const auto version = in.U8(); version != kVersion)
    throw Error(ErrorCode::Unsupported, "the checkpoint is of version " + std::to_string(version) +
                                            " of its format, and this program knows " + std::to_string(kVersion));
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
    table.ended = in.Bool();
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
  } catch (const Error& e) {
    if (e.code() == ErrorCode::Unsupported)
      throw Error(ErrorCode::Unsupported, path + ": " + e.what() +
                                              "\n  Let the program that wrote it go on with the job, or run with "
                                              "--restart to begin anew: then the job's rows come twice");
    if (e.code() != ErrorCode::Corruption) throw;
    throw Error(ErrorCode::Corruption, path + ": " + e.what() +
                                           "\n  Bring the file back, or run with --restart to begin anew; older "
                                           "checkpoints are gone, their rows would come twice");
  }
}

void CheckpointStore::Write(const Checkpoint& checkpoint) {
  const auto path = Path(checkpoint.id), beside = env::JoinPath(directory_, ".chk.tmp");
  try {
    const auto file = env_.fs.Create(beside);
    WritePieces(checkpoint, [&](std::string_view piece) { file->Append(piece); });
    file->Sync();
    file->Close();
  } catch (const Error&) {
    try {
      env_.fs.Delete(beside);  // a full disk needs its room back
    } catch (const Error&) {
    }
    throw;
  }
  env_.fs.Rename(beside, path);
  env_.fs.SyncDirectory(directory_);
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

size_t CheckpointStore::DeleteAll() {
  // The newest last: whatever is left after a crash is never an older state than what was there.
  const auto ids = Ids();
  for (const auto id : ids) env_.fs.Delete(Path(id));
  return ids.size();
}

std::optional<JobRecord> CheckpointStore::Record() const {
  const auto path = env::JoinPath(directory_, "job.json");
  if (!env_.fs.Exists(path)) return std::nullopt;
  const auto text = env::ReadFile(env_.fs, path);
  try {
    const auto json = ParseJson(text);
    const JsonObject object(json, "job record");
    return JobRecord{object.String("state"),
                     object.Int("checkpoint"),
                     object.Int("started"),
                     object.Int("ended"),
                     object.OptionalString("error").value_or(""),
                     object.OptionalString("commitUser").value_or("")};
  } catch (const Error&) {  // which letter of it is wrong helps nobody
    throw Error(ErrorCode::Corruption, path +
                                           ": the job's record is cut off or damaged\n  Bring the file back, or run "
                                           "with --restart to begin anew: then the job's rows come twice");
  }
}

void CheckpointStore::WriteRecord(const JobRecord& record) {
  Json json;
  json["state"] = record.state;
  json["checkpoint"] = record.checkpoint;
  json["started"] = record.started_us;
  json["ended"] = record.ended_us;
  if (!record.error.empty()) json["error"] = record.error;
  if (!record.commit_user.empty()) json["commitUser"] = record.commit_user;
  env::ReplaceFile(env_.fs, env::JoinPath(directory_, "job.json"), CompactJson(json) + "\n");
}

}  // namespace tarn::job

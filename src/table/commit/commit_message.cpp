#include "table/commit/commit_message.h"

#include "base/encoding.h"

namespace tarn::table {
namespace {

constexpr uint8_t kVersion = 1;

// Writes or reads one value after the other; the same list of members serves both ways.
class Writer {
 public:
  void Do(const std::string& value) { out_.Str(value); }
  void Do(int32_t value) { out_.I64(value); }
  void Do(int64_t value) { out_.I64(value); }
  template <typename T>
  void Do(const std::optional<T>& value) {
    out_.Bool(value.has_value());
    if (value) Do(*value);
  }
  template <typename T>
  void Do(const std::vector<T>& values) {
    out_.I64(static_cast<int64_t>(values.size()));
    for (const auto& value : values) Do(value);
  }
  void Do(const paimon::SimpleStats& stats);
  void Do(const paimon::DataFileMeta& file);
  void Do(const CommitMessage& message);
  template <typename... T>
  void All(const T&... values) {
    (Do(values), ...);
  }

  Encoder out_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : in_(bytes) {}
  void Do(std::string& value) { value = in_.Str(); }
  void Do(int32_t& value) { value = static_cast<int32_t>(in_.I64()); }
  void Do(int64_t& value) { value = in_.I64(); }
  template <typename T>
  void Do(std::optional<T>& value) {
    value.reset();
    if (in_.Bool()) Do(value.emplace());
  }
  template <typename T>
  void Do(std::vector<T>& values) {
    const int64_t count = in_.I64();
    // Every element takes a byte at least, so a count beyond the rest is damage, not a reason to allocate.
    if (count < 0 || static_cast<uint64_t>(count) > in_.Rest().size())
      throw Error(ErrorCode::Corruption, "saved commit: a list of " + std::to_string(count) + " elements in " +
                                             std::to_string(in_.Rest().size()) + " bytes");
    values.resize(static_cast<size_t>(count));
    for (auto& value : values) Do(value);
  }
  void Do(paimon::SimpleStats& stats);
  void Do(paimon::DataFileMeta& file);
  void Do(CommitMessage& message);
  template <typename... T>
  void All(T&... values) {
    (Do(values), ...);
  }

  Decoder in_;
};

template <typename Visitor, typename Stats>
void VisitStats(Visitor& visit, Stats& stats) {
  visit.All(stats.min_values, stats.max_values, stats.null_counts);
}

template <typename Visitor, typename File>
void VisitFile(Visitor& visit, File& file) {
  visit.All(file.file_name, file.file_size, file.row_count, file.min_key, file.max_key, file.key_stats,
            file.value_stats, file.min_sequence_number, file.max_sequence_number, file.schema_id, file.level,
            file.extra_files, file.creation_time_ms, file.delete_row_count, file.embedded_file_index, file.file_source,
            file.value_stats_cols, file.external_path, file.first_row_id, file.write_cols, file.write_cols_sequences);
}

template <typename Visitor, typename Message>
void VisitMessage(Visitor& visit, Message& message) {
  visit.All(message.partition, message.bucket, message.total_buckets, message.new_files, message.compact_before,
            message.compact_after);
}

void Writer::Do(const paimon::SimpleStats& stats) { VisitStats(*this, stats); }
void Writer::Do(const paimon::DataFileMeta& file) { VisitFile(*this, file); }
void Writer::Do(const CommitMessage& message) { VisitMessage(*this, message); }
void Reader::Do(paimon::SimpleStats& stats) { VisitStats(*this, stats); }
void Reader::Do(paimon::DataFileMeta& file) { VisitFile(*this, file); }
void Reader::Do(CommitMessage& message) { VisitMessage(*this, message); }

}  // namespace

std::string Serialize(const std::vector<CommitMessage>& messages) {
  Writer writer;
  writer.out_.U8(kVersion);
  writer.Do(messages);
  return writer.out_.Take();
}

std::vector<CommitMessage> ParseCommitMessages(std::string_view bytes) {
  Reader reader(bytes);
  const uint8_t version = reader.in_.U8();
  if (version != kVersion)
    throw Error(ErrorCode::Corruption, "saved commit: expected version " + std::to_string(kVersion) + ", found " +
                                           std::to_string(version) + " (written by a later tarn?)");
  std::vector<CommitMessage> messages;
  reader.Do(messages);
  if (!reader.in_.AtEnd())
    throw Error(ErrorCode::Corruption,
                "saved commit: " + std::to_string(reader.in_.Rest().size()) + " bytes too many at the end");
  return messages;
}

}  // namespace tarn::table

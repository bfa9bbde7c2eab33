#include "connector/read_trace.h"

#include <algorithm>

#include "base/error.h"

namespace tarn::connector {
namespace {

/// FNV-1a: of a few kilobytes, against mistakes and not against malice.
int64_t Fingerprint(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return static_cast<int64_t>(hash);
}

std::string Sample(const env::ReadableFile& file, int64_t begin, int64_t end) {
  std::string bytes(static_cast<size_t>(end - begin), '\0');
  bytes.resize(static_cast<size_t>(file.ReadAt(begin, bytes.data(), end - begin)));
  return bytes;
}

}  // namespace

ReadTrace::ReadTrace(const env::ReadableFile& file, int64_t size) : size_(size) {
  if (file.Size() < size)
    throw Error(ErrorCode::Corruption, file.path() + " is shorter than it was: it has " + std::to_string(file.Size()) +
                                           " bytes, of which " + std::to_string(size) + " were read before");
  const auto sample = std::min(size, static_cast<int64_t>(kSample));
  head_ = Sample(file, 0, sample);
  tail_ = Sample(file, size - sample, size);
}

void ReadTrace::Add(std::string_view bytes) {
  size_ += static_cast<int64_t>(bytes.size());
  if (head_.size() < kSample) head_ += bytes.substr(0, kSample - head_.size());
  if (bytes.size() < kSample) {
    tail_ += bytes;
    if (tail_.size() > kSample) tail_.erase(0, tail_.size() - kSample);
  } else {
    tail_ = bytes.substr(bytes.size() - kSample);
  }
}

void ReadTrace::Save(Encoder& out) const { out.I64(size_).I64(Fingerprint(head_)).I64(Fingerprint(tail_)); }

void ReadTrace::Check(Decoder& saved, const env::ReadableFile& file) {
  const ReadTrace now(file, saved.I64());
  const auto head = saved.I64(), tail = saved.I64();
  if (head == Fingerprint(now.head_) && tail == Fingerprint(now.tail_)) return;
  throw Error(
      ErrorCode::Corruption,
      file.path() + " is not the file that it was: its first " + std::to_string(now.size_) +
          " bytes, which were read before, have changed. It may only grow while a job is stopped\n  Put the old "
          "file back and give the new one another name, or begin anew with --restart");
}

}  // namespace tarn::connector

#include "avro/container.h"

#include "avro/codec.h"
#include "base/bytes.h"
#include "base/error.h"

namespace tarn::avro {
namespace {

constexpr std::string_view kMagic("Obj\x01", 4);
constexpr size_t kSyncSize = 16;
constexpr size_t kBlockSize = 64 << 10;  // before compression, as Avro's Java library cuts them

// 128 bits of the content: enough that no block holds its own marker by chance.
std::string SyncOf(std::string_view content) {
  uint64_t a = 0x9e3779b97f4a7c15u, b = 0xc2b2ae3d27d4eb4fu;
  for (size_t i = 0; i < content.size(); i += 8) {
    uint64_t word = content.size();
    std::memcpy(&word, content.data() + i, std::min<size_t>(8, content.size() - i));
    a = (a ^ word) * 0xff51afd7ed558ccdu;
    a ^= a >> 32;
    b = (b + word) * 0xc4ceb9fe1a85ec53u;
    b ^= b >> 29;
  }
  std::string sync;
  AppendLe(sync, a);
  AppendLe(sync, b ^ a >> 7);
  return sync;
}

}  // namespace

ContainerReader::ContainerReader(std::string_view bytes) : bytes_(bytes) {
  ByteCursor in(bytes);
  if (in.Take(kMagic.size(), "an Avro file ('Obj' and 1)") != kMagic)
    throw Error(ErrorCode::Corruption, "at byte 0: expected an Avro file ('Obj' and 1)");
  const auto take = [&](const char* what) {
    const auto length = in.Zigzag(what);
    if (length < 0) in.Fail(what);
    return std::string(in.Take(static_cast<uint64_t>(length), what));
  };
  while (auto count = in.Zigzag("the metadata of an Avro file")) {
    if (count < 0) {
      in.Zigzag("the size of the metadata");
      count = -count;
    }
    if (static_cast<uint64_t>(count) > in.remaining()) in.Fail("the metadata of an Avro file");
    for (; count > 0; --count) {
      auto key = take("a metadata key");
      metadata_[std::move(key)] = take("a metadata value");
    }
  }
  sync_ = in.Take(kSyncSize, "a sync marker of 16 bytes");
  at_ = in.offset();
  if (const auto codec = metadata_.find("avro.codec"); codec != metadata_.end()) codec_ = codec->second;
  RequireCodec(codec_);
  const auto schema = metadata_.find("avro.schema");
  if (schema == metadata_.end()) throw Error(ErrorCode::Corruption, "the header of an Avro file has no 'avro.schema'");
  schema_ = ParseSchema(schema->second);
}

std::optional<ContainerReader::Block> ContainerReader::Next() {
  if (at_ == bytes_.size()) return std::nullopt;
  ByteCursor in(bytes_.substr(at_), at_);
  const size_t begin = at_;
  const auto records = in.Zigzag("the number of records of a block");
  const auto size = in.Zigzag("the size of a block");
  if (records < 0 || size < 0) in.Fail("a block with sizes from 0 on");
  const auto data = in.Take(static_cast<uint64_t>(size), "a whole block");
  if (in.Take(kSyncSize, "the sync marker after a block") != sync_) in.Fail("the file's sync marker before here");
  at_ = begin + in.offset();
  Block block{records, data};
  if (codec_ != "null") {
    try {
      Decompress(codec_, data, buffer_);
    } catch (Error& error) {
      error.At("the block at byte " + std::to_string(begin));
      throw;
    }
    block.data = buffer_;
  }
  // No record that is worth reading has no bytes; this bounds what a hostile count can cost.
  if (static_cast<uint64_t>(records) > block.data.size()) in.Fail("as many records as the block states");
  return block;
}

ContainerWriter::ContainerWriter(std::string_view schema_json, std::string_view codec, int level)
    : schema_json_(schema_json), codec_(codec), level_(level) {
  RequireCodec(codec);
}

void ContainerWriter::Append(std::string_view record) {
  pending_.append(record);
  ++pending_records_;
  if (pending_.size() >= kBlockSize) Flush();
}

void ContainerWriter::Flush() {
  if (out_.empty()) {
    sync_ = SyncOf(schema_json_ + pending_);
    out_ = kMagic;
    AppendZigzag(out_, 2);
    for (const std::string_view text : {std::string_view("avro.schema"), std::string_view(schema_json_),
                                        std::string_view("avro.codec"), std::string_view(codec_)}) {
      AppendZigzag(out_, static_cast<int64_t>(text.size()));
      out_.append(text);
    }
    AppendZigzag(out_, 0);
    out_ += sync_;
  }
  if (pending_records_ == 0) return;
  const auto data = Compress(codec_, pending_, level_);
  AppendZigzag(out_, pending_records_);
  AppendZigzag(out_, static_cast<int64_t>(data.size()));
  out_ += data;
  out_ += sync_;
  pending_.clear();
  pending_records_ = 0;
}

std::string ContainerWriter::Finish() {
  Flush();
  return std::move(out_);
}

}  // namespace tarn::avro

#include "avro/codec.h"

#include <snappy.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <memory>

#include "base/bytes.h"
#include "base/error.h"

namespace tarn::avro {
namespace {

constexpr size_t kMaxBlock = size_t{1} << 30;

[[noreturn]] void Corrupt(std::string_view codec, const std::string& why) {
  throw Error(ErrorCode::Corruption, "a block compressed with " + std::string(codec) + ": " + why);
}

std::string ZstdCompress(std::string_view bytes, int level) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), level);
  if (ZSTD_isError(size)) throw Error(ErrorCode::Internal, std::string("zstd: ") + ZSTD_getErrorName(size));
  out.resize(size);
  return out;
}

void ZstdDecompress(std::string_view bytes, std::string& out) {
  // Java streams its frames, so they do not say how much they hold.
  const std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream(ZSTD_createDStream(), &ZSTD_freeDStream);
  if (!stream) throw Error(ErrorCode::ResourceExhausted, "zstd: no memory for a decompressor");
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  out.clear();
  size_t left = 1;  // 0 = at the end of a frame
  for (bool moved = true; moved && (in.pos < in.size || left != 0);) {
    const size_t filled = out.size(), taken = in.pos;
    if (filled > kMaxBlock) Corrupt("zstandard", "it holds more than 1 GiB");
    out.resize(filled + std::max<size_t>(ZSTD_DStreamOutSize(), filled));
    ZSTD_outBuffer part{out.data(), out.size(), filled};
    left = ZSTD_decompressStream(stream.get(), &part, &in);
    if (ZSTD_isError(left)) Corrupt("zstandard", ZSTD_getErrorName(left));
    out.resize(part.pos);
    moved = part.pos > filled || in.pos > taken;
  }
  if (left != 0) Corrupt("zstandard", "it is cut off");
}

struct Deflater {
  z_stream stream{};
  ~Deflater() { deflateEnd(&stream); }
};
struct Inflater {
  z_stream stream{};
  ~Inflater() { inflateEnd(&stream); }
};

constexpr int kRawDeflate = -15;  // no zlib header, as Avro has it

std::string DeflateCompress(std::string_view bytes, int level) {
  Deflater deflater;
  auto& stream = deflater.stream;
  if (deflateInit2(&stream, level < 1 || level > 9 ? 6 : level, Z_DEFLATED, kRawDeflate, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw Error(ErrorCode::ResourceExhausted, "zlib: no memory for a compressor");
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw Error(ErrorCode::Internal, "zlib: a block did not fit");
  out.resize(stream.total_out);
  return out;
}

void DeflateDecompress(std::string_view bytes, std::string& out) {
  Inflater inflater;
  auto& stream = inflater.stream;
  if (inflateInit2(&stream, kRawDeflate) != Z_OK)
    throw Error(ErrorCode::ResourceExhausted, "zlib: no memory for a decompressor");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  out.clear();
  for (int state = Z_OK; state != Z_STREAM_END;) {
    const size_t filled = out.size();
    if (filled > kMaxBlock) Corrupt("deflate", "it holds more than 1 GiB");
    out.resize(filled + std::max<size_t>(64 << 10, filled));
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + filled);
    stream.avail_out = static_cast<uInt>(out.size() - filled);
    state = inflate(&stream, Z_NO_FLUSH);
    const size_t now = out.size() - stream.avail_out;
    out.resize(now);
    if (state != Z_STREAM_END && (state != Z_OK || now == filled))
      Corrupt("deflate", stream.msg ? stream.msg : "it is cut off");
  }
}

// Avro puts a CRC32 of what was compressed behind it, big-endian.
std::string SnappyCompress(std::string_view bytes) {
  std::string out;
  snappy::Compress(bytes.data(), bytes.size(), &out);
  AppendBe(out, static_cast<uint32_t>(
                    crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()))));
  return out;
}

void SnappyDecompress(std::string_view bytes, std::string& out) {
  if (bytes.size() < 4) Corrupt("snappy", "it is cut off");
  DecompressRawSnappy(bytes.substr(0, bytes.size() - 4), out);
  const auto stated = LoadBe<uint32_t>(bytes.data() + bytes.size() - 4);
  if (stated != crc32(0, reinterpret_cast<const Bytef*>(out.data()), static_cast<uInt>(out.size())))
    Corrupt("snappy", "its checksum differs");
}

}  // namespace

size_t DecompressZstdFrame(void* out, size_t room, const void* frame, size_t bytes) {
  thread_local const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  return context ? ZSTD_decompressDCtx(context.get(), out, room, frame, bytes)
                 : ZSTD_decompress(out, room, frame, bytes);
}

void DecompressRawSnappy(std::string_view bytes, std::string& out) {
  size_t size = 0;
  if (!snappy::GetUncompressedLength(bytes.data(), bytes.size(), &size) || size > kMaxBlock)
    Corrupt("snappy", "it does not say a size up to 1 GiB");
  if (!snappy::Uncompress(bytes.data(), bytes.size(), &out)) Corrupt("snappy", "it cannot be decompressed");
}

void RequireCodec(std::string_view codec) {
  if (codec != "null" && codec != "deflate" && codec != "snappy" && codec != "zstandard")
    throw Error(ErrorCode::Unsupported,
                "Avro codec '" + std::string(codec) + "' is not supported; null, deflate, snappy and zstandard are");
}

std::string CodecOfPaimon(std::string_view compression) {
  if (compression == "none" || compression == "uncompressed") return "null";
  if (compression == "zstd") return "zstandard";
  if (compression == "gzip" || compression == "zlib") return "deflate";
  RequireCodec(compression);
  return std::string(compression);
}

std::string Compress(std::string_view codec, std::string_view bytes, int level) {
  RequireCodec(codec);
  if (codec == "zstandard") return ZstdCompress(bytes, level);
  if (codec == "deflate") return DeflateCompress(bytes, level);
  if (codec == "snappy") return SnappyCompress(bytes);
  return std::string(bytes);
}

void Decompress(std::string_view codec, std::string_view bytes, std::string& out) {
  if (codec == "zstandard") return ZstdDecompress(bytes, out);
  if (codec == "deflate") return DeflateDecompress(bytes, out);
  if (codec == "snappy") return SnappyDecompress(bytes, out);
  RequireCodec(codec);
  out.assign(bytes);
}

}  // namespace tarn::avro

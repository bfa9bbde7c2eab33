// The compressions of container blocks, under Avro's names: null, deflate, snappy, zstandard.
#pragma once

#include <string>
#include <string_view>

namespace tarn::avro {

/// Throws Unsupported naming the codec and the known ones.
void RequireCodec(std::string_view codec);

/// Paimon's names ("none", "zstd", "gzip") as Avro's.
std::string CodecOfPaimon(std::string_view compression);

/// `level` matters to zstandard and deflate.
std::string Compress(std::string_view codec, std::string_view bytes, int level);
/// Into `out`, which is overwritten. Throws Corruption if the bytes are none of that codec or hold more than 1 GiB.
void Decompress(std::string_view codec, std::string_view bytes, std::string& out);

/// One frame of zstd into room for all that it holds, with a context that the thread keeps. Returns what
/// ZSTD_decompress does: the bytes written, or a code that ZSTD_isError knows.
size_t DecompressZstdFrame(void* out, size_t room, const void* frame, size_t bytes);

/// Snappy without Avro's checksum behind it, as ORC has it.
void DecompressRawSnappy(std::string_view bytes, std::string& out);

}  // namespace tarn::avro

// The hash that Paimon takes of keys, and the bucket that follows from it. Must never change: it says where rows lie.
#pragma once

#include <cstdint>
#include <string_view>

namespace tarn::paimon {

/// Murmur3 with seed 42 over 4-byte words (Paimon's MurmurHashUtils.hashBytesByWords). The size must be a multiple of
/// 4, as that of a BinaryRow is. The row's header byte is part of it: 0 (+I) in keys.
int32_t HashRow(std::string_view row);

/// `bucket-function.type` = default: abs(hash % buckets) as Java divides.
constexpr int32_t DefaultBucket(int32_t hash, int32_t buckets) {
  const int32_t rest = hash % buckets;
  return rest < 0 ? -rest : rest;
}

/// `bucket-function.type` = mod: one INT or BIGINT key.
constexpr int32_t ModBucket(int64_t key, int32_t buckets) {
  const int64_t rest = key % buckets;
  return static_cast<int32_t>(rest < 0 ? rest + buckets : rest);
}

}  // namespace tarn::paimon

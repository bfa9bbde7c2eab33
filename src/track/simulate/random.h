// Random numbers that are the same on every machine (std::uniform_* are not).
#pragma once

#include <cstdint>

namespace tarn::track {

/// SplitMix64.
class SeededRandom {
 public:
  explicit SeededRandom(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    state_ += 0x9E3779B97F4A7C15u;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// 0 <= value < 1.
  double Unit() { return static_cast<double>(Next() >> 11) * 0x1p-53; }
  double Between(double low, double high) { return low + (high - low) * Unit(); }
  int64_t Below(int64_t limit) { return static_cast<int64_t>(Next() % static_cast<uint64_t>(limit)); }
  bool Chance(double probability) { return Unit() < probability; }

 private:
  uint64_t state_;
};

}  // namespace tarn::track

// Time and chance are passed in, never read from the process: a test or a replay supplies its own.
#pragma once

#include <cstdint>
#include <string>

namespace tarn::env {

class Clock {
 public:
  virtual ~Clock() = default;
  virtual int64_t NowMicros() const = 0;  // since 1970 UTC
  int64_t NowMillis() const { return NowMicros() / 1000; }
};

class Random {
 public:
  virtual ~Random() = default;
  virtual uint64_t Next() = 0;
  /// A version-4 UUID in lower case with dashes.
  std::string Uuid();
};

/// The machine's clock; thread-safe.
Clock& SystemClock();
/// Seeded by the machine; thread-safe.
Random& SystemRandom();

}  // namespace tarn::env

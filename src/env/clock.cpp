#include "env/clock.h"

#include <chrono>
#include <cstdio>
#include <mutex>
#include <random>

namespace tarn::env {
namespace {

class MachineClock : public Clock {
 public:
  int64_t NowMicros() const override {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
  }
};

class MachineRandom : public Random {
 public:
  uint64_t Next() override {
    const std::scoped_lock lock(mutex_);
    return engine_();
  }

 private:
  static std::mt19937_64 Seeded() {
    std::random_device device;
    std::seed_seq seed{device(), device(), device(), device(), device(), device(), device(), device()};
    return std::mt19937_64(seed);
  }

  std::mutex mutex_;  // guards engine_
  std::mt19937_64 engine_ = Seeded();
};

}  // namespace

std::string Random::Uuid() {
  const uint64_t high = (Next() & ~0xf000ULL) | 0x4000ULL;
  const uint64_t low = (Next() & ~(3ULL << 62)) | (2ULL << 62);
  char text[37];
  std::snprintf(text, sizeof text, "%08x-%04x-%04x-%04x-%012llx", static_cast<unsigned>(high >> 32),
                static_cast<unsigned>(high >> 16 & 0xffff), static_cast<unsigned>(high & 0xffff),
                static_cast<unsigned>(low >> 48), static_cast<unsigned long long>(low & 0xffffffffffffULL));
  return text;
}

Clock& SystemClock() {
  static MachineClock* const clock = new MachineClock;
  return *clock;
}

Random& SystemRandom() {
  static MachineRandom* const random = new MachineRandom;
  return *random;
}

}  // namespace tarn::env

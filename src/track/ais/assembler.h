// Puts the sentences of a multi-part message together.
//
// Parts belong together when receiver, VDM/VDO, number of parts, sequence number and channel are the same; a part
// without a receiver joins the latest message that lacks it. They may come in any order, close together. What does not
// get its other parts within kMaxWaitUs of its receiver's time (kMaxWaitLines lines where the log has no times), or
// meets a second part with its number, is orphaned.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "track/ais/sentence.h"

namespace tarn::track::ais {

inline constexpr int64_t kNoTime = std::numeric_limits<int64_t>::min();

/// Where and when a sentence was received. Views live as long as the line they come from.
struct Reception {
  int64_t time_us = kNoTime;  // since 1970 UTC
  std::string_view source;    // the receiver; empty = unknown
  std::string_view text{};    // the line as it stands in the log; empty = unknown
  int64_t line = 0;           // in the log, from 1
  int64_t group = -1;         // the tag block's group number, -1 = none
};

class Assembler {
 public:
  static constexpr int64_t kMaxWaitUs = 60'000'000;
  static constexpr int64_t kMaxWaitLines = 5'000;
  /// Whatever the times say: bounds what receivers leave behind that fell silent.
  static constexpr int64_t kMaxForeignLines = 1'000'000;
  /// A later part may come this much before an earlier one: sequence numbers are used again soon.
  static constexpr int64_t kMaxSwapUs = 2'000'000;
  static constexpr int64_t kMaxSwapLines = 20;
  static constexpr size_t kMaxPending = 1'000;

  /// A message that still lacks parts; plain data, so that a checkpoint can hold it.
  struct Pending {
    std::string source;
    int64_t time_us = kNoTime;  // of the part with the lowest number so far
    int64_t line = 0;           // of the part that came first
    int64_t group = -1;
    uint8_t lowest_part = 0;
    uint8_t parts = 0;
    int8_t sequence = -1;
    char channel = 0;
    bool own_ship = false;
    uint16_t have = 0;  // bit n - 1 = part n is there
    std::array<std::string, 9> payloads;
    std::array<uint8_t, 9> fill_bits{};
    std::array<int64_t, 9> lines{};  // where the parts stood, and how
    std::array<std::string, 9> texts;
  };

  /// A part that was given up.
  struct Orphan {
    int64_t line = 0;
    std::string text;
  };

  /// Takes one part of a message of several. Returns the message when this part completed it, else nullptr; the
  /// pointer lives until the next call.
  const Pending* Add(const Sentence& sentence, const Reception& reception);

  /// The log has ended: gives up all that wait.
  void GiveUp();

  /// Parts that the last call of Add or GiveUp gave up.
  const std::vector<Orphan>& orphans() const { return orphans_; }
  /// How many were given up since the start.
  int64_t orphaned() const { return orphaned_; }
  const std::vector<Pending>& pending() const { return pending_; }
  void Restore(std::vector<Pending> pending, int64_t orphaned);

 private:
  size_t Find(const Sentence& sentence, const Reception& reception) const;
  void Forget(const Reception& reception);
  void Drop(size_t index);

  std::vector<Pending> pending_;  // oldest first
  Pending complete_;
  std::vector<Orphan> orphans_;
  int64_t orphaned_ = 0;
};

}  // namespace tarn::track::ais

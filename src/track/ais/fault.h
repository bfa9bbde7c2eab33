// Why a line of an AIS log gave no message. Expected outcomes, not exceptions: every real log holds some of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace tarn::track::ais {

// One line each: the value's name and the reason that a user reads in a dead letter table. The order is part of no
// format.
#define TARN_AIS_FAULTS(X)                                                                    \
  X(BadHeader, "the header before the sentence is malformed or its checksum is wrong")        \
  X(NoChecksum, "the sentence has no checksum: '*' and two hex digits are missing")           \
  X(BadChecksum, "the sentence's checksum does not match its bytes")                          \
  X(BadFields, "the sentence's fields are not those of VDM or VDO")                           \
  X(EmptyPayload, "the sentence carries no payload")                                          \
  X(BadPayload, "the payload holds a character that six-bit armouring does not use")          \
  X(TooLong, "the message is longer than any AIS message")                                    \
  X(TooShort, "the message is shorter than its type requires")                                \
  X(WrongLength, "the message's length is not one that its type has")                         \
  X(NoType, "message type 0 and types above 27 do not exist")                                 \
  X(PartRepeated, "a part with this number is already waiting for the others of its message") \
  X(PartOrphaned, "the other parts of this message did not come")

enum class Fault : uint8_t {
  None,
#define X(name, reason) name,
  TARN_AIS_FAULTS(X)
#undef X
};

inline constexpr Fault kFaults[] = {Fault::None,
#define X(name, reason) Fault::name,
                                    TARN_AIS_FAULTS(X)
#undef X
};
inline constexpr size_t kFaultCount = std::size(kFaults);

/// One sentence without a full stop; empty for None.
std::string_view Reason(Fault fault);

}  // namespace tarn::track::ais

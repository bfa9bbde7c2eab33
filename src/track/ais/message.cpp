// Every decoded type, one line each.
#include "track/ais/message.h"

namespace tarn::track::ais {
namespace {

constexpr int kHeadBits = 38;

template <class M>
Fault DecodeAs(const Payload& bits, Message* message) {
  if (bits.size() < M::kMinBits) return Fault::TooShort;
  message->emplace<M>(M::Decode(bits));
  return Fault::None;
}

Fault DecodeHeadOnly(const Payload& bits, Message* message) {
  message->emplace<MessageHead>(DecodeHead(bits));
  return Fault::None;
}

Fault DecodeLongRange(const Payload& bits, Message* message) {
  // Noise that passes the radio's check often looks like type 27, and only its length tells: 96 bits, or a whole slot.
  if (bits.size() > LongRangeReport::kBits && bits.size() != LongRangeReport::kSlotBits) return Fault::WrongLength;
  return DecodeAs<LongRangeReport>(bits, message);
}

Fault DecodeStaticData(const Payload& bits, Message* message) {
  if (bits.size() < 40) return Fault::TooShort;
  switch (StaticDataPart(bits)) {
    case 0:
      return DecodeAs<StaticDataA>(bits, message);
    case 1:
      return DecodeAs<StaticDataB>(bits, message);
    default:
      return DecodeHeadOnly(bits, message);
  }
}

}  // namespace

Fault DecodeMessage(const Payload& bits, Message* message) {
  if (bits.size() < kHeadBits) return Fault::TooShort;
  const uint32_t type = bits.Unsigned(0, 6);
  if (type < 1 || type > 27) return Fault::NoType;
  switch (type) {
    case 1:
    case 2:
    case 3:
      return DecodeAs<PositionReport>(bits, message);
    case 4:
    case 11:
      return DecodeAs<BaseStationReport>(bits, message);
    case 5:
      return DecodeAs<StaticVoyageData>(bits, message);
    case 9:
      return DecodeAs<AircraftReport>(bits, message);
    case 18:
      return DecodeAs<ClassBReport>(bits, message);
    case 19:
      return DecodeAs<ClassBExtendedReport>(bits, message);
    case 21:
      return DecodeAs<AidToNavigation>(bits, message);
    case 24:
      return DecodeStaticData(bits, message);
    case 27:
      return DecodeLongRange(bits, message);
    default:
      return DecodeHeadOnly(bits, message);
  }
}

}  // namespace tarn::track::ais

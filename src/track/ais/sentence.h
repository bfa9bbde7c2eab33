// One NMEA 0183 sentence that carries AIS: !xxVDM (heard) or !xxVDO (own ship), of any talker.
//
//   !AIVDM,2,1,3,B,55P5TL01VIaAL@7W,0*1C,r003669708,1152921692
//    \_/ |  | | | \_____________/ |  \_/ \___________________/
//  talker|  | | channel  payload fill sum  trailer (not covered by the checksum)
//    parts  | sequence
//         part
//
// Source: NMEA 0183 4.x, IEC 61162-1; the trailer is the US Coast Guard's. Some plotters add an eighth field and give
// single sentences a sequence number: fields after the fill bits are ignored.
#pragma once

#include <cstdint>
#include <string_view>

#include "track/ais/fault.h"

namespace tarn::track::ais {

/// Views into the text that was parsed.
struct Sentence {
  std::string_view talker;  // two characters, whatever they are
  bool own_ship = false;    // VDO
  uint8_t parts = 1;        // 1..9
  uint8_t part = 1;         // 1..parts
  int8_t sequence = -1;     // 0..9, ties the parts of a message together; -1 = none
  char channel = 0;         // as written: A, B, 1, 2, 0; 0 = none
  std::string_view payload;
  uint8_t fill_bits = 0;  // 0..5, at the end of the payload
  std::string_view trailer;
};

/// Where the VDM or VDO sentence begins in a line, or npos.
size_t FindSentence(std::string_view line);

/// `text` begins at the '!' and ends with the line (without its line end).
Fault ParseSentence(std::string_view text, bool require_checksum, Sentence* sentence);

/// Exclusive or of all bytes, as NMEA defines checksums.
uint8_t Checksum(std::string_view bytes);

}  // namespace tarn::track::ais

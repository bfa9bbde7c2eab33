// What stands around the sentences of an AIS log: when and by whom they were received. Dialects:
//   \g:1-2-1604,s:rORBCOMM008,c:1418169601*45\!AIVDM...   NMEA 4 tag block; groups share time and source
//   $PGHP,1,2010,6,11,11,46,11,390,231,45,992190934,1,2B*5B   GateHouse header, for the sentences that follow
//   1490075479,!AIVDM...      2016-03-31 00:00:01, !AIVDM...  2016-03-31T00:00:01.5Z !AIVDM...   time before
//   !AIVDM...*1A,d-109,S2105,r003669987,1152921693            US Coast Guard: station and time behind
//   $GPZDA,... $GPRMC,...                                     own ship's clock, where nothing else gives a time
// The receiver's own stamp wins: tag block, prefix, header, then trailer, then clock. All may be mixed in one log;
// lines that begin with '#' are comments.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/time_zone.h"
#include "track/ais/assembler.h"

namespace tarn::track::ais {

class LogLineReader {
 public:
  enum class Kind {
    Sentence,  // `text` begins at '!'
    Other      // a header, a comment, a sentence that is not AIS
  };
  struct Line {
    Kind kind = Kind::Other;
    Fault fault = Fault::None;  // BadHeader
    std::string_view text;
    Reception reception;
  };

  /// `zone` is that of times without an offset.
  explicit LogLineReader(const TimeZone& zone) : zone_(zone) {}

  /// `line` without its line end. The views of the result live until the next call and no longer than `line`.
  const Line& Read(std::string_view line);

  /// What a sentence inherits from lines before it; plain data, so that a checkpoint can hold it.
  struct Context {
    int64_t lines = 0;
    int64_t header_time_us = kNoTime;
    std::string header_source;
    int64_t clock_us = kNoTime;
    int64_t last_time_us = kNoTime;  // of the last sentence
    struct Group {
      int64_t id = -1;
      int64_t time_us = kNoTime;
      std::string source;
    };
    std::vector<Group> groups;  // the latest few, oldest first
  };
  const Context& context() const { return context_; }
  void Restore(Context context) { context_ = std::move(context); }

 private:
  bool ReadTagBlock(std::string_view block);
  void ReadPrefix(std::string_view prefix);
  void ReadTrailer(std::string_view sentence);
  Fault ReadGateHouse(std::string_view line);
  void ReadOwnShip(std::string_view line);
  void InheritGroup();
  void InheritHeader();

  TimeZone zone_;
  Context context_;
  Line line_;
  std::string source_;  // backing of line_.reception.source where the line itself does not hold it
};

}  // namespace tarn::track::ais

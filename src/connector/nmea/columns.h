// The columns that a table of connector 'nmea' may declare: chosen by name, in any order.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "columnar/row_appender.h"
#include "paimon/data_type.h"
#include "track/ais/report.h"
#include "track/ais/sentence_decoder.h"

namespace tarn::connector::nmea {

// One line each: enumerator, SQL name, kind of value, and what it says. Of the line first, then of the message that the
// line completed (NULL where it completed none, and where the message's type has no such field).
#define TARN_NMEA_COLUMNS(X)                                                                      \
  X(Log, "log", Text, "The log's file name")                                                      \
  X(Line, "line", Integer, "Number of the line in the log, from 1")                               \
  X(Raw, "raw", Bytes, "The line as received, without its line end; as BYTES every byte is kept") \
  X(Outcome, "outcome", Text, "'message', 'part', 'other' or 'malformed'")                        \
  X(Reason, "reason", Text, "Why a line is malformed, or why its time is not believed")           \
  X(Received, "received", Time, "When the line was received, or the latest time known")           \
  X(Receiver, "receiver", Text, "Who received it, where the log says so")                         \
  X(FirstLine, "first_line", Integer, "The line that held the first part of the message")         \
  X(OwnShip, "own_ship", Flag, "Sent by the receiver's own transponder (VDO)")                    \
  X(Type, "type", Integer, "Message type, 1 to 27")                                               \
  X(Mmsi, "mmsi", Integer, "Who sent the message")                                                \
  X(Lon, "lon", Number, "Longitude, degrees")                                                     \
  X(Lat, "lat", Number, "Latitude, degrees")                                                      \
  X(Sog, "sog", Number, "Speed over ground, knots")                                               \
  X(Cog, "cog", Number, "Course over ground, degrees")                                            \
  X(Heading, "heading", Integer, "Heading, degrees")                                              \
  X(NavStatus, "nav_status", Integer, "Navigational status, 0 to 15")                             \
  X(Rot, "rot", Integer, "Rate of turn, as sent")                                                 \
  X(UtcSecond, "utc_second", Integer, "Second of the position's time, as sent")                   \
  X(Name, "name", Text, "Name of the vessel or aid to navigation")                                \
  X(Callsign, "callsign", Text, "Call sign")                                                      \
  X(Imo, "imo", Integer, "IMO number")                                                            \
  X(ShipType, "ship_type", Integer, "Type of ship and cargo")                                     \
  X(ToBow, "to_bow", Integer, "Metres from the antenna to the bow")                               \
  X(ToStern, "to_stern", Integer, "Metres from the antenna to the stern")                         \
  X(ToPort, "to_port", Integer, "Metres from the antenna to the port side")                       \
  X(ToStarboard, "to_starboard", Integer, "Metres from the antenna to the starboard side")        \
  X(Draught, "draught", Number, "Draught, metres")                                                \
  X(Destination, "destination", Text, "Destination as the crew typed it")                         \
  X(Eta, "eta", Text, "Expected arrival, MM-DD HH:MM")

enum class ColumnId {
#define X(id, name, kind, text) id,
  TARN_NMEA_COLUMNS(X)
#undef X
};

enum class ValueKind {
  Text,     // STRING
  Bytes,    // BYTES or STRING
  Integer,  // INT or BIGINT
  Number,   // DOUBLE or FLOAT
  Time,     // TIMESTAMP_LTZ(p) or TIMESTAMP(p) in UTC
  Flag      // BOOLEAN
};

/// A declared column, bound to what fills it.
struct BoundColumn {
  ColumnId id;
  bool text = false;       // Bytes as STRING: what is no UTF-8 is replaced
  int64_t time_unit = 1;   // microseconds are cut to a multiple of this
  int64_t time_scale = 1;  // and multiplied by this
};

/// Throws InvalidInput for an unknown name (with the nearest) or a type that does not fit (with those that do).
BoundColumn Bind(const paimon::DataField& column, std::string_view table);

/// What a row is made of.
struct RowValues {
  std::string_view log{};
  std::string_view raw{};
  std::string_view reason{};  // empty = none
  int64_t received_us = track::ais::kNoTime;
  const track::ais::DecodeResult* line = nullptr;
  const track::ais::PositionRow* position = nullptr;  // null: the message has none
  const track::ais::StaticRow* info = nullptr;        // null: the message has none
};

/// Whether any of the columns needs the message's position or static data.
bool NeedsPosition(const std::vector<BoundColumn>& columns);
bool NeedsStatic(const std::vector<BoundColumn>& columns);

/// Fills the row that `rows` has opened. Where `nulls` is set, the standard's "not available" values become NULL.
void Fill(const std::vector<BoundColumn>& columns, const RowValues& values, bool nulls, columnar::RowAppender& rows);

/// `text` itself if it is UTF-8, else a copy in `buffer` with what is not replaced by U+FFFD.
std::string_view ValidText(std::string_view text, std::string* buffer);

}  // namespace tarn::connector::nmea

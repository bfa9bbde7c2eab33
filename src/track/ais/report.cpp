#include "track/ais/report.h"

namespace tarn::track::ais {
namespace {

template <class... F>
struct Overload : F... {
  using F::operator()...;
};
template <class... F>
Overload(F...) -> Overload<F...>;

PositionRow Begin(const MessageHead& head, const Position& position) {
  PositionRow row;
  row.mmsi = head.mmsi;
  row.type = head.type;
  row.position = position;
  return row;
}

PositionRow FromClassB(const ClassBReport& m) {
  PositionRow row = Begin(m.head, m.position);
  row.sog_tenths = m.sog;
  row.cog_tenths = m.cog;
  row.heading = m.heading;
  row.utc_second = m.utc_second;
  return row;
}

StaticRow Begin(const MessageHead& head) {
  StaticRow row;
  row.mmsi = head.mmsi;
  row.type = head.type;
  return row;
}

void Set(const Dimensions& d, StaticRow* row) {
  row->to_bow = d.to_bow;
  row->to_stern = d.to_stern;
  row->to_port = d.to_port;
  row->to_starboard = d.to_starboard;
}

}  // namespace

bool ToPosition(const Message& message, PositionRow* row) {
  return std::visit(Overload{[&](const PositionReport& m) {
                               *row = Begin(m.head, m.position);
                               row->sog_tenths = m.sog;
                               row->cog_tenths = m.cog;
                               row->heading = m.heading;
                               row->nav_status = m.nav_status;
                               row->rot = m.rot;
                               row->utc_second = m.utc_second;
                               return true;
                             },
                             [&](const BaseStationReport& m) {
                               *row = Begin(m.head, m.position);
                               return true;
                             },
                             [&](const AircraftReport& m) {
                               *row = Begin(m.head, m.position);
                               row->sog_tenths = m.sog * 10;
                               row->cog_tenths = m.cog;
                               row->utc_second = m.utc_second;
                               return true;
                             },
                             [&](const ClassBReport& m) {
                               *row = FromClassB(m);
                               return true;
                             },
                             [&](const ClassBExtendedReport& m) {
                               *row = FromClassB(m.report);
                               return true;
                             },
                             [&](const AidToNavigation& m) {
                               *row = Begin(m.head, m.position);
                               return true;
                             },
                             [&](const LongRangeReport& m) {
                               *row = Begin(m.head, m.position);
                               row->sog_tenths = m.sog * 10;
                               row->cog_tenths = m.cog * 10;
                               row->nav_status = m.nav_status;
                               return true;
                             },
                             [](const auto&) { return false; }},
                    message);
}

bool ToStatic(const Message& message, StaticRow* row) {
  return std::visit(Overload{[&](const StaticVoyageData& m) {
                               *row = Begin(m.head);
                               row->name = m.name;
                               row->callsign = m.callsign;
                               row->imo = m.imo;
                               row->ship_type = m.ship_type;
                               Set(m.dimensions, row);
                               row->draught_tenths = m.draught;
                               row->has_destination = true;
                               row->destination = m.destination;
                               row->eta = m.eta;
                               return true;
                             },
                             [&](const ClassBExtendedReport& m) {
                               *row = Begin(m.report.head);
                               row->name = m.name;
                               row->ship_type = m.ship_type;
                               Set(m.dimensions, row);
                               return true;
                             },
                             [&](const AidToNavigation& m) {
                               *row = Begin(m.head);
                               row->name = m.name;
                               return true;
                             },
                             [&](const StaticDataA& m) {
                               *row = Begin(m.head);
                               row->name = m.name;
                               return true;
                             },
                             [&](const StaticDataB& m) {
                               *row = Begin(m.head);
                               row->callsign = m.callsign;
                               row->ship_type = m.ship_type;
                               if (!m.auxiliary) Set(m.dimensions, row);
                               return true;
                             },
                             [](const auto&) { return false; }},
                    message);
}

MessageHead HeadOf(const Message& message) {
  return std::visit(
      Overload{[](const MessageHead& head) { return head; },
               [](const ClassBExtendedReport& m) { return m.report.head; }, [](const auto& m) { return m.head; }},
      message);
}

}  // namespace tarn::track::ais

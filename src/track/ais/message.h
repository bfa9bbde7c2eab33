// One decoded AIS message: a plain struct per family. Messages of the other types (binary data, interrogation, safety
// text and the like) are known by their head only.
#pragma once

#include <variant>

#include "track/ais/aid_to_navigation.h"
#include "track/ais/aircraft_report.h"
#include "track/ais/base_station_report.h"
#include "track/ais/class_b_report.h"
#include "track/ais/fault.h"
#include "track/ais/long_range_report.h"
#include "track/ais/position_report.h"
#include "track/ais/static_data_report.h"
#include "track/ais/static_voyage_data.h"

namespace tarn::track::ais {

using Message =
    std::variant<MessageHead, PositionReport, BaseStationReport, StaticVoyageData, AircraftReport, ClassBReport,
                 ClassBExtendedReport, AidToNavigation, StaticDataA, StaticDataB, LongRangeReport>;

/// Never throws on any bits.
Fault DecodeMessage(const Payload& bits, Message* message);

}  // namespace tarn::track::ais

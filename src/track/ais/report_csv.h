// Reports as CSV lines, as `tarn ais decode` prints them: times as 2014-10-02T16:30:03.887Z, longitude and latitude
// with six decimals, draught with one, other numbers in their shortest form, fields that a type does not have empty.
#pragma once

#include <string>
#include <string_view>

#include "track/ais/assembler.h"
#include "track/ais/report.h"

namespace tarn::track::ais {

std::string_view PositionCsvHeader();
std::string_view StaticCsvHeader();

/// Append one line with its line end.
void AppendCsv(const PositionRow& row, const Reception& reception, std::string* out);
void AppendCsv(const StaticRow& row, const Reception& reception, std::string* out);

}  // namespace tarn::track::ais

// `tarn check --portable`: what of a script a real Flink (2.2 with Paimon) would refuse or read otherwise. It finds
// what this parser takes beyond Flink's language, our connectors, process table functions and connector options, and
// what no Flink parses. It does not know tables: a wrong column is not its business.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sql/sql_error.h"

namespace tarn::sql {

struct UnportableSpot {
  Span span;  // in the script
  LineColumn at;
  std::string what;  // "connector 'nmea' is Tarn's own"
  std::string hint;  // what to write instead; may be empty
};

/// In the order of the script; empty: portable.
std::vector<UnportableSpot> CheckPortable(std::string_view script);

/// "connector 'nmea' is Tarn's own", the line underlined below, as errors look.
std::string RenderFinding(std::string_view script, const UnportableSpot& finding);

}  // namespace tarn::sql

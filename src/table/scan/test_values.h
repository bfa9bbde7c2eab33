// Values as tests write them.
#pragma once

#include <string>

#include "paimon/value.h"

namespace tarn::table {

inline paimon::Value Int(int64_t value) { return value; }
inline paimon::Value Text(const char* value) { return std::string(value); }

}  // namespace tarn::table

#pragma once

namespace tarn::app {

inline constexpr char kVersion[] = "0.1.0";
inline constexpr char kVersionLine[] = "Tarn 0.1.0";

}  // namespace tarn::app

// Numbers as Java's toString prints them: part of file names and of what system tables show.
#pragma once

#include <string>

namespace tarn {

/// "1.5", "1.0E10", "1.0E-5", "NaN", "Infinity": the shortest digits that read back as the same number.
std::string JavaText(double value);
std::string JavaText(float value);

}  // namespace tarn

// Message digests as raw bytes (FIPS 180-4; RFC 1321).
#pragma once

#include <string>
#include <string_view>

namespace tarn::function {

std::string Md5(std::string_view bytes);
std::string Sha1(std::string_view bytes);
/// 224, 256, 384 or 512 bits.
std::string Sha2(std::string_view bytes, int bits);

}  // namespace tarn::function

// SHOW .. LIKE: % any text, _ one character, \ before either takes it as it is.
#pragma once

#include <string_view>

namespace tarn::sql {

bool MatchesLike(std::string_view text, std::string_view pattern, bool ignore_case);

}  // namespace tarn::sql

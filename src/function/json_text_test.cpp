#include "function/json_text.h"

#include <gtest/gtest.h>

namespace tarn::function {
namespace {

// Each as java.math.BigDecimal has it.
TEST(JsonNumber, IsWrittenAsJavasBigDecimal) {
  const struct {
    const char* text;
    const char* number;
  } cases[] = {{"0", "0"},
               {"-0", "0"},
               {"12345678901234567890123", "12345678901234567890123"},
               {"-17", "-17"},
               {"1.50", "1.50"},
               {"-1.50", "-1.50"},
               {"0.0", "0.0"},
               {"-0.0", "0.0"},
               {"0.00", "0.00"},
               {"0e10", "0E+10"},
               {"0e-3", "0.000"},
               {"0e-7", "0E-7"},
               {"1e5", "1E+5"},
               {"1.0e0", "1.0"},
               {"1.0E15", "1.0E+15"},
               {"1.0E-4", "0.00010"},
               {"-1.5E+3", "-1.5E+3"},
               {"1.5E1", "15"},
               {"1.5E2", "1.5E+2"},
               {"100E-2", "1.00"},
               {"123.456e1", "1234.56"},
               {"0.000001", "0.000001"},
               {"0.0000001", "1E-7"},
               {"0.00000012", "1.2E-7"},
               {"1.0049999999999998E16", "10049999999999998"},
               {"1e400", "1E+400"},
               {"1e-400", "1E-400"},
               {"1e99999999999999999999", "1e99999999999999999999"}};
  for (const auto& [text, number] : cases) EXPECT_EQ(JsonNumber(text), number) << text;
}

}  // namespace
}  // namespace tarn::function

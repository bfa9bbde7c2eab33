#include "base/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace tarn {
namespace {

TEST(Json, PrintsAsJacksonDoes) {
  const Json value = ParseJson(R"({"b":1,"a":[{"x":"\u00e9\n"},{"y":[]}],"keys":["k","l"],"empty":{},"none":null})");
  EXPECT_EQ(PrettyJson(value), R"({
  "b" : 1,
  "a" : [ {
    "x" : "é\n"
  }, {
    "y" : [ ]
  } ],
  "keys" : [ "k", "l" ],
  "empty" : { },
  "none" : null
})");
}

TEST(Json, ErrorsNameTheMember) {
  const Json value = ParseJson(R"({"id":"7","none":null,"big":18446744073709551615})");
  const JsonObject object(value, "snapshot");
  EXPECT_EQ(object.OptionalInt("none"), std::nullopt);
  EXPECT_THROW(object.Int("big"), Error);
  try {
    object.Int("id");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Corruption);
    EXPECT_STREQ(error.what(), "snapshot, member 'id': expected a whole number, found \"7\"");
  }
}

TEST(Json, RefusesBrokenText) {
  for (const char* text : {"", "{", "{\"a\":}", "\"\xff\"", "[1,]"}) EXPECT_THROW(ParseJson(text), Error) << text;
  const Json list = ParseJson("[]");
  EXPECT_THROW(JsonObject(list, "schema"), Error);
}

}  // namespace
}  // namespace tarn

#include "function/json_path.h"

#include <gtest/gtest.h>

namespace tarn::function {
namespace {

std::string Found(const std::string& path_text, const std::string& json) {
  const JsonPath path = JsonPath::Parse(path_text);
  if (!path.valid) return "no path";
  const auto found = path.Find(*ParseJson(json));
  return found ? found->Write() : "nothing";
}

// What Flink answers is in the corpus; here is what its JsonPath cannot run, or may not bring down.
TEST(JsonPath, FiltersAskForMembersAndCompareThem) {
  const std::string json = R"({"a":[{"x":"p","y":1},{"x":"q"},3,"3"],"k":3})";
  EXPECT_EQ(Found("$.a[?(@.x)].x", json), R"(["p","q"])");
  EXPECT_EQ(Found("$.a[?(!@.y && @.x)].x", json), R"(["q"])");
  EXPECT_EQ(Found("$.a[?(@.x == 'p' || (@.x != 'p' && @.x >= \"q\"))].x", json), R"(["p","q"])");
  EXPECT_EQ(Found("$.a[?(@ == $.k)]", json), R"([3,"3"])");
  EXPECT_EQ(Found("$.a[?(@.y <= 1.0)].y", json), "[1]");
  EXPECT_EQ(Found("$.k[?(@ == 3)]", json), "nothing");
  for (const char* broken : {"$.a[?(@.x]", "$.a[?]", "$.a[?()]", "$.a[?(1)]", "$.a[?(@ == )]", "$.a[?(@ == x)]"}) {
    EXPECT_EQ(Found(broken, json), "no path") << broken;
  }
}

TEST(JsonPath, DepthIsBounded) {
  const std::string open(100000, '('), close(100000, ')'), nots(100000, '!');
  EXPECT_EQ(Found("$[?(" + open + "@" + close + ")]", "[1]"), "no path");
  EXPECT_EQ(Found("$[?(" + nots + "@)]", "[1]"), "no path");
  EXPECT_EQ(Found("$[?(" + std::string(400, '!') + "@)]", "[1]"), "[1]");
}

}  // namespace
}  // namespace tarn::function

#include "base/bytes.h"

#include <gtest/gtest.h>

#include <limits>

namespace tarn {
namespace {

TEST(Bytes, FixedWidths) {
  std::string out;
  AppendBe<int32_t>(out, 1);
  AppendLe<int32_t>(out, 1);
  AppendBe<double>(out, 1.5);
  EXPECT_EQ(out, std::string("\0\0\0\1\1\0\0\0\x3f\xf8\0\0\0\0\0\0", 16));
  EXPECT_EQ(LoadBe<int32_t>(out.data()), 1);
  EXPECT_EQ(LoadLe<int32_t>(out.data() + 4), 1);
  EXPECT_EQ(LoadBe<double>(out.data() + 8), 1.5);
}

TEST(Bytes, ZigzagAsTheAvroSpecificationShowsIt) {
  const std::pair<int64_t, std::string> cases[] = {
      {0, std::string(1, '\0')}, {-1, "\x01"}, {1, "\x02"}, {-2, "\x03"}, {-64, "\x7f"}, {64, "\x80\x01"}};
  for (const auto& [value, bytes] : cases) {
    std::string out;
    AppendZigzag(out, value);
    EXPECT_EQ(out, bytes) << value;
  }
}

TEST(Bytes, VarintsComeBack) {
  for (const int64_t value : {int64_t{0}, int64_t{300}, int64_t{-300}, std::numeric_limits<int64_t>::max(),
                              std::numeric_limits<int64_t>::min()}) {
    std::string out;
    AppendZigzag(out, value);
    ByteCursor in(out);
    EXPECT_EQ(in.Zigzag(), value);
    EXPECT_TRUE(in.AtEnd());
  }
}

TEST(Bytes, NeverReadsPastTheEnd) {
  EXPECT_THROW(ByteCursor("abc").Le<int32_t>(), Error);
  EXPECT_THROW(ByteCursor("\x80\x80").Varint(), Error);
  EXPECT_THROW(ByteCursor(std::string(11, '\xff')).Varint(), Error);
  EXPECT_THROW(ByteCursor("abc").Take(std::numeric_limits<uint64_t>::max()), Error);
  try {
    ByteCursor in("abcd", 100);
    in.Take(3);
    in.Be<int32_t>("the length of a key");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Corruption);
    EXPECT_STREQ(error.what(), "at byte 103 of 104: expected the length of a key");
  }
}

}  // namespace
}  // namespace tarn

// Text files that are not what they were when a job saved its position in them.
#include <gmock/gmock.h>

#include "base/encoding.h"
#include "connector/filesystem/filesystem_fixture.h"

namespace tarn::connector {
namespace {

using ::testing::HasSubstr;

class ChangedFileTest : public FilesystemTest {
 protected:
  ChangedFileTest() {
    for (int i = 0; i < 30'000; i++) text_ += std::to_string(i) + ",n,1,1,2024-01-31 12:00:00\n";
    Put("a.csv", text_);
    const auto reader = Open()->Open(0, 1, "");
    columnar::Initialize(batch_, columnar::VectorTypes(table_.columns));
    EXPECT_EQ(reader->Read(batch_), ReadResult::Batch);
    position_ = reader->Position();
  }

  size_t RowsAhead() {
    const auto source = Open();
    const auto reader = source->Open(0, 1, position_);
    for (size_t rows = 0;;) {
      columnar::Reset(batch_);
      if (reader->Read(batch_) == ReadResult::End) return rows;
      rows += batch_.size();
    }
  }
  std::string RefusalAhead() {
    try {
      RowsAhead();
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }

  std::string text_;
  std::string position_;
  columnar::ChangeBatch batch_;
};

TEST_F(ChangedFileTest, OneThatGrewIsReadOn) {
  EXPECT_EQ(RowsAhead(), 27'952u);
  Put("a.csv", text_ + "1,n,1,1,2024-01-31 12:00:00\n");
  EXPECT_EQ(RowsAhead(), 27'953u);
}

TEST_F(ChangedFileTest, OneThatIsShorterIsNotReadOn) {
  Put("a.csv", text_.substr(0, 100));
  EXPECT_THAT(RefusalAhead(), HasSubstr("/data/a.csv is shorter than it was"));
}

TEST_F(ChangedFileTest, ALongerOneInItsPlaceIsNotReadOn) {
  Put("a.csv", "-1" + text_ + text_);
  EXPECT_THAT(RefusalAhead(), HasSubstr("/data/a.csv is not the file that it was"));
  Put("a.csv", text_.substr(0, 10'000) + "7" + text_.substr(10'000) + text_);
  EXPECT_THAT(RefusalAhead(), HasSubstr("/data/a.csv is not the file that it was"));
}

TEST_F(ChangedFileTest, ThePositionsOfAnEarlierVersionAreReadOn) {
  Encoder old;
  old.U8(1)
      .I64(1)
      .Str("/data/0.csv")
      .Str("/data/a.csv")
      .I64(static_cast<int64_t>(text_.find("29998,")))
      .I64(29'998)
      .I64(0);
  position_ = old.Take();
  Put("0.csv", text_);
  EXPECT_EQ(RowsAhead(), 2u);
}

}  // namespace
}  // namespace tarn::connector

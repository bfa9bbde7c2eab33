#include "columnar/append_rows.h"

#include <gtest/gtest.h>

namespace tarn::columnar {
namespace {

using duckdb::LogicalType;
using duckdb::Value;

const duckdb::vector<LogicalType> kTypes = {
    LogicalType::TINYINT, LogicalType::SMALLINT, LogicalType::INTEGER,
    LogicalType::BIGINT,  LogicalType::DOUBLE,   LogicalType::DECIMAL(38, 2),
    LogicalType::VARCHAR, LogicalType::BOOLEAN,  LogicalType::LIST(LogicalType::INTEGER),
};

std::vector<Value> RowOf(int n) {
  if (n % 7 == 3) {
    std::vector<Value> nulls;
    for (const auto& type : kTypes) nulls.push_back(Value(type));
    return nulls;
  }
  return {Value::TINYINT(static_cast<int8_t>(n % 100)),
          Value::SMALLINT(static_cast<int16_t>(n)),
          Value::INTEGER(n * 3),
          Value::BIGINT(n * 1'000'000'007LL),
          Value::DOUBLE(n / 4.0),
          Value::DECIMAL(duckdb::hugeint_t(n * 100), 38, 2),
          Value("text number " + std::to_string(n) + " that is not inlined"),
          Value::BOOLEAN(n % 2 == 0),
          Value::LIST(LogicalType::INTEGER, {Value::INTEGER(n), Value::INTEGER(-n)})};
}

void Fill(duckdb::DataChunk& chunk, int from, int count) {
  for (int i = 0; i < count; i++) {
    const auto row = RowOf(from + i);
    for (size_t c = 0; c < row.size(); c++) chunk.SetValue(c, static_cast<duckdb::idx_t>(i), row[c]);
  }
  chunk.SetCardinality(static_cast<duckdb::idx_t>(count));
}

void Expect(duckdb::DataChunk& rows, const std::vector<int>& numbers) {
  ASSERT_EQ(rows.size(), numbers.size());
  for (size_t i = 0; i < numbers.size(); i++) {
    const auto expected = RowOf(numbers[i]);
    for (size_t c = 0; c < expected.size(); c++)
      EXPECT_EQ(rows.GetValue(c, i).ToString(), expected[c].ToString()) << "row " << i << " column " << c;
  }
}

TEST(AppendRows, TakesFlatDictionaryAndConstantVectors) {
  duckdb::DataChunk rows;
  rows.Initialize(duckdb::Allocator::DefaultAllocator(), kTypes, 3 * STANDARD_VECTOR_SIZE);
  std::vector<int> numbers;
  {
    duckdb::DataChunk flat;
    flat.Initialize(duckdb::Allocator::DefaultAllocator(), kTypes);
    Fill(flat, 0, 20);
    AppendRows(rows, flat);
    for (int i = 0; i < 20; i++) numbers.push_back(i);
    duckdb::SelectionVector backwards(20);
    for (duckdb::idx_t i = 0; i < 20; i++) backwards.set_index(i, 19 - i);
    flat.Slice(backwards, 20);
    AppendRows(rows, flat);
    for (int i = 19; i >= 0; i--) numbers.push_back(i);
    duckdb::DataChunk constant;
    constant.InitializeEmpty(kTypes);
    const auto row = RowOf(5);
    for (size_t c = 0; c < row.size(); c++) constant.data[c].Reference(row[c]);
    constant.SetCardinality(2);
    AppendRows(rows, constant);
    numbers.insert(numbers.end(), {5, 5});
  }
  Expect(rows, numbers);  // the texts live on
}

TEST(AppendRows, KnowsWhichRowsOfADictionaryAreNull) {
  const duckdb::vector<LogicalType> types = {LogicalType::INTEGER};
  for (const std::vector<duckdb::idx_t>& nulls :
       {std::vector<duckdb::idx_t>{}, {99}, {0}, {70}, {3, 98}, {63, 64, 65}}) {
    for (const bool used : {false, true}) {
      duckdb::Vector dictionary(LogicalType::INTEGER, 100);
      for (duckdb::idx_t i = 0; i < 100; i++) dictionary.SetValue(i, Value::INTEGER(static_cast<int>(i)));
      for (const auto slot : nulls) dictionary.SetValue(slot, Value(LogicalType::INTEGER));
      duckdb::SelectionVector slots(50);
      for (duckdb::idx_t i = 0; i < 50; i++) slots.set_index(i, 10 + i);
      if (used && !nulls.empty()) slots.set_index(7, nulls.back());
      duckdb::DataChunk chunk, rows;
      chunk.InitializeEmpty(types);
      chunk.data[0].Dictionary(dictionary, 100, slots, 50);
      chunk.SetCardinality(50);
      rows.Initialize(duckdb::Allocator::DefaultAllocator(), types, 200);
      AppendRows(rows, chunk);
      ASSERT_EQ(rows.size(), 50);
      for (duckdb::idx_t i = 0; i < 50; i++)
        EXPECT_EQ(rows.GetValue(0, i).ToString(), dictionary.GetValue(slots.get_index(i)).ToString()) << i;
      EXPECT_EQ(duckdb::FlatVector::Validity(rows.data[0]).CheckAllValid(50), nulls.empty() || !used);
    }
  }
}

TEST(AppendRows, LeavesWhatWasWrittenInPlace) {
  duckdb::DataChunk rows, view;
  rows.Initialize(duckdb::Allocator::DefaultAllocator(), kTypes, 3 * STANDARD_VECTOR_SIZE);
  std::vector<int> numbers;
  for (const int from : {0, 50}) {
    ViewBehind(rows, view);
    Fill(view, from, 10);
    const auto* written = duckdb::FlatVector::GetData(view.data[3]);
    EXPECT_EQ(written, duckdb::FlatVector::GetData(rows.data[3]) + rows.size() * sizeof(int64_t));
    AppendRows(rows, view);
    for (int i = 0; i < 10; i++) numbers.push_back(from + i);
  }
  Expect(rows, numbers);
}

}  // namespace
}  // namespace tarn::columnar

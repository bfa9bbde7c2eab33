// Rows that change by one key, under a sink with another: every value comes out as it went in.
#include <gtest/gtest.h>

#include <cmath>
#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>

#include "stream/operator.h"

namespace tarn::stream {
namespace {

using columnar::RowKind;
using duckdb::Value;

struct Change {
  RowKind kind;
  std::vector<Value> row;
};

class MaterializeTest : public ::testing::Test, private Emitter {
 protected:
  /// The changes that the sink gets, as text; saved and restored after each one.
  std::vector<std::string> Run(const Columns& columns, std::vector<size_t> sink_key, std::vector<size_t> row_key,
                               const std::vector<Change>& changes) {
    columns_ = columns;
    StreamPlan plan;
    Node node{.inputs = {},
              .columns = columns,
              .time = {},
              .key = {},
              .mode = ChangelogMode::Upsert,
              .what = MaterializeNode{sink_key, row_key}};
    std::string saved;
    for (const auto& change : changes) {
      MemoryStateStore state;
      Counters counters;
      const auto op = MakeOperator(
          {*connection_.context, plan, node, state, "m", counters, [] { return connector::kNoWatermark; }});
      if (!saved.empty()) state.Load(saved);
      columnar::ChangeBatch batch;
      columnar::Initialize(batch, VectorTypes(columns));
      columnar::RowAppender rows(batch);
      rows.Begin(change.kind);
      for (size_t i = 0; i < change.row.size(); i++) rows.Value(i, change.row[i]);
      op->Push(0, batch, *this);
      saved = state.Save();
    }
    return std::exchange(given_, {});
  }

  std::vector<std::vector<Value>> values_;

 private:
  void Emit(columnar::ChangeBatch& batch) override {
    for (size_t row = 0; row < batch.size(); row++) {
      std::string text(columnar::ShortString(batch.kind(row)));
      values_.emplace_back();
      for (size_t i = 0; i < columns_.size(); i++) {
        values_.back().push_back(batch.chunk.GetValue(i, row));
        text += " " + values_.back().back().ToString();
      }
      given_.push_back(text);
    }
  }
  void RaiseWatermark(int64_t) override {}

  duckdb::DuckDB db_{nullptr};
  duckdb::Connection connection_{db_};
  Columns columns_;
  std::vector<std::string> given_;
};

Columns Of(std::initializer_list<const char*> types) {
  Columns columns;
  for (const char* type : types) columns.push_back({"c" + std::to_string(columns.size()), paimon::ParseDataType(type)});
  return columns;
}

using Texts = std::vector<std::string>;

TEST_F(MaterializeTest, TheRowBeforeTakesThePlaceOfOneThatGoes) {
  const auto row = [](int64_t id, int64_t place) {
    return std::vector<Value>{Value::BIGINT(id), Value::BIGINT(place)};
  };
  EXPECT_EQ(Run(Of({"BIGINT", "BIGINT"}), {1}, {0},
                {{RowKind::Insert, row(1, 7)},
                 {RowKind::Insert, row(2, 7)},
                 {RowKind::Delete, row(2, 7)},
                 {RowKind::Delete, row(1, 7)}}),
            (Texts{"+I 1 7", "+U 2 7", "+U 1 7", "-D 1 7"}));
}

TEST_F(MaterializeTest, ValuesOfAnyTypeStayAsTheyAre) {
  const auto columns = Of({"INT", "DOUBLE", "FLOAT", "DECIMAL(38, 2)", "ARRAY<DOUBLE>", "MAP<STRING, INT>",
                           "ROW<a INT, b STRING>", "BYTES"});
  const auto types = VectorTypes(columns);
  const auto row = [&](int32_t id, double x) {
    return std::vector<Value>{Value::INTEGER(id),
                              Value::DOUBLE(x),
                              Value::FLOAT(static_cast<float>(x)),
                              Value::DECIMAL(duckdb::hugeint_t(1234567) * duckdb::hugeint_t(INT64_MAX), 38, 2),
                              Value::LIST(duckdb::LogicalType::DOUBLE,
                                          {Value::DOUBLE(-0.0), Value(duckdb::LogicalType::DOUBLE), Value::DOUBLE(x)}),
                              Value::MAP(duckdb::LogicalType::VARCHAR, duckdb::LogicalType::INTEGER, {Value("k")},
                                         {Value(duckdb::LogicalType::INTEGER)}),
                              Value::STRUCT(types[6], {Value(duckdb::LogicalType::INTEGER), Value("b")}),
                              Value::BLOB_RAW(std::string("\0\xff", 2))};
  };
  const auto zero = row(1, -0.0), nan = row(1, std::nan(""));
  Run(columns, {0}, {}, {{RowKind::Insert, zero}, {RowKind::Insert, nan}, {RowKind::Delete, nan}});
  ASSERT_EQ(values_.size(), 3u);
  for (const auto& given : {values_[0], values_[2]}) {
    EXPECT_TRUE(std::signbit(given[1].GetValue<double>()));
    EXPECT_TRUE(std::signbit(given[2].GetValue<float>()));
    for (size_t i = 3; i < given.size(); i++) EXPECT_EQ(given[i].ToString(), zero[i].ToString());
  }
  EXPECT_TRUE(std::isnan(values_[1][1].GetValue<double>()));
  EXPECT_TRUE(std::isnan(values_[1][2].GetValue<float>()));
}

TEST_F(MaterializeTest, ZerosOfBothSignsAreTwoRows) {
  const auto row = [](double x) { return std::vector<Value>{Value::INTEGER(1), Value::DOUBLE(x)}; };
  EXPECT_EQ(Run(Of({"INT", "DOUBLE"}), {0}, {},
                {{RowKind::Insert, row(0.0)}, {RowKind::Insert, row(-0.0)}, {RowKind::Delete, row(-0.0)}}),
            (Texts{"+I 1 0.0", "+U 1 -0.0", "+U 1 0.0"}));
}

// With a key of its own, even one of all columns, a row has one version; without, equal rows count.
TEST_F(MaterializeTest, EqualRowsCountWhereTheQueryHasNoKey) {
  const std::vector<Value> row = {Value::INTEGER(1), Value::INTEGER(2)};
  const std::vector<Change> changes = {{RowKind::Insert, row}, {RowKind::UpdateAfter, row}, {RowKind::Delete, row}};
  EXPECT_EQ(Run(Of({"INT", "INT"}), {0}, {}, changes), (Texts{"+I 1 2", "+U 1 2"}));
  EXPECT_EQ(Run(Of({"INT", "INT"}), {0}, {0, 1}, changes), (Texts{"+I 1 2", "+U 1 2", "-D 1 2"}));
}

}  // namespace
}  // namespace tarn::stream

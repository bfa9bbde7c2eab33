#include "stream/watermark_delay.h"

#include <gtest/gtest.h>

#include <duckdb/function/scalar_function.hpp>
#include <duckdb/planner/expression/bound_constant_expression.hpp>
#include <duckdb/planner/expression/bound_function_expression.hpp>
#include <duckdb/planner/expression/bound_reference_expression.hpp>

namespace tarn::stream {
namespace {

using duckdb::LogicalType;
using duckdb::make_uniq;

Expression Column(size_t index) {
  return {std::make_shared<duckdb::BoundReferenceExpression>(LogicalType::TIMESTAMP, index), "ts"};
}

Expression Minus(const char* function, size_t column, duckdb::interval_t interval) {
  duckdb::vector<duckdb::unique_ptr<duckdb::Expression>> children;
  children.push_back(make_uniq<duckdb::BoundReferenceExpression>(LogicalType::TIMESTAMP, column));
  children.push_back(make_uniq<duckdb::BoundConstantExpression>(duckdb::Value::INTERVAL(interval)));
  duckdb::ScalarFunction declared(function, {LogicalType::TIMESTAMP, LogicalType::INTERVAL}, LogicalType::TIMESTAMP,
                                  nullptr);
  return {
      std::make_shared<duckdb::BoundFunctionExpression>(LogicalType::TIMESTAMP, declared, std::move(children), nullptr),
      "ts - interval"};
}

std::optional<int64_t> Delay(const Expression& clause, const char* type = "TIMESTAMP(3)") {
  return WatermarkDelay(clause, 1, paimon::ParseDataType(type));
}

TEST(WatermarkDelay, IsTheIntervalThatIsTakenOffTheTimeColumn) {
  EXPECT_EQ(Delay(Column(1)), 0);
  EXPECT_EQ(Delay(Minus("f:-", 1, {0, 0, 5'000'000})), 5'000'000);
  EXPECT_EQ(Delay(Minus("f:-", 1, {0, 0, 5}), "TIMESTAMP_LTZ(6)"), 5);
}

TEST(WatermarkDelay, IsUnknownForAnythingElse) {
  EXPECT_EQ(Delay(Column(0)), std::nullopt) << "another column";
  EXPECT_EQ(Delay(Minus("f:-", 0, {0, 0, 5'000'000})), std::nullopt) << "another column";
  EXPECT_EQ(Delay(Minus("f:+", 1, {0, 0, 5'000'000})), std::nullopt) << "another function";
  EXPECT_EQ(Delay(Minus("f:-", 1, {1, 0, 0})), std::nullopt) << "a month has no fixed length";
  EXPECT_EQ(Delay(Minus("f:-", 1, {0, 0, 5})), std::nullopt) << "digits that the type cuts off";
  EXPECT_EQ(Delay(Minus("f:-", 1, {0, 0, 5'000'000}), "TIMESTAMP(0)"), std::nullopt) << "stored with more digits";
}

}  // namespace
}  // namespace tarn::stream

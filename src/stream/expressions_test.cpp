#include "stream/expressions.h"

#include <gtest/gtest.h>

#include <duckdb/function/scalar_function.hpp>
#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>
#include <duckdb/planner/expression/bound_function_expression.hpp>

#include "columnar/duckdb_error.h"

namespace tarn::stream {
namespace {

using duckdb::LogicalType;

/// What becomes of what a function throws.
std::pair<ErrorCode, std::string> ErrorOf(const duckdb::scalar_function_t& function) {
  duckdb::DuckDB database(nullptr);
  duckdb::Connection connection(database);
  const duckdb::ScalarFunction declared("fails", {}, LogicalType::INTEGER, function);
  const Expression call = {
      std::make_shared<duckdb::BoundFunctionExpression>(
          LogicalType::INTEGER, declared, duckdb::vector<duckdb::unique_ptr<duckdb::Expression>>(), nullptr),
      "fails()"};
  ExpressionSet expressions(*connection.context, {call});
  duckdb::DataChunk input, output;
  input.SetCardinality(1);
  output.Initialize(duckdb::Allocator::DefaultAllocator(), expressions.types());
  try {
    expressions.Execute(input, output);
  } catch (const Error& error) {
    return {error.code(), error.what()};
  }
  return {};
}

TEST(Expressions, AnErrorKeepsWhatItIs) {
  using duckdb::DataChunk, duckdb::ExpressionState, duckdb::Vector;
  const auto ours = ErrorOf([](DataChunk&, ExpressionState&, Vector&) {
    columnar::ThrowThroughDuckDb(Error(ErrorCode::Corruption, "the file is damaged"));
  });
  EXPECT_EQ(ours, std::pair(ErrorCode::Corruption, std::string("the file is damaged")));
  const auto memory = ErrorOf(
      [](DataChunk&, ExpressionState&, Vector&) { throw duckdb::OutOfMemoryException("no room for the result"); });
  EXPECT_EQ(memory.first, ErrorCode::ResourceExhausted);
  EXPECT_TRUE(memory.second.starts_with("no room for the result")) << memory.second;
  const auto value =
      ErrorOf([](DataChunk&, ExpressionState&, Vector&) { throw duckdb::InvalidInputException("no such value"); });
  EXPECT_EQ(value, std::pair(ErrorCode::InvalidInput, std::string("no such value")));
}

}  // namespace
}  // namespace tarn::stream

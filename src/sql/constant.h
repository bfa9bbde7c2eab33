// The value of an expression that names no column: AS OF times, arguments of CALL, static partitions.
#pragma once

#include <duckdb/common/types/value.hpp>
#include <duckdb/parser/parsed_expression.hpp>

#include "sql/types/analyze.h"

namespace tarn::sql {

class Session;

/// Validates and computes it on the session's connection, which must be idle.
duckdb::Value EvaluateConstant(Session& session, duckdb::unique_ptr<duckdb::ParsedExpression> expression,
                               const AnalyzeContext& context);

}  // namespace tarn::sql

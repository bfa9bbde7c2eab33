// Reading what a call of a process table function gives: columns of the types that the function needs, scalars as
// values.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "columnar/row_appender.h"
#include "columnar/row_view.h"
#include "stream/process_function.h"

namespace tarn::function {

/// The column's index; throws InvalidInput where it is missing or of none of these types, naming what fits.
size_t RequireColumn(const stream::TableArgument& table, std::string_view column,
                     std::initializer_list<paimon::TypeRoot> roots, std::string_view fits);
/// As above; nullopt where it is missing.
std::optional<size_t> FindColumn(const stream::TableArgument& table, std::string_view column,
                                 std::initializer_list<paimon::TypeRoot> roots, std::string_view fits);

/// A scalar argument with a default. Throws InvalidInput naming it where it is NULL or no number (no boolean).
double NumberArgument(const stream::ProcessCall& call, const std::string& name);
bool FlagArgument(const stream::ProcessCall& call, const std::string& name);

/// Copies one value of a type that tables have (nested ones included).
void CopyValue(const columnar::RowView& from, size_t from_column, const paimon::DataType& type, size_t to_column,
               columnar::RowAppender& to);

}  // namespace tarn::function

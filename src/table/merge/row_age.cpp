#include "table/merge/row_age.h"

#include <algorithm>
#include <duckdb/function/create_sort_key.hpp>
#include <limits>

namespace tarn::table {
namespace {

struct Range {
  int64_t min = std::numeric_limits<int64_t>::max();
  int64_t max = std::numeric_limits<int64_t>::min();
};

Range SequenceRange(const std::vector<ChunkSlice>& slices, size_t column) {
  Range range;
  for (const ChunkSlice& slice : slices) {
    auto& vector = slice.chunk->rows.data[column];
    duckdb::UnifiedVectorFormat format;
    vector.ToUnifiedFormat(slice.chunk->rows.size(), format);
    const auto* data = duckdb::UnifiedVectorFormat::GetDataUnsafe<int64_t>(format);
    const bool constant = vector.GetVectorType() == duckdb::VectorType::CONSTANT_VECTOR;
    for (size_t row = slice.from; row < (constant ? slice.from + 1 : slice.to); row++) {
      const int64_t value = data[format.sel->get_index(row)];
      range.min = std::min(range.min, value);
      range.max = std::max(range.max, value);
    }
  }
  return range;
}

}  // namespace

bool RowAge::OrderRuns(std::vector<std::vector<ChunkSlice>>& runs) {
  if (!layout_.sequence_fields.empty()) return false;
  std::vector<std::pair<Range, size_t>> order;
  for (size_t i = 0; i < runs.size(); i++) order.push_back({SequenceRange(runs[i], layout_.sequence_column()), i});
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first.max > b.first.max; });
  for (size_t i = 1; i < order.size(); i++) {
    if (order[i].first.max >= order[i - 1].first.min) return false;
  }
  std::vector<std::vector<ChunkSlice>> sorted;
  for (const auto& [range, run] : order) sorted.push_back(std::move(runs[run]));
  runs = std::move(sorted);
  return true;
}

void RowAge::SortGroups(const std::vector<ChunkSlice>& slices, std::vector<RowRef>& rows,
                        const std::vector<uint32_t>& begins) const {
  // Of every chunk the sequence numbers, and the user's fields as bytes that order as they do.
  struct Ages {
    duckdb::UnifiedVectorFormat sequence;
    duckdb::UnifiedVectorFormat fields;
  };
  std::vector<Ages> ages(slices.size());
  std::vector<duckdb::Vector> codes;
  codes.reserve(slices.size());
  const bool user = !layout_.sequence_fields.empty();
  const duckdb::OrderModifiers order(
      layout_.sequence_descending ? duckdb::OrderType::DESCENDING : duckdb::OrderType::ASCENDING,
      duckdb::OrderByNullType::NULLS_FIRST);
  for (size_t i = 0; i < slices.size(); i++) {
    auto& chunk = slices[i].chunk->rows;
    chunk.data[layout_.sequence_column()].ToUnifiedFormat(chunk.size(), ages[i].sequence);
    if (!user) continue;
    duckdb::DataChunk fields;
    duckdb::vector<duckdb::LogicalType> types;
    for (const size_t field : layout_.sequence_fields) types.push_back(layout_.types[layout_.first_value() + field]);
    fields.InitializeEmpty(types);
    for (size_t k = 0; k < layout_.sequence_fields.size(); k++) {
      fields.data[k].Reference(chunk.data[layout_.first_value() + layout_.sequence_fields[k]]);
    }
    fields.SetCardinality(chunk.size());
    codes.emplace_back(duckdb::LogicalType::BLOB, chunk.size());
    duckdb::CreateSortKeyHelpers::CreateSortKey(fields, duckdb::vector<duckdb::OrderModifiers>(types.size(), order),
                                                codes.back());
    codes.back().ToUnifiedFormat(chunk.size(), ages[i].fields);
  }
  const auto newer = [&](const RowRef& a, const RowRef& b) {
    if (user) {
      const auto& fa = ages[a.chunk].fields;
      const auto& fb = ages[b.chunk].fields;
      const auto& x = duckdb::UnifiedVectorFormat::GetDataUnsafe<duckdb::string_t>(fa)[fa.sel->get_index(a.row)];
      const auto& y = duckdb::UnifiedVectorFormat::GetDataUnsafe<duckdb::string_t>(fb)[fb.sel->get_index(b.row)];
      const int compared = std::string_view(x.GetData(), x.GetSize()).compare({y.GetData(), y.GetSize()});
      if (compared != 0) return compared > 0;
    }
    const auto& sa = ages[a.chunk].sequence;
    const auto& sb = ages[b.chunk].sequence;
    return duckdb::UnifiedVectorFormat::GetDataUnsafe<int64_t>(sa)[sa.sel->get_index(a.row)] >
           duckdb::UnifiedVectorFormat::GetDataUnsafe<int64_t>(sb)[sb.sel->get_index(b.row)];
  };
  for (size_t group = 0; group < begins.size(); group++) {
    const auto begin = rows.begin() + begins[group];
    const auto end = group + 1 < begins.size() ? rows.begin() + begins[group + 1] : rows.end();
    if (end - begin > 1) std::stable_sort(begin, end, newer);
  }
}

}  // namespace tarn::table

#include "corpus/runner.h"

#include <unistd.h>

#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>
#include <duckdb/main/materialized_query_result.hpp>
#include <duckdb/parser/query_node.hpp>
#include <duckdb/parser/result_modifier.hpp>
#include <duckdb/parser/statement/select_statement.hpp>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "function/value_text.h"
#include "sql/names.h"
#include "sql/parse/parser.h"
#include "sql/types/analyze.h"
#include "sql/types/flink_types.h"

namespace tarn::corpus {
namespace {

class Views : public sql::RelationLookup {
 public:
  std::optional<sql::Relation> Table(const duckdb::BaseTableRef& ref, std::vector<std::string>* near) override {
    for (auto& [name, query] : views_) {
      near->push_back(name);
      if (sql::DecodeName(ref.table_name) == name) {
        return sql::Relation{{}, query->Copy(), {"default_catalog", "default_database", name}};
      }
    }
    return std::nullopt;
  }
  std::optional<sql::Relation> Function(const duckdb::TableFunctionRef&,
                                        const std::vector<sql::TypedColumn>&) override {
    return std::nullopt;
  }
  std::map<std::string, duckdb::unique_ptr<duckdb::QueryNode>> views_;
};

std::string ReadValue(const duckdb::Value& value, const paimon::DataType& type, const TimeZone& zone) {
  if (value.IsNull()) return "\\N";
  std::string text = function::ValueText(value, type, zone);
  if (function::IsBinary(type)) {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string hex = "x'";
    for (unsigned char c : text) {
      hex += kDigits[c >> 4];
      hex += kDigits[c & 15];
    }
    return hex + "'";
  }
  return EscapeValue(text);
}

}  // namespace

Outcome Run(const Case& recorded) {
  static duckdb::DuckDB database(nullptr);
  static const bool registered = [] {
    sql::RegisterFlink(*database.instance);
    return true;
  }();
  (void)registered;
  Outcome outcome;
  Views views;
  sql::AnalyzeContext context;
  context.relations = &views;
  context.streaming = recorded.mode == "streaming";
  context.now_us = 1'764'460'800'123'000;
  duckdb::Connection connection(database);
  connection.Query("SET threads=1");
  try {
    for (const auto& part : sql::SplitScript(recorded.text)) {
      auto statement = sql::ParseStatement(part.text);
      if (auto* set = std::get_if<sql::SetStatement>(&statement.value)) {
        if (!set->option) continue;
        if (set->option->key.value == "table.local-time-zone") context.time_zone = set->option->value.value;
        if (set->option->key.value == "table.exec.legacy-cast-behaviour") {
          context.legacy_cast = set->option->value.value == "ENABLED";
        }
        continue;
      }
      if (auto* view = std::get_if<sql::CreateView>(&statement.value)) {
        views.views_[view->name.parts.back().text] = view->query.tree->node->Copy();
        continue;
      }
      auto* select = std::get_if<sql::SelectStatement>(&statement.value);
      if (select == nullptr) throw Error(ErrorCode::Unsupported, "no such statement yet");
      auto node = std::move(select->query.tree->node);
      for (const auto& modifier : node->modifiers) {
        if (modifier->type == duckdb::ResultModifierType::ORDER_MODIFIER) outcome.ordered = true;
      }
      const auto columns = sql::Analyze(node, context);
      auto tree = duckdb::make_uniq<duckdb::SelectStatement>();
      tree->node = std::move(node);
      auto result = connection.Query(std::move(tree));
      if (result->HasError()) {
        outcome.answer.error = "runtime";
        outcome.answer.message = result->GetError();
        return outcome;
      }
      outcome.answer.has_schema = true;
      for (const auto& column : columns) outcome.answer.schema.push_back({column.name, column.TypeText()});
      const auto zone = TimeZone::Named(context.time_zone);
      for (duckdb::idx_t row = 0; row < result->RowCount(); row++) {
        std::string line = "+I|";
        for (size_t i = 0; i < columns.size(); i++)
          line += ReadValue(result->GetValue(i, row), columns[i].type, zone) + "|";
        outcome.answer.rows.push_back(line);
      }
    }
  } catch (const sql::SqlError& error) {
    outcome.answer = {};
    outcome.answer.error = sql::StageName(error.stage());
    outcome.answer.message = error.what();
  } catch (const std::exception& error) {
    outcome.answer = {};
    outcome.answer.error = "internal";
    outcome.answer.message = error.what();
  }
  return outcome;
}

}  // namespace tarn::corpus

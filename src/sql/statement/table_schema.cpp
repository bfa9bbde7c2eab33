#include "sql/statement/table_schema.h"

#include <algorithm>
#include <set>

#include "sql/defined_expression.h"

namespace tarn::sql {
namespace {

[[noreturn]] void RefuseSchema(Span span, const std::string& message, const std::string& hint = "") {
  throw SqlError(ErrorStage::Validation, span, message, hint);
}

std::vector<std::string> NamesOf(const TableDefinition& definition) {
  std::vector<std::string> names;
  for (const auto& column : definition.columns) names.push_back(column.name);
  return names;
}

bool IsTime(const paimon::DataType& type) {
  return type.root == paimon::TypeRoot::Timestamp || type.root == paimon::TypeRoot::TimestampLtz;
}

void CheckWatermark(Session& session, const TableDefinition& definition, Span span) {
  const auto& watermark = *definition.watermark;
  const auto* column = definition.Find(watermark.column);
  if (column == nullptr) {
    RefuseSchema(span, "the watermark is for '" + watermark.column + "', which is not a column of the table",
                 SuggestName(watermark.column, NamesOf(definition)));
  }
  if (!IsTime(column->type) || column->type.precision > 3) {
    RefuseSchema(span, "a watermark needs a TIMESTAMP(p) or TIMESTAMP_LTZ(p) column with p from 0 to 3; '" +
                           watermark.column + "' is " + ToSql(column->type));
  }
  auto expression = ParseDefined(watermark.expression);
  if (watermark.expression.find("SOURCE_WATERMARK") == 0) return;
  std::vector<TypedColumn> row;
  for (const auto& other : definition.columns) row.push_back({other.name, other.type, TimeAttribute::None});
  TypedColumn typed;
  try {
    typed = AnalyzeExpression(expression, row, RowContext(session));
  } catch (const SqlError& e) {
    throw SqlError(e.stage(), span, e.message(), e.hint(), e.code());
  }
  if (!IsTime(typed.type) || typed.type.precision > 3) {
    RefuseSchema(span,
                 "the watermark's expression must be a TIMESTAMP(p) or TIMESTAMP_LTZ(p) with p from 0 to 3; it is " +
                     ToSql(typed.type));
  }
}

}  // namespace

AnalyzeContext RowContext(Session& session) {
  AnalyzeContext context;
  context.time_zone = session.settings().time_zone();
  context.streaming = session.settings().streaming();
  context.now_us = session.env().clock.NowMicros();
  return context;
}

ColumnDefinition ColumnOf(const Column& column) {
  ColumnDefinition definition;
  definition.name = column.name.text;
  definition.comment = column.comment;
  switch (column.kind) {
    case Column::Kind::Physical:
      definition.type = column.type;
      break;
    case Column::Kind::Computed:
      definition.kind = ColumnDefinition::Kind::Computed;
      definition.expression = column.expression->canonical;
      break;
    case Column::Kind::Metadata:
      definition.kind = ColumnDefinition::Kind::Metadata;
      definition.type = column.type;
      definition.metadata_key = column.metadata_key;
      definition.is_virtual = column.is_virtual;
      break;
  }
  return definition;
}

void SetPrimaryKey(TableDefinition& definition, const PrimaryKey& key) {
  if (key.enforced) {
    throw SqlError(ErrorStage::Plan, key.span, "a primary key cannot be ENFORCED: the data belongs to others too",
                   "write PRIMARY KEY (..) NOT ENFORCED");
  }
  if (!definition.primary_key.empty()) RefuseSchema(key.span, "the table has a primary key already");
  definition.primary_key_name = "PK";
  for (const auto& column : key.columns) {
    const auto* found = definition.Find(column.text);
    if (found == nullptr) {
      RefuseSchema(column.span, "primary key column '" + column.text + "' is not a column of the table",
                   SuggestName(column.text, NamesOf(definition)));
    }
    if (found->kind != ColumnDefinition::Kind::Physical) {
      RefuseSchema(column.span, "primary key column '" + column.text + "' is not stored");
    }
    if (std::count(definition.primary_key.begin(), definition.primary_key.end(), column.text) != 0) {
      RefuseSchema(column.span, "primary key column '" + column.text + "' is named twice");
    }
    definition.primary_key.push_back(column.text);
    definition.primary_key_name += "_" + column.text;
  }
  if (key.constraint) definition.primary_key_name = key.constraint->text;
  for (auto& column : definition.columns) {
    const auto& names = definition.primary_key;
    if (std::count(names.begin(), names.end(), column.name) != 0) column.type.nullable = false;
  }
}

void SetWatermark(TableDefinition& definition, const Watermark& watermark) {
  if (watermark.column.size() != 1) RefuseSchema(watermark.span, "a watermark is for a column, not for a field in one");
  definition.watermark = WatermarkDefinition{watermark.column[0].text, watermark.expression.canonical};
}

void CheckDefinition(Session& session, TableDefinition& definition, Span span) {
  std::set<std::string> seen;
  std::vector<TypedColumn> stored;
  for (const auto& column : definition.columns) {
    if (!seen.insert(column.name).second) RefuseSchema(span, "column '" + column.name + "' is defined twice");
    if (column.kind != ColumnDefinition::Kind::Computed) stored.push_back({column.name, column.type, {}});
  }
  for (auto& column : definition.columns) {
    if (column.kind != ColumnDefinition::Kind::Computed) continue;
    try {
      column.type = ComputedType(column, stored, RowContext(session)).type;
    } catch (const SqlError& e) {
      throw SqlError(e.stage(), span, e.message(), e.hint(), e.code());
    }
  }
  for (const auto& key : definition.partition_keys) {
    if (definition.Find(key) == nullptr) {
      RefuseSchema(span, "partition column '" + key + "' is not a column of the table",
                   SuggestName(key, NamesOf(definition)));
    }
  }
  if (definition.watermark) CheckWatermark(session, definition, span);
}

namespace {

using Feature = LikeClause::Feature;
using Merging = LikeClause::Merging;

Merging RuleFor(const LikeClause& like, Feature feature) {
  // Default: INCLUDING ALL OVERWRITING OPTIONS.
  Merging merging = feature == Feature::Options ? Merging::Overwriting : Merging::Including;
  for (const auto& rule : like.rules) {
    if (rule.feature == Feature::All) {
      merging = feature == Feature::Options && rule.merging == Merging::Including ? Merging::Overwriting : rule.merging;
    }
  }
  for (const auto& rule : like.rules) {
    if (rule.feature == feature) merging = rule.merging;
  }
  return merging;
}

}  // namespace

void MergeLike(TableDefinition& definition, const TableDefinition& base, const LikeClause& like) {
  const Span span = like.base.span();
  std::vector<ColumnDefinition> merged;
  for (const auto& column : base.columns) {
    Merging merging = Merging::Including;
    if (column.kind == ColumnDefinition::Kind::Computed) merging = RuleFor(like, Feature::Generated);
    if (column.kind == ColumnDefinition::Kind::Metadata) merging = RuleFor(like, Feature::Metadata);
    if (merging == Merging::Excluding) continue;
    const auto* own = definition.Find(column.name);
    if (own != nullptr && merging == Merging::Overwriting && own->kind == column.kind) continue;
    if (own != nullptr) RefuseSchema(span, "column '" + column.name + "' is in " + like.base.Text() + " already");
    merged.push_back(column);
  }
  merged.insert(merged.end(), definition.columns.begin(), definition.columns.end());
  definition.columns = std::move(merged);

  const auto constraints = RuleFor(like, Feature::Constraints);
  if (constraints != Merging::Excluding && !base.primary_key.empty()) {
    if (!definition.primary_key.empty()) RefuseSchema(span, like.base.Text() + " has a primary key already");
    definition.primary_key = base.primary_key;
    definition.primary_key_name = base.primary_key_name;
  }
  if (RuleFor(like, Feature::Partitions) != Merging::Excluding && !base.partition_keys.empty()) {
    if (!definition.partition_keys.empty()) RefuseSchema(span, like.base.Text() + " is partitioned already");
    definition.partition_keys = base.partition_keys;
  }
  if (RuleFor(like, Feature::Distribution) != Merging::Excluding && definition.distribution.empty()) {
    definition.distribution = base.distribution;
  }
  const auto watermarks = RuleFor(like, Feature::Watermarks);
  if (watermarks != Merging::Excluding && base.watermark) {
    if (definition.watermark && watermarks == Merging::Including) {
      RefuseSchema(span, like.base.Text() + " has a watermark already", "OVERWRITING WATERMARKS lets the new one win");
    }
    if (!definition.watermark) definition.watermark = base.watermark;
  }
  const auto options = RuleFor(like, Feature::Options);
  if (options != Merging::Excluding) {
    for (const auto& [key, value] : base.options) {
      if (definition.options.count(key) != 0 && options == Merging::Including) {
        RefuseSchema(span, like.base.Text() + " has the option '" + key + "' already",
                     "OVERWRITING OPTIONS lets the new one win");
      }
      definition.options.emplace(key, value);
    }
  }
}

}  // namespace tarn::sql

// CREATE TABLE and the pieces that ALTER TABLE shares with it.
#include "sql/parse/parser_impl.h"

namespace tarn::sql {

CreateTable Parser::ParseCreateTable() {
  CreateTable table;
  table.if_not_exists = Accept("IF", "NOT", "EXISTS");
  table.name = ParseObjectName("a table name");
  if (IsSymbol("(")) {
    // CREATE TABLE t (a, b) AS ..: names alone put the query's columns into another order.
    const bool names_only = IsName(1) && (IsSymbol(",", 2) || IsSymbol(")", 2));
    if (names_only) {
      table.reordered_columns = ParseNameList("a column name");
      if (!IsAnyWord({"WITH", "AS", "COMMENT", "DISTRIBUTED", "PARTITIONED"})) Unexpected("AS and a query");
    } else {
      ParseTableElements(table);
    }
  }
  if (Accept("COMMENT")) table.comment = ParseComment();
  if (IsWord("DISTRIBUTED")) {
    Take();
    table.distribution = ParseDistribution();
  }
  if (Accept("PARTITIONED", "BY")) {
    if (IsSymbol("(") && IsName(1) && !IsSymbol(",", 2) && !IsSymbol(")", 2)) {
      Fail(Peek(2).span, "PARTITIONED BY takes names of columns, not types",
           "declare the column above and name it here: PARTITIONED BY (" + Peek(1).text + ")");
    }
    table.partitioned_by = ParseNameList("a column name");
  }
  if (Accept("WITH")) table.options = ParseOptions("options");
  if (Accept("LIKE")) table.like = ParseLikeClause();
  if (Accept("AS")) {
    if (!IsQuery()) Unexpected("a query");
    table.as = ParseQuery();
  }
  if (!table.reordered_columns.empty() && !table.as) {
    Fail(table.reordered_columns.front().span, "the column has no type", "name TYPE");
  }
  return table;
}

void Parser::ParseTableElements(CreateTable& table) {
  ExpectSymbol("(");
  if (IsSymbol(")")) Unexpected("a column");
  const auto key = [&](PrimaryKey found) {
    if (table.primary_key) {
      Fail(found.span, "the table has two primary keys", "", ErrorStage::Validation);
    }
    table.primary_key = std::move(found);
  };
  do {
    if (IsWord("WATERMARK") && IsWord("FOR", 1)) {
      Watermark watermark = ParseWatermark();
      if (table.watermark) Fail(watermark.span, "a table has one watermark");
      table.watermark = std::move(watermark);
    } else if (IsWord("PRIMARY") || (IsWord("CONSTRAINT") && IsName(1))) {
      key(ParsePrimaryKey());
    } else if (IsWord("UNIQUE")) {
      Fail(Peek().span, "UNIQUE is no constraint of a table", "PRIMARY KEY (..) NOT ENFORCED is the only one",
           ErrorStage::Validation);
    } else {
      if (IsSymbol(")")) Unexpected("a column", "a comma too much stands before it");
      table.columns.push_back(ParseColumn(&table));
    }
    if (IsName() || IsAnyWord({"WATERMARK", "PRIMARY", "CONSTRAINT"})) {
      Fail(Peek().span, "a comma is missing before '" + TextOf(Peek().span) + "'");
    }
  } while (AcceptSymbol(","));
  ExpectSymbol(")");
}

Column Parser::ParseColumn(CreateTable* table) {
  Column column;
  column.name = ParseName("a column name");
  const Token& next = Peek();
  if (Accept("AS")) {
    column.kind = Column::Kind::Computed;
    column.expression = ParseExpressionHere();
  } else {
    column.type = ParseType();
    column.type_span = SpanFrom(next);
    const auto inline_key = [&] {
      if (!IsWord("PRIMARY")) return;
      const Token& first = Take();
      Expect("KEY");
      PrimaryKey key;
      key.columns.push_back(column.name);
      if (Accept("NOT")) {
        Expect("ENFORCED");
      } else {
        Accept("ENFORCED");
        key.enforced = true;
      }
      key.span = SpanFrom(first);
      if (table == nullptr || table->primary_key) {
        Fail(key.span, "the table has two primary keys", "", ErrorStage::Validation);
      }
      table->primary_key = std::move(key);
    };
    if (IsWord("METADATA")) {
      Take();
      column.kind = Column::Kind::Metadata;
      if (Accept("FROM")) column.metadata_key = ParseString("a metadata key in single quotes").value;
      column.is_virtual = Accept("VIRTUAL");
    }
    if (IsWord("CONSTRAINT") && IsName(1)) {
      Take();
      Take();
    }
    inline_key();
    if (IsWord("DEFAULT")) {
      Fail(Peek().span, "a column takes no DEFAULT", "CALL sys.alter_column_default_value(..) sets one");
    }
  }
  if (Accept("COMMENT")) column.comment = ParseComment();
  return column;
}

Watermark Parser::ParseWatermark() {
  const Token& first = Expect("WATERMARK");
  Expect("FOR");
  Watermark watermark;
  do {
    watermark.column.push_back(ParseName("a column name"));
  } while (AcceptSymbol("."));
  Expect("AS");
  watermark.expression = ParseExpressionHere();
  watermark.span = SpanFrom(first);
  return watermark;
}

PrimaryKey Parser::ParsePrimaryKey() {
  const Token& first = Peek();
  PrimaryKey key;
  if (Accept("CONSTRAINT")) key.constraint = ParseName("a constraint name");
  if (IsWord("UNIQUE")) {
    Fail(Peek().span, "UNIQUE is no constraint of a table", "PRIMARY KEY (..) NOT ENFORCED is the only one",
         ErrorStage::Validation);
  }
  Expect("PRIMARY");
  Expect("KEY");
  key.columns = ParseNameList("a column name");
  if (Accept("NOT")) {
    Expect("ENFORCED");
  } else {
    Accept("ENFORCED");
    key.enforced = true;
  }
  key.span = SpanFrom(first);
  return key;
}

Distribution Parser::ParseDistribution() {
  const Token& first = Last();
  Distribution distribution;
  if (Accept("BY")) {
    if (Accept("HASH"))
      distribution.kind = Distribution::Kind::Hash;
    else if (Accept("RANGE"))
      distribution.kind = Distribution::Kind::Range;
    distribution.columns = ParseNameList("a column name");
    if (Accept("INTO")) {
      distribution.buckets = ParseInteger("a number of buckets", 1000000);
      Expect("BUCKETS");
    }
  } else {
    Expect("INTO");
    distribution.buckets = ParseInteger("a number of buckets", 1000000);
    Expect("BUCKETS");
  }
  if (distribution.buckets && *distribution.buckets == 0) {
    Fail(SpanFrom(first), "a table has at least one bucket", "", ErrorStage::Validation);
  }
  distribution.span = SpanFrom(first);
  return distribution;
}

LikeClause Parser::ParseLikeClause() {
  using Feature = LikeClause::Feature;
  using Merging = LikeClause::Merging;
  LikeClause like;
  like.base = ParseObjectName("a table name");
  if (!AcceptSymbol("(")) return like;
  static const std::vector<std::pair<std::string, Feature>> kFeatures = {{"ALL", Feature::All},
                                                                         {"CONSTRAINTS", Feature::Constraints},
                                                                         {"DISTRIBUTION", Feature::Distribution},
                                                                         {"GENERATED", Feature::Generated},
                                                                         {"METADATA", Feature::Metadata},
                                                                         {"OPTIONS", Feature::Options},
                                                                         {"PARTITIONS", Feature::Partitions},
                                                                         {"WATERMARKS", Feature::Watermarks}};
  while (!IsSymbol(")")) {
    const Token& first = Peek();
    LikeClause::Rule rule{};
    if (Accept("INCLUDING"))
      rule.merging = Merging::Including;
    else if (Accept("EXCLUDING"))
      rule.merging = Merging::Excluding;
    else if (Accept("OVERWRITING"))
      rule.merging = Merging::Overwriting;
    else
      Unexpected("INCLUDING, EXCLUDING or OVERWRITING");
    bool known = false;
    for (const auto& [word, feature] : kFeatures) {
      if (Accept(std::string_view(word))) {
        rule.feature = feature;
        known = true;
        break;
      }
    }
    if (!known) Unexpected("ALL, CONSTRAINTS, DISTRIBUTION, GENERATED, METADATA, OPTIONS, PARTITIONS or WATERMARKS");
    rule.span = SpanFrom(first);
    const bool overwritable = rule.feature == Feature::Generated || rule.feature == Feature::Metadata ||
                              rule.feature == Feature::Options || rule.feature == Feature::Watermarks;
    if (rule.merging == Merging::Overwriting && !overwritable) {
      Fail(rule.span, "only GENERATED, METADATA, OPTIONS and WATERMARKS can be overwritten", "",
           ErrorStage::Validation);
    }
    for (const auto& other : like.rules) {
      if (other.feature == rule.feature) {
        Fail(rule.span, "the feature is named twice", "", ErrorStage::Validation);
      }
    }
    like.rules.push_back(rule);
  }
  ExpectSymbol(")");
  return like;
}

}  // namespace tarn::sql

// ALTER TABLE, VIEW, DATABASE, CATALOG.
#include "sql/parse/parser_impl.h"

namespace tarn::sql {

namespace {

alter::ResetOptions ResetKeys(std::vector<Text> keys) { return {std::move(keys)}; }

}  // namespace

Statement Parser::ParseAlter() {
  const Token& first = Expect("ALTER");
  const auto reset_keys = [&] {
    std::vector<Text> keys;
    ExpectSymbol("(");
    if (!IsSymbol(")")) {
      do {
        keys.push_back(ParseString("an option's name in single quotes"));
      } while (AcceptSymbol(","));
    }
    ExpectSymbol(")");
    return keys;
  };
  if (Accept("TABLE")) return {ParseAlterTable()};
  if (Accept("VIEW")) {
    AlterView view;
    view.name = ParseObjectName("a view name");
    if (Accept("RENAME", "TO")) {
      view.action = alter::RenameTo{ParseObjectName("a view name")};
    } else if (Accept("AS")) {
      if (!IsQuery()) Unexpected("a query");
      view.action = alter::AsQuery{ParseQuery()};
    } else {
      Unexpected("RENAME TO or AS");
    }
    return {std::move(view)};
  }
  if (Accept("DATABASE")) {
    AlterDatabase database;
    database.name = ParseObjectName("a database name");
    Expect("SET");
    database.action = {ParseOptions("options")};
    return {std::move(database)};
  }
  if (Accept("CATALOG")) {
    AlterCatalog catalog;
    catalog.name = ParseName("a catalog name");
    if (Accept("SET")) {
      catalog.action = alter::SetOptions{ParseOptions("options")};
    } else if (Accept("RESET")) {
      catalog.action = ResetKeys(reset_keys());
    } else {
      Expect("COMMENT");
      catalog.action = alter::Comment{ParseString("a comment in single quotes")};
    }
    return {std::move(catalog)};
  }
  if (IsAnyWord({"FUNCTION", "MATERIALIZED", "MODEL", "CONNECTION", "TEMPORARY"})) {
    const Token& kind = Peek();
    while (Peek().kind != TokenKind::End && !IsSymbol(";")) Take();
    return {UnsupportedStatement{"ALTER " + kind.upper, "", Cover(first.span, kind.span)}};
  }
  Unexpected("TABLE, VIEW, DATABASE or CATALOG");
}

AlterTable Parser::ParseAlterTable() {
  AlterTable table;
  table.if_exists = Accept("IF", "EXISTS");
  table.name = ParseObjectName("a table name");
  const auto partitions = [&] {
    std::vector<alter::PartitionSpec> specs;
    do {
      specs.push_back(ParsePartition());
      // Options of a partition have no meaning in a lake.
      if (Accept("WITH")) ParseOptions("options");
    } while (AcceptSymbol(",") || IsWord("PARTITION"));
    return specs;
  };
  if (Accept("SET")) {
    table.action = alter::SetOptions{ParseOptions("options")};
  } else if (Accept("RESET")) {
    alter::ResetOptions reset;
    ExpectSymbol("(");
    do {
      reset.keys.push_back(ParseString("an option's name in single quotes"));
    } while (AcceptSymbol(","));
    ExpectSymbol(")");
    table.action = std::move(reset);
  } else if (Accept("RENAME")) {
    if (Accept("TO")) {
      table.action = alter::RenameTo{ParseObjectName("a table name")};
    } else {
      alter::RenameColumn rename;
      do {
        rename.from.push_back(ParseName("a column name"));
      } while (AcceptSymbol("."));
      Expect("TO");
      rename.to = ParseName("a column name");
      table.action = std::move(rename);
    }
  } else if (Accept("ADD")) {
    if (IsWord("PARTITION") || (IsWord("IF") && IsWord("NOT", 1))) {
      alter::AddPartitions add;
      add.if_not_exists = Accept("IF", "NOT", "EXISTS");
      add.partitions = partitions();
      table.action = std::move(add);
    } else {
      table.action = ParseSchemaChange(false);
    }
  } else if (Accept("MODIFY")) {
    table.action = ParseSchemaChange(true);
  } else if (Accept("DROP")) {
    if (IsWord("PARTITION") || (IsWord("IF") && IsWord("EXISTS", 1) && IsWord("PARTITION", 2))) {
      alter::DropPartitions drop;
      drop.if_exists = Accept("IF", "EXISTS");
      drop.partitions = partitions();
      table.action = std::move(drop);
    } else if (Accept("PRIMARY", "KEY")) {
      table.action = alter::DropPrimaryKey{};
    } else if (Accept("CONSTRAINT")) {
      table.action = alter::DropConstraint{ParseName("a constraint name")};
    } else if (Accept("WATERMARK")) {
      table.action = alter::DropWatermark{};
    } else if (Accept("DISTRIBUTION")) {
      table.action = alter::DropDistribution{};
    } else {
      if (IsWord("COLUMN")) Fail(Peek().span, "the column's name follows DROP at once", "leave COLUMN out");
      alter::DropColumns drop;
      // A nested column is named by its path; Paimon cannot drop one through Flink's statement yet.
      if (IsSymbol("(")) {
        drop.columns = ParseNameList("a column name");
      } else {
        drop.columns.push_back(ParseName("a column name"));
      }
      table.action = std::move(drop);
    }
  } else {
    Unexpected("SET, RESET, RENAME, ADD, MODIFY or DROP");
  }
  return table;
}

ColumnPosition Parser::ParseColumnPosition() {
  ColumnPosition position;
  if (Accept("FIRST")) {
    position.first = true;
  } else if (Accept("AFTER")) {
    position.after = ParseName("a column name");
  }
  return position;
}

alter::ChangeSchema Parser::ParseSchemaChange(bool modify) {
  alter::ChangeSchema change;
  change.modify = modify;
  CreateTable table;  // takes a key that stands behind a column
  const auto element = [&] {
    if (IsWord("WATERMARK") && IsWord("FOR", 1)) {
      Watermark watermark = ParseWatermark();
      if (change.watermark) Fail(watermark.span, "a table has one watermark");
      change.watermark = std::move(watermark);
    } else if (IsWord("PRIMARY") || (IsWord("CONSTRAINT") && IsName(1))) {
      PrimaryKey key = ParsePrimaryKey();
      if (change.primary_key) Fail(key.span, "the table has two primary keys", "", ErrorStage::Validation);
      change.primary_key = std::move(key);
    } else {
      if (IsWord("COLUMN")) {
        Fail(Peek().span, std::string("the column's name follows ") + (modify ? "MODIFY" : "ADD") + " at once",
             "leave COLUMN out");
      }
      Column column = ParseColumn(&table);
      ColumnPosition position = ParseColumnPosition();
      change.columns.emplace_back(std::move(column), std::move(position));
    }
  };
  if (IsWord("DISTRIBUTION")) {
    Take();
    change.distribution = ParseDistribution();
  } else if (AcceptSymbol("(")) {
    do {
      element();
    } while (AcceptSymbol(","));
    ExpectSymbol(")");
  } else {
    element();
  }
  if (table.primary_key) {
    if (change.primary_key) {
      Fail(table.primary_key->span, "the table has two primary keys", "", ErrorStage::Validation);
    }
    change.primary_key = std::move(table.primary_key);
  }
  return change;
}

}  // namespace tarn::sql

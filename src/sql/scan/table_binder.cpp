#include "sql/scan/table_binder.h"

#include <algorithm>
#include <duckdb/main/connection.hpp>
#include <duckdb/parser/expression/columnref_expression.hpp>
#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/expression/function_expression.hpp>
#include <duckdb/parser/expression/star_expression.hpp>
#include <duckdb/parser/expression/subquery_expression.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/tableref/emptytableref.hpp>
#include <duckdb/parser/tableref/subqueryref.hpp>
#include <duckdb/parser/tableref/table_function_ref.hpp>

#include "base/civil_time.h"
#include "base/option_error.h"
#include "base/time_zone.h"
#include "paimon/options.h"
#include "sql/catalog/paimon_catalog.h"
#include "sql/constant.h"
#include "sql/defined_expression.h"
#include "sql/describe_table.h"
#include "sql/lower/lower.h"
#include "sql/names.h"
#include "sql/option_place.h"
#include "sql/parse/parser.h"
#include "sql/plan/optimize.h"
#include "sql/scan/process_call.h"
#include "sql/scan/statement_tables.h"
#include "sql/session.h"
#include "sql/table_refs.h"
#include "sql/types/flink_types.h"
#include "table/scan/time_travel.h"
#include "table/schema/validate.h"
#include "table/system/system_tables.h"

namespace tarn::sql {
namespace {

// 'paimon.<catalog>.<database>.<table>.<key>', where '*' stands for any part; the exact name wins.
OptionMap SessionOptionsOf(const Settings& settings, const ObjectPath& path) {
  OptionMap options, exact;
  for (const auto& [key, value] : settings.values()) {
    if (!key.starts_with("paimon.")) continue;
    size_t begin = 7;
    bool matches = true, literal = true;
    for (const auto* part : {&path.catalog, &path.database, &path.name}) {
      if (matches && key.compare(begin, part->size() + 1, *part + ".") == 0) {
        begin += part->size() + 1;
      } else if (matches && key.compare(begin, 2, "*.") == 0) {
        begin += 2;
        literal = false;
      } else {
        matches = false;
      }
    }
    if (matches) (literal ? exact : options)[key.substr(begin)] = value;
  }
  for (const auto& [key, value] : exact) options[key] = value;
  return options;
}

duckdb::unique_ptr<duckdb::QueryNode> ViewQuery(const ViewDefinition& view) {
  auto query = ParseQuery(view.query);
  QualifyTables(*query.tree->node, view.catalog, view.database);
  ForgetPositions(*query.tree->node);
  auto from = duckdb::make_uniq<duckdb::SubqueryRef>(std::move(query.tree), "^ view");
  for (const auto& name : view.column_names) from->column_name_alias.push_back(EncodeName(name));
  auto select = duckdb::make_uniq<duckdb::SelectNode>();
  select->select_list.push_back(duckdb::make_uniq<duckdb::StarExpression>());
  select->from_table = std::move(from);
  return select;
}

}  // namespace

const std::string& BoundTable::connector() const {
  static const std::string kPaimon = "paimon", kNone;
  if (lake) return kPaimon;
  const auto found = options.find("connector");
  return found == options.end() ? kNone : found->second;
}

AnalyzeContext TableBinder::Context() {
  AnalyzeContext context;
  context.relations = this;
  context.database = session_.catalogs().current_database();
  context.time_zone = session_.settings().time_zone();
  context.streaming = streaming_;
  context.legacy_cast = session_.settings().GetWord("table.exec.legacy-cast-behaviour") == "ENABLED";
  context.now_us = session_.env().clock.NowMicros();
  return context;
}

TableBinder::Reference TableBinder::Read(const duckdb::BaseTableRef& ref) {
  auto read = ReadReference(ref);
  Reference reference{session_.catalogs().Resolve(read.name), "", std::move(read.hints), std::move(read.places),
                      std::nullopt};
  if (read.timestamp) {
    // A literal says a time on the wall of the session's zone.
    const auto location = read.timestamp->GetQueryLocation();
    const Span span{location.IsValid() ? location.GetIndex() : 0, 0};
    const auto value = EvaluateConstant(session_, std::move(read.timestamp), Context());
    if (value.IsNull()) {
      throw SqlError(ErrorStage::Validation, span, "FOR SYSTEM_TIME AS OF needs a timestamp, and this one is NULL");
    }
    const auto id = value.type().id();
    if (id != duckdb::LogicalTypeId::TIMESTAMP && id != duckdb::LogicalTypeId::TIMESTAMP_NS &&
        id != duckdb::LogicalTypeId::TIMESTAMP_TZ) {
      throw SqlError(ErrorStage::Validation, span, "FOR SYSTEM_TIME AS OF needs a timestamp",
                     "such as TIMESTAMP '2024-01-31 12:00:00'");
    }
    int64_t micros = value.GetValueUnsafe<int64_t>();
    if (id == duckdb::LogicalTypeId::TIMESTAMP_NS) micros = FloorDiv(micros, 1000);
    if (id != duckdb::LogicalTypeId::TIMESTAMP_TZ) {
      micros = TimeZone::Named(session_.settings().time_zone()).ToUtc(micros);
    }
    reference.as_of_ms = FloorDiv(micros, 1000);
  }
  if (read.version) {
    const auto value = EvaluateConstant(session_, std::move(read.version), Context());
    reference.hints["scan.version"] = value.ToString();
  }
  return reference;
}

std::vector<std::string> TableBinder::NamesNear(const ObjectPath& path) const {
  std::vector<std::string> names;
  auto& catalogs = session_.catalogs();
  if (const auto* catalog = catalogs.Find(path.catalog); catalog != nullptr && catalog->HasDatabase(path.database)) {
    names = catalog->Names(path.database, false);
    for (auto& view : catalog->Names(path.database, true)) names.push_back(std::move(view));
  }
  for (const auto& [temporary, object] : catalogs.temporary()) {
    if (temporary.catalog == path.catalog && temporary.database == path.database) names.push_back(temporary.name);
  }
  return names;
}

std::optional<Relation> TableBinder::Table(const duckdb::BaseTableRef& ref, std::vector<std::string>* near) {
  const std::string key = ref.catalog_name + "." + ref.schema_name + "." + ref.table_name +
                          (ref.at_clause ? ref.at_clause->ToString() : "");
  if (ref.schema_name == kFileSchema) return File(ref);
  const auto known = by_reference_.find(key);
  std::shared_ptr<const BoundTable> bound = known == by_reference_.end() ? nullptr : known->second;
  if (!bound) {
    Reference reference = Read(ref);
    auto found = session_.catalogs().Lookup(reference.path);
    const size_t dollar = reference.path.name.find('$');
    if (!found && dollar != std::string::npos) {
      reference.system_table = reference.path.name.substr(dollar + 1);
      reference.path.name.resize(dollar);
      found = session_.catalogs().Lookup(reference.path);
    }
    if (!found) {
      const bool known_place = ref.query_location.IsValid();
      session_.catalogs().RequireDatabase(reference.path.catalog, reference.path.database,
                                          {known_place ? ref.query_location.GetIndex() : 0, 0});
      if (near != nullptr) *near = NamesNear(reference.path);
      return std::nullopt;
    }
    if (const auto* view = std::get_if<ViewDefinition>(&found->object)) {
      Relation relation;
      relation.view = ViewQuery(*view);
      relation.path = {found->path.catalog, found->path.database, found->path.name};
      return relation;
    }
    try {
      bound = Bind(reference, std::get<CatalogTable>(found->object), found->temporary);
      if (streaming_ && !bound->system_table.empty())
        throw SqlError(ErrorStage::Plan, {}, "system tables are not supported in streaming mode yet",
                       "SET 'execution.runtime-mode' = 'batch' reads them", ErrorCode::Unsupported);
    } catch (const SqlError& e) {
      if (e.span().offset > 0 || !ref.query_location.IsValid()) throw;
      throw SqlError(e.stage(), {ref.query_location.GetIndex(), 0}, e.message(), e.hint(), e.code());
    }
    by_reference_[key] = bound;
    bound_.push_back(bound);
  }
  Relation relation;
  relation.columns = bound->columns;
  relation.path = {bound->path.catalog, bound->path.database, bound->path.name};
  if (!bound->system_table.empty()) relation.path.back() += "$" + bound->system_table;
  return relation;
}

Relation TableBinder::File(const duckdb::BaseTableRef& ref) {
  const Span span{ref.query_location.IsValid() ? ref.query_location.GetIndex() : 0, 0};
  if (streaming_) {
    throw SqlError(ErrorStage::Plan, span, "a file is read by its name in batch mode only",
                   "CREATE TEMPORARY TABLE .. WITH ('connector' = 'filesystem', 'path' = '..', 'format' = '..')");
  }
  auto [known, fresh] = files_.try_emplace(ref.table_name);
  if (fresh) known->second = OpenFileTable(connection_, ref.table_name, span);
  Relation relation;
  relation.columns = known->second.columns;
  return relation;
}

std::optional<Relation> TableBinder::Function(const duckdb::TableFunctionRef& ref,
                                              const std::vector<TypedColumn>& input) {
  // `input` belongs to the first query among the arguments; the others are planned for their columns.
  const duckdb::QueryNode* first = nullptr;
  for (const auto& child : ref.function->Cast<duckdb::FunctionExpression>().children) {
    if (child->GetExpressionClass() != duckdb::ExpressionClass::SUBQUERY) continue;
    first = child->Cast<duckdb::SubqueryExpression>().subquery->node.get();
    break;
  }
  auto process = ReadProcessCall(
      ref, [&](size_t, duckdb::QueryNode& query) { return &query == first ? input : PlannedColumns(query); });
  if (!process) return std::nullopt;
  processes_[ref.function.get()] = process;
  Relation relation;
  relation.columns = process->columns;
  return relation;
}

std::vector<TypedColumn> TableBinder::PlannedColumns(const duckdb::QueryNode& query) {
  auto copy = query.Copy();
  PutScans(*copy);
  const auto plan = PlanContinuous(connection_, std::move(copy));
  std::vector<TypedColumn> columns;
  for (size_t i = 0; i < plan.names.size(); i++) {
    columns.push_back({DecodeName(plan.names[i]), ToDataType(plan.root->types[i]), TimeAttribute::None});
  }
  return columns;
}

bool TableBinder::PutProcess(duckdb::unique_ptr<duckdb::TableRef>& ref, duckdb::TableFunctionRef& call) {
  const auto known = processes_.find(call.function.get());
  if (known == processes_.end()) return false;
  auto& process = known->second;
  process->inputs = TakeInputs(call, *process);
  // The inputs become sources of stream operators, also where the query around the call runs in batch.
  const bool batch = !streaming_;
  streaming_ = true;
  for (auto& input : process->inputs) PutScans(*input);
  streaming_ = !batch;
  if (batch) process->batch_plan = LowerInBatch(connection_, *process);
  const std::string id = StatementTables::Of(*connection_.context).Add(process);
  duckdb::vector<duckdb::unique_ptr<duckdb::ParsedExpression>> arguments;
  arguments.push_back(duckdb::make_uniq<duckdb::ConstantExpression>(duckdb::Value(id)));
  auto scan = duckdb::make_uniq<duckdb::TableFunctionRef>();
  scan->function = duckdb::make_uniq<duckdb::FunctionExpression>("tarn_process", std::move(arguments));
  scan->alias = call.alias.empty() ? EncodeName(process->entry->name) : call.alias;
  scan->column_name_alias = call.column_name_alias;
  scan->query_location = call.query_location;
  ref = std::move(scan);
  return true;
}

std::shared_ptr<const BoundTable> TableBinder::BindNamed(const ObjectName& name, const OptionList& hints) {
  std::vector<std::string> parts;
  for (const auto& part : name.parts) parts.push_back(part.text);
  Reference reference{session_.catalogs().Resolve(parts), "", {}, {}, std::nullopt};
  for (const auto& hint : hints) {
    reference.hints[hint.key.value] = hint.value.value;
    reference.places[hint.key.value] = hint.key.span;
  }
  const auto found = session_.catalogs().Lookup(reference.path);
  if (!found) {
    session_.catalogs().RequireDatabase(reference.path.catalog, reference.path.database, name.span());
    throw SqlError(ErrorStage::Validation, name.span(), "there is no table " + reference.path.Text(),
                   SuggestName(reference.path.name, NamesNear(reference.path)), ErrorCode::NotFound);
  }
  const auto* table = std::get_if<CatalogTable>(&found->object);
  if (table == nullptr) {
    throw SqlError(ErrorStage::Validation, name.span(), reference.path.Text() + " is a view, which cannot be written");
  }
  auto bound = Bind(reference, *table, found->temporary);
  bound_.push_back(bound);
  return bound;
}

std::shared_ptr<const BoundTable> TableBinder::Bind(const Reference& reference, const CatalogTable& table,
                                                    bool temporary) try {
  auto bound = std::make_shared<BoundTable>(session_.env());
  bound->streaming = streaming_;
  bound->time_zone = session_.settings().time_zone();
  bound->path = reference.path;
  bound->definition = table.definition;
  bound->hints = reference.hints;
  bound->places = reference.places;
  bound->temporary = temporary;
  bound->system_table = reference.system_table;
  bound->options = table.definition.options;
  for (const auto& [key, value] : reference.hints) bound->options[key] = value;
  std::string directory = table.directory;
  const auto connector = bound->options.find("connector");
  if (directory.empty() && connector != bound->options.end() && connector->second == "paimon") {
    const auto path = bound->options.find("path");
    if (path == bound->options.end()) {
      throw Error(ErrorCode::InvalidInput,
                  "table " + reference.path.Text() + " with 'connector' = 'paimon' needs a 'path'");
    }
    directory = path->second.starts_with("file:") ? path->second.substr(5) : path->second;
  }
  if (!directory.empty()) {
    BindLake(*bound, reference, directory);
  } else if (connector == bound->options.end()) {
    throw SqlError(ErrorStage::Validation, {}, "table " + reference.path.Text() + " has no option 'connector'",
                   "what it is made of is said by WITH ('connector' = '..')");
  } else if (!reference.system_table.empty()) {
    throw SqlError(ErrorStage::Validation, {},
                   "only Paimon tables have system tables, and " + reference.path.Text() + " is no Paimon table");
  } else if (!reference.hints.empty()) {
    // Here, where the statement is at hand that names them.
    if (const auto* entry = connector::ConnectorNamed(bound->connector())) {
      connector::TableOptions(*entry, Describe(*bound));
    }
  }
  BindColumns(*bound);
  return bound;
} catch (const OptionError& e) {
  // Another table of the statement may have an option of this name too.
  ThrowAtOption(e, reference.places);
}

void TableBinder::BindLake(BoundTable& bound, const Reference& reference, const std::string& directory) {
  OptionMap dynamic = reference.hints;
  for (const auto& [key, value] : SessionOptionsOf(session_.settings(), reference.path)) {
    dynamic[key] = value;
    bound.options[key] = value;
  }
  if (reference.as_of_ms) dynamic["scan.timestamp-millis"] = std::to_string(*reference.as_of_ms);
  for (const auto& [key, value] : dynamic) {
    paimon::RefuseMistypedOption(key);
    paimon::RefuseWrongValue(key, value);
  }
  bound.lake = table::Table::Open(session_.env(), directory, dynamic);
  // 'scan.timestamp' is a time on the wall of the session's zone; the table store knows UTC alone.
  if (const auto text = bound.lake->Option("scan.timestamp")) {
    if (const auto wall = ParseTimestamp(*text)) {
      const auto utc = TimeZone::Named(session_.settings().time_zone()).ToUtc(MicrosFromCivil(*wall));
      const auto in_utc = FormatTimestamp(utc, 6);
      dynamic["scan.timestamp"] = bound.options["scan.timestamp"] = bound.hints["scan.timestamp"] = in_utc;
      bound.lake = bound.lake->WithOptions(dynamic);
    }
  }
  table::ValidateDynamicOptions(bound.lake->path(), bound.lake->schema(), dynamic);
  if (!reference.system_table.empty()) {
    if (table::FindSystemTable(reference.system_table) != nullptr) return;
    std::vector<std::string> known;
    for (const auto& table : table::SystemTables()) known.emplace_back(table.name);
    throw SqlError(ErrorStage::Validation, {},
                   "there is no system table '" + reference.path.name + "$" + reference.system_table + "'",
                   SuggestName(reference.system_table, known), ErrorCode::NotFound);
  }
  if (streaming_) return;
  NoteStreamOptions(reference);
  bound.snapshot = table::SnapshotToRead(*bound.lake);
  // AS OF shows the table as it was; a hint reads old rows under the schema of today.
  if (reference.as_of_ms && bound.snapshot && bound.snapshot->schema_id != bound.lake->schema().id) {
    bound.lake = bound.lake->WithSchema(bound.snapshot->schema_id);
    bound.definition = DefinitionOf(bound.lake->schema(), directory);
  }
}

// A batch query has the order of its ORDER BY and the end of its snapshot.
void TableBinder::NoteStreamOptions(const Reference& reference) const {
  for (const char* key : {"scan.order", "scan.order.column", "scan.order.memory", "on-null-time",
                          "scan.bounded.watermark", "scan.bounded.idle", "scan.watermark.max-jump"}) {
    if (!reference.hints.contains(key)) continue;
    session_.Notice(std::string("option '") + key +
                    "' is of streams and changes nothing in batch mode; SET 'execution.runtime-mode' = 'streaming'");
    return;
  }
}

void TableBinder::BindColumns(BoundTable& bound) {
  if (!bound.system_table.empty()) {
    for (const auto& field : table::FindSystemTable(bound.system_table)->columns) {
      bound.scan_columns.push_back({field.name, field.type, TimeAttribute::None});
    }
    bound.columns = bound.scan_columns;
    return;
  }
  for (const auto& column : bound.definition.columns) {
    TypedColumn typed{column.name, column.type, TimeAttribute::None};
    if (std::count(bound.definition.primary_key.begin(), bound.definition.primary_key.end(), column.name) != 0) {
      typed.type.nullable = false;
    }
    if (column.kind == ColumnDefinition::Kind::Computed) {
      std::vector<TypedColumn> stored;
      for (const auto& other : bound.definition.columns) {
        if (other.kind != ColumnDefinition::Kind::Computed) stored.push_back({other.name, other.type, {}});
      }
      const auto computed = ComputedType(column, stored, Context());
      typed.type = computed.type;
      typed.time = computed.time;
    } else {
      bound.scan_columns.push_back(typed);
    }
    if (bound.definition.watermark && bound.definition.watermark->column == column.name) {
      typed.time = TimeAttribute::Rowtime;
    }
    bound.columns.push_back(std::move(typed));
  }
}

duckdb::unique_ptr<duckdb::TableRef> TableBinder::ScanOf(const std::shared_ptr<const BoundTable>& table,
                                                         const std::string& alias) {
  auto& tables = StatementTables::Of(*connection_.context);
  const std::string id = tables.Add(table);
  const char* function = "tarn_source";
  if (table->lake && !streaming_) function = table->system_table.empty() ? "tarn_lake" : "tarn_system";
  duckdb::vector<duckdb::unique_ptr<duckdb::ParsedExpression>> arguments;
  arguments.push_back(duckdb::make_uniq<duckdb::ConstantExpression>(duckdb::Value(id)));
  auto scan = duckdb::make_uniq<duckdb::TableFunctionRef>();
  scan->function = duckdb::make_uniq<duckdb::FunctionExpression>(function, std::move(arguments));
  scan->alias = alias;
  const bool computes = !streaming_ && table->scan_columns.size() != table->columns.size();
  if (!computes) return scan;

  scan->alias = "^ scan";
  auto select = duckdb::make_uniq<duckdb::SelectNode>();
  for (const auto& column : table->definition.columns) {
    duckdb::unique_ptr<duckdb::ParsedExpression> item;
    if (column.kind == ColumnDefinition::Kind::Computed) {
      item = ParseDefined(column.expression);
      AnalyzeExpression(item, table->scan_columns, Context());
    } else {
      item = duckdb::make_uniq<duckdb::ColumnRefExpression>(EncodeName(column.name));
    }
    item->SetAlias(EncodeName(column.name));
    select->select_list.push_back(std::move(item));
  }
  select->from_table = std::move(scan);
  auto statement = duckdb::make_uniq<duckdb::SelectStatement>();
  statement->node = std::move(select);
  return duckdb::make_uniq<duckdb::SubqueryRef>(std::move(statement), alias);
}

void TableBinder::PutScans(duckdb::QueryNode& query) {
  const auto put_scan = [&](duckdb::unique_ptr<duckdb::TableRef>& ref, duckdb::BaseTableRef& base) {
    if (base.schema_name == kFileSchema) {
      auto scan = ScanOfFile(files_.at(base.table_name), base.alias);
      scan->column_name_alias = base.column_name_alias;
      ref = std::move(scan);
      return;
    }
    const std::string key = base.catalog_name + "." + base.schema_name + "." + base.table_name +
                            (base.at_clause ? base.at_clause->ToString() : "");
    const auto known = by_reference_.find(key);
    if (known == by_reference_.end()) {
      throw Error(ErrorCode::Internal, "table " + base.ToString() + " was not found while validating");
    }
    auto scan = ScanOf(known->second, base.alias.empty() ? base.table_name : base.alias);
    scan->column_name_alias = base.column_name_alias;
    scan->query_location = base.query_location;
    ref = std::move(scan);
  };
  ForEachTable(query, put_scan, [&](duckdb::unique_ptr<duckdb::TableRef>& ref, duckdb::TableFunctionRef& call) {
    return PutProcess(ref, call);
  });
}

}  // namespace tarn::sql

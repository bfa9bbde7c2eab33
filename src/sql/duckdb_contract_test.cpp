// What Tarn takes for granted about DuckDB 1.4.4, each as a test: an upgrade is judged here first. Wherever one fails,
// the test's name says which part of src/ rests on it.
#include <gtest/gtest.h>

#include <atomic>
#include <duckdb.hpp>
#include <duckdb/catalog/catalog_entry/schema_catalog_entry.hpp>
#include <duckdb/catalog/catalog_entry/table_function_catalog_entry.hpp>
#include <duckdb/common/file_system.hpp>
#include <duckdb/common/multi_file/multi_file_function.hpp>
#include <duckdb/common/multi_file/multi_file_reader.hpp>
#include <duckdb/execution/column_binding_resolver.hpp>
#include <duckdb/execution/expression_executor.hpp>
#include <duckdb/function/cast/cast_function_set.hpp>
#include <duckdb/function/cast/default_casts.hpp>
#include <duckdb/function/create_sort_key.hpp>
#include <duckdb/main/extension/extension_loader.hpp>
#include <duckdb/optimizer/cte_inlining.hpp>
#include <duckdb/optimizer/deliminator.hpp>
#include <duckdb/optimizer/filter_pullup.hpp>
#include <duckdb/optimizer/filter_pushdown.hpp>
#include <duckdb/optimizer/optimizer.hpp>
#include <duckdb/optimizer/optimizer_extension.hpp>
#include <duckdb/optimizer/remove_unused_columns.hpp>
#include <duckdb/parallel/task_scheduler.hpp>
#include <duckdb/parser/expression/columnref_expression.hpp>
#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/expression/function_expression.hpp>
#include <duckdb/parser/parsed_data/create_scalar_function_info.hpp>
#include <duckdb/parser/parser.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/statement/select_statement.hpp>
#include <duckdb/parser/tableref/basetableref.hpp>
#include <duckdb/parser/tableref/emptytableref.hpp>
#include <duckdb/parser/tableref/table_function_ref.hpp>
#include <duckdb/planner/planner.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <thread>

#include "columnar/duckdb_zstd.h"

namespace tarn::sql {
namespace {

namespace ddb = duckdb;

class DuckDbContract : public ::testing::Test {
 protected:
  ddb::DuckDB db_{nullptr};
  ddb::Connection con_{db_};

  std::string One(const std::string& sql) {
    auto result = con_.Query(sql);
    if (result->HasError()) return "error: " + result->GetErrorObject().RawMessage();
    return result->RowCount() == 0 ? "" : result->GetValue(0, 0).ToString();
  }

  // A select of `expressions` from `table` ("" = from nothing), as our parser builds it.
  static ddb::unique_ptr<ddb::SelectStatement> Select(ddb::unique_ptr<ddb::ParsedExpression> expression,
                                                      const std::string& table) {
    auto node = ddb::make_uniq<ddb::SelectNode>();
    node->select_list.push_back(std::move(expression));
    if (table.empty()) {
      node->from_table = ddb::make_uniq<ddb::EmptyTableRef>();
    } else {
      auto ref = ddb::make_uniq<ddb::BaseTableRef>();
      ref->table_name = table;
      node->from_table = std::move(ref);
    }
    auto statement = ddb::make_uniq<ddb::SelectStatement>();
    statement->node = std::move(node);
    return statement;
  }

  // The passes of sql/plan/optimize.cpp.
  ddb::unique_ptr<ddb::LogicalOperator> AllowListPlan(const std::string& sql) {
    ddb::unique_ptr<ddb::LogicalOperator> plan;
    con_.context->RunFunctionInTransaction([&] {
      ddb::Parser parser(con_.context->GetParserOptions());
      parser.ParseQuery(sql);
      ddb::Planner planner(*con_.context);
      planner.CreatePlan(std::move(parser.statements[0]));
      plan = std::move(planner.plan);
      ddb::Optimizer optimizer(*planner.binder, *con_.context);
      plan = ddb::CTEInlining(optimizer).Optimize(std::move(plan));
      plan = ddb::FilterPullup().Rewrite(std::move(plan));
      ddb::FilterPushdown pushdown(optimizer);
      ddb::unordered_set<ddb::idx_t> top_bindings;
      pushdown.CheckMarkToSemi(*plan, top_bindings);
      plan = pushdown.Rewrite(std::move(plan));
      plan = ddb::Deliminator().Optimize(std::move(plan));
      ddb::RemoveUnusedColumns(*planner.binder, *con_.context, true).VisitOperator(*plan);
      plan->ResolveOperatorTypes();
      ddb::ColumnBindingResolver().VisitOperator(*plan);
    });
    return plan;
  }

  static void Operators(const ddb::LogicalOperator& op, std::set<std::string>& names) {
    names.insert(ddb::LogicalOperatorToString(op.type));
    for (const auto& child : op.children) Operators(*child, names);
  }
};

TEST_F(DuckDbContract, VersionIsTheOneWeCompiledAgainst) {
  EXPECT_STREQ(ddb::DuckDB::LibraryVersion(), "v1.4.4");
  EXPECT_EQ(std::string(ddb::DuckDB::SourceID()).substr(0, 10), "6ddac802ff");
  EXPECT_EQ(STANDARD_VECTOR_SIZE, 2048);
}

// sql/parse: trees by hand, and where an error lies in the user's text.
TEST_F(DuckDbContract, TreesBuiltByHandBindAndKeepPositions) {
  ASSERT_FALSE(con_.Query("create table t(a integer)")->HasError());
  auto good = con_.Query(Select(ddb::make_uniq<ddb::ColumnRefExpression>("a"), "t"));
  EXPECT_FALSE(good->HasError()) << good->GetError();

  auto column = ddb::make_uniq<ddb::ColumnRefExpression>("b");
  column->SetQueryLocation(17);
  auto bad = con_.Query(Select(std::move(column), "t"));
  ASSERT_TRUE(bad->HasError());
  EXPECT_EQ(bad->GetErrorObject().Type(), ddb::ExceptionType::BINDER);
  EXPECT_EQ(bad->GetErrorObject().ExtraInfo().at("position"), "17");
}

// sql/names: DuckDB folds case, so names of different case are encoded to different lower-case ones.
TEST_F(DuckDbContract, NamesFoldCaseUnlessEncoded) {
  EXPECT_EQ(One("select \"X\" from (select 1 as x, 2 as \"X\")"), "1");
  EXPECT_EQ(One("select \"^x\" from (select 1 as x, 2 as \"^x\")"), "2");
  EXPECT_EQ(One("select \"^x\".\"^a\" from (select 1 as a, 2 as \"^a\") \"^x\""), "2");
  EXPECT_EQ(One("select s.\"^a\" from (select {'a': 1, '^a': 2} as s)"), "2");
}

// sql/types: an alias type keeps its identity where Flink keeps a type.
TEST_F(DuckDbContract, AliasTypesSurvive) {
  auto alias = ddb::LogicalType(ddb::LogicalTypeId::TIMESTAMP);
  alias.SetAlias("TIMESTAMP(3)");
  ddb::ExtensionLoader loader(*db_.instance, "tarn");
  loader.RegisterType("TIMESTAMP(3)", alias);
  const auto plain = ddb::LogicalType(ddb::LogicalTypeId::TIMESTAMP);
  EXPECT_NE(One("select timestamp '2024-01-01'::\"TIMESTAMP(3)\"").find("Unimplemented type for cast"),
            std::string::npos)
      << "a cast that nobody defined is allowed now";
  ddb::DBConfig::GetConfig(*db_.instance)
      .GetCastFunctions()
      .RegisterCastFunction(plain, alias, ddb::DefaultCasts::ReinterpretCast);
  auto created = con_.Query("create table t as select timestamp '2024-01-01'::\"TIMESTAMP(3)\" as x");
  ASSERT_FALSE(created->HasError()) << created->GetError();
  for (const char* sql : {"select x from t", "select max(x) from t", "select coalesce(x, x) from t",
                          "select case when true then x else x end from t", "select x from t union all select x from t",
                          "select a.x from t a join t b on a.x = b.x"}) {
    auto result = con_.Query(sql);
    ASSERT_FALSE(result->HasError()) << sql << ": " << result->GetError();
    EXPECT_EQ(result->types[0].GetAlias(), "TIMESTAMP(3)") << sql;
  }
}

int ThreadsOfProcess() {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line)) {
    if (line.rfind("Threads:", 0) == 0) return std::stoi(line.substr(8));
  }
  return -1;
}

// sql/engine: DuckDB starts no thread of its own and works on those that we lend.
TEST_F(DuckDbContract, AllThreadsAreLent) {
  const auto threads_of = [](int64_t lent) {
    const int before = ThreadsOfProcess();
    ddb::DBConfig config;
    config.SetOptionByName("threads", ddb::Value::BIGINT(4));
    config.SetOptionByName("external_threads", ddb::Value::BIGINT(lent));
    ddb::DuckDB db(nullptr, &config);
    ddb::Connection connection(db);
    EXPECT_FALSE(connection.Query("select sum(range) from range(10000000)")->HasError());
    return ThreadsOfProcess() - before;
  };
  EXPECT_EQ(threads_of(4), 0);
  EXPECT_EQ(threads_of(1), 3) << "what the line above would find if the setting did nothing";
  ASSERT_FALSE(con_.Query("set threads=2")->HasError());
  ASSERT_FALSE(con_.Query("set external_threads=2")->HasError());
  EXPECT_EQ(One("select count(*) from range(1000000)"), "1000000");
  auto& scheduler = ddb::TaskScheduler::GetScheduler(*db_.instance);
  ddb::atomic<bool> keep_going(true);
  std::thread lent([&] { scheduler.ExecuteForever(&keep_going); });
  EXPECT_EQ(One("select sum(range) from range(1000000)"), "499999500000");
  keep_going = false;
  scheduler.Signal(2);
  lent.join();
  EXPECT_EQ(One("select count(*) from range(10)"), "10");
}

// sql/plan/optimize: today's data does not get into a continuous plan.
TEST_F(DuckDbContract, AllowListKeepsThePlanFreeOfTodaysData) {
  ASSERT_FALSE(con_.Query("create table t(a integer, s varchar)")->HasError());
  ASSERT_FALSE(con_.Query("insert into t values (1, 'x'), (2, 'y')")->HasError());
  std::set<std::string> folded, kept;
  Operators(*con_.ExtractPlan("select s, sum(a) from t where a > 100 group by s"), folded);
  EXPECT_TRUE(folded.count("EMPTY_RESULT")) << "the default passes no longer fold: the allow-list may be dropped";
  Operators(*AllowListPlan("select s, sum(a) from t where a > 100 group by s"), kept);
  EXPECT_FALSE(kept.count("EMPTY_RESULT"));
  EXPECT_TRUE(kept.count("GET") && kept.count("AGGREGATE"))
      << ddb::StringUtil::Join(ddb::vector<std::string>(kept.begin(), kept.end()), ", ");
}

TEST_F(DuckDbContract, AllowListPlanShapes) {
  ASSERT_FALSE(con_.Query("create table t(a integer, b integer, ts timestamp)")->HasError());
  ASSERT_FALSE(con_.Query("create table u(a integer, c integer)")->HasError());
  const std::map<std::string, std::set<std::string>> cases = {
      {"select t.a, u.c from t join u on t.a = u.a", {"COMPARISON_JOIN", "GET", "PROJECTION"}},
      {"select t.a from t, u where t.a = u.a and t.b > u.c", {"COMPARISON_JOIN", "GET", "PROJECTION"}},
      {"with x as (select a from t) select l.a from x l join x r on l.a = r.a",
       {"COMPARISON_JOIN", "CTE", "CTE_SCAN", "GET", "PROJECTION"}},  // used twice: planned once
      {"with x as (select a from t) select a from x where a > 1", {"GET", "PROJECTION"}},
      {"select distinct a from t", {"DISTINCT", "GET", "PROJECTION"}},
      {"select a from t union all select a from u", {"GET", "PROJECTION", "UNION"}},
  };
  for (const auto& [sql, expected] : cases) {
    std::set<std::string> names;
    Operators(*AllowListPlan(sql), names);
    EXPECT_EQ(names, expected) << sql;
  }
}

// stream/: bound expressions live on without the plan and without the table.
TEST_F(DuckDbContract, BoundExpressionsOutliveTheTable) {
  ASSERT_FALSE(con_.Query("create table t(a integer)")->HasError());
  auto plan = AllowListPlan("select a + 1 from t");
  ASSERT_EQ(plan->type, ddb::LogicalOperatorType::LOGICAL_PROJECTION);
  auto expressions = std::move(plan->expressions);
  plan.reset();
  ASSERT_FALSE(con_.Query("drop table t")->HasError());
  ddb::ExpressionExecutor executor(*con_.context, expressions);
  ddb::DataChunk in, out;
  in.Initialize(ddb::Allocator::DefaultAllocator(), {ddb::LogicalType::INTEGER});
  out.Initialize(ddb::Allocator::DefaultAllocator(), {ddb::LogicalType::INTEGER});
  in.SetValue(0, 0, ddb::Value::INTEGER(41));
  in.SetCardinality(1);
  executor.Execute(in, out);
  EXPECT_EQ(out.GetValue(0, 0), ddb::Value::INTEGER(42));
}

void NowAsConstant(ddb::DataChunk&, ddb::ExpressionState&, ddb::Vector& result) {
  result.SetVectorType(ddb::VectorType::CONSTANT_VECTOR);
  ddb::ConstantVector::GetData<ddb::timestamp_t>(result)[0] = ddb::timestamp_t(42);
}

// function/: a plain now() is folded into the plan, a volatile one is not.
TEST_F(DuckDbContract, NowIsFoldedUnlessVolatile) {
  ASSERT_FALSE(con_.Query("create table t(a integer, ts timestamptz)")->HasError());
  const std::string sql = "select a from t where ts > now() - interval 1 hour";
  EXPECT_EQ(AllowListPlan(sql)->ToString().find("now("), std::string::npos);
  ddb::ScalarFunction now("now", {}, ddb::LogicalType::TIMESTAMP_TZ, NowAsConstant);
  now.stability = ddb::FunctionStability::VOLATILE;
  ddb::CreateScalarFunctionInfo info(now);
  info.on_conflict = ddb::OnCreateConflict::REPLACE_ON_CONFLICT;
  ddb::ExtensionLoader(*db_.instance, "tarn").RegisterFunction(std::move(info));
  EXPECT_NE(AllowListPlan(sql)->ToString().find("now("), std::string::npos);
}

// Emits one empty chunk, then rows: what a reader must never do.
class HaltingReader : public ddb::BaseFileReader {
 public:
  HaltingReader(ddb::OpenFileInfo opened, bool empty_first)
      : BaseFileReader(std::move(opened)), empty_first_(empty_first) {
    columns.emplace_back("id", ddb::LogicalType::BIGINT);
    columns[0].identifier = ddb::Value("id");
  }
  bool TryInitializeScan(ddb::ClientContext&, ddb::GlobalTableFunctionState&, ddb::LocalTableFunctionState&) override {
    return !started_.exchange(true);
  }
  void Scan(ddb::ClientContext&, ddb::GlobalTableFunctionState&, ddb::LocalTableFunctionState&,
            ddb::DataChunk& chunk) override {
    if (empty_first_) {
      empty_first_ = false;
      chunk.SetCardinality(0);
      return;
    }
    const ddb::idx_t rows = done_ ? 0 : 500;
    done_ = true;
    for (ddb::idx_t row = 0; row < rows && !column_ids.empty(); row++) {
      ddb::FlatVector::GetData<int64_t>(chunk.data[0])[row] = static_cast<int64_t>(row);
    }
    chunk.SetCardinality(rows);
  }
  std::string GetReaderType() const override { return "Halting"; }

 private:
  std::atomic<bool> started_{false};
  bool empty_first_;
  bool done_ = false;
};

class HaltingMultiFile : public ddb::MultiFileReader {
 public:
  static ddb::unique_ptr<ddb::MultiFileReader> Create(const ddb::TableFunction&) {
    return ddb::make_uniq<HaltingMultiFile>();
  }
  ddb::unique_ptr<ddb::MultiFileReader> Copy() const override { return ddb::make_uniq<HaltingMultiFile>(); }
  ddb::shared_ptr<ddb::MultiFileList> CreateFileList(ddb::ClientContext&, const ddb::vector<std::string>& paths,
                                                     const ddb::FileGlobInput&) override {
    ddb::vector<ddb::OpenFileInfo> files;
    files.emplace_back(paths[0]);
    return ddb::make_shared_ptr<ddb::SimpleMultiFileList>(std::move(files));
  }
  bool Bind(ddb::MultiFileOptions&, ddb::MultiFileList&, ddb::vector<ddb::LogicalType>& types,
            ddb::vector<std::string>& names, ddb::MultiFileReaderBindData& bind) override {
    bind.schema.emplace_back("id", ddb::LogicalType::BIGINT);
    bind.schema[0].identifier = ddb::Value("id");
    bind.mapping = ddb::MultiFileColumnMappingMode::BY_NAME;
    names = {"id"};
    types = {ddb::LogicalType::BIGINT};
    return true;
  }
  void BindOptions(ddb::MultiFileOptions& options, ddb::MultiFileList&, ddb::vector<ddb::LogicalType>&,
                   ddb::vector<std::string>&, ddb::MultiFileReaderBindData&) override {
    options.hive_partitioning = false;
    options.auto_detect_hive_partitioning = false;
    options.union_by_name = false;
  }
  ddb::shared_ptr<ddb::BaseFileReader> CreateReader(ddb::ClientContext&, ddb::GlobalTableFunctionState&,
                                                    const ddb::OpenFileInfo& file, ddb::idx_t,
                                                    const ddb::MultiFileBindData&) override {
    return ddb::make_shared_ptr<HaltingReader>(file, file.path == "empty-first");
  }
};

// sql/scan: a custom reader that returns an empty chunk before its end loses the rest.
TEST_F(DuckDbContract, AnEmptyChunkEndsACustomReader) {
  auto& system = ddb::Catalog::GetSystemCatalog(*db_.instance);
  auto transaction = ddb::CatalogTransaction::GetSystemTransaction(*db_.instance);
  auto& entry = system.GetSchema(transaction, DEFAULT_SCHEMA)
                    .GetEntry(transaction, ddb::CatalogType::TABLE_FUNCTION_ENTRY, "parquet_scan")
                    ->Cast<ddb::TableFunctionCatalogEntry>();
  auto function = entry.functions.GetFunctionByArguments(*con_.context, {ddb::LogicalType::VARCHAR});
  function.name = "halting_scan";
  function.get_multi_file_reader = HaltingMultiFile::Create;
  function.statistics = nullptr;
  function.serialize = nullptr;
  function.deserialize = nullptr;
  function.get_bind_info = nullptr;
  function.get_partition_stats = nullptr;
  function.late_materialization = false;
  ddb::ExtensionLoader(*db_.instance, "tarn").RegisterFunction(function);
  EXPECT_EQ(One("select count(id) from halting_scan('plain')"), "500");
  EXPECT_EQ(One("select count(*) from halting_scan('plain')"), "500");
  EXPECT_EQ(One("select count(id) from halting_scan('empty-first')"), "0")
      << "DuckDB goes on after an empty chunk now: the loops in our readers may go";
}

// sql/engine: extensions put into the config before construction are dropped.
TEST_F(DuckDbContract, OptimizerExtensionsSetBeforeConstructionAreDropped) {
  static std::atomic<int> calls{0};
  ddb::OptimizerExtension extension;
  extension.optimize_function = [](ddb::OptimizerExtensionInput&, ddb::unique_ptr<ddb::LogicalOperator>&) { calls++; };
  ddb::DBConfig config;
  config.optimizer_extensions.push_back(extension);
  ddb::DuckDB db(nullptr, &config);
  ddb::Connection con(db);
  con.Query("select 1");
  EXPECT_EQ(calls, 0);
  ddb::DBConfig::GetConfig(*db.instance).optimizer_extensions.push_back(extension);
  con.Query("select 1");
  EXPECT_GT(calls, 0);
}

// sql/parse exists because of these.
TEST_F(DuckDbContract, ItsOwnParserLosesTableOptions) {
  ddb::Parser parser;
  parser.ParseQuery("create table t(a int) with (bucket=4)");
  EXPECT_EQ(parser.statements[0]->ToString().find("bucket"), std::string::npos);
}

// sql/errors: only the type tag tells what an exception is.
TEST_F(DuckDbContract, ExceptionsLoseTheirClassButKeepTheirType) {
  try {
    con_.context->ExtractPlan("select * from nope");
    FAIL();
  } catch (const std::exception& e) {
    EXPECT_EQ(dynamic_cast<const ddb::CatalogException*>(&e), nullptr);
    EXPECT_EQ(ddb::ErrorData(e).Type(), ddb::ExceptionType::CATALOG);
  }
}

struct CountingFile : ddb::FileHandle {
  CountingFile(ddb::FileSystem& fs, const std::string& file, ddb::FileOpenFlags open_flags)
      : FileHandle(fs, file, open_flags) {}
  void Close() override {}
};

class CountingFileSystem : public ddb::FileSystem {
 public:
  static inline int writes = 0, syncs = 0;
  bool CanHandleFile(const std::string& path) override { return path.rfind("count:", 0) == 0; }
  std::string GetName() const override { return "Counting"; }
  ddb::unique_ptr<ddb::FileHandle> OpenFile(const std::string& path, ddb::FileOpenFlags flags,
                                            ddb::optional_ptr<ddb::FileOpener>) override {
    return ddb::make_uniq<CountingFile>(*this, path, flags);
  }
  int64_t Write(ddb::FileHandle&, void*, int64_t bytes) override { return writes++, bytes; }
  void Write(ddb::FileHandle&, void*, int64_t, ddb::idx_t) override { writes++; }
  void FileSync(ddb::FileHandle&) override { syncs++; }
  int64_t GetFileSize(ddb::FileHandle&) override { return 0; }
  bool FileExists(const std::string&, ddb::optional_ptr<ddb::FileOpener>) override { return false; }
  bool DirectoryExists(const std::string&, ddb::optional_ptr<ddb::FileOpener>) override { return false; }
  bool IsPipe(const std::string&, ddb::optional_ptr<ddb::FileOpener>) override { return false; }
  bool TryRemoveFile(const std::string&, ddb::optional_ptr<ddb::FileOpener>) override { return false; }
  void MoveFile(const std::string&, const std::string&, ddb::optional_ptr<ddb::FileOpener>) override {}
};

// table/commit syncs every file itself.
TEST_F(DuckDbContract, CopyDoesNotSync) {
  db_.GetFileSystem().RegisterSubSystem(ddb::make_uniq<CountingFileSystem>());
  auto result = con_.Query("copy (select range from range(1000)) to 'count:/x.parquet' (format parquet)");
  ASSERT_FALSE(result->HasError()) << result->GetError();
  EXPECT_GT(CountingFileSystem::writes, 0);
  EXPECT_EQ(CountingFileSystem::syncs, 0);
}

// columnar/duckdb_zstd.cpp: zstd pages go through a function of ours.
TEST_F(DuckDbContract, ZstdPagesAreDecompressedByTheSystems) {
  const auto path = std::filesystem::temp_directory_path() / ("tarn_zstd_" + std::to_string(getpid()) + ".parquet");
  const std::string name = "'" + path.string() + "'";
  ASSERT_FALSE(con_.Query("set threads=1")->HasError());
  ASSERT_FALSE(
      con_.Query("copy (select hash(i) as h from range(100000) r(i)) to " + name + " (codec 'zstd')")->HasError());
  const auto before = columnar::PagesOfSystemZstd();
  EXPECT_EQ(One("select count(distinct h) from " + name), "100000");
  EXPECT_GT(columnar::PagesOfSystemZstd(), before);
  std::filesystem::remove(path);
}

// columnar/: keys in memory order.
TEST_F(DuckDbContract, SortKeysCompareByBytes) {
  ddb::Vector key(ddb::LogicalType::BLOB);
  ddb::DataChunk chunk;
  chunk.Initialize(ddb::Allocator::DefaultAllocator(), {ddb::LogicalType::BIGINT, ddb::LogicalType::VARCHAR});
  const std::pair<int64_t, std::string> rows[] = {{-5, "zz"}, {3, "aa"}, {3, "ab"}};
  for (ddb::idx_t row = 0; row < 3; row++) {
    chunk.SetValue(0, row, ddb::Value::BIGINT(rows[row].first));
    chunk.SetValue(1, row, ddb::Value(rows[row].second));
  }
  chunk.SetCardinality(3);
  ddb::vector<ddb::OrderModifiers> order(
      2, ddb::OrderModifiers(ddb::OrderType::ASCENDING, ddb::OrderByNullType::NULLS_FIRST));
  ddb::CreateSortKeyHelpers::CreateSortKey(chunk, order, key);
  const auto* keys = ddb::FlatVector::GetData<ddb::string_t>(key);
  EXPECT_TRUE(keys[0] < keys[1]);
  EXPECT_TRUE(keys[1] < keys[2]);
}

}  // namespace
}  // namespace tarn::sql

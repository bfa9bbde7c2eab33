#include "job/statement_job.h"

#include <duckdb/main/connection.hpp>

#include "base/error.h"
#include "sql/lower/lower.h"
#include "sql/option_place.h"
#include "sql/parse/parser.h"
#include "sql/scan/table_binder.h"
#include "stream/explain.h"

namespace tarn::job {
namespace {

/// The name of a dead-letter table as the session sees it: "t", "db.t", "cat.db.t".
std::shared_ptr<const sql::BoundTable> FindTable(sql::Session& session, duckdb::Connection& connection,
                                                 const std::string& name) {
  sql::ObjectName path;
  for (size_t begin = 0; begin <= name.size();) {
    const auto dot = std::min(name.find('.', begin), name.size());
    path.parts.push_back({name.substr(begin, dot - begin), {}});
    begin = dot + 1;
  }
  sql::TableBinder binder(session, connection, true);
  return binder.BindNamed(path, {});
}

sql::LowerOptions OptionsFor(sql::Session& session, const std::shared_ptr<duckdb::Connection>& connection) {
  sql::LowerOptions options;
  options.streaming = true;
  options.drop_nulls = session.settings().GetWord("table.exec.sink.not-null-enforcer") == "DROP";
  options.find_table = [&session, connection](const std::string& name) {
    return FindTable(session, *connection, name);
  };
  return options;
}

std::shared_ptr<stream::StreamPlan> Lowered(sql::ContinuousQuery& query, const sql::LowerOptions& options) {
  try {
    return sql::Lower(query, options);
  } catch (const OptionError& e) {
    sql::ThrowAtOption(e, query.text);
  } catch (const sql::SqlError& e) {
    throw e.WithText(query.text);
  }
}

/// Of the session's own catalog; empty where there is none.
std::string Warehouse(sql::Session& session) {
  const auto* catalog = session.catalogs().Find("paimon");
  if (!catalog) return "";
  const auto option = catalog->options().find("warehouse");
  return option == catalog->options().end() ? "" : option->second;
}

bool IsSelect(const sql::ContinuousQuery& query) {
  for (const auto& insert : query.inserts)
    if (!insert.target) return true;
  return false;
}

}  // namespace

StatementJob NewStatementJob(sql::Session& session, sql::ContinuousQuery query, const StatementJobOptions& options) {
  const auto& settings = session.settings();
  StatementJob made;
  made.id = options.name.empty() ? "unnamed" : options.name;
  made.interval_us = settings.GetDurationMs("execution.checkpointing.interval") * 1000;
  if (!IsSelect(query) && !options.name.empty()) {
    made.directory = settings.Get("execution.checkpointing.dir");
    if (made.directory.starts_with("file://")) made.directory = made.directory.substr(7);
    if (!made.directory.empty()) {
      made.directory = env::JoinPath(made.directory, JobFolder(made.id));
    } else if (const auto warehouse = Warehouse(session); !warehouse.empty()) {
      made.directory = env::JoinPath(env::JoinPath(warehouse, ".tarn/jobs"), JobFolder(made.id));
    }
  }
  auto shared = std::make_shared<sql::ContinuousQuery>(std::move(query));
  const auto connection = shared->connection;
  MakePlan make_plan = [&session, shared, results = options.results](const std::string& commit_user,
                                                                     env::FileSystem* data_files) {
    auto lower = OptionsFor(session, shared->connection);
    lower.commit_user = commit_user;
    lower.data_files = data_files;
    lower.results = results;
    return std::shared_ptr<const stream::StreamPlan>(Lowered(*shared, lower));
  };
  made.job = std::make_unique<Job>(
      session.env(), *connection->context, std::move(make_plan),
      JobOptions{.id = made.id,
                 .directory = made.directory,
                 .statement = shared->text,
                 .interval_us = made.interval_us,
                 .idle_timeout_us = settings.GetDurationMs("table.exec.source.idle-timeout") * 1000,
                 .restart = options.restart,
                 .allow_non_restored = options.allow_non_restored,
                 .notice = options.notice});
  return made;
}

std::string ExplainContinuous(sql::Session& session, sql::ContinuousQuery query) {
  auto options = OptionsFor(session, query.connection);
  options.commit_user = "explain";
  return stream::Explain(*Lowered(query, options));
}

}  // namespace tarn::job

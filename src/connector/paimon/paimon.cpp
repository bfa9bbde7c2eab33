// 'paimon': tables of the lake as source and sink of continuous queries. The table's own options stand in its schema
// and are checked by the catalog; those here are what a source or sink does with them.
#include <atomic>
#include <filesystem>
#include <functional>
#include <utility>

#include "base/error.h"
#include "connector/connectors.h"
#include "connector/paimon/lake_source.h"
#include "paimon/partition_path.h"
#include "table/commit/settle.h"
#include "table/write/table_writer.h"

namespace tarn::connector {
namespace {

std::shared_ptr<const table::Table> Open(const TableDescription& description, const env::Env& env) {
  auto options = description.options;
  options.erase("connector");
  options.erase("path");
  return table::Table::Open(env, description.directory, options);
}

/// How many compactions were dropped; a sink's writers look at the table anew when it changes.
using Staleness = std::shared_ptr<std::atomic<int64_t>>;

class LakeSink : public Sink {
 public:
  LakeSink(std::shared_ptr<const table::Table> table, const TableDescription& description,
           const ConnectorContext& context)
      : table_(std::move(table)), description_(description), context_(context) {}

  std::unique_ptr<SinkWriter> OpenWriter(int, int) override {
    class Writer : public SinkWriter {
     public:
      Writer(duckdb::ClientContext& context, std::shared_ptr<const table::Table> table, const Staleness& staleness)
          : table_(table),
            writer_(table::NewTableWriter(context, std::move(table), {})),
            staleness_(staleness),
            seen_(*staleness) {}
      void Write(const columnar::ChangeBatch& batch) override {
        Guarded([&] {
          RefreshIfStale();
          writer_->Write(batch);
        });
      }
      std::string Prepare(int64_t) override {
        std::vector<table::CommitMessage> messages;
        Guarded([&] {
          RefreshIfStale();
          messages = writer_->PrepareCommit();
        });
        return messages.empty() ? std::string() : table::Serialize(messages);
      }
      void Abort() override { writer_->Abort(); }

     private:
      // Of a table that is gone the missing file is not what the user must see.
      void Guarded(const std::function<void()>& work) {
        try {
          work();
        } catch (const Error&) {
          if (table_->env().fs.Exists(table_->path())) throw;
          throw Error(ErrorCode::NotFound, "table '" + table_->path() + "' was dropped while it was written");
        }
      }

      void RefreshIfStale() {
        const int64_t now = *staleness_;
        if (now == seen_) return;
        writer_->Refresh();
        seen_ = now;
      }

      std::shared_ptr<const table::Table> table_;
      std::unique_ptr<table::TableWriter> writer_;
      Staleness staleness_;
      int64_t seen_;
    };
    if (!context_.data_files) return std::make_unique<Writer>(*context_.duckdb, table_, dropped_compactions_);
    const env::Env listed{*context_.data_files, context_.env.clock, context_.env.random};
    return std::make_unique<Writer>(*context_.duckdb, Open(description_, listed), dropped_compactions_);
  }

  void Commit(int64_t checkpoint_id, const std::vector<std::string>& prepared, const CommitTime& time) override {
    table::CommitRequest request;
    request.user = context_.commit_user;
    request.identifier = checkpoint_id;
    if (time.watermark_us != kNoWatermark) request.watermark_ms = time.watermark_us / 1000;
    for (const auto& bytes : prepared) {
      if (bytes.empty()) continue;
      auto messages = table::ParseCommitMessages(bytes);
      request.messages.insert(request.messages.end(), std::make_move_iterator(messages.begin()),
                              std::make_move_iterator(messages.end()));
    }
    try {
      RequireFiles(request);
      // What was prepared stays: the job's next run commits it again.
      const auto outcome = table::Settle(*table_, {}, [&] { return table::Commit(*table_, request); });
      if (outcome.compaction_dropped) ++*dropped_compactions_;
    } catch (Error& error) {
      error.At("checkpoint " + std::to_string(checkpoint_id) + " of table '" + description_.name + "'");
      throw;
    }
  }

  ChangelogMode Takes() const override {
    return table_->HasPrimaryKey() ? ChangelogMode::Upsert : ChangelogMode::InsertOnly;
  }
  bool ExactlyOnce() const override { return true; }
  // One name, however the path is written.
  std::string Target() const override {
    std::error_code error;
    const auto path = std::filesystem::weakly_canonical(table_->path(), error);
    return error ? table_->path() : path.string();
  }
  std::optional<int64_t> LatestCommitted() const override {
    return table::LatestIdentifierOf(*table_, context_.commit_user);
  }
  std::string Describe() const override {
    std::string text = description_.name + " (paimon";
    for (size_t i = 0; i < description_.primary_key.size(); i++)
      text += (i == 0 ? ", primary key " : ", ") + description_.primary_key[i];
    return text + ")";
  }

 private:
  // The first commit may be of what an earlier process wrote: into a table that was made anew since, perhaps.
  void RequireFiles(const table::CommitRequest& request) {
    if (std::exchange(checked_, true) || LatestCommitted().value_or(-1) >= request.identifier) return;
    const auto rules = paimon::PathRules::FromOptions(table_->options());
    for (const auto& message : request.messages) {
      for (const auto* files : {&message.new_files, &message.compact_after}) {
        for (const auto& file : *files) {
          const auto path =
              paimon::DataFilePath(table_->path(), table_->schema(), message.partition, message.bucket, file, rules);
          if (!context_.env.fs.Exists(path))
            throw Error(ErrorCode::NotFound,
                        "'" + path +
                            "' was written and is gone: the table was made anew, or somebody deleted the "
                            "file\n  Begin anew with --restart");
        }
      }
    }
  }

  std::shared_ptr<const table::Table> table_;
  TableDescription description_;
  ConnectorContext context_;
  Staleness dropped_compactions_ = std::make_shared<std::atomic<int64_t>>(0);
  bool checked_ = false;
};

std::unique_ptr<Source> MakeLakeSource(const TableDescription& table, const Projection& columns,
                                       const ConnectorContext& context) {
  auto opened = Open(table, context.env);
  const auto scan = PlanLakeScan(*opened, table, context.streaming);
  return NewLakeSource(std::move(opened), table, columns, context, scan);
}

std::unique_ptr<Sink> MakeLakeSink(const TableDescription& table, const ConnectorContext& context) {
  return std::make_unique<LakeSink>(Open(table, context.env), table, context);
}

}  // namespace

ConnectorEntry PaimonConnector() {
  return {
      .name = "paimon",
      .description = "Tables of the lake (Apache Paimon on disk).",
      .options =
          {{"scan.mode", "default", "Where a stream begins: latest-full, latest, from-snapshot, from-timestamp, .."},
           {"scan.snapshot-id", std::nullopt, "The snapshot to begin with."},
           {"scan.timestamp-millis", std::nullopt, "Begin with what was committed from then on."},
           {"scan.order", "write", "'event-time', 'partition' or 'write': in which order history is given (ours)."},
           {"scan.order.column", std::nullopt, "The column of event time; default: that of the WATERMARK (ours)."},
           {"scan.order.memory", "1 gb", "What overlapping row groups of an ordered replay may take (ours)."},
           {"on-null-time", "first", "Rows without event time: 'first', or 'fail' (ours)."},
           {"scan.plan-sort-partition", "false", "Partitions in the order of their values."},
           {"scan.bounded.watermark", std::nullopt, "End at this event time (milliseconds since 1970)."},
           {"scan.bounded.idle", std::nullopt,
            "End when no commit came for so long after the newest one; '0 s': with history (ours)."},
           {"continuous.discovery-interval", "1 s", "How often new snapshots are looked for."}},
      .make_source = &MakeLakeSource,
      .make_sink = &MakeLakeSink};
}

}  // namespace tarn::connector

// 'blackhole': takes every row and keeps none.
#include "connector/connectors.h"

namespace tarn::connector {
namespace {

class Blackhole : public Sink {
 public:
  explicit Blackhole(std::string table) : table_(std::move(table)) {}

  std::unique_ptr<SinkWriter> OpenWriter(int, int) override {
    class Writer : public SinkWriter {
     public:
      void Write(const columnar::ChangeBatch&) override {}
      std::string Prepare(int64_t) override { return {}; }
      void Abort() override {}
    };
    return std::make_unique<Writer>();
  }
  void Commit(int64_t, const std::vector<std::string>&, const CommitTime&) override {}
  ChangelogMode Takes() const override { return ChangelogMode::All; }
  bool ExactlyOnce() const override { return true; }
  std::string Describe() const override { return table_ + " (blackhole)"; }

 private:
  std::string table_;
};

std::unique_ptr<Sink> MakeBlackhole(const TableDescription& table, const ConnectorContext&) {
  TableOptions(FindConnector("blackhole"), table);
  return std::make_unique<Blackhole>(table.name);
}

}  // namespace

ConnectorEntry BlackholeConnector() {
  return {.name = "blackhole",
          .description = "Takes every row and keeps none; for measuring.",
          .options = {},
          .make_source = nullptr,
          .make_sink = &MakeBlackhole};
}

}  // namespace tarn::connector

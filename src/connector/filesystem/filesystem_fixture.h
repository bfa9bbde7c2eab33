// A 'filesystem' table in memory, for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "columnar/row_view.h"
#include "columnar/type_mapping.h"
#include "connector/connectors.h"
#include "connector/formats/value_text.h"

namespace tarn::connector {

using Strings = std::vector<std::string>;

class FilesystemTest : public testing::Test {
 protected:
  FilesystemTest() {
    for (const auto& [name, type] : std::vector<std::pair<std::string, std::string>>{
             {"id", "INT"}, {"name", "STRING"}, {"x", "DOUBLE"}, {"d", "DECIMAL(6, 2)"}, {"ts", "TIMESTAMP(3)"}})
      table_.columns.push_back(
          {static_cast<int32_t>(table_.columns.size()), name, paimon::ParseDataType(type), {}, {}});
    table_.name = "t";
    table_.options = {{"path", "/data"}, {"format", "csv"}};
    fs_->CreateDirectories("/data");
  }

  void Put(const std::string& name, const std::string& text) { env::ReplaceFile(*fs_, "/data/" + name, text); }

  std::unique_ptr<Source> Open() {
    Projection all(table_.columns.size());
    for (size_t i = 0; i < all.size(); i++) all[i] = i;
    return MakeSource("filesystem", table_, all, context_);
  }

  /// Rows as text, fields split by '|'; with restarts after every batch if asked.
  Strings Rows(bool restart = false) {
    const auto source = Open();
    auto reader = source->Open(0, 1, "");
    columnar::ChangeBatch batch, bad;
    columnar::Initialize(batch, columnar::VectorTypes(table_.columns));
    columnar::Initialize(bad, RejectedTypes());
    Strings rows;
    for (;;) {
      columnar::Reset(batch);
      const auto result = reader->Read(batch);
      columnar::Reset(bad);
      if (reader->TakeRejected(bad))
        for (size_t row = 0; row < bad.size(); row++)
          rejected_.push_back(bad.chunk.GetValue(0, row).ToString() + ":" + bad.chunk.GetValue(1, row).ToString() +
                              ": " + bad.chunk.GetValue(2, row).ToString() + ": " +
                              bad.chunk.GetValue(3, row).ToString());
      if (result == ReadResult::End) return rows;
      for (size_t row = 0; row < batch.size(); row++) {
        std::string line;
        const columnar::ChunkView view(batch.chunk);
        for (size_t i = 0; i < table_.columns.size(); i++) {
          if (i > 0) line += '|';
          if (view.IsNull(i, row)) {
            line += "NULL";
          } else {
            WriteValue(columnar::RowView(view, row), i, table_.columns[i].type, TimestampStyle::Sql, line);
          }
        }
        rows.push_back(line);
      }
      if (restart) reader = source->Open(0, 1, reader->Position());
    }
  }

  std::string Refusal() {
    try {
      Rows();
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }

  std::unique_ptr<env::FileSystem> fs_ = env::NewMemoryFileSystem();
  TableDescription table_;
  ConnectorContext context_{.env = {*fs_, env::SystemClock(), env::SystemRandom()}};
  Strings rejected_;
};

}  // namespace tarn::connector

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "columnar/row_view.h"
#include "columnar/type_mapping.h"
#include "connector/connectors.h"
#include "track/ais/encoder.h"

namespace tarn::connector {
namespace {

const std::string kFix = "!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A";
const std::string kPart1 = "!AIVDM,2,1,3,A,53eQJ`02?HHsTP7C3O8l5R1Ltp@E:22222222200B0B<<4rc0D43jCU1,0*20";
const std::string kPart2 = "!AIVDM,2,2,3,A,H0H42E4QH888880,2*41";
const std::string kBroken = "!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4B";
const std::string kLog = "a comment\n1490110886," + kFix + "\n1490110886," + kPart1 + "\n1490110887," + kBroken +
                         "\n1490110887," + kPart2 + "\r\n1590110887," + kFix + "\n";

using Row = std::vector<std::string>;

struct Nmea {
  std::unique_ptr<env::FileSystem> fs = env::NewMemoryFileSystem();
  TableDescription table;
  std::vector<Row> rejected;

  Nmea(const std::vector<std::pair<std::string, std::string>>& columns, std::map<std::string, std::string> options,
       const std::string& log = kLog) {
    fs->CreateDirectories("/logs");
    env::ReplaceFile(*fs, "/logs/a.log", log);
    table.name = "raw";
    options.emplace("path", "/logs/a.log");
    table.options = std::move(options);
    for (const auto& [name, type] : columns) {
      auto& column = table.columns.emplace_back();
      column.name = name;
      column.type = paimon::ParseDataType(type);
    }
  }

  std::unique_ptr<Source> Make() {
    Projection all;
    for (size_t i = 0; i < table.columns.size(); ++i) all.push_back(i);
    return MakeSource("nmea", table, all, {.env = {*fs, env::SystemClock(), env::SystemRandom()}});
  }

  /// All rows as text, '-' for NULL; `chunks` readers one after the other, each from the position of the one before.
  std::vector<Row> Read(bool restart_after_each_batch = false) {
    std::vector<Row> rows;
    const auto source = Make();
    auto reader = source->Open(0, 1, "");
    for (;;) {
      columnar::ChangeBatch batch;
      columnar::Initialize(batch, columnar::VectorTypes(table.columns));
      const auto result = reader->Read(batch);
      Append(batch, &rows);
      for (;;) {
        columnar::ChangeBatch bad;
        columnar::Initialize(bad, RejectedTypes());
        if (!reader->TakeRejected(bad)) break;
        Append(bad, &rejected);
      }
      if (result == ReadResult::End) break;
      if (restart_after_each_batch) reader = source->Open(0, 1, reader->Position());
    }
    rejected_count = reader->Rejected();
    return rows;
  }
  int64_t rejected_count = 0;

 private:
  static void Append(columnar::ChangeBatch& batch, std::vector<Row>* rows) {
    for (size_t r = 0; r < batch.size(); ++r) {
      Row row;
      for (size_t c = 0; c < batch.chunk.ColumnCount(); ++c) {
        const auto value = batch.chunk.GetValue(c, r);
        row.push_back(value.IsNull() ? "-" : value.ToString());
      }
      rows->push_back(std::move(row));
    }
  }
};

TEST(NmeaConnector, ARowForEachLine) {
  Nmea nmea({{"line", "BIGINT"},
             {"received", "TIMESTAMP(3)"},
             {"raw", "STRING"},
             {"outcome", "STRING"},
             {"reason", "STRING"},
             {"mmsi", "BIGINT"},
             {"lon", "DOUBLE"},
             {"name", "STRING"}},
            {{"rows", "line"}, {"max-jump", "1 d"}});
  const auto rows = nmea.Read();
  ASSERT_EQ(rows.size(), 6u);
  EXPECT_EQ(rows[0], (Row{"1", "-", "a comment", "other", "-", "-", "-", "-"}));
  EXPECT_EQ(rows[1], (Row{"2", "2017-03-21 15:41:26", "1490110886," + kFix, "message", "-", "371798000",
                          "-123.39538333333333", "-"}));
  EXPECT_EQ(rows[2][3], "part");
  EXPECT_EQ(rows[3][4], "the sentence's checksum does not match its bytes");
  EXPECT_EQ(rows[4][2], "1490110887," + kPart2 + "\r") << "every byte but the line end is kept";
  EXPECT_EQ(rows[4][7], "MAX WONDER");
  EXPECT_EQ(rows[5], (Row{"6", "2017-03-21 15:41:26", "1590110887," + kFix, "message",
                          "the time is too far from those around it", "371798000", "-123.39538333333333", "-"}));
}

TEST(NmeaConnector, ARowForEachMessageOfAKind) {
  const std::vector<std::pair<std::string, std::string>> columns = {{"mmsi", "INT"}, {"type", "INT"}};
  EXPECT_EQ(Nmea(columns, {}).Read(), (std::vector<Row>{{"371798000", "1"}, {"249060000", "5"}, {"371798000", "1"}}));
  EXPECT_EQ(Nmea(columns, {{"rows", "static"}}).Read(), (std::vector<Row>{{"249060000", "5"}}));
  EXPECT_EQ(Nmea(columns, {{"rows", "position"}, {"max-jump", "1 d"}}).Read(), (std::vector<Row>{{"371798000", "1"}}));
}

TEST(NmeaConnector, KeepsOrCountsWhatItCannotRead) {
  Nmea counting({{"mmsi", "BIGINT"}}, {});
  counting.Read();
  EXPECT_EQ(counting.rejected_count, 1);
  EXPECT_TRUE(counting.rejected.empty());
  Nmea keeping({{"mmsi", "BIGINT"}}, {{"dead-letter.table", "bad"}});
  keeping.Read();
  EXPECT_EQ(
      keeping.rejected,
      (std::vector<Row>{{"a.log", "4", "the sentence's checksum does not match its bytes", "1490110887," + kBroken}}));
  Nmea failing({{"mmsi", "BIGINT"}}, {{"on-error", "fail"}});
  try {
    failing.Read();
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("/logs/a.log:4:"), std::string::npos) << e.what();
  }
}

// The first part of one message and the second of another, the same part twice, and one that waits when the log ends;
// in the order in which they were given up, wherever the job was stopped in between.
TEST(NmeaConnector, PartsWithoutTheirOthersAreRejected) {
  const std::string log =
      "1490110000," + kPart1 + "\n1490110100," + kPart2 + "\r\n1490110101," + kPart2 + "\n1490110102," + kFix + "\n";
  const std::string reason = "the other parts of this message did not come";
  for (const bool restart : {false, true}) {
    Nmea nmea({{"mmsi", "BIGINT"}}, {{"dead-letter.table", "bad"}}, log);
    EXPECT_EQ(nmea.Read(restart).size(), 1u);
    EXPECT_EQ(nmea.rejected, (std::vector<Row>{{"a.log", "1", reason, "1490110000," + kPart1},
                                               {"a.log", "2", reason, "1490110100," + kPart2 + "\r"},
                                               {"a.log", "3", reason, "1490110101," + kPart2}}));
    EXPECT_EQ(nmea.rejected_count, 3);
  }
  EXPECT_THROW(Nmea({{"mmsi", "BIGINT"}}, {{"on-error", "fail"}}, log).Read(), Error);
}

TEST(NmeaConnector, NotAvailableIsNullUnlessKept) {
  namespace ais = track::ais;
  const ais::PositionReport nothing{.head = {1, 0, 219000001},
                                    .nav_status = 15,
                                    .rot = -128,
                                    .sog = 1023,
                                    .accurate = false,
                                    .position = {ais::kNoLon, ais::kNoLat},
                                    .cog = 3600,
                                    .heading = 511,
                                    .utc_second = 60,
                                    .maneuver = 0,
                                    .raim = false};
  const std::string log = ais::ToSentences(Encode(nothing), 'A', 0).front();
  const std::vector<std::pair<std::string, std::string>> columns = {
      {"lon", "DOUBLE"},  {"lat", "DOUBLE"},     {"sog", "FLOAT"}, {"cog", "FLOAT"},
      {"heading", "INT"}, {"nav_status", "INT"}, {"rot", "INT"},   {"utc_second", "INT"}};
  EXPECT_EQ(Nmea(columns, {}, log).Read(), (std::vector<Row>{Row(8, "-")}));
  EXPECT_EQ(Nmea(columns, {{"not-available", "keep"}}, log).Read(),
            (std::vector<Row>{{"181.0", "91.0", "102.3", "360.0", "511", "15", "-128", "60"}}));
}

TEST(NmeaConnector, GoesOnFromEveryPosition) {
  std::string log;
  for (int i = 0; i < 5000; ++i) log += kLog;
  Nmea nmea({{"line", "BIGINT"}, {"mmsi", "BIGINT"}, {"name", "STRING"}, {"received", "TIMESTAMP_LTZ(3)"}},
            {{"rows", "line"}, {"dead-letter.table", "bad"}, {"max-jump", "1 d"}}, log);
  const auto straight = nmea.Read();
  const auto rejected = nmea.rejected;
  nmea.rejected.clear();
  EXPECT_EQ(straight.size(), 30'000u);
  EXPECT_EQ(nmea.Read(/*restart_after_each_batch=*/true), straight);
  EXPECT_EQ(nmea.rejected, rejected);
  EXPECT_EQ(nmea.rejected_count, 10'000);
}

TEST(NmeaConnector, ReadsAFolderByName) {
  Nmea nmea({{"log", "STRING"}, {"line", "BIGINT"}}, {{"path", "/logs"}, {"rows", "line"}}, kFix);
  env::ReplaceFile(*nmea.fs, "/logs/b.log", kFix + "\n" + kFix);
  EXPECT_EQ(nmea.Read(), (std::vector<Row>{{"a.log", "1"}, {"b.log", "1"}, {"b.log", "2"}}));
}

TEST(NmeaConnector, GoesOnInALogThatGrewAndRefusesAnother) {
  std::string log;
  for (int i = 0; i < 3000; ++i) log += kFix + "\n";
  Nmea nmea({{"log", "STRING"}, {"line", "BIGINT"}}, {{"path", "/logs"}, {"rows", "line"}}, log);
  env::ReplaceFile(*nmea.fs, "/logs/c.log", kFix);
  columnar::ChangeBatch batch;
  columnar::Initialize(batch, columnar::VectorTypes(nmea.table.columns));
  const auto reader = nmea.Make()->Open(0, 1, "");
  reader->Read(batch);
  const auto position = reader->Position();
  const auto rest = [&] {
    std::map<std::string, size_t> rows;
    const auto source = nmea.Make();
    const auto again = source->Open(0, 1, position);
    for (;;) {
      columnar::Reset(batch);
      if (again->Read(batch) == ReadResult::End) return rows;
      for (size_t row = 0; row < batch.size(); ++row) rows[batch.chunk.GetValue(0, row).ToString()]++;
    }
  };
  using Counts = std::map<std::string, size_t>;
  EXPECT_EQ(rest(), (Counts{{"a.log", 952}, {"c.log", 1}}));
  env::ReplaceFile(*nmea.fs, "/logs/a.log", log + kFix);
  for (const char* other : {"/logs/0.log", "/logs/b.log"}) env::ReplaceFile(*nmea.fs, other, kFix);
  EXPECT_EQ(rest(), (Counts{{"0.log", 1}, {"a.log", 953}, {"b.log", 1}, {"c.log", 1}}));

  env::ReplaceFile(*nmea.fs, "/logs/a.log", kLog + log);
  try {
    rest();
    FAIL() << "expected an error";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("/logs/a.log is not the file that it was"), std::string::npos) << e.what();
  }
}

TEST(NmeaConnector, RefusesWhatItDoesNotKnow) {
  const auto message = [](Nmea nmea) -> std::string {
    try {
      nmea.Make();
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  };
  EXPECT_NE(message(Nmea({{"msmi", "BIGINT"}}, {})).find("did you mean 'mmsi'"), std::string::npos);
  EXPECT_NE(message(Nmea({{"mmsi", "STRING"}}, {})).find("BIGINT or INT"), std::string::npos);
  EXPECT_NE(message(Nmea({{"mmsi", "INT"}}, {{"rows", "lines"}})).find("line"), std::string::npos);
  EXPECT_NE(message(Nmea({{"mmsi", "INT"}}, {{"path", "/nowhere"}})).find("/nowhere"), std::string::npos);
  EXPECT_NE(message(Nmea({{"mmsi", "INT"}}, {{"log-time-zone", "Mars"}})).find("Mars"), std::string::npos);
}

}  // namespace
}  // namespace tarn::connector

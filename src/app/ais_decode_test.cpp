// The decode of real logs equals, as text, reference decodes made by another program. The logs are not part of this
// repository: ../shared/data beside it, or $TARN_SHARED/data.
#include "app/ais_decode.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "base/error.h"
#include "connector/nmea/log_file.h"
#include "testing/places.h"

namespace tarn::app {
namespace {

namespace fs = std::filesystem;

std::string DataFolder() { return tarn::testing::SharedDirectory() / "data"; }

std::string Contents(const std::string& path) {
  connector::nmea::LogFile file(env::LocalFileSystem().OpenRead(path));
  std::string text;
  std::string_view line;
  while (file.Next(&line)) text.append(line).append("\n");
  return text;
}

std::string Decode(const AisDecodeOptions& options) {
  std::ostringstream out;
  std::ostringstream notices;
  EXPECT_EQ(RunAisDecode(options, env::LocalFileSystem(), out, notices), 0);
  return std::move(out).str();
}

/// Where two long texts part, as a short message.
void ExpectSameText(const std::string& got, const std::string& expected, const std::string& what) {
  if (got == expected) return;
  std::istringstream a(got);
  std::istringstream b(expected);
  std::string x;
  std::string y;
  for (int line = 1;; ++line) {
    const bool more_a = static_cast<bool>(std::getline(a, x));
    const bool more_b = static_cast<bool>(std::getline(b, y));
    if (more_a == more_b && x == y && more_a) continue;
    FAIL() << what << " line " << line << "\n  got      " << (more_a ? x : "(end)") << "\n  expected "
           << (more_b ? y : "(end)");
  }
}

/// Each raw log that has reference decodes beside it: NAME.EXT[.gz], NAME_positions.csv[.gz], NAME_static.csv[.gz].
TEST(AisDecode, EqualsTheReferenceDecodes) {
  if (!fs::exists(DataFolder())) {
    std::cerr << "SKIPPED: no reference decodes at " << DataFolder() << "; set TARN_SHARED\n";
    GTEST_SKIP();
  }
  int compared = 0;
  for (const auto& folder : fs::directory_iterator(DataFolder())) {
    if (!folder.path().filename().string().starts_with("ais_")) continue;
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string path = entry.path().string();
      for (const char* kind : {"_positions.csv", "_static.csv"}) {
        const size_t at = path.find(kind);
        if (at == std::string::npos) continue;
        const std::string stem = path.substr(0, at);
        for (const char* extension : {".nmea", ".nmea.gz", ".log", ".log.gz", ".csv", ".csv.gz"}) {
          if (!fs::exists(stem + extension)) continue;
          AisDecodeOptions options{.log = stem + extension, .static_data = std::string(kind) == "_static.csv"};
          if (stem.find("vernon") != std::string::npos) options.log_time_zone = "Europe/Paris";
          ExpectSameText(Decode(options), Contents(path), path);
          ++compared;
        }
      }
    }
  }
  EXPECT_GE(compared, 10);
}

TEST(AisDecode, ConformanceLogsHoldAsManyMessagesAsOtherDecodersFind) {
  const std::string folder = DataFolder() + "/ais_nmea_conformance/";
  if (!fs::exists(folder)) {
    std::cerr << "SKIPPED: no conformance logs at " << folder << "; set TARN_SHARED\n";
    GTEST_SKIP();
  }
  const struct {
    const char* log;
    const char* counts;  // what is written about the log, and gpsdecode's counts
  } cases[] = {{"gpsd_sample.aivdm", "102 messages"},
               {"libais_test.aivdm", "227 messages"},
               {"libais_tagblock.nmea", "4 messages"},
               {"libais_typeexamples.nmea", "26 messages"},
               {"noaadata_20060715_uscg.ais", "853 messages"},
               {"pyais_898.txt", "778 messages"},
               {"aislib_decode_encode.txt", "601 messages"},
               {"signalk_gofree_ownship_ais.log", "1459 messages"},
               {"signalk_nais400_ownship_ais.log", "668 messages"},
               {"pyais_gatehouse.nmea", "4 messages"}};
  for (const auto& c : cases) {
    std::ostringstream out;
    std::ostringstream notices;
    RunAisDecode({.log = folder + c.log}, env::LocalFileSystem(), out, notices);
    EXPECT_NE(notices.str().find(std::string(" ") + c.counts + ","), std::string::npos)
        << c.log << " " << notices.str();
  }
}

TEST(AisDecode, SaysWhichLogIsMissing) {
  try {
    Decode({.log = "/nowhere/log.nmea"});
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ErrorCode::NotFound);
    EXPECT_NE(std::string(e.what()).find("/nowhere/log.nmea"), std::string::npos);
  }
}

}  // namespace
}  // namespace tarn::app

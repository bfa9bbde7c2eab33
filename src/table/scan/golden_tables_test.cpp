// Tables that Java Paimon wrote, read by us, against what Java reads of them (data/paimon-tables of the shared folder).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "columnar/duckdb_file_system.h"
#include "table/scan/split_reader.h"
#include "testing/places.h"

namespace tarn::table {
namespace {

using paimon::DataType;
using paimon::TypeRoot;

std::filesystem::path Shared() { return tarn::testing::SharedDirectory(); }

std::string Quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += std::string("\\") + c;
    } else if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string Timestamp(int64_t nanos_since_epoch, bool utc) {
  const int64_t second = 1'000'000'000;
  const int64_t seconds = nanos_since_epoch / second - (nanos_since_epoch % second < 0);
  const auto text = duckdb::Timestamp::ToString(duckdb::Timestamp::FromEpochSeconds(seconds));
  char nanos[16];
  std::snprintf(nanos, sizeof nanos, ".%09lld", static_cast<long long>(nanos_since_epoch - seconds * second));
  return text + nanos + (utc ? "Z" : "");
}

/// As the dump program prints it.
std::string Text(const duckdb::Value& value, const DataType& type) {
  if (value.IsNull()) return "NULL";
  char buffer[64];
  switch (type.root) {
    case TypeRoot::Float:
      std::snprintf(buffer, sizeof buffer, "%.8e", static_cast<double>(value.GetValue<float>()));
      return buffer;
    case TypeRoot::Double:
      std::snprintf(buffer, sizeof buffer, "%.16e", value.GetValue<double>());
      return buffer;
    case TypeRoot::Char:
    case TypeRoot::VarChar:
      return Quoted(duckdb::StringValue::Get(value));
    case TypeRoot::Binary:
    case TypeRoot::VarBinary: {
      std::string out = "x'";
      for (const char c : duckdb::StringValue::Get(value)) {
        std::snprintf(buffer, sizeof buffer, "%02x", static_cast<unsigned char>(c));
        out += buffer;
      }
      return out + "'";
    }
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz: {
      const int64_t unit = type.precision > 6 ? 1 : 1000;
      return Timestamp(value.GetValueUnsafe<int64_t>() * unit, type.root == TypeRoot::TimestampLtz);
    }
    case TypeRoot::Array: {
      std::string out = "[";
      for (const auto& child : duckdb::ListValue::GetChildren(value)) {
        out += (out.size() > 1 ? "," : "") + Text(child, type.children[0]);
      }
      return out + "]";
    }
    case TypeRoot::Map: {
      std::vector<std::string> entries;
      for (const auto& entry : duckdb::MapValue::GetChildren(value)) {
        const auto& pair = duckdb::StructValue::GetChildren(entry);
        entries.push_back(Text(pair[0], type.children[0]) + ":" + Text(pair[1], type.children[1]));
      }
      std::sort(entries.begin(), entries.end());
      std::string out = "{";
      for (const auto& entry : entries) out += (out.size() > 1 ? "," : "") + entry;
      return out + "}";
    }
    case TypeRoot::Row: {
      std::string out = "(";
      const auto& children = duckdb::StructValue::GetChildren(value);
      for (size_t i = 0; i < children.size(); i++) out += (i ? "," : "") + Text(children[i], type.fields[i].type);
      return out + ")";
    }
    default: {
      std::string text = value.ToString();
      if (type.root == TypeRoot::Decimal && text[0] == '.') return "0" + text;
      if (type.root == TypeRoot::Decimal && text.starts_with("-.")) return "-0" + text.substr(1);
      return text;
    }
  }
}

std::vector<std::string> ReadTable(duckdb::ClientContext& context, const std::string& path) {
  const auto table = Table::Open(env::SystemEnv(), path);
  const auto plan = PlanScan(*table, {});
  const auto& fields = table->schema().fields;
  ReadOptions options;
  for (size_t i = 0; i < fields.size(); i++) options.columns.push_back(i);
  std::vector<std::string> lines;
  for (const auto& split : plan.splits) {
    const auto reader = OpenSplit(context, table, split, options);
    columnar::ChangeBatch batch;
    while (reader->Read(batch)) {
      EXPECT_TRUE(batch.kinds.empty());
      for (duckdb::idx_t row = 0; row < batch.size(); row++) {
        std::string line = "+I";
        for (size_t i = 0; i < fields.size(); i++) line += "\t" + Text(batch.chunk.GetValue(i, row), fields[i].type);
        lines.push_back(line);
      }
    }
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST(GoldenTables, ReadAsJavaReadsThem) {
  const auto root = Shared() / "data" / "paimon-tables";
  if (!std::filesystem::exists(root)) GTEST_SKIP() << "no " << root << ": set TARN_SHARED";
  duckdb::DuckDB db(nullptr);
  db.GetFileSystem().RegisterSubSystem(columnar::NewDuckDbFileSystem(env::LocalFileSystem()));
  duckdb::Connection connection(db);
  size_t equal = 0;
  std::string refused;
  for (const auto& database : std::filesystem::directory_iterator(root / "parquet")) {
    for (const auto& entry : std::filesystem::directory_iterator(database)) {
      if (!entry.is_directory()) continue;
      const std::string name = database.path().stem().string() + "." + entry.path().filename().string();
      std::ifstream file(root / "expected" / "parquet" / (name + ".txt"));
      if (!file) continue;  // Java could not read it there either
      std::vector<std::string> expected;
      for (std::string line; std::getline(file, line);) expected.push_back(line);
      try {
        EXPECT_EQ(ReadTable(*connection.context, std::filesystem::canonical(entry.path()).string()), expected) << name;
        equal++;
      } catch (const Error& e) {
        EXPECT_EQ(e.code(), ErrorCode::Unsupported) << name << ": " << e.what();
        refused += "  " + name + ": " + e.what() + "\n";
      }
    }
  }
  std::printf("%zu tables were read; refused:\n%s", equal, refused.c_str());
  EXPECT_GE(equal, 10u);
}

}  // namespace
}  // namespace tarn::table

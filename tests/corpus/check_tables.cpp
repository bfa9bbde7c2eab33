// check-tables [--pending FILE] DIR (or --shared NAME)
//
// Reads tables that other engines wrote, by SQL, and compares with their dumps: DIR/<warehouse>/<db>.db/<table> against
// DIR/expected/<warehouse>/<db>.<table>.txt, one row a line as the dump program prints it (kind, then values split by
// tabs). Prints a line per table; ends with 1 if a table reads differently that the list of pending ones does not name,
// or a listed one reads well.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

#include <unistd.h>

#include "base/civil_time.h"
#include "base/error.h"
#include "columnar/change_batch.h"
#include "corpus/shared_folder.h"
#include "function/value_text.h"
#include "sql/engine.h"
#include "sql/rows.h"
#include "sql/session.h"

namespace {

namespace fs = std::filesystem;
using tarn::paimon::DataType;
using tarn::paimon::TypeRoot;

/// Where the copy of a warehouse lies while it is read; two runs side by side do not meet.
fs::path Scratch(const std::string& warehouse) {
  return fs::temp_directory_path() / ("tarn-check-tables-" + std::to_string(getpid()) + "-" + warehouse);
}

std::string Quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    char escape[8];
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else if (code < 0x20 || code == 0x7f) {
      std::snprintf(escape, sizeof escape, "\\u%04x", code);
      out += escape;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string Bytes(const std::string& bytes) {
  std::string out = "x'";
  char pair[4];
  for (const char c : bytes) {
    std::snprintf(pair, sizeof pair, "%02x", static_cast<unsigned char>(c));
    out += pair;
  }
  return out + "'";
}

std::string Floating(double value, int digits) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char text[64];
  std::snprintf(text, sizeof text, "%.*e", digits, value);
  return text;
}

std::string Dump(const duckdb::Value& value, const DataType& type) {
  if (value.IsNull()) return "NULL";
  switch (type.root) {
    case TypeRoot::Boolean:
      return duckdb::BooleanValue::Get(value) ? "true" : "false";
    case TypeRoot::Float:
      return Floating(duckdb::FloatValue::Get(value), 8);
    case TypeRoot::Double:
      return Floating(duckdb::DoubleValue::Get(value), 16);
    case TypeRoot::Char:
    case TypeRoot::VarChar:
      return Quoted(duckdb::StringValue::Get(value));
    case TypeRoot::Binary:
    case TypeRoot::VarBinary:
    case TypeRoot::Blob:
      return Bytes(duckdb::StringValue::Get(value));
    case TypeRoot::Time:
      return tarn::FormatTimeOfDay(value.GetValueUnsafe<int64_t>() * 1000, 3);
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz: {
      const auto raw = value.GetValueUnsafe<int64_t>();
      const int64_t scale = type.precision > 6 ? 1'000'000'000 : 1'000'000;
      const int64_t seconds = tarn::FloorDiv(raw, scale);
      const int64_t nano = (raw - seconds * scale) * (1'000'000'000 / scale);
      return tarn::FormatTimestamp(tarn::CivilFromSeconds(seconds, static_cast<int>(nano)), 9) +
             (type.root == TypeRoot::TimestampLtz ? "Z" : "");
    }
    case TypeRoot::Array:
    case TypeRoot::Vector: {
      std::string text = "[";
      for (const auto& element : duckdb::ListValue::GetChildren(value)) {
        text += (text.size() > 1 ? "," : "") + Dump(element, type.children[0]);
      }
      return text + "]";
    }
    case TypeRoot::Map:
    case TypeRoot::Multiset: {
      DataType count;
      count.root = TypeRoot::Int;
      std::vector<std::string> entries;
      for (const auto& entry : duckdb::MapValue::GetChildren(value)) {
        const auto& pair = duckdb::StructValue::GetChildren(entry);
        entries.push_back(Dump(pair[0], type.children[0]) + ":" +
                          Dump(pair[1], type.root == TypeRoot::Map ? type.children[1] : count));
      }
      std::sort(entries.begin(), entries.end());
      std::string text = "{";
      for (const auto& entry : entries) text += (text.size() > 1 ? "," : "") + entry;
      return text + "}";
    }
    case TypeRoot::Row: {
      std::string text = "(";
      const auto& fields = duckdb::StructValue::GetChildren(value);
      for (size_t i = 0; i < fields.size(); i++) text += (i > 0 ? "," : "") + Dump(fields[i], type.fields[i].type);
      return text + ")";
    }
    default:
      return tarn::function::ValueText(value, type, tarn::TimeZone());
  }
}

std::vector<std::string> ReadLines(const fs::path& file) {
  std::vector<std::string> lines;
  std::ifstream in(file, std::ios::binary);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::vector<std::string> ReadTable(tarn::sql::Engine& engine, const fs::path& warehouse, const std::string& database,
                                   const std::string& table, const std::string& columns = "*") {
  tarn::sql::Session session(engine, {.warehouse = warehouse.string()});
  auto outcome = session.Execute("SELECT " + columns + " FROM `" + database + "`.`" + table + "`");
  auto& rows = *std::get<std::unique_ptr<tarn::sql::Rows>>(outcome);
  std::vector<std::string> lines;
  tarn::columnar::ChangeBatch batch;
  while (rows.Next(batch)) {
    for (duckdb::idx_t row = 0; row < batch.size(); row++) {
      std::string line(tarn::columnar::ShortString(batch.kind(row)));
      for (size_t i = 0; i < rows.columns().size(); i++) {
        line += "\t" + Dump(batch.chunk.GetValue(i, row), rows.columns()[i].type);
      }
      lines.push_back(line);
    }
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

/// Warehouses are copied first: they are read-only for us, and a catalog may want its own files beside them.
fs::path Copy(const fs::path& warehouse) {
  const fs::path copy = Scratch(warehouse.filename().string());
  fs::remove_all(copy);
  fs::copy(warehouse, copy, fs::copy_options::recursive);
  for (const auto& entry : fs::recursive_directory_iterator(copy)) {
    fs::permissions(entry.path(), fs::perms::owner_all, fs::perm_options::add);
  }
  fs::permissions(copy, fs::perms::owner_all, fs::perm_options::add);
  return copy;
}

/// check-tables --dump WAREHOUSE DB TABLE [--columns a,b]: prints one table as an expected file would hold it.
int DumpTable(const std::vector<std::string>& arguments) {
  std::string columns = "*";
  if (arguments.size() == 6 && arguments[4] == "--columns") {
    columns.clear();
    std::istringstream names(arguments[5]);
    for (std::string name; std::getline(names, name, ',');) columns += (columns.empty() ? "`" : ", `") + name + "`";
  }
  tarn::sql::Engine engine(tarn::env::SystemEnv(), {.threads = 1, .memory_bytes = int64_t{1} << 30});
  for (const auto& line : ReadTable(engine, arguments[1], arguments[2], arguments[3], columns)) {
    std::cout << line << "\n";
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() >= 4 && arguments[0] == "--dump") {
    try {
      return DumpTable(arguments);
    } catch (const std::exception& error) {
      std::cerr << error.what() << "\n";
      return 1;
    }
  }
  fs::path root;
  std::set<std::string> pending;
  for (int i = 1; i < argc; i++) {
    const std::string argument = argv[i];
    if (argument == "--pending" && i + 1 < argc) {
      for (const auto& line : ReadLines(argv[++i])) {
        if (!line.empty() && line[0] != '#') pending.insert(line);
      }
    } else if (argument == "--shared" && i + 1 < argc) {
      root = tarn::corpus::SharedFolder(argv[++i]);
      if (root.empty()) return 0;
    } else {
      root = argument;
    }
  }
  if (root.empty()) {
    std::cerr
        << "usage: check-tables [--pending FILE] DIR\n       check-tables --dump WAREHOUSE DB TABLE [--columns a,b]\n";
    return 2;
  }
  tarn::sql::Engine engine(tarn::env::SystemEnv(), {.threads = 1, .memory_bytes = int64_t{1} << 30});
  size_t passed = 0, failed = 0, waiting = 0, surprises = 0;
  std::vector<fs::path> expectations;
  for (const auto& entry : fs::recursive_directory_iterator(root / "expected")) {
    if (entry.path().extension() == ".txt") expectations.push_back(entry.path());
  }
  std::sort(expectations.begin(), expectations.end());
  std::set<std::string> copied;
  for (const auto& expectation : expectations) {
    const std::string warehouse = expectation.parent_path().filename().string();
    const std::string stem = expectation.stem().string();
    // <db>.<table>; names have no dots.
    const std::string database = stem.substr(0, stem.find('.')), table = stem.substr(stem.find('.') + 1);
    const std::string title = warehouse + "/" + stem;
    const fs::path copy = copied.insert(warehouse).second ? Copy(root / warehouse) : Scratch(warehouse);
    std::string difference;
    try {
      const auto expected = ReadLines(expectation);
      const auto actual = ReadTable(engine, copy, database, table);
      if (expected != actual) {
        difference = std::to_string(expected.size()) + " rows expected, " + std::to_string(actual.size()) + " read";
        for (size_t i = 0; i < std::max(expected.size(), actual.size()); i++) {
          const std::string a = i < expected.size() ? expected[i] : "(none)",
                            b = i < actual.size() ? actual[i] : "(none)";
          if (a == b) continue;
          difference += "\n    expected " + a + "\n    got      " + b;
          break;
        }
      }
    } catch (const std::exception& error) {
      difference = error.what();
    }
    const bool listed = pending.count(title) > 0;
    if (difference.empty() && listed) {
      surprises++;
      std::cout << "PASS " << title << " BUT IT IS LISTED AS PENDING: remove it from the list\n";
    } else if (difference.empty()) {
      passed++;
      std::cout << "PASS " << title << "\n";
    } else if (listed) {
      waiting++;
      std::cout << "PENDING " << title << ": " << difference << "\n";
    } else {
      failed++;
      std::cout << "FAIL " << title << ": " << difference << "\n";
    }
    std::cout.flush();
  }
  for (const auto& warehouse : copied) {
    fs::remove_all(Scratch(warehouse));
  }
  std::cout << passed << " passed, " << failed << " failed, " << waiting << " pending, " << surprises
            << " listed but passing\n";
  return failed + surprises > 0 ? 1 : 0;
}

// Rows of a table as interop's dump program prints them, so that other implementations' dumps can be compared with
// ours.
#pragma once

#include <algorithm>
#include <cstdio>
#include <duckdb/common/types/timestamp.hpp>
#include <duckdb/common/types/value.hpp>
#include <string>
#include <vector>

#include "env/env.h"
#include "table/scan/split_reader.h"

namespace tarn::testing {

using paimon::DataType;
using paimon::TypeRoot;

inline std::string Quoted(const std::string& text) {
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

inline std::string TimestampText(int64_t nanos_since_epoch, bool utc) {
  const int64_t second = 1'000'000'000;
  const int64_t seconds = nanos_since_epoch / second - (nanos_since_epoch % second < 0);
  const auto text = duckdb::Timestamp::ToString(duckdb::Timestamp::FromEpochSeconds(seconds));
  char nanos[16];
  std::snprintf(nanos, sizeof nanos, ".%09lld", static_cast<long long>(nanos_since_epoch - seconds * second));
  return text + nanos + (utc ? "Z" : "");
}

/// As the dump program prints it.
inline std::string Text(const duckdb::Value& value, const DataType& type) {
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
    case TypeRoot::Time: {
      const auto millis = static_cast<int>(value.GetValueUnsafe<int64_t>() / 1000);
      std::snprintf(buffer, sizeof buffer, "%02d:%02d:%02d.%03d", millis / 3600000, millis / 60000 % 60,
                    millis / 1000 % 60, millis % 1000);
      return buffer;
    }
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz: {
      const int64_t unit = type.precision > 6 ? 1 : 1000;
      return TimestampText(value.GetValueUnsafe<int64_t>() * unit, type.root == TypeRoot::TimestampLtz);
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

/// The latest snapshot, a line a row, sorted.
inline std::vector<std::string> DumpTable(duckdb::ClientContext& context,
                                          const std::shared_ptr<const table::Table>& table) {
  const auto plan = table::PlanScan(*table, {});
  const auto& fields = table->schema().fields;
  table::ReadOptions options;
  for (size_t i = 0; i < fields.size(); i++) options.columns.push_back(i);
  std::vector<std::string> lines;
  for (const auto& split : plan.splits) {
    const auto reader = table::OpenSplit(context, table, split, options);
    columnar::ChangeBatch batch;
    while (reader->Read(batch)) {
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

}  // namespace tarn::testing

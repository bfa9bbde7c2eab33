#include "corpus/compare.h"

#include <algorithm>
#include <map>
#include <sstream>

namespace tarn::corpus {
namespace {

std::string Kind(const std::string& row) { return row.substr(0, row.find('|')); }
std::string Values(const std::string& row) { return row.substr(std::min(row.size(), row.find('|'))); }

std::string Listed(const char* title, const std::vector<std::string>& rows) {
  std::string text = std::string("    ") + title + "\n";
  for (const auto& row : rows) text += "      " + row + "\n";
  return text;
}

std::string Difference(const std::vector<std::string>& expected, const std::vector<std::string>& actual) {
  if (expected == actual) return "";
  return Listed("expected:", expected) + Listed("got:", actual);
}

std::vector<std::string> Sorted(std::vector<std::string> rows) {
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace

std::vector<std::string> RowsByKey(const std::vector<std::string>& rows, const std::vector<size_t>& columns) {
  std::map<std::string, std::vector<std::string>> keys;
  for (const auto& row : rows) {
    const auto values = SplitRow(row);
    std::string key;
    for (size_t column : columns) {
      if (column < values.size()) key += values[column] ? EscapeValue(*values[column]) + "|" : "\\N|";
    }
    keys[key].push_back(row);
  }
  std::vector<std::string> lines;
  for (const auto& [key, list] : keys) lines.insert(lines.end(), list.begin(), list.end());
  return lines;
}

std::vector<std::string> Fold(const std::vector<std::string>& rows) {
  std::map<std::string, int> counts;
  for (const auto& row : rows) {
    const std::string kind = Kind(row);
    counts[Values(row)] += kind == "-D" || kind == "-U" ? -1 : 1;
  }
  std::vector<std::string> lines;
  for (const auto& [values, count] : counts) {
    for (int i = 0; i < count; i++) lines.push_back("+I" + values);
    for (int i = 0; i > count; i--) lines.push_back("-D" + values);
  }
  return lines;
}

std::string Compare(const Case& recorded, const Answer& actual, bool ordered) {
  const Answer& expected = recorded.Expected();
  if (!expected.error.empty() || !actual.error.empty()) {
    if (expected.error == actual.error) return "";
    // Flink reports some bad statements by internal assertions, as `plan`: either class will do.
    const bool assertion = expected.error == "plan" && (actual.error == "validation") &&
                           (expected.message.find("AssertionError") != std::string::npos ||
                            expected.message.find("SqlValidateException") != std::string::npos ||
                            expected.message.find("NullPointerException") != std::string::npos);
    if (assertion) return "";
    return "    expected: " + (expected.error.empty() ? "rows" : expected.error + " error: " + expected.message) +
           "\n    got: " + (actual.error.empty() ? "rows" : actual.error + " error: " + actual.message) + "\n" +
           (actual.error.empty() ? Listed("rows:", actual.rows) : "");
  }
  std::string difference;
  if (expected.has_schema) {
    std::vector<std::string> a, b;
    for (const auto& column : expected.schema) a.push_back("`" + column.name + "` " + column.type);
    for (const auto& column : actual.schema) b.push_back("`" + column.name + "` " + column.type);
    difference += Difference(a, b);
  }
  std::string how = recorded.compare;
  if (how.empty()) how = recorded.mode == "streaming" || ordered ? "exact" : "any-order";
  if (how == "exact") {
    difference += Difference(expected.rows, actual.rows);
  } else if (how == "folded") {
    difference += Difference(Sorted(expected.has_folded ? expected.folded : Fold(expected.rows)), Fold(actual.rows));
  } else if (how.rfind("per-key", 0) == 0) {
    std::vector<size_t> columns;
    std::istringstream list(how.substr(7));
    for (std::string number; std::getline(list, number, ',');) columns.push_back(std::stoul(number));
    difference += Difference(RowsByKey(expected.rows, columns), RowsByKey(actual.rows, columns));
  } else {
    difference += Difference(Sorted(expected.rows), Sorted(actual.rows));
  }
  return difference;
}

}  // namespace tarn::corpus

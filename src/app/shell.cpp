#include "app/shell.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <ostream>

#include "app/line_editor.h"
#include "app/result_writer.h"
#include "sql/parse/parser.h"
#include "sql/shell_names.h"

namespace tarn::app {
namespace {

constexpr char kHelp[] =
    "A statement ends with ';' and may take several lines. Ctrl-C stops it, Ctrl-D leaves.\n"
    "  .help              this text\n"
    "  .format NAME       box, csv, json, jsonlines, markdown, tsv\n"
    "  .rows N            how many rows a box shows (0 = all)\n"
    "  .quit              leave\n"
    "  SHOW TABLES;  DESCRIBE t;  SHOW CREATE TABLE t;  SHOW OPTIONS LIKE '%bucket%';\n"
    "  SET 'execution.runtime-mode' = 'streaming';     SELECTs then run until you press Ctrl-C\n"
    "  SELECT .. FROM t$files;                         and $snapshots, $schemas, $partitions, $options ..\n";

std::string Trim(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

bool StartsWithoutCase(const std::string& text, const std::string& prefix) {
  return text.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), text.begin(), [](char a, char b) {
           return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
         });
}

std::string HistoryFile() {
  if (const char* file = std::getenv("TARN_HISTORY")) return file;
  const char* home = std::getenv("HOME");
  return home == nullptr ? "" : std::string(home) + "/.tarn_history";
}

class Shell {
 public:
  Shell(sql::Session& session, StatementRunner& runner, std::ostream& out, std::ostream& notices)
      : session_(session),
        runner_(runner),
        out_(out),
        notices_(notices),
        editor_(HistoryFile(), [this](const std::string& before) { return Complete(before); }) {}

  int Run() {
    std::string pending;
    for (;;) {
      std::string line;
      const auto event = editor_.Read(pending.empty() ? Prompt() : "     ...> ", &line);
      if (event == LineEditor::Event::End) {
        out_ << std::endl;
        return 0;
      }
      if (event == LineEditor::Event::Interrupted) {
        pending.clear();
        continue;
      }
      if (pending.empty() && Trim(line).starts_with(".")) {
        editor_.AddHistory(line);
        if (!Command(Trim(line))) return 0;
        continue;
      }
      pending += pending.empty() ? line : "\n" + line;
      if (Trim(pending).empty()) {
        pending.clear();
        continue;
      }
      if (sql::IsIncomplete(pending)) continue;
      editor_.AddHistory(pending);
      Execute(pending);
      pending.clear();
    }
  }

 private:
  std::string Prompt() const {
    auto& catalogs = session_.catalogs();
    const std::string mode = session_.settings().streaming() ? " (streaming)" : "";
    return catalogs.current_catalog() + "." + catalogs.current_database() + mode + "> ";
  }

  void Execute(const std::string& text) {
    try {
      runner_.RunScript(text, "");
    } catch (const std::exception& e) {
      notices_ << "error: " << e.what() << std::endl;
    }
  }

  // False: leave.
  bool Command(const std::string& line) {
    const size_t blank = line.find(' ');
    const std::string name = line.substr(0, blank);
    const std::string argument = blank == std::string::npos ? "" : Trim(line.substr(blank));
    if (name == ".quit" || name == ".exit" || name == ".q") return false;
    if (name == ".help") {
      out_ << kHelp << std::flush;
    } else if (name == ".format") {
      try {
        NewResultWriter(argument, out_, {});
        runner_.options().format = argument;
      } catch (const Error& e) {
        notices_ << "error: " << e.what() << std::endl;
      }
    } else if (name == ".rows" && !argument.empty() &&
               std::all_of(argument.begin(), argument.end(), [](unsigned char c) { return std::isdigit(c); })) {
      runner_.options().max_rows = std::stoul(argument);
    } else {
      notices_ << "error: there is no command " << line << "\n  .help shows what there is" << std::endl;
    }
    return true;
  }

  std::vector<std::string> Complete(const std::string& before) {
    const std::string word = before.substr(before.find_last_of(" \t(,") + 1);
    if (word.empty()) return {};
    std::vector<std::string> words;
    for (const auto& name : sql::NamesForCompletion(session_)) {
      if (StartsWithoutCase(name, word)) words.push_back(name);
    }
    if (words.size() < 50) {
      for (const char* keyword : {"SELECT",
                                  "FROM",
                                  "WHERE",
                                  "GROUP BY",
                                  "ORDER BY",
                                  "LIMIT",
                                  "INSERT INTO",
                                  "INSERT OVERWRITE",
                                  "VALUES",
                                  "CREATE TABLE",
                                  "CREATE VIEW",
                                  "CREATE CATALOG",
                                  "CREATE DATABASE",
                                  "TEMPORARY",
                                  "DESCRIBE",
                                  "SHOW TABLES",
                                  "SHOW CREATE TABLE",
                                  "DROP TABLE",
                                  "ALTER TABLE",
                                  "EXPLAIN",
                                  "SET",
                                  "RESET",
                                  "USE",
                                  "WITH",
                                  "JOIN",
                                  "LEFT JOIN",
                                  "UNION ALL",
                                  "DISTINCT",
                                  "HAVING",
                                  "PARTITIONED BY",
                                  "WATERMARK FOR"}) {
        if (StartsWithoutCase(keyword, word)) words.emplace_back(keyword);
      }
    }
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
  }

  sql::Session& session_;
  StatementRunner& runner_;
  std::ostream& out_;
  std::ostream& notices_;
  LineEditor editor_;
};

}  // namespace

int RunShell(sql::Session& session, StatementRunner& runner, const std::string& greeting, std::ostream& out,
             std::ostream& notices) {
  out << greeting << std::endl;
  return Shell(session, runner, out, notices).Run();
}

}  // namespace tarn::app

#include "app/shell.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <ostream>

#include "app/completion.h"
#include "app/error_text.h"
#include "app/line_editor.h"
#include "app/result_writer.h"
#include "app/terminal.h"
#include "base/ascii_case.h"
#include "base/byte_order_mark.h"
#include "base/error.h"
#include "base/nearest.h"
#include "sql/parse/parser.h"
#include "sql/shell_names.h"

namespace tarn::app {
namespace {

constexpr char kHelp[] =
    "A statement ends with ';' and may take several lines. Tab completes, Ctrl-R searches what you typed before,\n"
    "Ctrl-C stops what runs, Ctrl-D leaves.\n"
    "  .tables            SHOW TABLES;\n"
    "  .schema TABLE      SHOW CREATE TABLE ..;\n"
    "  .format NAME       box, csv, json, jsonlines, markdown, tsv\n"
    "  .rows N            how many rows a box shows (0 = all)\n"
    "  .read FILE         runs a script\n"
    "  .help, .quit       also: help, quit, exit\n"
    "Good to know:\n"
    "  DESCRIBE t;  EXPLAIN SELECT ..;  SHOW OPTIONS LIKE '%bucket%';  SHOW FUNCTIONS;\n"
    "  SELECT .. FROM t$files;    and $snapshots, $schemas, $partitions, $options ..\n"
    "  SET 'execution.runtime-mode' = 'streaming';    SELECTs then run until you press Ctrl-C\n";

constexpr const char* kCommands[] = {".exit", ".format", ".help", ".quit", ".read", ".rows", ".schema", ".tables"};

std::string Trim(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

// "HELP ;" -> "help"
std::string BareWord(std::string text) {
  text = Trim(text);
  while (!text.empty() && (text.back() == ';' || text.back() == ' ')) text.pop_back();
  return AsciiLower(text);
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
    for (;;) {
      std::string line;
      const auto event = editor_.Read(pending_.empty() ? Prompt() : "     ...> ", &line);
      if (event == LineEditor::Event::End) {
        out_ << std::endl;
        return 0;
      }
      if (event == LineEditor::Event::Interrupted) {
        pending_.clear();
        continue;
      }
      if (Trim(pending_ + line).empty()) continue;
      if (pending_.empty() && IsCommand(line)) {
        editor_.AddHistory(line);
        if (!Command(Trim(line))) return 0;
        continue;
      }
      pending_ += pending_.empty() ? line : "\n" + line;
      if (sql::IsIncomplete(pending_)) continue;
      editor_.AddHistory(pending_);
      const std::string statement = std::move(pending_);
      pending_.clear();
      Execute(statement, "");
    }
  }

 private:
  std::string Prompt() const {
    auto& catalogs = session_.catalogs();
    const std::string mode = session_.settings().streaming() ? " (streaming)" : "";
    return catalogs.current_catalog() + "." + catalogs.current_database() + mode + "> ";
  }

  void Execute(const std::string& text, const std::string& file) {
    runner_.options().width = TerminalWidth();
    try {
      runner_.RunScript(text, file);
    } catch (const std::exception& e) {
      notices_ << ErrorText(e.what()) << std::endl;
    }
  }

  static bool IsCommand(const std::string& line) {
    const std::string word = BareWord(line);
    return word.starts_with(".") || word.starts_with("\\") || word == "help" || word == "quit" || word == "exit";
  }

  // False: leave.
  bool Command(const std::string& line) {
    const size_t blank = line.find(' ');
    const std::string name = BareWord(line.substr(0, blank));
    const std::string argument = blank == std::string::npos ? "" : Trim(line.substr(blank));
    if (name == ".quit" || name == ".exit" || name == "quit" || name == "exit" || name == "\\q") return false;
    if (name == ".help" || name == "help") {
      out_ << kHelp << std::flush;
    } else if (name == ".tables") {
      Execute("SHOW TABLES", "");
    } else if (name == ".schema" && !argument.empty()) {
      Execute("SHOW CREATE TABLE " + argument, "");
    } else if (name == ".format" && !argument.empty()) {
      SetFormat(argument);
    } else if (name == ".rows" && !argument.empty() && argument.size() < 10 &&
               std::all_of(argument.begin(), argument.end(), [](unsigned char c) { return std::isdigit(c); })) {
      runner_.options().max_rows = std::stoul(argument);
    } else if (name == ".read" && !argument.empty()) {
      Read(argument);
    } else {
      Refuse(name);
    }
    return true;
  }

  void SetFormat(const std::string& format) {
    try {
      NewResultWriter(format, out_, {});
      runner_.options().format = format;
    } catch (const Error& e) {
      notices_ << ErrorText(e.what()) << std::endl;
    }
  }

  void Read(const std::string& file) {
    try {
      const std::string path = std::filesystem::absolute(file).lexically_normal().string();
      Execute(std::string(WithoutByteOrderMark(env::ReadFile(env::LocalFileSystem(), path))), file);
    } catch (const Error& e) {
      notices_ << ErrorText(e.what()) << std::endl;
    }
  }

  void Refuse(const std::string& name) {
    const std::vector<std::string> known(std::begin(kCommands), std::end(kCommands));
    if (std::find(known.begin(), known.end(), name) != known.end()) {
      notices_ << "error: " << name << " wants one argument";
      if (name == ".rows") notices_ << ", a number";
    } else {
      notices_ << "error: there is no command " << name << DidYouMean(name, known);
    }
    notices_ << "\n  .help shows what there is" << std::endl;
  }

  Completion Complete(const std::string& before) {
    if (pending_.empty() && before.starts_with(".") && before.find(' ') == std::string::npos) {
      Completion commands;
      for (const std::string command : kCommands) {
        if (command.starts_with(before)) commands.words.push_back(command);
      }
      return commands;
    }
    const std::string above = pending_.empty() ? "" : pending_ + "\n";
    Completion completion = CompleteWord(above + before, [this] { return sql::NamesForCompletion(session_); });
    completion.begin = completion.begin > above.size() ? completion.begin - above.size() : 0;
    return completion;
  }

  sql::Session& session_;
  StatementRunner& runner_;
  std::ostream& out_;
  std::ostream& notices_;
  std::string pending_;  // the lines of a statement that is not complete
  LineEditor editor_;
};

}  // namespace

int RunShell(sql::Session& session, StatementRunner& runner, const std::string& greeting, std::ostream& out,
             std::ostream& notices) {
  out << greeting << std::endl;
  return Shell(session, runner, out, notices).Run();
}

}  // namespace tarn::app

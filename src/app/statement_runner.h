// Runs statements of a session one by one and shows what comes of them: results on `out`, notices and progress on
// `notices`.
#pragma once

#include <functional>
#include <iosfwd>
#include <set>
#include <string>
#include <string_view>

#include "sql/session.h"

namespace tarn::app {

class BackgroundJobs;

struct RunnerOptions {
  std::string format = "box";
  bool interactive = false;  // a shell: a line about every statement, a result's rows and time under it
  bool progress = false;     // stderr is a terminal: show how far long work is
  int width = 0;
  size_t max_rows = 0;  // of a box; 0 = all
  bool restart = false;
  bool allow_non_restored = false;
  std::function<void(int64_t rows_read)> watch{};  // see ContinuousOptions
};

/// What a script that comes through a pipe is called in errors.
inline constexpr const char* kStandardInput = "stdin";

/// What Ctrl-C did to a statement.
enum class RunStatus { Done, Interrupted };

class StatementRunner {
 public:
  StatementRunner(sql::Session& session, RunnerOptions options, std::ostream& out, std::ostream& notices)
      : session_(session), options_(std::move(options)), out_(out), notices_(notices) {}

  /// A script, to its end or its first error; errors of a file come with "file:line: " in front.
  RunStatus RunScript(std::string_view script, const std::string& file);

  RunnerOptions& options() { return options_; }

 private:
  struct Place {
    std::string file;                              // empty: typed in, or given by -c
    int number = 0;                                // of the statement in its script
    std::function<Error(const Error&)> in_script;  // an error, with its place in the script
  };

  RunStatus Run(std::string_view statement, const Place& place);
  std::string JobName(const Place& place);
  RunStatus RunStatements(std::string_view script, const std::string& file);
  /// `before_output` is called before anything is printed; twice does no harm.
  RunStatus ShowRows(sql::Rows& rows, double started, const std::function<void()>& before_output);

  sql::Session& session_;
  RunnerOptions options_;
  std::ostream& out_;
  std::ostream& notices_;
  BackgroundJobs* background_ = nullptr;  // while a script's file runs
  std::set<std::string> job_names_;       // given to the jobs of the scripts so far
};

/// "1.7 M", "20,114", "0.18 s": how figures are written for people.
std::string HumanCount(int64_t count);
std::string WithSeparators(int64_t count);
std::string HumanSeconds(double seconds);

}  // namespace tarn::app

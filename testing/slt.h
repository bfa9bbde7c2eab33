// Runs .slt files: the sqllogictest dialect over a SQL session.
//
//   statement ok              the statement that follows (to a blank line) must work
//   statement error [TEXT]    it must fail, with TEXT in its message
//   query TYPES [rowsort]     its rows must be those below `----`, columns apart by tabs or two blanks, NULL for NULL;
//                             TYPES has one letter a column (only their number counts); rowsort compares sorted
//   loop VAR FROM TO .. endloop   the lines between, ${VAR} replaced
//   skipif NAME, halt         `halt` ends the file
// ${DIR} stands for the file's working directory. Lines that begin with # are comments.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tarn::testing {

struct SltResult {
  std::optional<std::string> error;            // the statement failed so
  std::vector<std::vector<std::string>> rows;  // of a query
};

struct SltFailure {
  int line = 0;
  std::string what;
};

using SltRun = std::function<SltResult(const std::string& statement)>;

/// Every failure of the script; empty = all is well.
std::vector<SltFailure> RunSlt(const std::string& script, const std::string& directory, const SltRun& run);

}  // namespace tarn::testing

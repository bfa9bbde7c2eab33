#include "table/commit/settle.h"

#include <chrono>
#include <optional>
#include <thread>

#include "base/error.h"

namespace tarn::table {
namespace {

constexpr int kTries = 4;
constexpr std::chrono::milliseconds kFirstWait{20};

}  // namespace

CommitOutcome Settle(const Table& table, const std::vector<CommitMessage>& messages,
                     const std::function<CommitOutcome()>& commit) {
  std::string unknown;  // what an earlier try said that did not know
  for (int attempt = 1;; ++attempt) {
    std::optional<Error> failure;
    CommitOutcome outcome;
    try {
      outcome = commit();
      if (outcome.kind == CommitOutcome::Conflict) failure = Error(ErrorCode::Conflict, outcome.detail);
      if (outcome.kind == CommitOutcome::Unknown) unknown = outcome.detail;
    } catch (const Error& error) {
      failure = error;
    }
    if (!failure && outcome.kind != CommitOutcome::Unknown) return outcome;
    // A conflict is an answer: the table was read, and the commit is not in it.
    if (failure && (unknown.empty() || failure->code() == ErrorCode::Conflict)) {
      DiscardFiles(table, messages);
      throw *failure;
    }
    if (attempt == kTries) {
      Error error(ErrorCode::IoFailed, unknown + (failure ? std::string("; then: ") + failure->what() : ""));
      error.At("table '" + table.path() + "'");
      throw error;
    }
    std::this_thread::sleep_for(kFirstWait * (1 << attempt));
  }
}

}  // namespace tarn::table

// A continuous query that runs on a thread of its own while a case goes on, and what it has sent so far.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time_zone.h"
#include "connector/sink.h"
#include "sql/continuous.h"
#include "sql/session.h"

namespace tarn::corpus {

class LiveQuery {
 public:
  /// Plans and starts the query: errors of planning are thrown here. The session must outlive it.
  LiveQuery(sql::Session& session, sql::ContinuousQuery query, const TimeZone& zone);
  ~LiveQuery();
  LiveQuery(const LiveQuery&) = delete;
  LiveQuery& operator=(const LiveQuery&) = delete;

  const std::vector<sql::TypedColumn>& columns() const { return columns_; }
  /// Waits until `expected` rows are there (at most `patience`), then `quiet` more for rows too many; takes them all.
  std::vector<std::string> Take(size_t expected, std::chrono::milliseconds patience, std::chrono::milliseconds quiet);
  /// Waits for the end; false: it did not come in time.
  bool WaitForEnd(std::chrono::milliseconds patience);
  bool Ended();
  /// Why it ended, if by an error.
  std::optional<std::string> Failure();
  void Stop();

 private:
  struct Shared;
  std::vector<sql::TypedColumn> columns_;
  std::unique_ptr<Shared> shared_;
};

}  // namespace tarn::corpus

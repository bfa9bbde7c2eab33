// Runs a continuous statement in the foreground: a SELECT shows its changes as they come, INSERTs run as a job.
#pragma once

#include <iosfwd>
#include <string>

#include "app/statement_runner.h"

namespace tarn::app {

struct ContinuousOptions {
  std::string name;  // of the job, unless 'pipeline.name' is set
  std::string format;
  int width = 0;
  bool restart = false;
  bool allow_non_restored = false;
  bool progress = false;  // notices go to a terminal
};

RunStatus RunContinuous(sql::Session& session, sql::ContinuousQuery query, const ContinuousOptions& options,
                        std::ostream& out, std::ostream& notices);

}  // namespace tarn::app

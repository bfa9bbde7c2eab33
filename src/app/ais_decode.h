// `tarn ais decode LOG [--static] [--log-time-zone ZONE]`: an AIS log as CSV.
#pragma once

#include <iosfwd>
#include <string>

#include "env/file_system.h"

namespace tarn::app {

struct AisDecodeOptions {
  std::string log;                    // absolute path; .gz is read as it is
  bool static_data = false;           // names and voyages instead of positions
  std::string log_time_zone = "UTC";  // of times in the log that name none
  bool keep_bad_checksums = false;
};

/// Reports go to `out` in the order in which they became complete, one closing line of counts to `notices`. Throws
/// Error where the log cannot be read; malformed lines are counted, not errors. Returns the exit status.
int RunAisDecode(const AisDecodeOptions& options, env::FileSystem& fs, std::ostream& out, std::ostream& notices);

}  // namespace tarn::app

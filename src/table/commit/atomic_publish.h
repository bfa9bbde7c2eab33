// Makes a file appear under its name whole or not at all, exactly once among all processes.
#pragma once

#include <string>
#include <string_view>

#include "env/env.h"

namespace tarn::table {

enum class PublishResult {
  Published,
  Taken,    // another writer's file stands there; nothing of ours is left
  Unknown,  // the file may be there or not, or may not outlive a power cut: keep all that it names, and ask again
};

/// Temporary file, sync, rename that refuses an existing name, sync of the directory, read back. `content` must be
/// unique to this call (hold a random id), for that is how the file is known to be ours. Throws if it cannot write;
/// then nothing was published and the temporary file is gone.
PublishResult PublishFile(const env::Env& env, const std::string& path, std::string_view content);

}  // namespace tarn::table

// A tag: a snapshot kept under a name, whatever expires around it.
//
// On disk: {table}/tag/tag-{name}, a snapshot's JSON with "tagCreateTime" and "tagTimeRetained" if the tag expires.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/civil_time.h"
#include "paimon/snapshot.h"

namespace tarn::paimon {

struct Tag {
  Snapshot snapshot;
  std::optional<CivilTime> create_time;        // wall clock of the writer
  std::optional<int64_t> time_retained_nanos;  // since then

  bool operator==(const Tag&) const = default;
};

std::string ToJson(const Tag& tag);
/// Throws Corruption; the caller adds the file.
Tag ParseTag(std::string_view json);

}  // namespace tarn::paimon

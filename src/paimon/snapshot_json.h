// The members of a snapshot as a JSON value: a tag file is a snapshot with two more.
#pragma once

#include "base/json.h"
#include "paimon/snapshot.h"

namespace tarn::paimon {

Json SnapshotToJson(const Snapshot& snapshot);
/// `what` names the file kind in errors. Throws Corruption.
Snapshot SnapshotFromJson(const Json& json, const char* what);

}  // namespace tarn::paimon

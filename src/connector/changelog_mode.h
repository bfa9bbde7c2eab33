// Which row kinds a stream carries.
#pragma once

namespace tarn::connector {

enum class ChangelogMode {
  InsertOnly,
  Upsert,  // +I +U -D: rows replace one another by key
  All      // +I -U +U -D
};

}  // namespace tarn::connector

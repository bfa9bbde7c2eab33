// What the two halves of the json format share.
#pragma once

#include "connector/formats/format.h"
#include "connector/formats/value_text.h"

namespace tarn::connector {

inline bool IsInteger(paimon::TypeRoot root) {
  using enum paimon::TypeRoot;
  return root == TinyInt || root == SmallInt || root == Int || root == BigInt;
}
inline bool IsText(paimon::TypeRoot root) {
  return root == paimon::TypeRoot::Char || root == paimon::TypeRoot::VarChar;
}
inline bool IsBinary(paimon::TypeRoot root) {
  using enum paimon::TypeRoot;
  return root == Binary || root == VarBinary || root == Blob;
}
inline bool IsNested(paimon::TypeRoot root) {
  using enum paimon::TypeRoot;
  return root == Array || root == Map || root == Multiset || root == Row || root == Vector;
}

inline TimestampStyle JsonTimestamps(const Options& options) {
  return options.OneOf("json.timestamp-format.standard", {"SQL", "ISO-8601"}) == "SQL" ? TimestampStyle::Sql
                                                                                       : TimestampStyle::Iso8601;
}

std::unique_ptr<RecordEncoder> MakeJsonEncoder(const std::vector<paimon::DataField>& columns, const Options& options);

}  // namespace tarn::connector

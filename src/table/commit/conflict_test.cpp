#include "table/commit/conflict.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "table/commit/entry_merge.h"

namespace tarn::table {
namespace {

using paimon::CommitKind;
using paimon::FileKind;
using paimon::ManifestEntry;

// "+name@level[min,max]" of bucket 0; keys are single letters.
ManifestEntry Entry(std::string_view text, int32_t total_buckets = 1) {
  ManifestEntry entry;
  entry.kind = text[0] == '+' ? FileKind::Add : FileKind::Delete;
  entry.total_buckets = total_buckets;
  const size_t at = text.find('@');
  entry.file.file_name = text.substr(1, at - 1);
  entry.file.level = text[at + 1] - '0';
  if (text.size() > at + 2) {
    entry.file.min_key = text.substr(at + 3, 1);
    entry.file.max_key = text.substr(at + 5, 1);
  }
  return entry;
}
std::vector<ManifestEntry> Entries(std::initializer_list<std::string_view> texts) {
  std::vector<ManifestEntry> entries;
  for (const auto& text : texts) entries.push_back(Entry(text));
  return entries;
}
std::string Names(const std::vector<ManifestEntry>& entries) {
  std::string names;
  for (const auto& entry : entries) names += (entry.kind == FileKind::Add ? "+" : "-") + entry.file.file_name + " ";
  return names;
}

TEST(MergeEntries, AddAndDeleteCancel) {
  EXPECT_EQ(Names(MergeEntries(Entries({"+a@0", "+b@0", "-a@0", "+c@0"}))), "+b +c ");
  EXPECT_EQ(Names(MergeEntries(Entries({"-z@0", "+b@0", "-b@0"}))), "-z ") << "its ADD is elsewhere";
  EXPECT_EQ(Names(MergeEntries(Entries({"+a@0", "-a@0", "+a@5"}))), "+a ") << "an upgrade is another identity";
  EXPECT_EQ(Names(MergeEntries(Entries({"+a@0", "-a@0", "+a@0"}))), "+a ") << "a rolled-back upgrade comes back";
  EXPECT_THROW(MergeEntries(Entries({"+a@0", "+a@0"})), Error);
}

bool Conflicts(CommitKind kind, const std::vector<ManifestEntry>& base, const std::vector<ManifestEntry>& changes,
               bool keyed = true) {
  return FindConflict({.kind = kind,
                       .base = base,
                       .changes = changes,
                       .compare_keys = keyed ? [](auto a, auto b) { return a.compare(b); } : KeyCompare()})
      .has_value();
}

TEST(Conflict, ReplacedFilesMustStillBeThere) {
  const auto base = Entries({"+a@0[a-c]", "+b@0[b-d]"});
  EXPECT_FALSE(Conflicts(CommitKind::Compact, base, Entries({"-a@0", "-b@0", "+c@5[a-d]"})));
  EXPECT_TRUE(Conflicts(CommitKind::Compact, base, Entries({"-a@0", "-x@0", "+c@5[a-d]"})));
  EXPECT_TRUE(Conflicts(CommitKind::Compact, base, Entries({"-a@1", "+c@5[a-d]"}))) << "another level";
  EXPECT_TRUE(Conflicts(CommitKind::Append, base, Entries({"+a@0[a-c]"}))) << "added before";
  EXPECT_TRUE(Conflicts(CommitKind::Compact, base, Entries({"-a@0", "+a@0"})));
}

TEST(Conflict, RunsAboveLevelZeroAreDisjoint) {
  const auto base = Entries({"+a@5[a-c]", "+b@5[e-g]", "+l@0[a-z]"});
  EXPECT_FALSE(Conflicts(CommitKind::Compact, base, Entries({"+c@5[d-d]"})));
  EXPECT_TRUE(Conflicts(CommitKind::Compact, base, Entries({"+c@5[c-d]"})));
  EXPECT_FALSE(Conflicts(CommitKind::Compact, base, Entries({"+c@4[c-f]"})));
  EXPECT_FALSE(Conflicts(CommitKind::Append, base, Entries({"+c@0[a-z]"}))) << "level 0 may overlap";
  EXPECT_FALSE(Conflicts(CommitKind::Compact, base, Entries({"+c@5[c-d]"}), /*keyed=*/false));
}

TEST(Conflict, ThePartitionKeepsItsNumberOfBuckets) {
  const std::vector<ManifestEntry> base{Entry("+a@0[a-c]", 4)};
  EXPECT_TRUE(Conflicts(CommitKind::Append, base, {Entry("+b@0[a-c]", 8)}));
  EXPECT_FALSE(Conflicts(CommitKind::Overwrite, base, {Entry("-a@0", 4), Entry("+b@0[a-c]", 8)}));
  EXPECT_FALSE(Conflicts(CommitKind::Append, {Entry("+a@0", -1)}, {Entry("+b@0", -1)}));
  EXPECT_TRUE(Conflicts(CommitKind::Append, {}, {Entry("+a@0[a-c]", 2), Entry("+b@0[a-c]", 3)}));
}

}  // namespace
}  // namespace tarn::table

// sys.create_tag, sys.delete_tag, sys.rename_tag
#include "base/duration.h"
#include "base/error.h"
#include "base/name_list.h"
#include "sql/procedure/procedures.h"
#include "table/commit/tag_commit.h"

namespace tarn::sql {
namespace {

using Type = ProcedureParameter::Type;

std::vector<std::string> CreateTag(Session& session, const ProcedureArguments& arguments) {
  std::optional<int64_t> retained;
  if (const auto text = arguments.Find("time_retained")) retained = ParseDurationNanos(*text);
  table::CreateTag(*TableArgument(session, arguments), arguments.Get("tag"), arguments.FindNumber("snapshot_id"),
                   retained);
  return {"Success"};
}

std::vector<std::string> DeleteTag(Session& session, const ProcedureArguments& arguments) {
  const auto table = TableArgument(session, arguments);
  auto names = SplitNames(arguments.Get("tag"));
  if (names.empty()) names.emplace_back();  // to be refused as any other bad name
  table::DeleteTags(*table, names);
  return {"Success"};
}

std::vector<std::string> RenameTag(Session& session, const ProcedureArguments& arguments) {
  const auto from = arguments.Get("tag"), to = arguments.Get("target_tag");
  table::RenameTag(*TableArgument(session, arguments), from, to);
  return {"Rename [" + from + "] to [" + to + "] successfully."};
}

}  // namespace

Procedure CreateTagProcedure() {
  return {"create_tag",
          {{"table", Type::Text, true},
           {"tag", Type::Text, true},
           {"snapshot_id", Type::Number},
           {"time_retained", Type::Text}},
          false,
          &CreateTag};
}

Procedure DeleteTagProcedure() {
  return {"delete_tag", {{"table", Type::Text, true}, {"tag", Type::Text, true}}, false, &DeleteTag};
}

Procedure RenameTagProcedure() {
  return {"rename_tag",
          {{"table", Type::Text, true}, {"tag", Type::Text, true}, {"target_tag", Type::Text, true}},
          false,
          &RenameTag};
}

}  // namespace tarn::sql

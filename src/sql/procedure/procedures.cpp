#include "sql/procedure/procedures.h"

#include "base/error.h"

namespace tarn::sql {

#define TARN_PROCEDURES(X)  \
  X(CompactProcedure)       \
  X(CreateTagProcedure)     \
  X(DeleteTagProcedure)     \
  X(DropPartitionProcedure) \
  X(RenameTagProcedure)

#define X(entry) Procedure entry();
TARN_PROCEDURES(X)
#undef X

const std::vector<Procedure>& Procedures() {
  static const std::vector<Procedure> procedures = {
#define X(entry) entry(),
      TARN_PROCEDURES(X)
#undef X
  };
  return procedures;
}

std::optional<std::string> ProcedureArguments::Find(const std::string& name) const {
  const auto found = given.find(name);
  return found == given.end() ? std::nullopt : std::optional(found->second);
}

std::optional<int64_t> ProcedureArguments::FindNumber(const std::string& name) const {
  const auto text = Find(name);
  return text ? std::optional<int64_t>(std::stoll(*text)) : std::nullopt;
}

std::map<std::string, std::string> ParsePairs(const std::string& text) {
  std::map<std::string, std::string> values;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const auto part = text.substr(begin, end - begin);
    const size_t equals = part.find('=');
    const size_t name = part.find_first_not_of(' ');
    if (equals == std::string::npos || name == equals)
      throw Error(ErrorCode::InvalidInput, "'" + text + "' is not of the form 'name=value,name=value'");
    if (!values.emplace(part.substr(name, equals - name), part.substr(equals + 1)).second)
      throw Error(ErrorCode::InvalidInput, "'" + text + "' gives '" + part.substr(name, equals - name) + "' twice");
    begin = end + 1;
  }
  return values;
}

std::shared_ptr<const table::Table> TableArgument(Session& session, const ProcedureArguments& arguments) {
  std::vector<std::string> parts{""};
  for (const char c : arguments.Get("table")) {
    if (c == '.') {
      parts.emplace_back();
    } else if (c != '`') {
      parts.back() += c;
    }
  }
  const auto path = session.catalogs().Resolve(parts);
  const auto found = session.catalogs().Lookup(path);
  const auto* table = found ? std::get_if<CatalogTable>(&found->object) : nullptr;
  if (table == nullptr) throw Error(ErrorCode::NotFound, "there is no table " + path.Text());
  if (table->directory.empty()) throw Error(ErrorCode::Unsupported, path.Text() + " is no Paimon table");
  OptionMap options;
  if (const auto text = arguments.Find("options")) options = ParsePairs(*text);
  return table::Table::Open(session.env(), table->directory, options);
}

}  // namespace tarn::sql

#include "sql/types/scope.h"

#include <algorithm>

#include "sql/names.h"

namespace tarn::sql {
namespace {

std::string Shown(const duckdb::vector<std::string>& path) {
  std::string text;
  for (const auto& part : path) text += (text.empty() ? "" : ".") + DecodeName(part);
  return text;
}

const ScopeColumn* FindIn(const ScopeRelation& relation, const std::string& name, bool& twice) {
  const ScopeColumn* found = nullptr;
  for (const auto& column : relation.columns) {
    if (column.name != name) continue;
    twice = twice || found != nullptr;
    if (found == nullptr) found = &column;
  }
  return found;
}

// Whether the first `count` parts of the path name this relation: its alias, or the end of its full path.
bool Names(const ScopeRelation& relation, const duckdb::vector<std::string>& path, size_t count) {
  if (count == 1 && !relation.alias.empty() && path[0] == relation.alias) return true;
  if (count < 2 || relation.path.size() < count) return false;
  for (size_t i = 0; i < count; i++) {
    if (path[i] != relation.path[relation.path.size() - count + i]) return false;
  }
  return true;
}

std::vector<std::string> Reference(const ScopeRelation& relation, const ScopeColumn& column) {
  if (relation.emitted.empty()) return {column.emitted};
  return {relation.emitted, column.emitted};
}

[[noreturn]] void Ambiguous(const std::string& name, Span span) {
  throw SqlError(ErrorStage::Validation, span, "column '" + DecodeName(name) + "' is ambiguous",
                 "name the table in front of it");
}

std::optional<ResolvedColumn> ResolveHere(const Scope& scope, const duckdb::vector<std::string>& path, Span span) {
  if (path[0] == kResolved) {
    for (const auto& relation : scope.relations) {
      for (const auto& column : relation.columns) {
        if (relation.emitted == path[1] && column.emitted == path[2]) {
          return ResolvedColumn{Reference(relation, column), column, 3};
        }
      }
    }
    return std::nullopt;
  }
  for (const auto& merged : scope.merged) {
    const auto& column = scope.relations[merged.relation].columns[merged.column];
    if (column.name == path[0]) {
      ResolvedColumn result{{column.emitted}, column, 1};
      result.column.type = merged.type;
      return result;
    }
  }
  // A relation's name in front binds first.
  for (size_t count = std::min<size_t>(path.size() - 1, 3); count > 0; count--) {
    for (const auto& relation : scope.relations) {
      if (!Names(relation, path, count)) continue;
      bool twice = false;
      const ScopeColumn* column = FindIn(relation, path[count], twice);
      if (twice) Ambiguous(path[count], span);
      if (column != nullptr) return ResolvedColumn{Reference(relation, *column), *column, count + 1};
    }
  }
  const ScopeRelation* owner = nullptr;
  const ScopeColumn* found = nullptr;
  for (const auto& relation : scope.relations) {
    bool twice = false;
    const ScopeColumn* column = FindIn(relation, path[0], twice);
    if (column == nullptr) continue;
    if (twice || found != nullptr) Ambiguous(path[0], span);
    owner = &relation;
    found = column;
  }
  if (found == nullptr) return std::nullopt;
  return ResolvedColumn{Reference(*owner, *found), *found, 1};
}

}  // namespace

const Scope* Scope::Around() const {
  const Scope* at = parent;
  while (at != nullptr && at->siblings) at = at->parent;
  return at;
}

void ScopeRelation::MakeNullable() {
  for (auto& column : columns) {
    column.type.nullable = true;
    column.time = TimeAttribute::None;
  }
}

std::optional<ResolvedColumn> TryResolve(const Scope& scope, const duckdb::vector<std::string>& path, Span span) {
  for (const Scope* at = &scope; at != nullptr; at = at->parent) {
    if (auto found = ResolveHere(*at, path, span)) return found;
  }
  return std::nullopt;
}

ResolvedColumn Resolve(const Scope& scope, const duckdb::vector<std::string>& path, Span span) {
  if (auto found = TryResolve(scope, path, span)) return *found;
  std::vector<std::string> near, tables;
  std::string column = Shown(path);
  for (const auto& relation : scope.relations) {
    const bool named = path.size() > 1 && Names(relation, path, path.size() - 1);
    if (named) {
      near.clear();
      tables.clear();
      column = DecodeName(path.back());
    }
    tables.push_back(relation.alias.empty() ? "the query of FROM" : DecodeName(relation.alias));
    for (const auto& own : relation.columns) {
      const std::string name = DecodeName(own.name);
      if (std::find(near.begin(), near.end(), name) == near.end()) near.push_back(name);
    }
    if (named) break;
  }
  std::string where = tables.empty() ? "not known here: there is no FROM"
                                     : (tables.size() == 1 ? "not in " : "in none of ") + tables[0];
  for (size_t i = 1; i < tables.size(); i++) where += ", " + tables[i];
  throw SqlError(ErrorStage::Validation, span, "column '" + column + "' is " + where,
                 SuggestName(DecodeName(path.back()), near));
}

const ScopeRelation* FindRelation(const Scope& scope, const duckdb::vector<std::string>& path) {
  for (const auto& relation : scope.relations) {
    if (Names(relation, path, path.size())) return &relation;
  }
  return nullptr;
}

void FailNoRelation(const Scope& scope, const duckdb::vector<std::string>& path, Span span) {
  std::vector<std::string> near;
  for (const auto& relation : scope.relations) near.push_back(DecodeName(relation.alias));
  throw SqlError(ErrorStage::Validation, span, "there is no table '" + Shown(path) + "' in FROM",
                 SuggestName(DecodeName(path.back()), near));
}

}  // namespace tarn::sql

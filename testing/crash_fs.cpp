#include "testing/crash_fs.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <set>

#include "base/error.h"

namespace tarn::testing {
namespace {

struct Node;
using NodePtr = std::shared_ptr<Node>;

/// A change of one name since its directory was synced: it now stands for `node` (null = nothing).
struct NameChange {
  NodePtr node;
  // A rename's removal of the old name: only legal in a crash if the new name is there. Else unused.
  NodePtr moved_into;  // directory of the new name
  std::string moved_to;
};

struct Name {
  NodePtr durable;
  std::vector<NameChange> changes;  // since the last sync, oldest first

  const NodePtr& now() const { return changes.empty() ? durable : changes.back().node; }
};

struct Node {
  bool is_directory = false;
  std::map<std::string, Name> names;  // of a directory; entries that stand for nothing may linger
  std::string bytes;                  // of a file, as readers see it
  std::string durable_bytes;          // as of the last Sync

  const Name* Find(const std::string& name) const {
    const auto found = names.find(name);
    return found == names.end() || !found->second.now() ? nullptr : &found->second;
  }
};

[[noreturn]] void Fail(ErrorCode code, const char* what, const std::string& path, const char* why) {
  throw Error(code, std::string("cannot ") + what + " '" + path + "': " + why);
}
[[noreturn]] void NotFound(const char* what, const std::string& path) {
  Fail(ErrorCode::NotFound, what, path, "No such file or directory");
}

std::vector<std::string> Parts(const std::string& path) {
  std::vector<std::string> parts;
  for (size_t at = 0; at < path.size();) {
    const size_t end = std::min(path.find('/', at), path.size());
    if (end > at) parts.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

NodePtr NewDirectory() {
  auto node = std::make_shared<Node>();
  node->is_directory = true;
  return node;
}

/// One legal outcome of a crash, drawn step by step.
class Crash {
 public:
  explicit Crash(uint64_t seed) : seed_(seed), random_(seed) {
    // Different seeds lean differently, so that "nearly all survived" and "nearly nothing did" come up too.
    lean_ = seed == 0 ? 0 : seed == 1 ? 100 : std::vector<int>{5, 30, 50, 70, 95}[random_() % 5];
  }

  NodePtr Survive(const NodePtr& node) {
    Choose(node);
    RestoreMoved();
    return Build(node);
  }

 private:
  using Choice = size_t;  // how many of a name's changes survived

  size_t Pick(size_t changes) {
    if (seed_ <= 1) return seed_ == 0 ? 0 : changes;
    const auto roll = static_cast<int>(random_() % 100);
    return roll < lean_ ? changes : random_() % (changes + 1);
  }

  void Choose(const NodePtr& directory) {
    if (!seen_.insert(directory.get()).second) return;
    for (const auto& [name, entry] : directory->names) {
      choices_[{directory.get(), name}] = Pick(entry.changes.size());
      std::vector<NodePtr> all{entry.durable};
      for (const auto& change : entry.changes) all.push_back(change.node);
      for (const auto& node : all)
        if (node && node->is_directory) Choose(node);
      if (!entry.changes.empty()) changed_.emplace_back(directory, name);
    }
  }

  /// Takes back removals whose other half, the new name, was lost.
  void RestoreMoved() {
    for (bool again = true; again;) {
      again = false;
      for (const auto& [directory, name] : changed_) {
        const Name& entry = directory->names.at(name);
        Choice& choice = choices_[{directory.get(), name}];
        if (choice == 0) continue;
        const NameChange& last = entry.changes[choice - 1];
        if (!last.moved_into) continue;
        const NodePtr before = choice >= 2 ? entry.changes[choice - 2].node : entry.durable;
        if (Reached(last.moved_into, last.moved_to, before)) continue;
        --choice;
        again = true;
      }
    }
  }

  /// True if `directory`/`name` survived to the point where it stood for `node`, or beyond; also if it is durable.
  bool Reached(const NodePtr& directory, const std::string& name, const NodePtr& node) {
    const auto found = directory->names.find(name);
    if (found == directory->names.end()) return true;
    const Choice choice = choices_[{directory.get(), name}];
    const auto& changes = found->second.changes;
    for (size_t i = 0; i < changes.size(); ++i)
      if (changes[i].node == node) return choice > i;
    return true;
  }

  NodePtr Build(const NodePtr& node) {
    auto& built = built_[node.get()];
    if (built) return built;
    built = std::make_shared<Node>();
    built->is_directory = node->is_directory;
    if (!node->is_directory) {
      built->bytes = built->durable_bytes = SurvivingBytes(*node);
      return built;
    }
    const NodePtr result = built;
    for (const auto& [name, entry] : node->names) {
      const Choice choice = choices_[{node.get(), name}];
      const NodePtr survivor = choice == 0 ? entry.durable : entry.changes[choice - 1].node;
      if (survivor) result->names[name].durable = Build(survivor);
    }
    return result;
  }

  std::string SurvivingBytes(const Node& file) {
    const bool grew = file.bytes.starts_with(file.durable_bytes);
    if (!grew && Pick(1) == 0) return file.durable_bytes;
    const size_t kept = grew ? file.durable_bytes.size() : 0;
    std::string bytes = file.bytes.substr(0, kept + Pick(file.bytes.size() - kept));
    if (seed_ <= 1) return bytes;
    // The file's length may have been written before its pages.
    constexpr size_t kPage = 4096;
    for (size_t page = kept; page < bytes.size(); page += kPage)
      if (random_() % 8 == 0) std::memset(bytes.data() + page, 0, std::min(kPage, bytes.size() - page));
    return bytes;
  }

  uint64_t seed_;
  std::mt19937_64 random_;
  int lean_;
  std::set<const Node*> seen_;
  std::map<std::pair<const Node*, std::string>, Choice> choices_;
  std::vector<std::pair<NodePtr, std::string>> changed_;
  std::map<const Node*, NodePtr> built_;
};

}  // namespace

struct CrashTree {
  mutable std::mutex mutex;  // guards everything below, nodes included
  NodePtr root = NewDirectory();
  std::set<std::string> locks;
  bool ignore_directory_syncs = false;
  bool ignore_file_syncs = false;

  NodePtr Find(const std::string& path) const {
    NodePtr node = root;
    for (const auto& part : Parts(path)) {
      if (!node->is_directory) return nullptr;
      const Name* name = node->Find(part);
      if (!name) return nullptr;
      node = name->now();
    }
    return node;
  }
  NodePtr Parent(const char* what, const std::string& path) const {
    const NodePtr parent = Find(env::ParentPath(path));
    if (!parent) NotFound(what, path);
    if (!parent->is_directory) Fail(ErrorCode::IoFailed, what, path, "Not a directory");
    return parent;
  }
  NodePtr OpenWrite(const std::string& path, bool truncate) {
    const NodePtr parent = Parent("create", path);
    const std::string name = Parts(path).back();
    if (const Name* existing = parent->Find(name)) {
      const NodePtr node = existing->now();
      if (node->is_directory) Fail(ErrorCode::IoFailed, "create", path, "Is a directory");
      if (truncate) node->bytes.clear();
      return node;
    }
    auto node = std::make_shared<Node>();
    parent->names[name].changes.push_back({.node = node, .moved_into = nullptr, .moved_to = {}});
    return node;
  }
  void Move(const std::string& from, const std::string& to) {
    const NodePtr source = Parent("rename", from);
    const NodePtr target = Parent("rename to", to);
    const std::string old_name = Parts(from).back();
    const std::string new_name = Parts(to).back();
    const Name* moved = source->Find(old_name);
    if (!moved) NotFound("rename", from);
    if (from == to) return;
    const NodePtr node = moved->now();
    target->names[new_name].changes.push_back({.node = node, .moved_into = nullptr, .moved_to = {}});
    source->names[old_name].changes.push_back({.node = nullptr, .moved_into = target, .moved_to = new_name});
  }
};

namespace {

class CrashReadable : public env::ReadableFile {
 public:
  CrashReadable(std::shared_ptr<CrashTree> tree, NodePtr node, std::string path)
      : tree_(std::move(tree)), node_(std::move(node)), path_(std::move(path)) {}
  int64_t Size() const override {
    const std::scoped_lock lock(tree_->mutex);
    return static_cast<int64_t>(node_->bytes.size());
  }
  int64_t ReadAt(int64_t offset, char* buffer, int64_t count) const override {
    const std::scoped_lock lock(tree_->mutex);
    const int64_t got = std::clamp<int64_t>(static_cast<int64_t>(node_->bytes.size()) - offset, 0, count);
    if (got > 0) std::memcpy(buffer, node_->bytes.data() + offset, static_cast<size_t>(got));
    return got;
  }
  const std::string& path() const override { return path_; }

 private:
  std::shared_ptr<CrashTree> tree_;
  NodePtr node_;
  std::string path_;
};

class CrashWritable : public env::WritableFile {
 public:
  CrashWritable(std::shared_ptr<CrashTree> tree, NodePtr node) : tree_(std::move(tree)), node_(std::move(node)) {}
  void Append(std::string_view bytes) override {
    const std::scoped_lock lock(tree_->mutex);
    node_->bytes.append(bytes);
  }
  void Sync() override {
    const std::scoped_lock lock(tree_->mutex);
    if (!tree_->ignore_file_syncs) node_->durable_bytes = node_->bytes;
  }
  void Close() override {}

 private:
  std::shared_ptr<CrashTree> tree_;
  NodePtr node_;
};

class CrashLock : public env::FileLock {
 public:
  CrashLock(std::shared_ptr<CrashTree> tree, std::string path) : tree_(std::move(tree)), path_(std::move(path)) {}
  CrashLock(const CrashLock&) = delete;
  CrashLock& operator=(const CrashLock&) = delete;
  ~CrashLock() override {
    const std::scoped_lock lock(tree_->mutex);
    tree_->locks.erase(path_);
  }

 private:
  std::shared_ptr<CrashTree> tree_;
  std::string path_;
};

env::FileStatus StatusOf(const std::string& name, const Node& node) {
  return {.name = name,
          .is_directory = node.is_directory,
          .size = static_cast<int64_t>(node.bytes.size()),
          .modified_ms = 0};
}

}  // namespace

CrashFileSystem::CrashFileSystem() : tree_(std::make_shared<CrashTree>()) {}
CrashFileSystem::CrashFileSystem(std::shared_ptr<CrashTree> tree) : tree_(std::move(tree)) {}
CrashFileSystem::~CrashFileSystem() = default;

std::unique_ptr<CrashFileSystem> CrashFileSystem::CrashClone(uint64_t seed) const {
  const std::scoped_lock lock(tree_->mutex);
  auto tree = std::make_shared<CrashTree>();
  tree->root = Crash(seed).Survive(tree_->root);
  tree->ignore_directory_syncs = tree_->ignore_directory_syncs;
  tree->ignore_file_syncs = tree_->ignore_file_syncs;
  return std::unique_ptr<CrashFileSystem>(new CrashFileSystem(std::move(tree)));
}

void CrashFileSystem::IgnoreDirectorySyncs(bool ignore) {
  const std::scoped_lock lock(tree_->mutex);
  tree_->ignore_directory_syncs = ignore;
}
void CrashFileSystem::IgnoreFileSyncs(bool ignore) {
  const std::scoped_lock lock(tree_->mutex);
  tree_->ignore_file_syncs = ignore;
}

std::unique_ptr<env::ReadableFile> CrashFileSystem::OpenRead(const std::string& path) {
  const std::scoped_lock lock(tree_->mutex);
  const NodePtr node = tree_->Find(path);
  if (!node) NotFound("open", path);
  if (node->is_directory) Fail(ErrorCode::IoFailed, "read", path, "Is a directory");
  return std::make_unique<CrashReadable>(tree_, node, path);
}
std::unique_ptr<env::WritableFile> CrashFileSystem::Create(const std::string& path) {
  const std::scoped_lock lock(tree_->mutex);
  return std::make_unique<CrashWritable>(tree_, tree_->OpenWrite(path, true));
}
std::unique_ptr<env::WritableFile> CrashFileSystem::OpenAppend(const std::string& path) {
  const std::scoped_lock lock(tree_->mutex);
  return std::make_unique<CrashWritable>(tree_, tree_->OpenWrite(path, false));
}

std::optional<env::FileStatus> CrashFileSystem::Stat(const std::string& path) {
  const std::scoped_lock lock(tree_->mutex);
  const NodePtr node = tree_->Find(path);
  if (!node) return std::nullopt;
  const auto parts = Parts(path);
  return StatusOf(parts.empty() ? "" : parts.back(), *node);
}
std::vector<env::FileStatus> CrashFileSystem::List(const std::string& directory) {
  const std::scoped_lock lock(tree_->mutex);
  const NodePtr node = tree_->Find(directory);
  if (!node) return {};
  if (!node->is_directory) Fail(ErrorCode::IoFailed, "list", directory, "Not a directory");
  std::vector<env::FileStatus> entries;
  for (const auto& [name, entry] : node->names)
    if (entry.now()) entries.push_back(StatusOf(name, *entry.now()));
  return entries;
}

void CrashFileSystem::CreateDirectories(const std::string& directory) {
  const std::scoped_lock lock(tree_->mutex);
  NodePtr node = tree_->root;
  for (const auto& part : Parts(directory)) {
    const Name* name = node->Find(part);
    NodePtr child = name ? name->now() : NewDirectory();
    if (!child->is_directory) Fail(ErrorCode::IoFailed, "create directory", directory, "Not a directory");
    if (!name) node->names[part].changes.push_back({.node = child, .moved_into = nullptr, .moved_to = {}});
    node = std::move(child);
  }
}

void CrashFileSystem::Rename(const std::string& from, const std::string& to) {
  const std::scoped_lock lock(tree_->mutex);
  tree_->Move(from, to);
}
bool CrashFileSystem::RenameIfAbsent(const std::string& from, const std::string& to) {
  const std::scoped_lock lock(tree_->mutex);
  if (!tree_->Find(from)) NotFound("rename", from);
  if (tree_->Find(to)) return false;
  tree_->Move(from, to);
  return true;
}

bool CrashFileSystem::Delete(const std::string& path) {
  const std::scoped_lock lock(tree_->mutex);
  const NodePtr node = tree_->Find(path);
  if (!node) return false;
  if (std::any_of(node->names.begin(), node->names.end(), [](const auto& name) { return !!name.second.now(); }))
    Fail(ErrorCode::IoFailed, "delete", path, "Directory not empty");
  const NodePtr parent = tree_->Parent("delete", path);
  parent->names[Parts(path).back()].changes.push_back({.node = nullptr, .moved_into = nullptr, .moved_to = {}});
  return true;
}
void CrashFileSystem::DeleteTree(const std::string& directory) {
  for (const auto& entry : List(directory)) {
    const std::string path = env::JoinPath(directory, entry.name);
    if (entry.is_directory)
      DeleteTree(path);
    else
      Delete(path);
  }
  Delete(directory);
}

void CrashFileSystem::SyncDirectory(const std::string& directory) {
  const std::scoped_lock lock(tree_->mutex);
  const NodePtr node = tree_->Find(directory);
  if (!node) NotFound("sync directory", directory);
  if (tree_->ignore_directory_syncs) return;
  for (auto& [name, entry] : node->names) {
    entry.durable = entry.now();
    entry.changes.clear();
  }
}

std::unique_ptr<env::FileLock> CrashFileSystem::TryLock(const std::string& path) {
  const std::scoped_lock lock(tree_->mutex);
  tree_->OpenWrite(path, false);
  if (!tree_->locks.insert(path).second) return nullptr;
  return std::make_unique<CrashLock>(tree_, path);
}

}  // namespace tarn::testing

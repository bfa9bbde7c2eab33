// A tree of files in memory, for tests and for what must not touch a disk. One lock over all: simple before fast.
#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <set>

#include "base/error.h"
#include "env/clock.h"
#include "env/file_system.h"

namespace tarn::env {
namespace {

struct Node {
  bool is_directory = false;
  int64_t modified_ms = 0;
  std::string bytes;  // guarded by the tree's mutex
};

struct Tree {
  std::mutex mutex;                                    // guards all below, and the bytes of every node
  std::map<std::string, std::shared_ptr<Node>> nodes;  // by path; "/" is always there
  std::set<std::string> locks;
};

[[noreturn]] void Fail(ErrorCode code, const char* what, const std::string& path, const char* why) {
  throw Error(code, std::string("cannot ") + what + " '" + path + "': " + why);
}

std::string Clean(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

class MemoryReadable : public ReadableFile {
 public:
  MemoryReadable(std::shared_ptr<Tree> tree, std::shared_ptr<Node> node, std::string path)
      : tree_(std::move(tree)), node_(std::move(node)), path_(std::move(path)) {}
  int64_t Size() const override {
    const std::scoped_lock lock(tree_->mutex);
    return static_cast<int64_t>(node_->bytes.size());
  }
  int64_t ReadAt(int64_t offset, char* buffer, int64_t count) const override {
    const std::scoped_lock lock(tree_->mutex);
    const auto size = static_cast<int64_t>(node_->bytes.size());
    const int64_t got = std::clamp<int64_t>(size - offset, 0, count);
    if (got > 0) std::memcpy(buffer, node_->bytes.data() + offset, static_cast<size_t>(got));
    return got;
  }
  const std::string& path() const override { return path_; }

 private:
  std::shared_ptr<Tree> tree_;
  std::shared_ptr<Node> node_;
  std::string path_;
};

class MemoryWritable : public WritableFile {
 public:
  MemoryWritable(std::shared_ptr<Tree> tree, std::shared_ptr<Node> node)
      : tree_(std::move(tree)), node_(std::move(node)) {}
  void Append(std::string_view bytes) override {
    const std::scoped_lock lock(tree_->mutex);
    node_->bytes.append(bytes);
    node_->modified_ms = SystemClock().NowMillis();
  }
  void Sync() override {}
  void Close() override {}

 private:
  std::shared_ptr<Tree> tree_;
  std::shared_ptr<Node> node_;
};

class MemoryLock : public FileLock {
 public:
  MemoryLock(std::shared_ptr<Tree> tree, std::string path) : tree_(std::move(tree)), path_(std::move(path)) {}
  MemoryLock(const MemoryLock&) = delete;
  MemoryLock& operator=(const MemoryLock&) = delete;
  ~MemoryLock() override {
    const std::scoped_lock lock(tree_->mutex);
    tree_->locks.erase(path_);
  }

 private:
  std::shared_ptr<Tree> tree_;
  std::string path_;
};

class MemoryFileSystem : public FileSystem {
 public:
  MemoryFileSystem() { tree_->nodes["/"] = NewNode(true); }

  std::unique_ptr<ReadableFile> OpenRead(const std::string& path) override {
    const std::scoped_lock lock(tree_->mutex);
    const auto node = Find(path);
    if (!node) Fail(ErrorCode::NotFound, "open", path, "No such file or directory");
    if (node->is_directory) Fail(ErrorCode::IoFailed, "read", path, "Is a directory");
    return std::make_unique<MemoryReadable>(tree_, node, path);
  }
  std::unique_ptr<WritableFile> Create(const std::string& path) override { return OpenWrite(path, true); }
  std::unique_ptr<WritableFile> OpenAppend(const std::string& path) override { return OpenWrite(path, false); }

  std::optional<FileStatus> Stat(const std::string& path) override {
    const std::scoped_lock lock(tree_->mutex);
    const auto node = Find(path);
    if (!node) return std::nullopt;
    return StatusOf(Clean(path), *node);
  }

  std::vector<FileStatus> List(const std::string& directory) override {
    const std::scoped_lock lock(tree_->mutex);
    const auto node = Find(directory);
    if (!node) return {};
    if (!node->is_directory) Fail(ErrorCode::IoFailed, "list", directory, "Not a directory");
    std::vector<FileStatus> entries;
    ForEachBelow(Clean(directory), [&](const std::string& path, const Node& child) {
      if (ParentPath(path) == Clean(directory)) entries.push_back(StatusOf(path, child));
    });
    return entries;
  }

  void CreateDirectories(const std::string& directory) override {
    const std::scoped_lock lock(tree_->mutex);
    for (std::string path = Clean(directory); path != "/"; path = ParentPath(path)) {
      auto& node = tree_->nodes[path];
      if (!node) node = NewNode(true);
      if (!node->is_directory) Fail(ErrorCode::IoFailed, "create directory", directory, "Not a directory");
    }
  }

  void Rename(const std::string& from, const std::string& to) override {
    const std::scoped_lock lock(tree_->mutex);
    Move(Clean(from), Clean(to));
  }
  bool RenameIfAbsent(const std::string& from, const std::string& to) override {
    const std::scoped_lock lock(tree_->mutex);
    if (!Find(from)) Fail(ErrorCode::NotFound, "rename", from, "No such file or directory");
    if (Find(to)) return false;
    Move(Clean(from), Clean(to));
    return true;
  }

  bool Delete(const std::string& path) override {
    const std::scoped_lock lock(tree_->mutex);
    const auto node = Find(path);
    if (!node) return false;
    if (node->is_directory)
      ForEachBelow(Clean(path), [&](const std::string&, const Node&) {
        Fail(ErrorCode::IoFailed, "delete", path, "Directory not empty");
      });
    tree_->nodes.erase(Clean(path));
    return true;
  }
  void DeleteTree(const std::string& directory) override {
    const std::scoped_lock lock(tree_->mutex);
    std::vector<std::string> doomed{Clean(directory)};
    ForEachBelow(Clean(directory), [&](const std::string& path, const Node&) { doomed.push_back(path); });
    for (const auto& path : doomed) tree_->nodes.erase(path);
  }
  void SyncDirectory(const std::string& directory) override {
    const std::scoped_lock lock(tree_->mutex);
    const auto node = Find(directory);
    if (!node) Fail(ErrorCode::NotFound, "sync directory", directory, "No such file or directory");
  }

  std::unique_ptr<FileLock> TryLock(const std::string& path) override {
    OpenWrite(path, false);
    const std::scoped_lock lock(tree_->mutex);
    if (!tree_->locks.insert(path).second) return nullptr;
    return std::make_unique<MemoryLock>(tree_, path);
  }

 private:
  static std::shared_ptr<Node> NewNode(bool is_directory) {
    return std::make_shared<Node>(
        Node{.is_directory = is_directory, .modified_ms = SystemClock().NowMillis(), .bytes = {}});
  }
  static FileStatus StatusOf(const std::string& path, const Node& node) {
    return {.name = path.substr(path.rfind('/') + 1),
            .is_directory = node.is_directory,
            .size = static_cast<int64_t>(node.bytes.size()),
            .modified_ms = node.modified_ms};
  }

  std::shared_ptr<Node> Find(const std::string& path) const {
    const auto found = tree_->nodes.find(Clean(path));
    return found == tree_->nodes.end() ? nullptr : found->second;
  }

  template <typename Visit>
  void ForEachBelow(const std::string& directory, Visit visit) const {
    const std::string prefix = directory == "/" ? "/" : directory + "/";
    for (auto it = tree_->nodes.upper_bound(prefix); it != tree_->nodes.end() && it->first.starts_with(prefix); ++it)
      visit(it->first, *it->second);
  }

  void RequireDirectory(const char* what, const std::string& path) const {
    const auto parent = Find(ParentPath(path));
    if (!parent) Fail(ErrorCode::NotFound, what, path, "No such file or directory");
    if (!parent->is_directory) Fail(ErrorCode::IoFailed, what, path, "Not a directory");
  }

  std::unique_ptr<WritableFile> OpenWrite(const std::string& path, bool truncate) {
    const std::scoped_lock lock(tree_->mutex);
    RequireDirectory("create", path);
    auto& node = tree_->nodes[Clean(path)];
    if (!node) node = NewNode(false);
    if (node->is_directory) Fail(ErrorCode::IoFailed, "create", path, "Is a directory");
    if (truncate) node->bytes.clear();
    return std::make_unique<MemoryWritable>(tree_, node);
  }

  void Move(const std::string& from, const std::string& to) {
    const auto node = Find(from);
    if (!node) Fail(ErrorCode::NotFound, "rename", from, "No such file or directory");
    RequireDirectory("rename to", to);
    std::vector<std::pair<std::string, std::shared_ptr<Node>>> moved{{to, node}};
    std::vector<std::string> gone{from};
    ForEachBelow(from, [&](const std::string& path, const Node&) {
      gone.push_back(path);
      moved.emplace_back(to + path.substr(from.size()), tree_->nodes.at(path));
    });
    for (const auto& path : gone) tree_->nodes.erase(path);
    for (auto& [path, moved_node] : moved) tree_->nodes[path] = std::move(moved_node);
  }

  std::shared_ptr<Tree> tree_ = std::make_shared<Tree>();  // shared with open files, which may outlive it
};

}  // namespace

std::unique_ptr<FileSystem> NewMemoryFileSystem() { return std::make_unique<MemoryFileSystem>(); }

}  // namespace tarn::env

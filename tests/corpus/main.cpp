// corpus [--pending FILE] [--declared FILE] [--only TEXT] [--mode batch|streaming] [--quiet] DIR...
//        (or --shared NAME: a folder of the recordings beside the repository)
//
// Runs every case of the folders (flink-corpus/README.md says how they are written) and prints a line for each:
//   PASS file: name        FAIL file: name, and what differs        PENDING   a failing case that the list names
//   DECLARED         answered differently on purpose: docs/compatibility.md says why
//   SKIP                   a defect of the other engine, recorded but not copied
// Ends with 1 if a case fails that no list names, or a listed case passes. The list of what is pending only gets
// shorter.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

#include "corpus/compare.h"
#include "corpus/runner.h"
#include "corpus/script.h"
#include "corpus/shared_folder.h"
#include "corpus/test_connectors.h"

namespace {

using tarn::corpus::Case;

std::vector<std::string> CaseFiles(const std::string& directory) {
  std::vector<std::string> files;
  if (std::filesystem::is_regular_file(directory)) return {directory};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (entry.path().extension() == ".case") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// "scalar/types: types of literals": the folder and file name without extension, and the case.
std::string Title(const Case& recorded) {
  const std::filesystem::path path(recorded.file);
  return path.parent_path().filename().string() + "/" + path.stem().string() + ": " + recorded.name;
}

std::set<std::string> ReadTitles(const std::string& path) {
  std::set<std::string> names;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] != '#') names.insert(line);
  }
  return names;
}

std::string Difference(const Case& recorded) {
  if (recorded.script) return tarn::corpus::RunScript(recorded);
  const auto outcome = tarn::corpus::Run(recorded);
  return tarn::corpus::Compare(recorded, outcome.answer, outcome.ordered);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> directories;
  std::string pending_file, declared_file, only, mode;
  bool quiet = false;
  for (int i = 1; i < argc; i++) {
    const std::string argument = argv[i];
    if (argument == "--pending" && i + 1 < argc) {
      pending_file = argv[++i];
    } else if (argument == "--declared" && i + 1 < argc) {
      declared_file = argv[++i];
    } else if (argument == "--only" && i + 1 < argc) {
      only = argv[++i];
    } else if (argument == "--shared" && i + 1 < argc) {
      const std::string folder = tarn::corpus::SharedFolder(argv[++i]);
      if (folder.empty()) return 0;
      directories.push_back(folder);
    } else if (argument == "--mode" && i + 1 < argc) {
      mode = argv[++i];
    } else if (argument == "--quiet") {
      quiet = true;
    } else {
      directories.push_back(argument);
    }
  }
  if (directories.empty()) {
    std::cerr
        << "usage: corpus [--pending FILE] [--declared FILE] [--only TEXT] [--mode batch|streaming] [--quiet] DIR...\n";
    return 2;
  }
  tarn::corpus::AddTestConnectors();
  const std::set<std::string> pending = ReadTitles(pending_file), declared = ReadTitles(declared_file);
  size_t passed = 0, failed = 0, skipped = 0, waiting = 0, different = 0, surprises = 0;
  for (const auto& directory : directories) {
    for (const auto& file : CaseFiles(directory)) {
      for (const auto& recorded : tarn::corpus::ReadCases(file)) {
        const std::string title = Title(recorded);
        if (!mode.empty() && recorded.mode != mode) continue;
        if (!only.empty() && title.find(only) == std::string::npos) continue;
        if (recorded.IsQuirk()) {
          skipped++;
          if (!quiet)
            std::cout << "SKIP " << title << " ("
                      << (recorded.notes.empty() ? "a gap of the planner" : recorded.notes[0]) << ")\n";
          continue;
        }
        const std::string difference = Difference(recorded);
        const bool waits = pending.count(title) > 0, differs = declared.count(title) > 0;
        if (difference.empty() && (waits || differs)) {
          surprises++;
          std::cout << "PASS " << title << " BUT IT IS LISTED: remove it from the list\n";
        } else if (difference.empty()) {
          passed++;
          if (!quiet) std::cout << "PASS " << title << "\n";
        } else if (waits) {
          waiting++;
          if (!quiet) std::cout << "PENDING " << title << "\n";
        } else if (differs) {
          different++;
          if (!quiet) std::cout << "DECLARED " << title << "\n";
        } else {
          failed++;
          std::cout << "FAIL " << title << "\n" << difference;
        }
        std::cout.flush();
      }
    }
  }
  std::cout << passed << " passed, " << failed << " failed, " << waiting << " pending, " << different << " declared, "
            << skipped << " skipped, " << surprises << " listed but passing\n";
  return failed + surprises > 0 ? 1 : 0;
}

// Counts what the scans of one bound table did. Any thread may add.
#pragma once

#include <atomic>
#include <cstdint>

#include "sql/rows.h"

namespace tarn::sql {

class ScanCounter {
 public:
  void AddRows(int64_t rows) const { rows_ += rows; }
  void AddFiles(int64_t kept, int64_t total) const {
    kept_ += kept;
    total_ += total;
  }
  ScanReport Read() const { return {rows_, kept_, total_}; }

 private:
  // A bound table is const to its scans; counting is no change of it.
  mutable std::atomic<int64_t> rows_{0}, kept_{0}, total_{0};
};

}  // namespace tarn::sql

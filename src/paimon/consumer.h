// A consumer's progress: which snapshot a named reader wants next. Expiry keeps every snapshot from there on.
//
// On disk: {table}/consumer/consumer-{id}, one JSON object {"nextSnapshot" : 7}. Written by Paimon's Consumer class
// (1.x).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tarn::paimon {

struct Consumer {
  int64_t next_snapshot = 0;  // id, >= 1

  bool operator==(const Consumer&) const = default;
};

std::string ToJson(const Consumer& consumer);
/// Throws Corruption; the caller adds the file.
Consumer ParseConsumer(std::string_view json);

}  // namespace tarn::paimon

// The rows that every ingest and scan bench writes: the same as interop's Bench.java makes, from the same generator.
#pragma once

#include <cmath>
#include <cstdint>
#include <ctime>
#include <duckdb/common/types/data_chunk.hpp>
#include <string>
#include <vector>

#include "paimon/data_type.h"

namespace tarn::bench {

inline double CpuSeconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

inline double WallSeconds() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

class Rows {
 public:
  explicit Rows(uint64_t seed) : state_(seed) {}
  virtual ~Rows() = default;
  virtual std::vector<paimon::DataField> fields() const = 0;
  virtual std::vector<std::string> primary_key() const = 0;
  /// Rows [from, from + count) of the sequence, into vectors of the fields' types.
  virtual void Fill(uint64_t from, size_t count, duckdb::DataChunk& chunk) = 0;

 protected:
  void Seed(uint64_t seed) { state_ = seed; }
  static uint64_t Mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  uint64_t Next() { return Mix(state_ += 0x9E3779B97F4A7C15ULL); }
  uint64_t Below(uint64_t n) { return Next() % n; }
  double Unit() { return static_cast<double>(Next() >> 11) * 0x1.0p-53; }

  static paimon::DataField Field(int32_t id, const std::string& name, const char* type) {
    return {id, name, paimon::ParseDataType(type), {}, {}};
  }

 private:
  uint64_t state_;
};

/// INT key below `keys` and 20 strings of 10 characters.
class StringRows : public Rows {
 public:
  explicit StringRows(uint64_t keys, uint64_t seed = 42) : Rows(seed), keys_(keys) {}

  std::vector<paimon::DataField> fields() const override {
    std::vector<paimon::DataField> fields = {Field(0, "k", "INT NOT NULL")};
    for (int i = 0; i < 20; i++) fields.push_back(Field(i + 1, "f" + std::to_string(i), "VARCHAR(10)"));
    return fields;
  }
  std::vector<std::string> primary_key() const override { return {"k"}; }

  void Fill(uint64_t, size_t count, duckdb::DataChunk& chunk) override {
    static constexpr char kAlphabet[] = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
    for (size_t row = 0; row < count; row++) {
      duckdb::FlatVector::GetData<int32_t>(chunk.data[0])[row] = static_cast<int32_t>(Below(keys_));
      for (size_t column = 1; column <= 20; column++) {
        char text[10];
        uint64_t bits = Next();
        for (char& c : text) {
          c = kAlphabet[bits & 63];
          bits >>= 6;
        }
        duckdb::FlatVector::GetData<duckdb::string_t>(chunk.data[column])[row] = duckdb::string_t(text, 10);
      }
    }
    chunk.SetCardinality(count);
  }

 private:
  uint64_t keys_;
};

/// Positions of 2 000 vessels: 200 rows a second of event time, 5 % of them up to 10 minutes late.
class TrackRows : public Rows {
 public:
  explicit TrackRows(uint64_t seed = 42) : Rows(42), lon_(kVessels), lat_(kVessels) {
    for (size_t i = 0; i < kVessels; i++) {
      lon_[i] = 100 + Unit() * 40;
      lat_[i] = Unit() * 40;
    }
    Seed(seed);
  }

  std::vector<paimon::DataField> fields() const override {
    return {Field(0, "mmsi", "BIGINT NOT NULL"),
            Field(1, "ts", "TIMESTAMP(3) NOT NULL"),
            Field(2, "lon", "DOUBLE"),
            Field(3, "lat", "DOUBLE"),
            Field(4, "sog", "FLOAT"),
            Field(5, "cog", "FLOAT"),
            Field(6, "heading", "INT"),
            Field(7, "nav_status", "INT"),
            Field(8, "rot", "FLOAT"),
            Field(9, "source", "STRING"),
            Field(10, "dt", "STRING")};
  }
  std::vector<std::string> primary_key() const override { return {"mmsi", "ts"}; }

  void Fill(uint64_t from, size_t count, duckdb::DataChunk& chunk) override {
    static constexpr const char* kSources[] = {"ais-shore", "ais-sat", "radar-1", "radar-2", "fused"};
    const auto set = [&](size_t column, size_t row, auto value) {
      duckdb::FlatVector::GetData<decltype(value)>(chunk.data[column])[row] = value;
    };
    for (size_t row = 0; row < count; row++) {
      const uint64_t i = from + row;
      const size_t vessel = (i * 1237) % kVessels;
      int64_t ts = kStart + static_cast<int64_t>(i) * 5;
      const uint64_t hash = Mix((i + 1) * 0x9E3779B97F4A7C15ULL);
      if (hash % 20 == 0) ts -= static_cast<int64_t>(1 + (hash >> 40) % 600'000);
      const uint64_t bits = Next();
      lon_[vessel] += (static_cast<double>(bits & 1023) - 511.5) * 1e-6;
      lat_[vessel] += (static_cast<double>((bits >> 10) & 1023) - 511.5) * 1e-6;
      set(0, row, static_cast<int64_t>(412'000'000 + vessel));
      set(1, row, ts * 1000);
      set(2, row, std::rint(lon_[vessel] * 1e6) / 1e6);
      set(3, row, std::rint(lat_[vessel] * 1e6) / 1e6);
      set(4, row, static_cast<float>(((bits >> 20) & 0xffff) % 300) / 10.0f);
      set(5, row, static_cast<float>(((bits >> 36) & 0xffff) % 3600) / 10.0f);
      set(6, row, static_cast<int32_t>(((bits >> 30) & 0xffff) % 360));
      set(7, row, static_cast<int32_t>((bits >> 52) & 15));
      set(8, row, static_cast<float>((bits >> 44) & 255) / 10.0f);
      set(9, row, duckdb::string_t(kSources[(bits >> 56) % 5]));
      const int64_t day = ts / 86'400'000;
      if (day != day_) {
        day_ = day;
        day_text_ = duckdb::Value::DATE(duckdb::date_t(static_cast<int32_t>(day))).ToString();
      }
      set(10, row, duckdb::string_t(day_text_.data(), static_cast<uint32_t>(day_text_.size())));
    }
    chunk.SetCardinality(count);
  }

 private:
  static constexpr size_t kVessels = 2000;
  static constexpr int64_t kStart = 1'704'067'200'000;  // 2024-01-01

  std::vector<double> lon_;
  std::vector<double> lat_;
  int64_t day_ = -1;
  std::string day_text_;
};

}  // namespace tarn::bench

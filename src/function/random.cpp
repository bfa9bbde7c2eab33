// Functions of chance. With a seed they follow java.util.Random, as Flink promises: a seed that is written in the query
// gives one generator to the call, which goes on from row to row; a seed that a row brings gives one to the row.
#include <memory>
#include <mutex>
#include <random>

#include "base/error.h"
#include "base/hex.h"
#include "function/entries.h"

namespace tarn::function {
namespace {

std::mt19937_64& Chance() {
  thread_local std::mt19937_64 generator(std::random_device{}());
  return generator;
}

class JavaRandom {
 public:
  explicit JavaRandom(int64_t seed) : state_((static_cast<uint64_t>(seed) ^ kMultiplier) & kMask) {}

  double NextDouble() {
    const int64_t high = static_cast<int64_t>(Next(26)) << 27;
    return static_cast<double>(high + Next(27)) * 0x1.0p-53;
  }

  /// From 0 to below `bound`, which is positive; values of the last, partial round of `bound` are thrown away.
  int32_t NextInt(int32_t bound) {
    if ((bound & (bound - 1)) == 0) return static_cast<int32_t>((static_cast<int64_t>(bound) * Next(31)) >> 31);
    while (true) {
      const int32_t bits = Next(31);
      const int32_t value = bits % bound;
      if (static_cast<int64_t>(bits) - value + (bound - 1) <= INT32_MAX) return value;
    }
  }

 private:
  static constexpr uint64_t kMultiplier = 0x5DEECE66DULL;
  static constexpr uint64_t kMask = (1ULL << 48) - 1;

  int32_t Next(int bits) {
    state_ = (state_ * kMultiplier + 0xB) & kMask;
    return static_cast<int32_t>(static_cast<uint32_t>(state_ >> (48 - bits)));
  }

  uint64_t state_;
};

/// The generator of a call with a seed in the query. Threads that share the call draw from it a chunk at a time.
struct Seeded {
  explicit Seeded(int64_t seed) : random(seed) {}
  std::mutex mutex;
  JavaRandom random;
};

/// A call whose first argument is the seed, if it has one; `draw(random, rows, i)` is the value of row i.
template <typename T, typename Draw>
Resolved Drawn(const Call& call, bool has_seed, const DataType& type, bool can_fail, Draw draw) {
  for (size_t i = 0; i < call.size(); i++) {
    if (!IsInteger(call.type(i))) call.Refuse(has_seed && i == 0 ? "an integer seed" : "integers");
  }
  std::shared_ptr<Seeded> seeded;
  const bool written = has_seed && call.arguments[0].literal.has_value();
  if (written && !call.arguments[0].literal->IsNull()) {
    seeded = std::make_shared<Seeded>(call.arguments[0].literal->GetValue<int64_t>());
  }
  Kernel kernel = [has_seed, seeded, draw](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    const Rows rows(arguments);
    const auto any_null = [&](duckdb::idx_t row) {
      for (size_t i = 0; i < rows.columns(); i++) {
        if (rows.IsNull(i, row)) return true;
      }
      return false;
    };
    std::unique_lock<std::mutex> lock;
    if (seeded) lock = std::unique_lock(seeded->mutex);
    // Equal arguments do not make equal rows, so constant vectors get no short cut here.
    result.SetVectorType(duckdb::VectorType::FLAT_VECTOR);
    for (duckdb::idx_t i = 0; i < arguments.size(); i++) {
      if (any_null(i)) {
        duckdb::FlatVector::SetNull(result, i, true);
        continue;
      }
      JavaRandom of_row(seeded ? 0 : has_seed ? rows.Get<int32_t>(0, i) : static_cast<int64_t>(Chance()()));
      duckdb::FlatVector::GetData<T>(result)[i] = draw(seeded ? seeded->random : of_row, rows, i);
    }
  };
  return {std::vector<DataType>(call.size(), IntType()), WithNull(type, call.AnyNullable()), std::move(kernel),
          can_fail};
}

}  // namespace

Resolved ResolveRand(const Call& call) {
  call.RequireCount(0, 1);
  return Drawn<double>(call, call.size() == 1, Simple(TypeRoot::Double), false,
                       [](JavaRandom& random, const Rows&, duckdb::idx_t) { return random.NextDouble(); });
}

Resolved ResolveRandInteger(const Call& call) {
  call.RequireCount(1, 2);
  return Drawn<int32_t>(call, call.size() == 2, IntType(), true,
                        [](JavaRandom& random, const Rows& rows, duckdb::idx_t row) {
                          const auto bound = rows.Get<int32_t>(rows.columns() - 1, row);
                          if (bound <= 0)
                            throw Error(ErrorCode::InvalidInput, "the bound of RAND_INTEGER must be positive");
                          return random.NextInt(bound);
                        });
}

Resolved ResolveUuid(const Call& call) {
  call.RequireCount(0, 0);
  Kernel kernel = [](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    result.SetVectorType(duckdb::VectorType::FLAT_VECTOR);
    for (duckdb::idx_t i = 0; i < arguments.size(); i++) {
      std::string text;
      uint64_t bits = 0;
      for (int digit = 0; digit < 32; digit++) {
        if (digit % 16 == 0) bits = Chance()();
        if (digit == 8 || digit == 12 || digit == 16 || digit == 20) text += '-';
        uint64_t value = bits & 15;
        bits >>= 4;
        if (digit == 12) value = 4;
        if (digit == 16) value = 8 | (value & 3);
        text += kLowerHex[value];
      }
      duckdb::FlatVector::GetData<duckdb::string_t>(result)[i] = duckdb::StringVector::AddString(result, text);
    }
  };
  return {{}, CharType(36), std::move(kernel)};
}

}  // namespace tarn::function

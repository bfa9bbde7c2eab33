// 'datagen': rows made up, by seed and row number, so that a restart goes on with the same rows. Flink's options:
// per column a random value within min..max, or a sequence.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/hex.h"
#include "base/option_error.h"
#include "columnar/row_appender.h"
#include "columnar/type_mapping.h"
#include "connector/connectors.h"

namespace tarn::connector {
namespace {

using paimon::TypeRoot;

// SplitMix64 of (seed, row, column): any row can be made without the ones before it.
uint64_t Mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

struct ColumnMaker {
  paimon::DataField column;
  bool sequence = false;
  int64_t start = 0, end = 0;  // of a sequence
  double low = 0, high = 0;    // of a random number
  int64_t low_int = 0, high_int = 0;
  int64_t length = 100;     // of a random text, of an array or map
  bool any_length = false;  // 1..length
  int64_t max_past_ms = 0;
  double null_rate = 0;
  std::vector<ColumnMaker> children;  // of elements, key and value, or fields
};

struct Plan {
  std::vector<ColumnMaker> makers;
  Projection projection;
  int64_t rows_per_second = 10000;
  std::optional<int64_t> number_of_rows;
  uint64_t seed = 0;
};

class Reader : public SourceReader {
 public:
  Reader(std::shared_ptr<const Plan> plan, env::Clock& clock, const std::string& position)
      : plan_(std::move(plan)),
        clock_(clock),
        next_(position.empty() ? 0 : std::stoll(position)),
        first_(next_),
        began_us_(clock.NowMicros()) {}

  ReadResult Read(columnar::ChangeBatch& batch) override {
    if (plan_->number_of_rows && next_ >= *plan_->number_of_rows) return ReadResult::End;
    const auto elapsed_us = clock_.NowMicros() - began_us_;
    const auto due =
        first_ +
        static_cast<int64_t>(static_cast<double>(elapsed_us) / 1e6 * static_cast<double>(plan_->rows_per_second)) + 1;
    // In bursts of a hundredth of a second: row by row the waiting would take a core.
    const auto burst = std::clamp<int64_t>(plan_->rows_per_second / 100, 1, STANDARD_VECTOR_SIZE);
    const auto end = plan_->number_of_rows.value_or(INT64_MAX);
    if (std::min(next_ + burst, end) > due) return ReadResult::Blocked;
    const auto until = std::min({due, next_ + static_cast<int64_t>(STANDARD_VECTOR_SIZE), end});
    columnar::RowAppender rows(batch);
    for (; next_ < until; next_++) {
      rows.Begin();
      for (size_t i = 0; i < plan_->projection.size(); i++)
        if (!Make(plan_->makers[plan_->projection[i]], plan_->projection[i], rows, i)) {
          rows.Cancel();  // a sequence has come to its end
          return batch.size() > 0 ? ReadResult::Batch : ReadResult::End;
        }
    }
    return ReadResult::Batch;
  }
  std::string Position() const override { return std::to_string(next_); }

 private:
  bool Make(const ColumnMaker& maker, size_t column, columnar::RowAppender& rows, size_t output) const {
    return MakeFrom(Mix(Mix(plan_->seed + static_cast<uint64_t>(next_)) + column), maker, rows, output);
  }

  static int64_t LengthOf(const ColumnMaker& maker, uint64_t random) {
    if (!maker.any_length || maker.length < 2) return maker.length;
    return 1 + static_cast<int64_t>(Mix(random + 1) % static_cast<uint64_t>(maker.length));
  }

  duckdb::Value MakeOne(uint64_t random, const ColumnMaker& maker) const {
    columnar::ChangeBatch one;
    columnar::Initialize(one, {columnar::VectorType(maker.column.type)});
    columnar::RowAppender row(one);
    row.Begin();
    MakeFrom(random, maker, row, 0);
    return one.chunk.GetValue(0, 0);
  }

  duckdb::Value MakeNested(uint64_t random, const ColumnMaker& maker) const {
    const auto type = columnar::VectorType(maker.column.type);
    if (maker.column.type.root == TypeRoot::Row) {
      duckdb::vector<duckdb::Value> fields;
      for (const auto& child : maker.children) fields.push_back(MakeOne(random = Mix(random), child));
      return duckdb::Value::STRUCT(type, std::move(fields));
    }
    const auto count = LengthOf(maker, random);
    if (maker.column.type.root == TypeRoot::Array) {
      duckdb::vector<duckdb::Value> elements;
      for (int64_t i = 0; i < count; i++) elements.push_back(MakeOne(random = Mix(random), maker.children[0]));
      return duckdb::Value::LIST(columnar::VectorType(maker.children[0].column.type), std::move(elements));
    }
    duckdb::vector<duckdb::Value> keys, values;
    for (int64_t i = 0; i < count; i++) {
      auto key = MakeOne(random = Mix(random), maker.children[0]);
      auto value = MakeOne(random = Mix(random), maker.children[1]);
      if (key.IsNull() || std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
      keys.push_back(std::move(key));
      values.push_back(std::move(value));
    }
    return duckdb::Value::MAP(columnar::VectorType(maker.children[0].column.type),
                              columnar::VectorType(maker.children[1].column.type), std::move(keys), std::move(values));
  }

  bool MakeFrom(uint64_t random, const ColumnMaker& maker, columnar::RowAppender& rows, size_t output) const {
    const double unit = static_cast<double>(random >> 11) * 0x1p-53;
    if (maker.sequence) {
      if (maker.start + next_ > maker.end) return false;
      const auto value = maker.start + next_;
      const auto root = maker.column.type.root;
      if (root == TypeRoot::Float || root == TypeRoot::Double) {
        rows.Double(output, static_cast<double>(value));
      } else if (root == TypeRoot::Char || root == TypeRoot::VarChar) {
        rows.String(output, std::to_string(value));
      } else {
        rows.Int64(output, value);
      }
      return true;
    }
    if (maker.null_rate > 0 && static_cast<double>(Mix(random) >> 11) * 0x1p-53 < maker.null_rate) return true;
    switch (maker.column.type.root) {
      case TypeRoot::Boolean:
        rows.Bool(output, random & 1);
        break;
      case TypeRoot::TinyInt:
      case TypeRoot::SmallInt:
      case TypeRoot::Int:
      case TypeRoot::BigInt: {
        const auto span = static_cast<uint64_t>(maker.high_int) - static_cast<uint64_t>(maker.low_int) + 1;
        rows.Int64(output,
                   static_cast<int64_t>(static_cast<uint64_t>(maker.low_int) + (span ? random % span : random)));
        break;
      }
      case TypeRoot::Float:
      case TypeRoot::Double:
        rows.Double(output, maker.low + unit * (maker.high - maker.low));
        break;
      case TypeRoot::Decimal: {
        const double scale = std::pow(10.0, maker.column.type.scale);
        rows.Value(output,
                   duckdb::Value::DECIMAL(
                       static_cast<int64_t>(std::llround((maker.low + unit * (maker.high - maker.low)) * scale)),
                       static_cast<uint8_t>(std::min(maker.column.type.precision, 18)),
                       static_cast<uint8_t>(maker.column.type.scale)));
        break;
      }
      case TypeRoot::Char:
      case TypeRoot::VarChar: {
        const auto length = static_cast<size_t>(LengthOf(maker, random));
        std::string text;
        for (auto bits = random; text.size() < length; bits = Mix(bits))
          for (int k = 0; k < 16 && text.size() < length; k++) text += kLowerHex[bits >> (4 * k) & 15];
        rows.String(output, text);
        break;
      }
      case TypeRoot::Binary:
      case TypeRoot::VarBinary: {
        const auto length = static_cast<size_t>(LengthOf(maker, random));
        std::string bytes;
        for (auto bits = random; bytes.size() < length; bits = Mix(bits)) bytes += static_cast<char>(bits >> 17);
        rows.String(output, bytes);
        break;
      }
      case TypeRoot::Array:
      case TypeRoot::Map:
      case TypeRoot::Multiset:
      case TypeRoot::Row:
        rows.Value(output, MakeNested(random, maker));
        break;
      case TypeRoot::Date:
        rows.Int64(output, clock_.NowMicros() / 86'400'000'000);
        break;
      case TypeRoot::Time:
        rows.Int64(output, clock_.NowMicros() % 86'400'000'000 / 1000 * 1000);
        break;
      default: {  // times
        const auto past =
            maker.max_past_ms > 0 ? static_cast<int64_t>(random % static_cast<uint64_t>(maker.max_past_ms)) : 0;
        const auto micros = (clock_.NowMicros() / 1000 - past) * 1000;
        rows.Int64(output, maker.column.type.precision > 6 ? micros * 1000 : micros);
      }
    }
    return true;
  }

  std::shared_ptr<const Plan> plan_;
  env::Clock& clock_;
  int64_t next_;
  int64_t first_;
  int64_t began_us_;
};

class Datagen : public Source {
 public:
  Datagen(std::string table, std::shared_ptr<const Plan> plan, env::Clock& clock)
      : table_(std::move(table)), plan_(std::move(plan)), clock_(clock) {}
  bool Bounded() const override {
    bool bounded = plan_->number_of_rows.has_value();
    for (const auto& maker : plan_->makers) bounded |= maker.sequence;
    return bounded;
  }
  int MaxParallelism() const override { return 1; }
  std::unique_ptr<SourceReader> Open(int, int, const std::string& position) override {
    return std::make_unique<Reader>(plan_, clock_, position);
  }
  std::string Describe() const override {
    return table_ + " (datagen, " + std::to_string(plan_->rows_per_second) + " rows/s)";
  }

 private:
  std::string table_;
  std::shared_ptr<const Plan> plan_;
  env::Clock& clock_;
};

std::vector<OptionSpec> Specs() {
  return {{"rows-per-second", "10000", "How fast rows are made."},
          {"number-of-rows", std::nullopt, "The source ends after so many; without it, it does not end."},
          {"seed", "0", "Other seeds give other rows (ours)."},
          {"scan.parallelism", std::nullopt, "Accepted; one reader makes the rows."},
          {"fields.", std::nullopt,
           "fields.<column>.kind ('random', 'sequence'), .min, .max, .start, .end, .length, .max-past, .null-rate.",
           false, true}};
}

// The numbers of a type that Flink draws from by default.
void DefaultRange(const paimon::DataType& type, ColumnMaker& maker) {
  switch (type.root) {
    case TypeRoot::TinyInt:
      maker.low_int = -128, maker.high_int = 127;
      break;
    case TypeRoot::SmallInt:
      maker.low_int = -32768, maker.high_int = 32767;
      break;
    case TypeRoot::Int:
      maker.low_int = std::numeric_limits<int32_t>::min(), maker.high_int = std::numeric_limits<int32_t>::max();
      break;
    default:
      maker.low_int = std::numeric_limits<int64_t>::min(), maker.high_int = std::numeric_limits<int64_t>::max();
  }
  maker.low = 0;
  maker.high = type.root == TypeRoot::Decimal ? std::pow(10.0, std::min(type.precision, 17) - type.scale) - 1 : 1e9;
}

ColumnMaker MakeColumn(const paimon::DataField& column, std::map<std::string, std::string>& given,
                       const std::string& owner, const std::string& path) {
  std::vector<OptionSpec> specs = {{"kind", "random", ""},
                                   {"start", std::nullopt, ""},
                                   {"end", std::nullopt, ""},
                                   {"min", std::nullopt, ""},
                                   {"max", std::nullopt, ""},
                                   {"length", std::nullopt, ""},
                                   {"max-past", "0", ""},
                                   {"null-rate", std::nullopt, ""},
                                   {"var-len", "false", ""},
                                   {"element.", std::nullopt, "", false, true},
                                   {"key.", std::nullopt, "", false, true},
                                   {"value.", std::nullopt, "", false, true}};
  for (const auto& field : column.type.fields) specs.push_back({field.name + ".", std::nullopt, "", false, true});
  std::map<std::string, std::string> mine;
  const auto prefix = column.name + ".";
  for (auto it = given.begin(); it != given.end();) {
    if (it->first.starts_with(prefix)) {
      mine.emplace(it->first.substr(prefix.size()), it->second);
      it = given.erase(it);
    } else {
      ++it;
    }
  }
  const Options options(owner + ", 'fields." + column.name + "'", specs, mine, path + prefix);
  ColumnMaker maker;
  maker.column = column;
  maker.sequence = options.OneOf("kind", {"random", "sequence"}) == "sequence";
  DefaultRange(column.type, maker);
  const auto number = [&](const char* name) -> std::optional<double> {
    const auto text = options.Find(name);
    if (!text) return std::nullopt;
    char* end = nullptr;
    const double value = std::strtod(text->c_str(), &end);
    if (end == text->c_str() || *end != '\0') options.Refuse(name, "a number");
    return value;
  };
  if (maker.sequence) {
    if (!options.FindInt("start") || !options.FindInt("end"))
      throw Error(ErrorCode::InvalidInput, options.owner() + ": a sequence needs 'start' and 'end'");
    maker.start = *options.FindInt("start");
    maker.end = *options.FindInt("end");
  }
  if (const auto low = number("min")) maker.low = *low, maker.low_int = static_cast<int64_t>(*low);
  if (const auto high = number("max")) maker.high = *high, maker.high_int = static_cast<int64_t>(*high);
  if (maker.low > maker.high || maker.low_int > maker.high_int) options.Refuse("max", "at least 'min'");
  const bool collection = column.type.root == TypeRoot::Array || column.type.root == TypeRoot::Map ||
                          column.type.root == TypeRoot::Multiset;
  // CHAR(n) and BINARY(n) are as long as they say; VARCHAR(n) and VARBINARY(n) are, unless told to be shorter.
  const bool sized = column.type.length > 0 && column.type.length < paimon::DataType::kMaxLength;
  maker.length = options.FindInt("length").value_or(collection ? 3 : sized ? column.type.length : 100);
  if (maker.length < 0) options.Refuse("length", "0 or more");
  if (sized && maker.length > column.type.length)
    options.Refuse("length", "at most " + std::to_string(column.type.length) + ", the column's own");
  maker.any_length = options.Bool("var-len");
  maker.max_past_ms = options.Micros("max-past") / 1000;
  maker.null_rate = number("null-rate").value_or(0);
  columnar::VectorType(column.type);
  const auto child = [&](const std::string& name, const paimon::DataType& type) {
    maker.children.push_back(MakeColumn({0, name, type, {}, {}}, mine, options.owner(), path + prefix));
  };
  switch (column.type.root) {
    case TypeRoot::Array:
      child("element", column.type.children[0]);
      return maker;
    case TypeRoot::Map:
      child("key", column.type.children[0].NotNull());
      child("value", column.type.children[1]);
      return maker;
    case TypeRoot::Multiset: {
      child("key", column.type.children[0].NotNull());
      auto count = paimon::ParseDataType("INT NOT NULL");
      child("value", count);
      maker.children.back().low_int = 1;
      maker.children.back().high_int = 100;
      return maker;
    }
    case TypeRoot::Row:
      for (const auto& field : column.type.fields) child(field.name, field.type);
      return maker;
    case TypeRoot::Variant:
    case TypeRoot::Blob:
    case TypeRoot::Vector:
      throw Error(ErrorCode::Unsupported,
                  owner + ": datagen makes no values of type " + paimon::ToSql(column.type) + " yet");
    default:
      return maker;
  }
}

std::unique_ptr<Source> MakeDatagen(const TableDescription& table, const Projection& columns,
                                    const ConnectorContext& context) {
  const auto options = TableOptions(FindConnector("datagen"), table);
  auto plan = std::make_shared<Plan>();
  plan->projection = columns;
  plan->rows_per_second = options.Int("rows-per-second");
  if (plan->rows_per_second < 1) options.Refuse("rows-per-second", "1 or more");
  options.FindInt("scan.parallelism");
  plan->number_of_rows = options.FindInt("number-of-rows");
  plan->seed = static_cast<uint64_t>(options.Int("seed"));
  auto fields = options.WithPrefix("fields.");
  for (const auto& column : table.columns)
    plan->makers.push_back(MakeColumn(column, fields, options.owner(), "fields."));
  if (!fields.empty())
    throw OptionError("fields." + fields.begin()->first,
                      options.owner() + ": option 'fields." + fields.begin()->first + "' names no column of the table");
  return std::make_unique<Datagen>(table.name, std::move(plan), context.env.clock);
}

}  // namespace

ConnectorEntry DatagenConnector() {
  return {.name = "datagen",
          .description = "Makes up rows, at random or in sequence.",
          .options = Specs(),
          .make_source = &MakeDatagen,
          .make_sink = nullptr};
}

}  // namespace tarn::connector

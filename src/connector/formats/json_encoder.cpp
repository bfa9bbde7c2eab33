// Rows as JSON objects, one a line, as Flink's json format writes them.
#include <duckdb/common/types/value.hpp>

#include "base/error.h"
#include "base/json_string.h"
#include "connector/formats/java_text.h"
#include "connector/formats/json.h"
#include "connector/formats/value_text.h"

namespace tarn::connector {
namespace {

using paimon::DataType;
using paimon::TypeRoot;

enum class NullKey { Fail, Drop, Literal };

struct EncoderStyle {
  TimestampStyle timestamps = TimestampStyle::Sql;
  bool skip_nulls = false;
  bool plain_decimals = false;  // else as BigDecimal.toString
  NullKey null_key = NullKey::Fail;
  std::string null_key_literal;
};

class JsonEncoder : public RecordEncoder {
 public:
  JsonEncoder(const std::vector<paimon::DataField>& columns, const EncoderStyle& how)
      : columns_(columns), style_(how.timestamps), how_(how) {}

  void Encode(const columnar::RowView& row, std::string& out) override {
    out += '{';
    bool first = true;
    for (size_t i = 0; i < columns_.size(); i++) {
      if (row.IsNull(i) && how_.skip_nulls) continue;
      if (!first) out += ',';
      first = false;
      AppendJsonString(columns_[i].name, out);
      out += ':';
      if (row.IsNull(i)) {
        out += "null";
      } else if (IsNested(columns_[i].type.root)) {
        Nested(row.chunk().Value(i, row.row()), columns_[i].type, out);
      } else {
        value_.clear();
        WriteValue(row, i, columns_[i].type, style_, value_);
        Atomic(value_, columns_[i].type, out);
      }
    }
    out += "}\n";
  }

 private:
  void Atomic(const std::string& text, const DataType& type, std::string& out) const {
    if (type.root == TypeRoot::Decimal && !how_.plain_decimals) {
      out += BigDecimalText(text);
      return;
    }
    const bool number = IsInteger(type.root) || type.root == TypeRoot::Decimal || type.root == TypeRoot::Boolean ||
                        ((type.root == TypeRoot::Float || type.root == TypeRoot::Double) &&
                         text.find_first_of("NI") == std::string::npos);
    if (number) {
      out += text;
    } else {
      AppendJsonString(text, out);
    }
  }

  void Nested(const duckdb::Value& value, const DataType& type, std::string& out) {
    if (value.IsNull()) {
      out += "null";
      return;
    }
    bool first = true;
    const auto separate = [&] {
      if (!first) out += ',';
      first = false;
    };
    if (type.root == TypeRoot::Array || type.root == TypeRoot::Vector) {
      out += '[';
      for (const auto& child : duckdb::ListValue::GetChildren(value)) {
        separate();
        Nested(child, type.children[0], out);
      }
      out += ']';
    } else if (type.root == TypeRoot::Row) {
      out += '{';
      const auto& children = duckdb::StructValue::GetChildren(value);
      for (size_t i = 0; i < children.size(); i++) {
        if (children[i].IsNull() && how_.skip_nulls) continue;
        separate();
        AppendJsonString(type.fields[i].name, out);
        out += ':';
        Nested(children[i], type.fields[i].type, out);
      }
      out += '}';
    } else if (type.root == TypeRoot::Map || type.root == TypeRoot::Multiset) {
      static const DataType kCount{TypeRoot::Int, true, 0, 0, 0, {}, {}};
      out += '{';
      for (const auto& entry : duckdb::ListValue::GetChildren(value)) {
        const auto& pair = duckdb::StructValue::GetChildren(entry);
        std::string key;
        if (!pair[0].IsNull()) {
          WriteValue(pair[0], type.children[0], style_, key);
        } else if (how_.null_key == NullKey::Drop) {
          continue;
        } else if (how_.null_key == NullKey::Literal) {
          key = how_.null_key_literal;
        } else {
          throw Error(ErrorCode::InvalidInput,
                      "a map has a NULL key, and JSON has no name for it\n  'json.map-null-key.mode' = 'DROP' leaves "
                      "such entries out, 'LITERAL' writes 'json.map-null-key.literal'");
        }
        separate();
        AppendJsonString(key, out);
        out += ':';
        Nested(pair[1], type.root == TypeRoot::Map ? type.children[1] : kCount, out);
      }
      out += '}';
    } else {
      std::string text;
      WriteValue(value, type, style_, text);
      Atomic(text, type, out);
    }
  }

  std::vector<paimon::DataField> columns_;
  TimestampStyle style_;
  EncoderStyle how_;
  std::string value_;
};

}  // namespace

std::unique_ptr<RecordEncoder> MakeJsonEncoder(const std::vector<paimon::DataField>& columns, const Options& options) {
  EncoderStyle how;
  how.timestamps = JsonTimestamps(options);
  how.skip_nulls = options.Bool("json.encode.ignore-null-fields");
  how.plain_decimals = options.Bool("json.encode.decimal-as-plain-number");
  const auto mode = options.OneOf("json.map-null-key.mode", {"FAIL", "DROP", "LITERAL"});
  how.null_key = mode == "FAIL" ? NullKey::Fail : mode == "DROP" ? NullKey::Drop : NullKey::Literal;
  how.null_key_literal = options.Get("json.map-null-key.literal");
  return std::make_unique<JsonEncoder>(columns, how);
}

}  // namespace tarn::connector

#include "stream/state/key_codec.h"

#include <cmath>

#include "base/encoding.h"

namespace tarn::stream {

KeyCodec::KeyCodec(const duckdb::vector<duckdb::LogicalType>& types) {
  for (const auto& type : types) {
    forms_.push_back(FormOf(type));
    if (forms_.back() == ValueForm::Other)
      throw Error(ErrorCode::Unsupported, "PARTITION BY a column of type " + type.ToString() +
                                              " is not supported; cast it to STRING or BIGINT first");
  }
}

void KeyCodec::Encode(const columnar::RowView& row, const std::vector<size_t>& columns, std::string& key) const {
  key.clear();
  const auto raw = [&key](const auto& value) { key.append(reinterpret_cast<const char*>(&value), sizeof value); };
  for (size_t i = 0; i < columns.size(); i++) {
    const auto column = columns[i];
    if (row.IsNull(column)) {
      key.push_back('\0');
      continue;
    }
    key.push_back('\1');
    if (forms_[i] == ValueForm::Integer) {
      raw(row.Int64(column));
    } else if (forms_[i] == ValueForm::Floating) {
      const double value = row.Double(column);
      raw(value == 0 ? 0.0 : std::isnan(value) ? std::nan("") : value);  // -0 is 0, one NaN
    } else {
      const auto text = row.String(column);
      raw(static_cast<int64_t>(text.size()));
      key.append(text);
    }
  }
}

void KeyCodec::Decode(std::string_view key, columnar::RowAppender& out) const {
  Decoder in(key);
  for (size_t i = 0; i < forms_.size(); i++) {
    if (!in.Bool()) continue;
    if (forms_[i] == ValueForm::Integer) {
      out.Int64(i, in.I64());
    } else if (forms_[i] == ValueForm::Floating) {
      out.Double(i, in.F64());
    } else {
      out.String(i, in.Str());
    }
  }
}

}  // namespace tarn::stream

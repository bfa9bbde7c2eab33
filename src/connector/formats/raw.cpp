// 'raw': each line is one value of the table's only column.
#include "base/error.h"
#include "connector/formats/format.h"
#include "connector/formats/value_text.h"

namespace tarn::connector {
namespace {

const paimon::DataField& OnlyColumn(const std::vector<paimon::DataField>& columns) {
  if (columns.size() != 1)
    throw Error(ErrorCode::InvalidInput,
                "format 'raw' holds exactly one column; the table has " + std::to_string(columns.size()));
  return columns[0];
}

class RawDecoder : public RecordDecoder {
 public:
  explicit RawDecoder(const paimon::DataField& column) : column_(column) {}
  std::optional<BadRecord> Decode(std::string_view record, columnar::RowAppender& rows) override {
    if (const auto at = BadByte(record)) return NotUtf8(column_.name, record, *at);
    rows.Begin();
    if (ReadValue(record, column_.type, TextRules::Csv, rows, 0)) return std::nullopt;
    rows.Cancel();
    return BadRecord{column_.name, "no " + paimon::ToSql(column_.type)};
  }

 private:
  paimon::DataField column_;
};

class RawEncoder : public RecordEncoder {
 public:
  explicit RawEncoder(const paimon::DataField& column) : column_(column) {}
  void Encode(const columnar::RowView& row, std::string& out) override {
    if (!row.IsNull(0)) WriteValue(row, 0, column_.type, TimestampStyle::Sql, out);
    out += '\n';
  }

 private:
  paimon::DataField column_;
};

std::unique_ptr<RecordDecoder> MakeRawDecoder(const std::vector<paimon::DataField>& columns, const std::vector<bool>&,
                                              const Options&) {
  return std::make_unique<RawDecoder>(OnlyColumn(columns));
}
std::unique_ptr<RecordEncoder> MakeRawEncoder(const std::vector<paimon::DataField>& columns, const Options&) {
  return std::make_unique<RawEncoder>(OnlyColumn(columns));
}

}  // namespace

FormatEntry RawFormat() {
  return {"raw", "Each line is the value of the table's only column.", {}, ".txt", &MakeRawDecoder, &MakeRawEncoder};
}

}  // namespace tarn::connector

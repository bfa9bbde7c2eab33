// Text formats of the filesystem connector (and of message queues later): one record to one row and back.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/option_error.h"
#include "columnar/row_appender.h"
#include "columnar/row_view.h"
#include "connector/options.h"
#include "paimon/data_type.h"

namespace tarn::connector {

/// Why a record is no row.
struct BadRecord {
  std::string column;  // empty: the record as a whole
  std::string reason;
};

/// The first byte of a record that is no UTF-8. Such a record is bad as a whole, whichever columns are read: what
/// stands in it was written in another charset.
std::optional<size_t> BadByte(std::string_view record);
BadRecord NotUtf8(std::string column, std::string_view record, size_t at);

/// Used by one thread.
class RecordDecoder {
 public:
  virtual ~RecordDecoder() = default;
  /// How long the record that begins at `text` is, its line end included; nullopt: it goes on behind the end of `text`.
  /// `last`: nothing follows `text`.
  virtual std::optional<size_t> RecordLength(std::string_view text, bool last) const;
  /// No fewer rows than Decode makes of the record; it has room for so many.
  virtual size_t MostRows(std::string_view) const { return 1; }
  /// Appends the record's rows, mostly one, or says why not (and appends none). Records that are no data (comments,
  /// blank lines where the format has such) append none either. `record` has no line end.
  virtual std::optional<BadRecord> Decode(std::string_view record, columnar::RowAppender& rows) = 0;
};

class RecordEncoder {
 public:
  virtual ~RecordEncoder() = default;
  /// Appends the record of a row, line end included.
  virtual void Encode(const columnar::RowView& row, std::string& out) = 0;
};

struct FormatEntry {
  std::string name;
  std::string description;
  std::vector<OptionSpec> options;  // names begin with "<format>."
  std::string extension;            // of files: ".csv"
  /// `columns` are those of the rows; `wanted[i]` false: nobody reads column i, it may stay NULL.
  std::unique_ptr<RecordDecoder> (*make_decoder)(const std::vector<paimon::DataField>& columns,
                                                 const std::vector<bool>& wanted, const Options& options) = nullptr;
  std::unique_ptr<RecordEncoder> (*make_encoder)(const std::vector<paimon::DataField>& columns,
                                                 const Options& options) = nullptr;
  bool byte_order_mark = false;  // a file may begin with one, which is no part of its first record
};

/// One line each in formats.cpp.
const std::vector<FormatEntry>& Formats();
/// Throws InvalidInput with the nearest name.
const FormatEntry& FindFormat(std::string_view name);

/// What is wrong with an option that belongs to another format than a table of these options has:
/// 'json.fail-on-missing-field' beside 'format' = 'csv'. Nullopt: nothing, as far as formats go.
std::optional<OptionError> OfOtherFormat(const std::string& option, const std::map<std::string, std::string>& options);

}  // namespace tarn::connector

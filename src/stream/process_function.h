// Process table functions: rules that SQL cannot say. A function sees the rows of one partition key at a time, in
// event-time order, keeps state for that key and sets event-time timers; it behaves alike live, in a replay and in
// batch, because everything it sees (rows, timers, the watermark) is ordered by event time and it reads no clock.
//
//   SELECT * FROM speeding(input => TABLE track PARTITION BY mmsi, settings => TABLE rules, on_time => DESCRIPTOR(ts))
//
// Order of calls, whatever the order of arrival within the watermark's slack: all rows of tables with Broadcast first;
// then rows by (time, arrival), each before the timers of the same time; timers by (time, key, name). Rows that are
// older than the watermark when they arrive are counted and dropped.
//
// A function = one file with an entry, and one line in function/process_functions.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/encoding.h"
#include "columnar/row_appender.h"
#include "columnar/row_view.h"
#include "stream/column.h"

namespace tarn::stream {

enum class TableSemantics {
  Set,       // PARTITION BY (or one partition if the call has none): state and order per key
  Broadcast  // settings, zones: bounded, read whole before the first row of the others; state of the function itself
};

struct TableParameter {
  std::string name;  // of the argument: "input"
  TableSemantics semantics = TableSemantics::Set;
  bool optional = false;
};

struct ScalarParameter {
  std::string name;
  paimon::DataType type;
  std::optional<std::string> default_value;  // as text; absent = must be given
};

/// A table argument as it was written in a call.
struct TableArgument {
  bool given = false;                // false: an optional one that was left out; the rest is empty
  Columns columns;                   // of the rows that the function will see
  std::vector<size_t> partition_by;  // indexes into `columns`
  std::optional<size_t> time;        // the column of on_time; absent for Broadcast and where the call has no on_time

  /// Index of the column with this name; throws InvalidInput naming the function's argument and what there is.
  size_t Require(std::string_view column) const;
  std::optional<size_t> Find(std::string_view column) const;
};

/// One call, with everything that is known when it is planned. Tables and scalars are in the order of the parameters.
struct ProcessCall {
  std::vector<TableArgument> tables;
  std::map<std::string, std::optional<std::string>> scalars;  // name -> value as text; nullopt = NULL
};

/// State of one partition key. Its memory is counted, saved and restored by the engine.
class ProcessState {
 public:
  virtual ~ProcessState() = default;
  virtual void Save(Encoder& out) const = 0;
};

/// What a function may do while it handles a row or a timer. Valid during the call only.
class ProcessContext {
 public:
  virtual ~ProcessContext() = default;

  /// Opens an output row of OutputColumns(), all NULL; fill it before the next call of NewRow.
  virtual columnar::RowAppender& NewRow() = 0;
  /// Event time that has been reached (microseconds): no later call for any key will have an older time.
  virtual int64_t Time() const = 0;
  /// A timer fires because the input has ended, not because event time got there: Time() is the timer's, but nothing is
  /// known of what happened until then. A rule about silence should not raise an alarm now; an open one may be closed.
  virtual bool InputEnded() const = 0;
  /// Calls OnTimer for this key when event time has passed `time_us`. One timer per name and key: setting it again
  /// moves it. A time that has passed fires next.
  virtual void SetTimer(int64_t time_us, uint8_t name = 0) = 0;
  virtual void ClearTimer(uint8_t name = 0) = 0;
  /// After this call the key is as if never seen: its state is dropped and its timers are cleared.
  virtual void Forget() = 0;
};

/// One call of a function at work. Used by one thread. Throws Error to stop the job.
class ProcessFunction {
 public:
  virtual ~ProcessFunction() = default;

  /// What NewRow opens. Under the rules of Flink the partition columns come before these in the result and `rowtime`
  /// (the time of the row or timer) after them; a function whose output has its own shape says so.
  virtual Columns OutputColumns() const = 0;
  virtual bool OwnShape() const { return false; }
  /// With OwnShape: which output column is the time attribute, if any.
  virtual std::optional<size_t> OutputTime() const { return std::nullopt; }

  virtual std::unique_ptr<ProcessState> NewState() const = 0;
  virtual std::unique_ptr<ProcessState> LoadState(Decoder& in) const = 0;

  /// A row of a Set table.
  virtual void OnRow(ProcessContext& context, ProcessState& state, size_t table, columnar::RowView row) = 0;
  virtual void OnTimer(ProcessContext& /*context*/, ProcessState& /*state*/, uint8_t /*name*/) {}

  /// A row of a Broadcast table; all of them come before any OnRow.
  virtual void OnBroadcast(size_t /*table*/, columnar::RowView /*row*/) {}
  /// What OnBroadcast has gathered.
  virtual void SaveShared(Encoder& /*out*/) const {}
  virtual void LoadShared(Decoder& /*in*/) {}
};

struct ProcessFunctionEntry {
  std::string name;
  std::string description;  // one sentence
  std::string example;      // a call that works on the tables of the documentation
  std::vector<TableParameter> tables;
  std::vector<ScalarParameter> scalars;
  bool needs_time = true;  // on_time => DESCRIPTOR(column)
  /// Checks the call and makes the function. Throws InvalidInput for wrong columns, types or settings.
  std::unique_ptr<ProcessFunction> (*make)(const ProcessCall& call) = nullptr;
};

}  // namespace tarn::stream

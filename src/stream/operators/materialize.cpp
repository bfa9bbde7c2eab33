// Materialize: where rows change by one key and their sink keeps them by another, several rows may claim one place in
// the sink. All of them are remembered, in the order they came; the last one is what the sink holds, and when it goes
// the one before takes its place. (Flink's SinkUpsertMaterializer.)
#include <algorithm>
#include <map>

#include "base/error.h"
#include "columnar/row_view.h"
#include "stream/operator.h"
#include "stream/state/row_codec.h"

namespace tarn::stream {
namespace {

using columnar::RowKind;

std::vector<size_t> All(size_t count) {
  std::vector<size_t> all(count);
  for (size_t i = 0; i < count; i++) all[i] = i;
  return all;
}

duckdb::vector<duckdb::LogicalType> Picked(const Columns& columns, const std::vector<size_t>& which) {
  const auto types = VectorTypes(columns);
  duckdb::vector<duckdb::LogicalType> picked;
  for (const auto i : which) picked.push_back(types[i]);
  return picked;
}

class Materialize : public Operator, private StatePart {
 public:
  Materialize(const OperatorContext& context, const MaterializeNode& what)
      : keyed_(!what.row_key.empty()),
        sink_key_(what.sink_key),
        identity_(keyed_ ? what.row_key : All(context.node.columns.size())),
        whole_(All(context.node.columns.size())),
        sink_key_codec_(Picked(context.node.columns, sink_key_)),
        identity_codec_(Picked(context.node.columns, identity_)),
        row_codec_(Picked(context.node.columns, whole_)) {
    columnar::Initialize(out_, VectorTypes(context.node.columns));
    context.state.Register(context.owner, "rows", *this);
  }

  void Push(size_t /*port*/, columnar::ChangeBatch& batch, Emitter& out) override {
    view_.Reset(batch.chunk);
    for (size_t row = 0; row < batch.size(); row++) {
      const columnar::RowView one(view_, row);
      sink_key_codec_.Encode(one, sink_key_, key_);
      identity_codec_.Encode(one, identity_, candidate_.identity);
      row_codec_.Encode(one, whole_, candidate_.bytes);
      const auto kind = batch.kind(row);
      if (kind == RowKind::Insert || kind == RowKind::UpdateAfter) {
        Add(out);
      } else {
        Remove(out);
      }
    }
    Flush(out);
  }

  void Save(Encoder& out) const override {
    out.I64(static_cast<int64_t>(rows_.size()));
    for (const auto& [key, list] : rows_) {
      out.Str(key).I64(static_cast<int64_t>(list.size()));
      for (const auto& row : list) out.Str(row.identity).Str(row.bytes);
    }
  }
  void Load(Decoder& in) override {
    for (auto keys = in.I64(); keys > 0; keys--) {
      auto& list = rows_[std::string(in.Str())];
      for (auto left = in.I64(); left > 0; left--) {
        const std::string identity(in.Str()), bytes(in.Str());
        list.push_back({identity, bytes});
        bytes_ += SizeOf(list.back());
      }
    }
  }
  int64_t Bytes() const override { return bytes_; }

 private:
  struct Row {
    std::string identity;  // its key in the query; the whole row where it has none
    std::string bytes;
  };
  using List = std::vector<Row>;

  List::iterator Find(List& list) {
    return std::find_if(list.begin(), list.end(), [&](const Row& row) { return row.identity == candidate_.identity; });
  }

  void Add(Emitter& out) {
    auto& list = rows_[key_];
    const auto kind = list.empty() ? RowKind::Insert : RowKind::UpdateAfter;
    bytes_ += SizeOf(candidate_);
    // With a key of its own a row has one version; without, equal rows count.
    const auto old = keyed_ ? Find(list) : list.end();
    if (old == list.end()) {
      list.push_back(candidate_);
    } else {
      bytes_ -= SizeOf(*old);
      *old = candidate_;
    }
    Emit(kind, candidate_, out);
  }

  void Remove(Emitter& out) {
    const auto entry = rows_.find(key_);
    if (entry == rows_.end()) return;
    auto& list = entry->second;
    const auto found = Find(list);
    if (found == list.end()) return;
    const bool was_last = found + 1 == list.end();
    const auto removed = std::move(*found);
    bytes_ -= SizeOf(removed);
    list.erase(found);
    if (list.empty()) {
      rows_.erase(entry);
      Emit(RowKind::Delete, removed, out);
    } else if (was_last) {
      Emit(RowKind::UpdateAfter, list.back(), out);
    }
  }

  static int64_t SizeOf(const Row& row) { return static_cast<int64_t>(row.identity.size() + row.bytes.size() + 96); }

  void Emit(RowKind kind, const Row& row, Emitter& out) {
    columnar::RowAppender rows(out_);
    if (rows.Full()) Flush(out);
    rows.Begin(kind);
    row_codec_.Decode(row.bytes, rows);
  }

  void Flush(Emitter& out) {
    if (out_.size() > 0) out.Emit(out_);
    columnar::Reset(out_);
  }

  bool keyed_;  // rows replace one another by a key of the query
  std::vector<size_t> sink_key_, identity_, whole_;
  RowCodec sink_key_codec_, identity_codec_, row_codec_;
  std::map<std::string, List> rows_;
  int64_t bytes_ = 0;
  columnar::ChunkView view_;
  columnar::ChangeBatch out_;
  std::string key_;
  Row candidate_;
};

}  // namespace

std::unique_ptr<Operator> MakeMaterialize(const OperatorContext& context, const MaterializeNode& what) {
  return std::make_unique<Materialize>(context, what);
}

}  // namespace tarn::stream

#include "columnar/parquet/shredder.h"

#include "base/error.h"

namespace tarn::columnar::parquet {
namespace {

using Format = duckdb::RecursiveUnifiedVectorFormat;

class Shredder {
 public:
  explicit Shredder(std::span<const std::unique_ptr<LeafColumn>> leaves) : leaves_(leaves) {}

  void Walk(const Node& node, const Format& vector, const Slots& above, uint8_t repetition) {
    if (node.shape == Shape::Leaf) {
      leaves_[next_leaf_++]->AppendSlots(vector.unified, above);
      return;
    }
    const Slots here = Enter(node, vector.unified, above);
    if (node.shape == Shape::Struct) {
      for (size_t i = 0; i < node.children.size(); i++) Walk(node.children[i], vector.children[i], here, repetition);
      return;
    }
    const Slots elements = Expand(vector.unified, here, static_cast<uint8_t>(repetition + 1));
    const Node& repeated = node.children[0];
    const Format& child = vector.children[0];
    if (node.annotation == Annotation::List) {
      Walk(repeated.children[0], child, elements, static_cast<uint8_t>(repetition + 1));
    } else {  // a map's entries are structs that are always there
      for (size_t i = 0; i < repeated.children.size(); i++) {
        Walk(repeated.children[i], child.children[i], elements, static_cast<uint8_t>(repetition + 1));
      }
    }
  }

 private:
  /// One definition level deeper where the node is there. Rows of a list become those of its entries; a struct's stay,
  /// because its children are selected from as it is itself.
  static Slots Enter(const Node& node, const duckdb::UnifiedVectorFormat& vector, const Slots& above) {
    Slots here = above;
    const bool optional = node.repetition == Repetition::Optional;
    for (size_t i = 0; i < here.size(); i++) {
      if (here.rows[i] == Slots::kNone) continue;
      const auto row = vector.sel->get_index(here.rows[i]);
      if (!vector.validity.RowIsValid(row)) {
        if (!optional) {
          throw Error(ErrorCode::InvalidInput, "column '" + node.name + "' is NOT NULL, but a row has no value for it");
        }
        here.rows[i] = Slots::kNone;
        continue;
      }
      if (node.shape == Shape::List) here.rows[i] = static_cast<uint32_t>(row);
      if (optional) here.definition[i]++;
    }
    return here;
  }

  static Slots Expand(const duckdb::UnifiedVectorFormat& list, const Slots& lists, uint8_t repetition) {
    const auto* entries = duckdb::UnifiedVectorFormat::GetDataUnsafe<duckdb::list_entry_t>(list);
    Slots elements;
    for (size_t i = 0; i < lists.size(); i++) {
      const uint8_t definition = lists.definition[i];
      if (lists.rows[i] == Slots::kNone || entries[lists.rows[i]].length == 0) {
        elements.Add(Slots::kNone, definition, lists.repetition[i]);
        continue;
      }
      const auto& entry = entries[lists.rows[i]];
      for (uint64_t k = 0; k < entry.length; k++) {
        elements.Add(static_cast<uint32_t>(entry.offset + k), static_cast<uint8_t>(definition + 1),
                     k == 0 ? lists.repetition[i] : repetition);
      }
    }
    return elements;
  }

  std::span<const std::unique_ptr<LeafColumn>> leaves_;
  size_t next_leaf_ = 0;
};

}  // namespace

void AppendVector(const Node& node, duckdb::Vector& vector, size_t count,
                  std::span<const std::unique_ptr<LeafColumn>> leaves) {
  if (node.shape == Shape::Leaf) {
    duckdb::UnifiedVectorFormat format;
    vector.ToUnifiedFormat(count, format);
    leaves[0]->Append(format, count);
    return;
  }
  Format format;
  duckdb::Vector::RecursiveToUnifiedFormat(vector, count, format);
  Slots rows;
  for (size_t i = 0; i < count; i++) rows.Add(static_cast<uint32_t>(i), 0, 0);
  Shredder(leaves).Walk(node, format, rows, 0);
}

}  // namespace tarn::columnar::parquet

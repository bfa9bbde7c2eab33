#include "table/merge/run_window.h"

#include "base/error.h"

namespace tarn::table {

bool RunWindow::LoadOne() {
  if (ended_) return false;
  auto loaded = std::make_shared<LoadedChunk>();
  if (!source_->Next(loaded->rows)) {
    ended_ = true;
    source_.reset();
    last_.reset();
    return false;
  }
  loaded->keys = KeysOf(loaded->rows, layout_.key_count);
  const auto check = [&](int order) {
    if (order > 0) throw Error(ErrorCode::Corruption, "the rows of a sorted run are not in key order");
    loaded->distinct &= order != 0;
  };
  if (last_) check(CompareKeys(last_->keys, last_->rows.size() - 1, loaded->keys, 0));
  for (size_t i = 1; i < loaded->rows.size(); i++) check(CompareKeys(loaded->keys, i - 1, loaded->keys, i));
  last_ = loaded;
  rows_ += loaded->rows.size();
  chunks_.push_back(std::move(loaded));
  return true;
}

void RunWindow::Load(size_t rows) {
  while (rows_ <= rows && LoadOne()) {
  }
}

std::pair<const LoadedChunk*, size_t> RunWindow::At(size_t index) const {
  index += first_row_;
  for (const auto& chunk : chunks_) {
    if (index < chunk->rows.size()) return {chunk.get(), index};
    index -= chunk->rows.size();
  }
  return {nullptr, 0};
}

size_t RunWindow::CountBelow(const LoadedChunk& chunk, size_t row, bool or_equal) {
  const auto below = [&](const LoadedChunk& mine, size_t at) {
    const int order = CompareKeys(mine.keys, at, chunk.keys, row);
    return or_equal ? order <= 0 : order < 0;
  };
  size_t count = 0;
  for (size_t i = 0;; i++) {
    if (i == chunks_.size() && !LoadOne()) return count;
    const LoadedChunk& mine = *chunks_[i];
    size_t from = i == 0 ? first_row_ : 0;
    const size_t begin = from;
    size_t to = mine.rows.size();
    if (below(mine, to - 1)) {
      count += to - from;
      continue;
    }
    while (from < to) {
      const size_t middle = (from + to) / 2;
      if (below(mine, middle)) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return count + (from - begin);
  }
}

void RunWindow::Take(size_t count, std::vector<ChunkSlice>& slices) {
  rows_ -= count;
  while (count > 0) {
    auto& chunk = chunks_.front();
    const size_t take = std::min(count, chunk->rows.size() - first_row_);
    slices.push_back({chunk, first_row_, first_row_ + take});
    first_row_ += take;
    count -= take;
    if (first_row_ == chunk->rows.size()) {
      chunks_.pop_front();
      first_row_ = 0;
    }
  }
}

bool RunWindow::FirstChunkIsDistinct() {
  const LoadedChunk& first = *chunks_.front();
  if (!first.distinct) return false;
  if (chunks_.size() == 1 && !LoadOne()) return true;
  return CompareKeys(first.keys, first.rows.size() - 1, chunks_[1]->keys, 0) != 0;
}

ChunkSlice RunWindow::TakeFirstChunk() {
  std::vector<ChunkSlice> slices;
  Take(chunks_.front()->rows.size() - first_row_, slices);
  return std::move(slices[0]);
}

}  // namespace tarn::table

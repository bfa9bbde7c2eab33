#include "app/box_fit.h"

#include <algorithm>
#include <numeric>

namespace tarn::app {
namespace {

constexpr size_t kLeastText = 16;  // a text of less says too little
constexpr size_t kDots = 1 + 3;    // the column that stands for those left out

// Lines and blanks around the cells included.
size_t Total(const std::vector<size_t>& widths) {
  return std::accumulate(widths.begin(), widths.end(), size_t{1}, [](size_t sum, size_t w) { return sum + w + 3; });
}

// The widest texts give way until the box has `width`; false: they are at their least and it has not.
bool CutTexts(const std::vector<BoxColumn>& columns, const std::vector<size_t>& shown, size_t width,
              std::vector<size_t>* widths) {
  size_t total = Total(*widths);
  while (total > width) {
    size_t widest = shown.size();
    for (size_t i = 0; i < shown.size(); i++) {
      if (!columns[shown[i]].text || (*widths)[i] <= kLeastText) continue;
      if (widest == shown.size() || (*widths)[i] > (*widths)[widest]) widest = i;
    }
    if (widest == shown.size()) return false;
    (*widths)[widest]--;
    total--;
  }
  return true;
}

}  // namespace

BoxFit FitBox(const std::vector<BoxColumn>& columns, size_t width) {
  BoxFit fit;
  for (size_t i = 0; i < columns.size(); i++) fit.shown.push_back(i);
  const auto reset = [&] {
    fit.widths.clear();
    for (const size_t i : fit.shown) fit.widths.push_back(columns[i].width);
  };
  reset();
  if (width == 0 || CutTexts(columns, fit.shown, width, &fit.widths)) return fit;
  // From the middle, so that keys at the front and what was appended last stay.
  fit.all = false;
  while (fit.shown.size() > 1) {
    fit.gap = fit.shown.size() / 2;
    fit.shown.erase(fit.shown.begin() + static_cast<std::ptrdiff_t>(fit.gap));
    reset();
    if (CutTexts(columns, fit.shown, width - std::min(width, kDots), &fit.widths)) return fit;
  }
  const size_t room = kDots + 4 + 1;
  if (columns[fit.shown[0]].text) fit.widths[0] = std::max(kLeastText, width > room ? width - room : 0);
  fit.all = columns.size() == 1;
  return fit;
}

}  // namespace tarn::app

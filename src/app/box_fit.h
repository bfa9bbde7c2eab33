// How a box is made to fit a terminal: long texts give way first, then whole columns from the middle.
#pragma once

#include <cstddef>
#include <vector>

namespace tarn::app {

struct BoxColumn {
  size_t width = 0;   // display columns of its widest cell
  bool text = false;  // may be cut
};

struct BoxFit {
  std::vector<size_t> shown;   // indices of the columns that are shown, in order
  std::vector<size_t> widths;  // of each of them
  size_t gap = 0;              // a column of dots stands before shown[gap]; only where columns are left out
  bool all = true;
};

/// `width` in display columns, 0 = no limit. At least one column is shown, however narrow the terminal is.
BoxFit FitBox(const std::vector<BoxColumn>& columns, size_t width);

}  // namespace tarn::app

// The shell's picture of a result (look.md): names and types centred, numbers to the right, a streaming result as lines
// that come while it runs.
#include <deque>
#include <ostream>

#include "app/box_fit.h"
#include "app/cells.h"
#include "app/result_writer.h"
#include "app/statement_runner.h"

namespace tarn::app {
namespace {

bool IsNumber(const paimon::DataType& type) {
  return type.root >= paimon::TypeRoot::TinyInt && type.root <= paimon::TypeRoot::Decimal;
}

std::string Spaces(size_t count) { return std::string(count, ' '); }

std::string Repeat(std::string_view piece, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; i++) text += piece;
  return text;
}

size_t Blank(const std::string& text, size_t width) {
  const size_t used = DisplayWidth(text);
  return used < width ? width - used : 0;
}

std::string InTheMiddle(const std::string& text, size_t width) {
  const size_t blank = Blank(text, width);
  return Spaces(blank / 2) + text + Spaces(blank - blank / 2);
}

std::string Aligned(const std::string& text, size_t width, bool right) {
  const std::string blank = Spaces(Blank(text, width));
  return right ? blank + text : text + blank;
}

// What control characters would do to the lines is shown instead.
std::string Shown(const std::optional<std::string>& cell) {
  if (!cell) return "NULL";
  std::string text;
  for (const char c : *cell) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      text += "\\n";
    } else if (c == '\r') {
      text += "\\r";
    } else if (c == '\t') {
      text += "\\t";
    } else if (byte < 0x20 || byte == 0x7F) {
      text += "·";
    } else {
      text += c;
    }
  }
  return text;
}

// At most `width` display columns; "…" says that there is more.
std::string Cut(const std::string& text, size_t width) {
  if (DisplayWidth(text) <= width) return text;
  size_t used = 0, end = 0;
  while (end < text.size()) {
    size_t next = end + 1;
    while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xC0) == 0x80) next++;
    const size_t wide = DisplayWidth(std::string_view(text).substr(end, next - end));
    if (used + wide + 1 > width) break;
    used += wide;
    end = next;
  }
  return text.substr(0, end) + "…";
}

class BoxWriter : public ResultWriter {
 public:
  BoxWriter(std::ostream& out, const ResultStyle& style) : out_(out), style_(style) {}

  void Begin(const std::vector<sql::TypedColumn>& columns) override {
    cells_ = std::make_unique<Cells>(columns, style_.time_zone);
    for (const auto& column : columns) {
      names_.push_back(column.name);
      types_.push_back(paimon::ToSql(column.type.Nullable()));
    }
  }

  void Write(const columnar::ChangeBatch& batch) override {
    for (size_t row = 0; row < batch.size(); row++) {
      std::vector<std::string> line;
      for (size_t column = 0; column < cells_->columns().size(); column++) {
        line.push_back(Shown(cells_->Text(batch, column, row)));
      }
      count_++;
      if (started_) {
        Line(line);
      } else if (style_.max_rows == 0 || head_.size() < (style_.max_rows + 1) / 2) {
        head_.push_back(std::move(line));
      } else {
        tail_.push_back(std::move(line));
        if (tail_.size() > style_.max_rows / 2) tail_.pop_front();
      }
    }
    // All rows are wanted, and there are too many to hold them until the widest is known.
    if (!started_ && style_.max_rows == 0 && head_.size() >= kMeasuredRows) Start();
  }

  void End() override {
    if (!started_) Start();
    const size_t shown = style_.max_rows == 0 ? count_ : head_.size() + tail_.size();
    if (count_ > shown) Centred(std::vector<std::string>(names_.size(), "·"));
    for (const auto& row : tail_) Line(row);
    Rule("└", "┴", "┘");
    std::string note;
    if (count_ > shown) note = std::to_string(shown) + " of " + WithSeparators(static_cast<int64_t>(count_)) + " rows";
    if (!fit_.all) {
      note += (note.empty() ? "" : ", ") + std::to_string(fit_.shown.size()) + " of " + std::to_string(names_.size()) +
              " columns";
    }
    if (!note.empty()) out_ << note << " shown; format csv or jsonlines gives all\n";
  }

 private:
  static constexpr size_t kMeasuredRows = 10'000;

  void Start() {
    started_ = true;
    std::vector<BoxColumn> columns;
    for (size_t i = 0; i < names_.size(); i++) {
      size_t width = std::max(DisplayWidth(names_[i]), DisplayWidth(types_[i]));
      for (const auto* rows : {&head_, &tail_}) {
        for (const auto& row : *rows) width = std::max(width, DisplayWidth(row[i]));
      }
      columns.push_back({width, !IsNumber(cells_->columns()[i].type)});
    }
    fit_ = FitBox(columns, static_cast<size_t>(std::max(0, style_.width)));
    Rule("┌", "┬", "┐");
    Centred(names_);
    Centred(types_);
    Rule("├", "┼", "┤");
    for (const auto& row : head_) Line(row);
    if (style_.max_rows == 0) head_.clear();
  }

  bool GapBefore(size_t i) const { return !fit_.all && i == fit_.gap; }

  void Rule(const char* left, const char* middle, const char* right) {
    out_ << left;
    for (size_t i = 0; i <= fit_.shown.size(); i++) {
      if (GapBefore(i)) out_ << (i == 0 ? "" : middle) << "───";
      if (i < fit_.shown.size()) out_ << (i == 0 && !GapBefore(i) ? "" : middle) << Repeat("─", fit_.widths[i] + 2);
    }
    out_ << right << '\n';
  }
  void Centred(const std::vector<std::string>& texts) {
    PrintCells([&](size_t column, size_t width) { return InTheMiddle(Cut(texts[column], width), width); });
  }
  void Line(const std::vector<std::string>& row) {
    PrintCells([&](size_t column, size_t width) {
      const bool number = IsNumber(cells_->columns()[column].type);
      // Widths were measured on the rows before; a longer cell moves the line, but nothing of it is lost.
      return Aligned(style_.width > 0 ? Cut(row[column], width) : row[column], width, number);
    });
  }
  template <typename Cell>
  void PrintCells(const Cell& cell) {
    for (size_t i = 0; i <= fit_.shown.size(); i++) {
      if (GapBefore(i)) out_ << "│ … ";
      if (i < fit_.shown.size()) out_ << "│ " << cell(fit_.shown[i], fit_.widths[i]) << ' ';
    }
    out_ << "│\n";
  }

  std::ostream& out_;
  ResultStyle style_;
  std::unique_ptr<Cells> cells_;
  std::vector<std::string> names_, types_;
  std::deque<std::vector<std::string>> head_, tail_;
  size_t count_ = 0;
  bool started_ = false;  // the head is printed, the widths are settled
  BoxFit fit_;
};

// Changes as they come: nothing is known of later ones, so the widths follow the names, the types and what came.
class ChangeLines : public ResultWriter {
 public:
  ChangeLines(std::ostream& out, const ResultStyle& style) : out_(out), style_(style) {}

  void Begin(const std::vector<sql::TypedColumn>& columns) override {
    cells_ = std::make_unique<Cells>(columns, style_.time_zone);
    std::vector<std::string> names;
    for (const auto& column : columns) {
      names.push_back(column.name);
      widths_.push_back(std::max<size_t>(DisplayWidth(column.name), IsNumber(column.type) ? 6 : 10));
    }
    Print("op", names);
  }

  void Write(const columnar::ChangeBatch& batch) override {
    std::vector<std::vector<std::string>> lines(batch.size());
    for (size_t row = 0; row < batch.size(); row++) {
      for (size_t column = 0; column < widths_.size(); column++) {
        lines[row].push_back(Shown(cells_->Text(batch, column, row)));
        widths_[column] = std::max(widths_[column], DisplayWidth(lines[row].back()));
      }
    }
    for (size_t row = 0; row < batch.size(); row++) Print(columnar::ShortString(batch.kind(row)), lines[row]);
    out_.flush();
  }

  void End() override {}

 private:
  void Print(std::string_view op, const std::vector<std::string>& texts) {
    out_ << ' ' << op;
    for (size_t i = 0; i < texts.size(); i++) {
      const bool number = IsNumber(cells_->columns()[i].type);
      const bool bare = i + 1 == texts.size() && !number;  // no blanks at the end of a line
      out_ << "  " << (bare ? texts[i] : Aligned(texts[i], widths_[i], number));
    }
    out_ << '\n';
  }

  std::ostream& out_;
  ResultStyle style_;
  std::unique_ptr<Cells> cells_;
  std::vector<size_t> widths_;
};

}  // namespace

std::unique_ptr<ResultWriter> NewBoxWriter(std::ostream& out, const ResultStyle& style) {
  if (style.changes) return std::make_unique<ChangeLines>(out, style);
  return std::make_unique<BoxWriter>(out, style);
}

}  // namespace tarn::app

// The shell's picture of a result (look.md): names and types centred, numbers to the right, a streaming result as lines
// that come while it runs.
#include <deque>
#include <ostream>

#include "app/cells.h"
#include "app/result_writer.h"

namespace tarn::app {
namespace {

constexpr size_t kLongestCell = 100;  // display columns

bool IsNumber(const paimon::DataType& type) {
  return type.root >= paimon::TypeRoot::TinyInt && type.root <= paimon::TypeRoot::Decimal;
}

std::string Spaces(size_t count) { return std::string(count, ' '); }

std::string Repeat(std::string_view piece, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; i++) text += piece;
  return text;
}

std::string Centred(const std::string& text, size_t width) {
  const size_t blank = width - DisplayWidth(text);
  return Spaces(blank / 2) + text + Spaces(blank - blank / 2);
}

std::string Aligned(const std::string& text, size_t width, bool right) {
  const std::string blank = Spaces(width - DisplayWidth(text));
  return right ? blank + text : text + blank;
}

// Control characters would break the lines; a long text is cut.
std::string Shown(const std::optional<std::string>& cell) {
  if (!cell) return "NULL";
  std::string text;
  for (const char c : *cell) {
    if (c == '\n') {
      text += "\\n";
    } else if (c == '\t') {
      text += "\\t";
    } else if (static_cast<unsigned char>(c) >= 0x20) {
      text += c;
    }
  }
  if (DisplayWidth(text) <= kLongestCell) return text;
  while (DisplayWidth(text) > kLongestCell - 1) {
    do {
      text.pop_back();
    } while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80);
    if (!text.empty() && (static_cast<unsigned char>(text.back()) & 0x80) != 0) text.pop_back();
  }
  return text + "…";
}

class BoxWriter : public ResultWriter {
 public:
  BoxWriter(std::ostream& out, const ResultStyle& style) : out_(out), style_(style) {}

  void Begin(const std::vector<sql::TypedColumn>& columns) override {
    cells_ = std::make_unique<Cells>(columns, style_.time_zone);
  }

  void Write(const columnar::ChangeBatch& batch) override {
    for (size_t row = 0; row < batch.size(); row++) {
      std::vector<std::string> line;
      for (size_t column = 0; column < cells_->columns().size(); column++) {
        line.push_back(Shown(cells_->Text(batch, column, row)));
      }
      count_++;
      if (style_.max_rows == 0 || head_.size() < (style_.max_rows + 1) / 2) {
        head_.push_back(std::move(line));
      } else {
        tail_.push_back(std::move(line));
        if (tail_.size() > style_.max_rows / 2) tail_.pop_front();
      }
    }
  }

  void End() override {
    const auto& columns = cells_->columns();
    std::vector<std::string> names, types;
    std::vector<size_t> widths;
    for (const auto& column : columns) {
      names.push_back(column.name);
      types.push_back(paimon::ToSql(column.type.Nullable()));
      widths.push_back(std::max(DisplayWidth(names.back()), DisplayWidth(types.back())));
    }
    for (const auto* rows : {&head_, &tail_}) {
      for (const auto& row : *rows) {
        for (size_t i = 0; i < row.size(); i++) widths[i] = std::max(widths[i], DisplayWidth(row[i]));
      }
    }
    Rule(widths, "┌", "┬", "┐");
    Header(names, widths);
    Header(types, widths);
    Rule(widths, "├", "┼", "┤");
    for (const auto& row : head_) Line(row, widths);
    if (count_ > head_.size() + tail_.size()) {
      Header(std::vector<std::string>(columns.size(), "·"), widths);
    }
    for (const auto& row : tail_) Line(row, widths);
    Rule(widths, "└", "┴", "┘");
  }

 private:
  void Rule(const std::vector<size_t>& widths, const char* left, const char* middle, const char* right) {
    out_ << left;
    for (size_t i = 0; i < widths.size(); i++) out_ << (i == 0 ? "" : middle) << Repeat("─", widths[i] + 2);
    out_ << right << '\n';
  }
  void Header(const std::vector<std::string>& texts, const std::vector<size_t>& widths) {
    for (size_t i = 0; i < texts.size(); i++) out_ << "│ " << Centred(texts[i], widths[i]) << ' ';
    out_ << "│\n";
  }
  void Line(const std::vector<std::string>& row, const std::vector<size_t>& widths) {
    for (size_t i = 0; i < row.size(); i++) {
      out_ << "│ " << Aligned(row[i], widths[i], IsNumber(cells_->columns()[i].type)) << ' ';
    }
    out_ << "│\n";
  }

  std::ostream& out_;
  ResultStyle style_;
  std::unique_ptr<Cells> cells_;
  std::deque<std::vector<std::string>> head_, tail_;
  size_t count_ = 0;
};

// Changes as they come: nothing is known of later ones, so the widths follow the names and types.
class ChangeLines : public ResultWriter {
 public:
  ChangeLines(std::ostream& out, const ResultStyle& style) : out_(out), style_(style) {}

  void Begin(const std::vector<sql::TypedColumn>& columns) override {
    cells_ = std::make_unique<Cells>(columns, style_.time_zone);
    out_ << " op";
    for (const auto& column : columns) {
      widths_.push_back(std::max<size_t>(DisplayWidth(column.name), IsNumber(column.type) ? 6 : 10));
      out_ << "  " << Aligned(column.name, widths_.back(), IsNumber(column.type));
    }
    out_ << '\n';
  }

  void Write(const columnar::ChangeBatch& batch) override {
    for (size_t row = 0; row < batch.size(); row++) {
      out_ << ' ' << columnar::ShortString(batch.kind(row));
      for (size_t column = 0; column < widths_.size(); column++) {
        const std::string text = Shown(cells_->Text(batch, column, row));
        widths_[column] = std::max(widths_[column], DisplayWidth(text));
        out_ << "  " << Aligned(text, widths_[column], IsNumber(cells_->columns()[column].type));
      }
      out_ << '\n';
    }
    out_.flush();
  }

  void End() override {}

 private:
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

// csv, tsv, markdown, json, jsonlines.
#include <ostream>

#include "app/cells.h"
#include "app/result_writer.h"
#include "function/json_text.h"

namespace tarn::app {
namespace {

/// The head of every line-wise format: columns known, `op` in front where changes are shown.
class LineWriter : public ResultWriter {
 public:
  LineWriter(std::ostream& out, const ResultStyle& style) : out_(out), style_(style) {}

  void Begin(const std::vector<sql::TypedColumn>& columns) override {
    cells_ = std::make_unique<Cells>(columns, style_.time_zone);
    std::vector<std::string> names;
    if (style_.changes) names.emplace_back("op");
    for (const auto& column : columns) names.push_back(column.name);
    Head(names);
  }

  void Write(const columnar::ChangeBatch& batch) override {
    std::vector<std::optional<std::string>> line;
    for (size_t row = 0; row < batch.size(); row++) {
      line.clear();
      if (style_.changes) line.emplace_back(columnar::ShortString(batch.kind(row)));
      for (size_t column = 0; column < cells_->columns().size(); column++) {
        line.push_back(cells_->Text(batch, column, row));
      }
      Line(line);
    }
    if (style_.changes) out_.flush();
  }

  void End() override {}

 protected:
  virtual void Head(const std::vector<std::string>& names) = 0;
  virtual void Line(const std::vector<std::optional<std::string>>& cells) = 0;

  std::ostream& out_;
  ResultStyle style_;
  std::unique_ptr<Cells> cells_;
};

class CsvWriter : public LineWriter {
 public:
  using LineWriter::LineWriter;

 protected:
  void Head(const std::vector<std::string>& names) override {
    for (size_t i = 0; i < names.size(); i++) out_ << (i == 0 ? "" : ",") << Quoted(names[i]);
    out_ << '\n';
  }
  void Line(const std::vector<std::optional<std::string>>& cells) override {
    for (size_t i = 0; i < cells.size(); i++) {
      if (i > 0) out_ << ',';
      if (cells[i]) out_ << Quoted(*cells[i]);
    }
    out_ << '\n';
  }

 private:
  // An empty text is quoted, so that it is told from NULL.
  static std::string Quoted(const std::string& text) {
    if (!text.empty() && text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
  }
};

class TsvWriter : public LineWriter {
 public:
  using LineWriter::LineWriter;

 protected:
  void Head(const std::vector<std::string>& names) override {
    for (size_t i = 0; i < names.size(); i++) out_ << (i == 0 ? "" : "\t") << Escaped(names[i]);
    out_ << '\n';
  }
  void Line(const std::vector<std::optional<std::string>>& cells) override {
    for (size_t i = 0; i < cells.size(); i++) {
      out_ << (i == 0 ? "" : "\t") << (cells[i] ? Escaped(*cells[i]) : "\\N");
    }
    out_ << '\n';
  }

 private:
  static std::string Escaped(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
      if (c == '\t') {
        escaped += "\\t";
      } else if (c == '\n') {
        escaped += "\\n";
      } else if (c == '\\') {
        escaped += "\\\\";
      } else {
        escaped += c;
      }
    }
    return escaped;
  }
};

class MarkdownWriter : public LineWriter {
 public:
  using LineWriter::LineWriter;

 protected:
  void Head(const std::vector<std::string>& names) override {
    std::string rule;
    out_ << '|';
    for (size_t i = 0; i < names.size(); i++) {
      out_ << ' ' << Escaped(names[i]) << " |";
      const size_t column = i - (style_.changes ? 1 : 0);
      const bool number = (i > 0 || !style_.changes) &&
                          cells_->columns()[column].type.root >= paimon::TypeRoot::TinyInt &&
                          cells_->columns()[column].type.root <= paimon::TypeRoot::Decimal;
      rule += number ? " ---: |" : " --- |";
    }
    out_ << "\n|" << rule << '\n';
  }
  void Line(const std::vector<std::optional<std::string>>& cells) override {
    out_ << '|';
    for (const auto& cell : cells) out_ << ' ' << Escaped(cell.value_or("")) << " |";
    out_ << '\n';
  }

 private:
  static std::string Escaped(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
      if (c == '|' || c == '\\') escaped += '\\';
      if (c == '\n') {
        escaped += "<br>";
      } else {
        escaped += c;
      }
    }
    return escaped;
  }
};

class JsonWriter : public ResultWriter {
 public:
  JsonWriter(std::ostream& out, const ResultStyle& style, bool array) : out_(out), style_(style), array_(array) {}

  void Begin(const std::vector<sql::TypedColumn>& columns) override {
    cells_ = std::make_unique<Cells>(columns, style_.time_zone);
  }
  void Write(const columnar::ChangeBatch& batch) override {
    for (size_t row = 0; row < batch.size(); row++) {
      if (array_) out_ << (first_ ? "[" : ",\n ");
      first_ = false;
      out_ << '{';
      bool first_member = true;
      if (style_.changes) {
        out_ << "\"op\":" << function::JsonString(columnar::ShortString(batch.kind(row)));
        first_member = false;
      }
      for (size_t column = 0; column < cells_->columns().size(); column++) {
        out_ << (first_member ? "" : ",") << function::JsonString(cells_->columns()[column].name) << ':'
             << cells_->Json(batch, column, row);
        first_member = false;
      }
      out_ << (array_ ? "}" : "}\n");
    }
    if (style_.changes) out_.flush();
  }
  void End() override {
    if (array_) out_ << (first_ ? "[]\n" : "]\n");
  }

 private:
  std::ostream& out_;
  ResultStyle style_;
  bool array_;
  bool first_ = true;
  std::unique_ptr<Cells> cells_;
};

}  // namespace

std::unique_ptr<ResultWriter> NewCsvWriter(std::ostream& out, const ResultStyle& style) {
  return std::make_unique<CsvWriter>(out, style);
}
std::unique_ptr<ResultWriter> NewTsvWriter(std::ostream& out, const ResultStyle& style) {
  return std::make_unique<TsvWriter>(out, style);
}
std::unique_ptr<ResultWriter> NewMarkdownWriter(std::ostream& out, const ResultStyle& style) {
  return std::make_unique<MarkdownWriter>(out, style);
}
std::unique_ptr<ResultWriter> NewJsonWriter(std::ostream& out, const ResultStyle& style) {
  return std::make_unique<JsonWriter>(out, style, true);
}
std::unique_ptr<ResultWriter> NewJsonLinesWriter(std::ostream& out, const ResultStyle& style) {
  return std::make_unique<JsonWriter>(out, style, false);
}

}  // namespace tarn::app

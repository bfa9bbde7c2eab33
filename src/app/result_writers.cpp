#include "app/result_writer.h"
#include "base/error.h"
#include "base/nearest.h"

namespace tarn::app {

#define TARN_FORMATS(X)                                                    \
  X("box", "a table with lines around it, for eyes", NewBoxWriter)         \
  X("csv", "a header line, NULL empty, quotes where needed", NewCsvWriter) \
  X("json", "one array of objects", NewJsonWriter)                         \
  X("jsonlines", "one object a line", NewJsonLinesWriter)                  \
  X("markdown", "a Markdown table", NewMarkdownWriter)                     \
  X("tsv", "tabs between values, \\t \\n \\\\ escaped, NULL as \\N", NewTsvWriter)

#define X(name, description, make) std::unique_ptr<ResultWriter> make(std::ostream& out, const ResultStyle& style);
TARN_FORMATS(X)
#undef X

const std::vector<ResultFormat>& ResultFormats() {
  static const std::vector<ResultFormat> kFormats = {
#define X(name, description, make) {name, description, make},
      TARN_FORMATS(X)
#undef X
  };
  return kFormats;
}

std::unique_ptr<ResultWriter> NewResultWriter(std::string_view format, std::ostream& out, const ResultStyle& style) {
  std::vector<std::string> names;
  std::string all;
  for (const auto& known : ResultFormats()) {
    if (known.name == format) return known.make(out, style);
    names.emplace_back(known.name);
    all += (all.empty() ? "" : ", ") + std::string(known.name);
  }
  throw Error(ErrorCode::InvalidInput,
              "format '" + std::string(format) + "' is unknown" + DidYouMean(format, names) + "\n  There are: " + all);
}

}  // namespace tarn::app

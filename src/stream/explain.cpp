#include "stream/explain.h"

#include <algorithm>

namespace tarn::stream {
namespace {

constexpr size_t kWidest = 110;

struct Line {
  std::string what;    // tree branches and the node
  std::string gives;   // row kinds
  std::string remark;  // state, guarantees
};

std::string Kinds(ChangelogMode mode) {
  switch (mode) {
    case ChangelogMode::InsertOnly:
      return "+I";
    case ChangelogMode::Upsert:
      return "+I +U -D";
    case ChangelogMode::All:
      return "+I -U +U -D";
  }
  return "";
}

Line Describe(const Node& node) {
  if (const auto* source = std::get_if<SourceNode>(&node.what))
    return {"Source  " + source->source->Describe(), "", ""};
  if (const auto* sink = std::get_if<SinkNode>(&node.what))
    return {"Sink  " + sink->sink->Describe(), "wants " + Kinds(node.mode),
            sink->sink->ExactlyOnce() ? "exactly once" : "at least once"};
  std::string remark;
  if (std::holds_alternative<ProcessNode>(node.what))
    remark = "state: 1 entry per key, and the rows that the watermark has not passed";
  if (std::holds_alternative<MaterializeNode>(node.what)) remark = "state: every row that the sink may come to hold";
  return {Label(node), "gives " + Kinds(node.mode), remark};
}

void Draw(const StreamPlan& plan, size_t node, const std::string& branch, const std::string& below,
          std::vector<Line>& lines) {
  auto line = Describe(plan.nodes[node]);
  line.what = branch + line.what;
  lines.push_back(std::move(line));
  const auto& inputs = plan.nodes[node].inputs;
  for (size_t i = 0; i < inputs.size(); i++) {
    const bool last = i + 1 == inputs.size();
    Draw(plan, inputs[i], below + (last ? "└─ " : "├─ "), below + (last ? "   " : "│  "), lines);
  }
}

size_t Width(const std::string& text) {  // characters on screen: UTF-8 continuation bytes do not count
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

std::string Explain(const StreamPlan& plan) {
  std::vector<Line> lines;
  for (const auto root : plan.Roots()) Draw(plan, root, "", "", lines);
  size_t what_width = 0, gives_width = 0;
  for (const auto& line : lines) {
    // A long line does not push the others' remarks off the screen.
    if (!line.gives.empty() && Width(line.what) <= kWidest) what_width = std::max(what_width, Width(line.what));
    if (!line.remark.empty()) gives_width = std::max(gives_width, line.gives.size());
  }
  std::string text;
  for (const auto& line : lines) {
    text += line.what;
    const auto width = Width(line.what);
    if (!line.gives.empty()) text += std::string((width < what_width ? what_width - width : 0) + 4, ' ') + line.gives;
    if (!line.remark.empty()) text += std::string(gives_width - line.gives.size() + 4, ' ') + line.remark;
    text += '\n';
  }
  for (const auto& note : plan.notes) text += "NOTE " + note + "\n";
  for (const auto& node : plan.nodes)
    if (const auto* source = std::get_if<SourceNode>(&node.what))
      for (const auto& note : source->source->Notes()) text += "NOTE " + note + "\n";
  return text;
}

}  // namespace tarn::stream

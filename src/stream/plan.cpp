#include "stream/plan.h"

#include <algorithm>

#include "columnar/type_mapping.h"

namespace tarn::stream {
namespace {

std::string Join(const std::vector<std::string>& parts) {
  std::string joined;
  for (const auto& part : parts) joined += (joined.empty() ? "" : ", ") + part;
  return joined;
}

std::string ProjectLabel(const ProjectNode& project, const Columns& columns) {
  std::vector<std::string> parts;
  for (size_t i = 0; i < columns.size(); i++) {
    const auto& text = project.expressions[i].text;
    parts.push_back(text == columns[i].name ? text : text + " AS " + columns[i].name);
  }
  return "Project  " + Join(parts);
}

std::string ProcessLabel(const ProcessNode& process) {
  std::string label = "Process  " + process.function;
  for (size_t t = 0; t < process.tables.size(); t++) {
    const auto& table = process.tables[t];
    if (!table.given) continue;
    std::vector<std::string> keys;
    for (const auto key : table.partition_by) keys.push_back(table.columns[key].name);
    label += "  " + process.parameters[t].name;
    if (process.parameters[t].semantics == TableSemantics::Broadcast) label += " broadcast";
    if (!keys.empty()) label += " by " + Join(keys);
    if (table.time) label += " ordered by " + table.columns[*table.time].name;
  }
  if (!process.arguments.empty()) label += "  " + process.arguments;
  return label;
}

}  // namespace

size_t StreamPlan::Add(Node node) {
  nodes.push_back(std::move(node));
  return nodes.size() - 1;
}

std::vector<size_t> StreamPlan::Roots() const {
  std::vector<bool> read(nodes.size());
  for (const auto& node : nodes)
    for (const auto input : node.inputs) read[input] = true;
  std::vector<size_t> roots;
  for (size_t i = 0; i < nodes.size(); i++)
    if (!read[i]) roots.push_back(i);
  return roots;
}

bool StreamPlan::Bounded() const {
  return std::all_of(nodes.begin(), nodes.end(), [](const Node& node) {
    const auto* source = std::get_if<SourceNode>(&node.what);
    return !source || source->source->Bounded();
  });
}

duckdb::vector<duckdb::LogicalType> VectorTypes(const Columns& columns) {
  duckdb::vector<duckdb::LogicalType> types;
  for (const auto& column : columns) types.push_back(columnar::VectorType(column.type));
  return types;
}

std::string Label(const Node& node) {
  struct Visitor {
    const Node& node;
    std::string operator()(const SourceNode& source) const { return "Source  " + source.table; }
    std::string operator()(const RejectsNode&) const { return "Rejects  records that are no rows"; }
    std::string operator()(const ProjectNode& project) const { return ProjectLabel(project, node.columns); }
    std::string operator()(const FilterNode& filter) const {
      return "Filter  " + filter.condition.text + (filter.failing_are_deletes ? "  failing rows as -D" : "");
    }
    std::string operator()(const ForSinkNode& what) const {
      std::string text = "ForSink  " + what.sink;
      std::vector<std::string> names;
      for (const auto column : what.not_null) names.push_back(node.columns[column].name);
      if (!names.empty()) text += (what.drop_nulls ? "  drops NULL in " : "  refuses NULL in ") + Join(names);
      if (what.drop_update_before) text += "  without -U";
      return text;
    }
    std::string operator()(const MaterializeNode& what) const {
      std::vector<std::string> names;
      for (const auto column : what.sink_key) names.push_back(node.columns[column].name);
      return "Materialize  by " + Join(names);
    }
    std::string operator()(const UnionNode&) const { return "Union"; }
    std::string operator()(const WatermarkNode& watermark) const {
      return "Watermark  " + node.columns[*node.time].name + ": " + watermark.watermark.text;
    }
    std::string operator()(const ProcessNode& process) const { return ProcessLabel(process); }
    std::string operator()(const SinkNode& sink) const { return "Sink  " + sink.table; }
  };
  return std::visit(Visitor{node}, node.what);
}

}  // namespace tarn::stream

#include "app/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/shell_word.h"
#include "app/version.h"
#include "base/nearest.h"

namespace tarn::app {
namespace {

void AddSqlOptions(CLI::App& app, CommandLine& line) {
  app.add_option("-i,--init", line.init_file, "script that runs first (catalogs, settings)")->type_name("FILE");
  app.add_option("--format", line.format, "box, csv, json, jsonlines, markdown, tsv")->type_name("NAME");
}

// The sub-command that the words got as far as, by its full name.
const CLI::App& Reached(const CLI::App& app, std::string* name) {
  const CLI::App* reached = &app;
  *name = "tarn";
  while (!reached->get_subcommands().empty()) {
    reached = reached->get_subcommands().front();
    *name += " " + reached->get_name();
  }
  return *reached;
}

bool Knows(const CLI::App& command, const std::string& word) { return command.get_option_no_throw(word) != nullptr; }

/// All commands that know an option, by their full names.
void CollectOwners(const CLI::App& app, const std::string& name, const std::string& word,
                   std::vector<std::string>& owners) {
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    const std::string full = name + " " + command->get_name();
    if (Knows(*command, word)) owners.push_back(full);
    CollectOwners(*command, full, word, owners);
  }
}

/// The line as it was typed, with an option that stands before its command (`name`) moved behind it.
std::string MovedBehind(const std::vector<std::string>& words, const CLI::App& command, const std::string& name,
                        const std::string& word) {
  std::vector<std::string> moved, others;
  for (size_t i = 0; i < words.size(); i++) {
    const std::string option = words[i].substr(0, words[i].find('='));
    if (!moved.empty() || option != word) {
      others.push_back(words[i]);
      continue;
    }
    moved.push_back(words[i]);
    const bool takes_value = command.get_option_no_throw(word)->get_items_expected_max() > 0;
    if (takes_value && option == words[i] && i + 1 < words.size()) moved.push_back(words[++i]);
  }
  // Behind the last word of the command's name, whatever options of every command stand between.
  const auto last = std::find(others.begin(), others.end(), command.get_name());
  const auto behind = last == others.end() ? others.end() : last + 1;
  others.insert(behind, moved.begin(), moved.end());
  std::string line = name.substr(0, name.find(' '));
  for (const auto& other : others) line += " " + ShellWord(other);
  return line;
}

/// An option that another command than the one reached knows, or that stands before its command; empty: neither.
std::string Misplaced(const CLI::App& app, const CLI::App& reached, const std::string& name, const std::string& word,
                      const std::vector<std::string>& words) {
  if (&reached != &app && Knows(reached, word))
    return "option " + word + " belongs to '" + name + "' and stands behind it\n  " +
           MovedBehind(words, reached, name, word);
  std::vector<std::string> owners;
  CollectOwners(app, "tarn", word, owners);
  if (owners.empty()) return "";
  std::string all;
  for (const auto& owner : owners) all += (all.empty() ? "'" : ", '") + owner + "'";
  return (&reached == &app ? "option " + word + " stands behind a command that has it: "
                           : "'" + name + "' has no option " + word + "; it is one of ") +
         all;
}

// The word that nothing knows, with what it may have been meant for.
std::string Unknown(const CLI::App& app, const CLI::App& reached, const std::string& name,
                    const std::vector<std::string>& words) {
  std::vector<std::string> options, commands;
  for (const auto* level : {&app, &reached}) {
    for (const auto* option : level->get_options()) {
      for (const auto& long_name : option->get_lnames()) options.push_back("--" + long_name);
    }
  }
  for (const auto* command : reached.get_subcommands([](const CLI::App*) { return true; })) {
    commands.push_back(command->get_name());
  }
  const auto extras = app.remaining(true);
  if (extras.empty()) return "";
  std::string word = extras.front();
  // CLI11 tells of `--formt=csv` the whole word.
  if (word.starts_with("--")) word = word.substr(0, word.find('='));
  if (word.starts_with("-")) {
    const std::string misplaced = Misplaced(app, reached, name, word, words);
    return misplaced.empty() ? "there is no option " + word + DidYouMean(word, options) : misplaced;
  }
  if (commands.empty()) return "'" + word + "' is one word too many";
  std::string all;
  for (const auto& command : commands) all += (all.empty() ? "" : ", ") + command;
  return "there is no command '" + word + "'" + DidYouMean(word, commands) + "\n  There are: " + all;
}

std::string Complaint(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words) {
  std::string name;
  const CLI::App& reached = Reached(app, &name);
  std::string what = Unknown(app, reached, name, words);
  if (what.empty()) what = error.what();
  return "tarn: " + what + "\n  " + name + " --help shows what there is\n";
}

}  // namespace

ParsedCommandLine ParseCommandLine(int argc, const char* const* argv) {
  CommandLine line;
  if (argc > 0) line.program = argv[0];
  std::vector<std::string> sets;
  std::string memory, threads, temp_dir;
  bool version = false;

  CLI::App app{"Tarn: Paimon tables, Flink's SQL, one program", "tarn"};
  app.footer(
      "Exit status: 0 done, 1 a statement or job failed, 2 wrong usage, 130 interrupted.\n"
      "Results go to stdout, progress and notices to stderr.");
  app.add_flag("--version", version, "print the version");
  app.add_option("--warehouse", line.warehouse, "directory of the Paimon catalog `paimon` (default ./warehouse)")
      ->type_name("DIR");
  app.add_option("--set", sets, "a setting, as SET 'k' = 'v' would make it")->type_name("K=V")->allow_extra_args(false);
  app.add_option("--memory", memory, "memory of the process, such as 4gb")->type_name("SIZE");
  app.add_option("--threads", threads, "threads of the process")->type_name("N");
  app.add_option("--temp-dir", temp_dir, "where big queries spill")->type_name("DIR");
  app.add_option("--config", line.config_file, "settings file (default ./tarn.yaml)")->type_name("FILE");
  app.fallthrough();
  app.require_subcommand(0, 1);

  auto* sql = app.add_subcommand("sql", "a shell, or statements from -c, -f or stdin; batch mode at first");
  sql->add_option("-c,--command", line.statements, "a statement; may be given again")
      ->type_name("SQL")
      ->allow_extra_args(false);
  sql->add_option("-f,--file", line.file, "a script")->type_name("FILE");
  AddSqlOptions(*sql, line);

  auto* run = app.add_subcommand("run", "a script as a job; streaming mode at first, as in Flink");
  run->add_option("JOB", line.file, "the script")->required()->type_name("FILE");
  run->add_flag("--restart", line.restart, "begin anew instead of resuming from the last checkpoint");
  run->add_flag("--allow-non-restored", line.allow_non_restored,
                "resume although operators of the checkpoint are gone");
  AddSqlOptions(*run, line);

  auto* config = app.add_subcommand("config", "print the effective settings and where each comes from");

  auto* check = app.add_subcommand("check", "say what another engine would refuse");
  bool portable = false;
  check->add_flag("--portable", portable, "what a real Flink would refuse, line by line")->required();
  check->add_option("FILE", line.file, "the script")->required()->type_name("FILE");

  auto* ais = app.add_subcommand("ais", "AIS logs");
  ais->require_subcommand(1);
  auto* decode = ais->add_subcommand("decode", "decoded reports as CSV");
  decode->add_option("LOG", line.log, "an NMEA log; .gz is read as it is")->required()->type_name("FILE");
  decode->add_flag("--static", line.static_data, "names and voyages instead of positions");
  decode->add_option("--log-time-zone", line.log_time_zone, "zone of times that name none")->type_name("ZONE");
  decode->add_flag("--keep-bad-checksums", line.keep_bad_checksums, "decode sentences whose checksum is wrong too");

  auto* demo = app.add_subcommand("demo", "the main job on a simulated fleet or on a real AIS log");
  demo->add_option("--input", line.demo_input, "an NMEA log instead of the simulator")->type_name("LOG");
  demo->add_option("--log-time-zone", line.log_time_zone, "zone of times in the log that name none")->type_name("ZONE");
  demo->add_option("--directory", line.demo_directory, "where the demo works (started over each time)")
      ->type_name("DIR");

  auto* bench = app.add_subcommand("bench", "a benchmark beside its rivals; in a source tree");
  bench->add_option("NAME", line.bench, "start, scan, replay, ingest, track, or one case such as scan/append-full")
      ->required();
  bench->add_option("--json", line.json_file, "where the figures go")->type_name("FILE");

  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    std::string name;
    const CLI::App& reached = Reached(app, &name);
    std::string help = reached.help();
    // CLI11 knows the last word of the name only.
    const std::string usage = "Usage: " + reached.get_name() + " ";
    if (const size_t at = help.find(usage); at != std::string::npos)
      help.replace(at, usage.size(), "Usage: " + name + " ");
    if (&reached != &app) help += "Options of every command: tarn --help\n";
    return {std::nullopt, help, 0};
  } catch (const CLI::ParseError& e) {
    if (version) return {std::nullopt, std::string(kVersionLine) + "\n", 0};
    return {std::nullopt, Complaint(app, e, {argv + std::min(argc, 1), argv + argc}), 2};
  }
  if (version) return {std::nullopt, std::string(kVersionLine) + "\n", 0};

  for (const auto& set : sets) {
    const size_t equals = set.find('=');
    if (equals == std::string::npos || equals == 0) {
      return {std::nullopt, "tarn: --set " + set + ": expected K=V\n", 2};
    }
    line.settings.emplace_back(set.substr(0, equals), set.substr(equals + 1));
  }
  if (!memory.empty()) line.settings.emplace_back("tarn.memory.size", memory);
  if (!threads.empty()) line.settings.emplace_back("tarn.threads", threads);
  if (!temp_dir.empty()) line.settings.emplace_back("tarn.temp-dir", temp_dir);

  if (sql->parsed()) {
    line.command = Command::Shell;
  } else if (run->parsed()) {
    line.command = Command::Run;
  } else if (config->parsed()) {
    line.command = Command::Config;
  } else if (check->parsed()) {
    line.command = Command::CheckPortable;
  } else if (ais->parsed()) {
    line.command = Command::AisDecode;
  } else if (demo->parsed()) {
    line.command = Command::Demo;
  } else if (bench->parsed()) {
    line.command = Command::Bench;
  } else {
    return {std::nullopt, app.help(), argc > 1 ? 2 : 0};
  }
  return {std::move(line), "", 0};
}

}  // namespace tarn::app

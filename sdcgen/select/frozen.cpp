// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/select/frozen.h"

#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "core/files/csv.h"
#include "core/files/digest.h"
#include "core/report/json_model.h"
#include "core/units/parse.h"
#include "sdcgen/codes.h"
#include "sdcgen/select/frozen_entries.h"

namespace sealring::sdcgen {

namespace {

using core::make_finding;

constexpr std::array<std::string_view, 31> kColumns{"instance",
                                                    "clock",
                                                    "state",
                                                    "kind",
                                                    "name",
                                                    "period",
                                                    "unit",
                                                    "setup_uncertainty",
                                                    "hold_uncertainty",
                                                    "rise",
                                                    "fall",
                                                    "object_kind",
                                                    "object",
                                                    "master",
                                                    "source_kind",
                                                    "source",
                                                    "divide_by",
                                                    "multiply_by",
                                                    "invert",
                                                    "edges",
                                                    "edge_shift",
                                                    "duty_cycle",
                                                    "combinational",
                                                    "add",
                                                    "io_of",
                                                    "parameters",
                                                    "document",
                                                    "table_cell",
                                                    "spec_place",
                                                    "citation",
                                                    "end"};

std::string optional_text(const std::optional<core::Time>& time, const core::Unit& unit) {
  return time ? exact_text(*time, unit) : std::string();
}

void append_derivation(std::string& csv, const Derivation& way, const core::Unit& unit) {
  append_csv_field(csv, std::to_string(way.divide_by));
  append_csv_field(csv, std::to_string(way.multiply_by));
  append_csv_field(csv, way.invert ? "true" : "false");
  std::string edges;
  for (const std::int64_t edge : way.edges)
    edges += (edges.empty() ? "" : " ") + std::to_string(edge);
  append_csv_field(csv, edges);
  std::string shifts;
  for (const core::Time& shift : way.edge_shift)
    shifts += (shifts.empty() ? "" : " ") + exact_text(shift, unit);
  append_csv_field(csv, shifts);
  append_csv_field(csv, way.duty_cycle ? core::format_decimal(*way.duty_cycle, 18) : std::string());
  append_csv_field(csv, way.combinational ? "true" : "false");
}

void append_row(std::string& csv, const SelectedClock& clock) {
  append_csv_field(csv, clock.instance);
  append_csv_field(csv, clock.clock);
  append_csv_field(csv, to_string(clock.state));
  append_csv_field(csv, to_string(clock.kind));
  append_csv_field(csv, clock.name);
  append_csv_field(csv, exact_text(clock.period, clock.unit));
  append_csv_field(csv, clock.unit.name);
  append_csv_field(csv, optional_text(clock.setup_uncertainty, clock.unit));
  append_csv_field(csv, optional_text(clock.hold_uncertainty, clock.unit));
  append_csv_field(csv, optional_text(clock.rise, clock.unit));
  append_csv_field(csv, optional_text(clock.fall, clock.unit));
  append_csv_field(csv, to_string(clock.object_kind));
  append_csv_field(csv, clock.object);
  append_csv_field(csv, clock.master);
  append_csv_field(csv, to_string(clock.source_kind));
  append_csv_field(csv, clock.source);
  append_derivation(csv, clock.derivation, clock.unit);
  append_csv_field(csv, clock.add ? "true" : "false");
  append_csv_field(csv, clock.io_of);
  append_csv_field(csv, clock.parameters);
  append_csv_field(csv, clock.document);
  append_csv_field(csv, clock.table_cell);
  append_csv_field(csv, clock.spec_place);
  append_csv_field(csv, clock.citation);
  append_csv_field(csv, "end");
  csv += '\n';
}

/// Reads one row back; nothing when a field is not what append_row writes.
class RowReader {
 public:
  RowReader(const core::CsvTable& table, std::size_t row) : table_(table), row_(row) {}

  std::optional<SelectedClock> read() {
    SelectedClock clock;
    clock.instance = text();
    clock.clock = text();
    clock.state = word(std::array{ClockState::kActive, ClockState::kUnused, ClockState::kNotInMode,
                                  ClockState::kUnanswered, ClockState::kShared});
    clock.kind = word(std::array{ClockKind::kPrimary, ClockKind::kGenerated, ClockKind::kVirtual});
    clock.name = text();
    const std::string period = text();
    if (const auto unit = core::parse_unit(text(), core::Dimension::kTime)) {
      clock.unit = *unit;
    } else {
      good_ = false;
    }
    const auto exact = parse_exact(period, clock.unit);
    good_ = good_ && exact.has_value();
    clock.period = exact.value_or(core::Time{});
    for (auto* time :
         {&clock.setup_uncertainty, &clock.hold_uncertainty, &clock.rise, &clock.fall}) {
      const std::string value = text();
      if (value.empty()) continue;
      *time = parse_exact(value, clock.unit);
      good_ = good_ && time->has_value();
    }
    clock.object_kind = object_kind();
    clock.object = text();
    clock.master = text();
    clock.source_kind = object_kind();
    clock.source = text();
    read_derivation(clock.derivation, clock.unit);
    clock.add = text() == "true";
    clock.io_of = text();
    clock.parameters = text();
    clock.document = text();
    clock.table_cell = text();
    clock.spec_place = text();
    clock.citation = text();
    if (text() != "end" || !good_) return std::nullopt;
    return clock;
  }

 private:
  std::string text() { return std::string(table_.cell(row_, column_++).text); }

  void read_derivation(Derivation& way, const core::Unit& unit) {
    way.divide_by = number();
    way.multiply_by = number();
    way.invert = text() == "true";
    for (const std::string& edge : split(text())) {
      const auto value = core::parse_integer(edge);
      good_ = good_ && value.has_value();
      way.edges.push_back(value.value_or(0));
    }
    for (const std::string& shift : split(text())) {
      const auto value = parse_exact(shift, unit);
      good_ = good_ && value.has_value();
      way.edge_shift.push_back(value.value_or(core::Time{}));
    }
    const std::string duty = text();
    if (!duty.empty()) way.duty_cycle = core::parse_decimal(duty);
    way.combinational = text() == "true";
  }

  static std::vector<std::string> split(const std::string& words) {
    std::vector<std::string> list;
    for (std::size_t at = 0; at < words.size();) {
      const std::size_t end = std::min(words.find(' ', at), words.size());
      list.push_back(words.substr(at, end - at));
      at = end + 1;
    }
    return list;
  }

  template <class T, std::size_t N>
  T word(const std::array<T, N>& values) {
    const std::string given = text();
    for (const T value : values) {
      if (given == to_string(value)) return value;
    }
    good_ = false;
    return values.front();
  }

  ObjectRef::Kind object_kind() {
    return word(std::array{ObjectRef::Kind::kNone, ObjectRef::Kind::kPort, ObjectRef::Kind::kPin});
  }

  std::int64_t number() {
    const auto value = core::parse_integer(text());
    good_ = good_ && value.has_value();
    return value.value_or(1);
  }

  const core::CsvTable& table_;
  std::size_t row_;
  std::size_t column_ = 0;
  bool good_ = true;
};

nlohmann::ordered_json inputs_to_json(const Project& project, const Selection& selection) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  const auto add = [&](const char* role, const std::string& name, const std::string& sha256) {
    list.push_back({{"role", role}, {"name", name}, {"sha256", sha256}});
  };
  add("config", project.config.file, project.config.sha256);
  std::set<std::string> files;
  for (const auto& [path, spec] : project.specs) {
    if (files.insert(spec.file).second) add("spec", spec.file, spec.sha256);
  }
  for (const auto& [name, sha256] : project.config.header_files) add("header", name, sha256);
  for (const auto& [path, table] : project.tables) add("table", table.file, table.sha256);
  for (std::size_t i = 0; i < project.netlist_names.size(); ++i) {
    add("netlist", project.netlist_names[i], project.netlist_digests[i]);
  }
  for (const auto& [path, location] : project.config.corner(selection.view.corner)->liberty) {
    const LibertyFile& file = project.liberty.at(path.string());
    add("liberty", file.input.name, file.input.sha256);
  }
  return list;
}

std::string base_name(const DesignConfig& config, const View& view) {
  return config.top + "." + view.name();
}

}  // namespace

void append_csv_field(std::string& row, std::string_view text) {
  if (!row.empty() && row.back() != '\n') row += ',';
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) {
    row += text;
    return;
  }
  row += '"';
  for (const char c : text) {
    if (c == '"') row += '"';
    row += c;
  }
  row += '"';
}

std::string exact_text(const core::Time& time, const core::Unit& unit) {
  const core::Rational value = time.si / unit.si;
  const std::string decimal = core::format_decimal(value, 18);
  if (const auto back = core::parse_decimal(decimal); back && *back == value) return decimal;
  // Not a short decimal: numerator / denominator, each an exact whole number.
  return core::format_decimal(core::Rational(value.numerator(), 1), 39) + "/" +
         core::format_decimal(core::Rational(value.denominator(), 1), 39);
}

std::optional<core::Time> parse_exact(std::string_view text, const core::Unit& unit) {
  const std::size_t slash = text.find('/');
  auto value = core::parse_decimal(text.substr(0, slash));
  if (value && slash != std::string_view::npos) {
    const auto below = core::parse_decimal(text.substr(slash + 1));
    if (!below || below->is_zero()) return std::nullopt;
    value = *value / *below;
  }
  if (!value || !value->valid()) return std::nullopt;
  return core::Time{*value * unit.si};
}

FrozenList freeze(const Project& project, const Selection& selection) {
  FrozenList list;
  list.csv.reserve(selection.clocks.size() * 256 + 256);
  for (const std::string_view column : kColumns) append_csv_field(list.csv, column);
  list.csv += '\n';
  for (const SelectedClock& clock : selection.clocks) append_row(list.csv, clock);
  list.digest = core::sha256_hex(list.csv);
  list.entries_csv = write_entries_csv(selection);
  list.entries_digest = core::sha256_hex(list.entries_csv);
  nlohmann::ordered_json document;
  document["schema"] = "sealring.sdc.select/1";
  document["view"] = selection.view.name();
  document["csv"] = frozen_csv_name(project.config, selection.view);
  document["sha256"] = list.digest;
  document["entries_csv"] = frozen_entries_name(project.config, selection.view);
  document["entries_sha256"] = list.entries_digest;
  nlohmann::ordered_json counts;
  for (const ClockState state : {ClockState::kActive, ClockState::kUnused, ClockState::kNotInMode,
                                 ClockState::kUnanswered, ClockState::kShared}) {
    counts[std::string(to_string(state))] = selection.count(state);
  }
  document["counts"] = counts;
  nlohmann::ordered_json entries;
  for (const EntryState state :
       {EntryState::kActive, EntryState::kNotApplicable, EntryState::kCandidate})
    entries[std::string(to_string(state))] = selection.count(state);
  document["entries"] = entries;
  document["inputs"] = inputs_to_json(project, selection);
  list.json = core::dump(document);
  return list;
}

std::optional<Selection> parse_frozen(const FrozenList& list, const std::string& name,
                                      const View& view, core::Sink& sink) {
  const auto refuse = [&](const std::string& why) {
    sink.report(make_finding(codes::kFrozenMissing, "'" + name + "' is not a frozen list: " + why +
                                                        "; run --step select again")
                    .at({name})
                    .on(name, "frozen"));
    return std::nullopt;
  };
  core::InputFile file;
  file.name = name;
  file.text = list.csv;
  core::CollectingSink problems;
  const auto table = core::parse_csv(std::move(file), problems);
  if (!table || !problems.findings.empty()) {
    return refuse(problems.findings.empty() ? "no table" : problems.findings.front().message);
  }
  if (table->header().size() != kColumns.size()) return refuse("its columns are others");
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    if (table->header()[i].text != kColumns[i]) return refuse("its columns are others");
  }
  Selection selection;
  selection.view = view;
  selection.clocks.reserve(table->rows());
  for (std::size_t row = 0; row < table->rows(); ++row) {
    auto clock = RowReader(*table, row).read();
    if (!clock) return refuse("row " + std::to_string(row + 2) + " cannot be read");
    selection.clocks.push_back(std::move(*clock));
  }
  if (!parse_entries_csv(list.entries_csv, selection)) return refuse("its entries cannot be read");
  return selection;
}

std::string frozen_csv_name(const DesignConfig& config, const View& view) {
  return base_name(config, view) + ".select.csv";
}

std::string frozen_entries_name(const DesignConfig& config, const View& view) {
  return base_name(config, view) + ".select-entries.csv";
}

std::string frozen_json_name(const DesignConfig& config, const View& view) {
  return base_name(config, view) + ".select.json";
}

std::optional<FrozenList> read_frozen(const core::InputReader& reader, const DesignConfig& config,
                                      const View& view, const std::filesystem::path& folder,
                                      core::Sink& sink) {
  const auto refuse = [&](const core::Code& code, const std::string& file, std::string message) {
    sink.report(make_finding(code, std::move(message))
                    .at({file})
                    .on(config.top + "." + view.name(), "frozen"));
    return std::nullopt;
  };
  const std::string json_name = frozen_json_name(config, view);
  core::CollectingSink quiet;
  const auto json = reader.read(folder / json_name, reader.limits().table, quiet);
  const auto csv =
      reader.read(folder / frozen_csv_name(config, view), reader.limits().design, quiet);
  const auto entries =
      reader.read(folder / frozen_entries_name(config, view), reader.limits().design, quiet);
  if (!json || !csv || !entries) {
    return refuse(codes::kFrozenMissing, reader.shown(folder / json_name),
                  "no frozen list '" + json_name + "' with its csv in '" + reader.shown(folder) +
                      "'; run --step select first");
  }
  const auto document = nlohmann::json::parse(json->text, nullptr, false);
  if (!document.is_object() || document.value("schema", "") != "sealring.sdc.select/1" ||
      document.value("view", "") != view.name()) {
    return refuse(codes::kFrozenMissing, json->name,
                  "'" + json->name + "' is not the record of this view's frozen list");
  }
  FrozenList list;
  list.csv = csv->text;
  list.json = json->text;
  list.digest = core::sha256_hex(csv->text);
  list.entries_csv = entries->text;
  list.entries_digest = core::sha256_hex(entries->text);
  if (document.value("entries_sha256", "") != list.entries_digest) {
    return refuse(codes::kFrozenChanged, entries->name,
                  "'" + entries->name + "' has digest " + list.entries_digest +
                      ", step select recorded " + document.value("entries_sha256", "none"));
  }
  if (document.value("sha256", "") != list.digest) {
    return refuse(codes::kFrozenChanged, csv->name,
                  "'" + csv->name + "' has digest " + list.digest + ", step select recorded " +
                      document.value("sha256", "none"));
  }
  return list;
}

}  // namespace sealring::sdcgen

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/emit/sdc_writer.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "sdcgen/emit/entry_writer.h"

namespace sealring::sdcgen {

namespace {

constexpr int kDigits = 12;

std::string number(const core::Time& time, const core::Unit& unit) {
  return core::format_decimal(time.si / unit.si, kDigits);
}

std::string query(ObjectRef::Kind kind, const std::string& path) {
  return (kind == ObjectRef::Kind::kPort ? "[get_ports " : "[get_pins ") + tcl_word(path) + "]";
}

std::string derivation_options(const Derivation& way, const core::Unit& unit) {
  std::string text;
  if (way.combinational) {
    text = " -combinational";
  } else if (!way.edges.empty()) {
    text = " -edges {";
    for (const std::int64_t edge : way.edges)
      text += (text.back() == '{' ? "" : " ") + std::to_string(edge);
    text += "}";
    if (!way.edge_shift.empty()) text += " -edge_shift {";
    for (const core::Time& shift : way.edge_shift)
      text += (text.back() == '{' ? "" : " ") + number(shift, unit);
    if (!way.edge_shift.empty()) text += "}";
  } else if (way.multiply_by != 1) {
    text = " -multiply_by " + std::to_string(way.multiply_by);
    if (way.duty_cycle) text += " -duty_cycle " + core::format_decimal(*way.duty_cycle, kDigits);
  } else {
    // Always written: sta refuses a generated clock without a ratio.
    text = " -divide_by " + std::to_string(way.divide_by);
  }
  return text + (way.invert ? " -invert" : "");
}

std::string clock_command(const SelectedClock& clock, const core::Unit& unit) {
  std::string text;
  if (clock.kind == ClockKind::kGenerated) {
    text = "create_generated_clock -name " + tcl_word(clock.name) + " -source " +
           query(clock.source_kind, clock.source) + " -master_clock [get_clocks " +
           tcl_word(clock.master) + "]";
    text += derivation_options(clock.derivation, unit);
    if (clock.add) text += " -add";
    return text + " " + query(clock.object_kind, clock.object);
  }
  text = "create_clock -name " + tcl_word(clock.name) + " -period " + number(clock.period, unit);
  if (clock.rise && clock.fall) {
    text += " -waveform {" + number(*clock.rise, unit) + " " + number(*clock.fall, unit) + "}";
  }
  if (clock.add) text += " -add";
  if (clock.kind != ClockKind::kVirtual) text += " " + query(clock.object_kind, clock.object);
  return text;
}

/// Calls `write(section, index)` for each active clock, in sections per instance.
template <class Write>
std::vector<SdcSection> by_instance(const Selection& selection, Write&& write) {
  std::vector<SdcSection> sections;
  for (std::size_t i = 0; i < selection.clocks.size(); ++i) {
    const SelectedClock& clock = selection.clocks[i];
    if (sections.empty() || sections.back().instance != clock.instance) {
      sections.push_back({clock.instance, clock.document, {}});
    }
    if (clock.state == ClockState::kActive) write(sections.back(), i);
  }
  sections.push_back({"", "", {}});
  return sections;
}

/// Puts each generated clock behind its master; keeps the order otherwise.
void masters_first(SdcSection& section, const Selection& selection) {
  std::unordered_map<std::string, std::size_t> position;
  for (std::size_t i = 0; i < section.lines.size(); ++i) {
    position[selection.clocks[section.lines[i].clock].name] = i;
  }
  std::vector<SdcLine> ordered;
  std::vector<bool> done(section.lines.size());
  for (std::size_t i = 0; i < section.lines.size(); ++i) {
    std::vector<std::size_t> chain;
    for (std::size_t at = i; !done[at];) {
      done[at] = true;
      chain.push_back(at);
      const SelectedClock& clock = selection.clocks[section.lines[at].clock];
      const auto master = position.find(clock.master);
      if (clock.kind != ClockKind::kGenerated || master == position.end()) break;
      at = master->second;
    }
    for (auto it = chain.rbegin(); it != chain.rend(); ++it)
      ordered.push_back(std::move(section.lines[*it]));
  }
  section.lines = std::move(ordered);
}

}  // namespace

std::string tcl_word(std::string_view name) {
  int depth = 0;
  bool balanced = !name.ends_with('\\');
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '\\')
      ++i;
    else if (name[i] == '{')
      ++depth;
    else if (name[i] == '}' && --depth < 0)
      balanced = false;
  }
  if (balanced && depth == 0) return "{" + std::string(name) + "}";
  std::string text;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '/') text += '\\';
    text += c;
  }
  return text;
}

std::string liberty_unit(const core::Unit& unit) {
  return std::isdigit(static_cast<unsigned char>(unit.name.front())) != 0 ? unit.name
                                                                          : "1" + unit.name;
}

std::vector<SdcSection> write_clocks(const Selection& selection, const core::Unit& unit) {
  auto sections = by_instance(selection, [&](SdcSection& section, std::size_t i) {
    section.lines.push_back({clock_command(selection.clocks[i], unit), i});
  });
  for (SdcSection& section : sections) masters_first(section, selection);
  return sections;
}

SdcUnits units_of(const Project& project, const std::string& corner) {
  const LibertyFile& library = project.first_library(corner);
  const core::Unit none{"", core::Rational(1)};
  return {library.time_unit, library.capacitance_unit.value_or(none),
          library.resistance_unit.value_or(none)};
}

std::vector<SdcSection> write_constraints(const Selection& selection, const SdcUnits& units) {
  auto sections = by_instance(selection, [&](SdcSection& section, std::size_t i) {
    const SelectedClock& clock = selection.clocks[i];
    const auto add = [&](const char* side, const std::optional<core::Time>& value) {
      if (!value) return;
      section.lines.push_back({std::string("set_clock_uncertainty -") + side + " " +
                                   number(*value, units.time) + " [get_clocks " +
                                   tcl_word(clock.name) + "]",
                               i});
    };
    add("setup", clock.setup_uncertainty);
    add("hold", clock.hold_uncertainty);
  });
  write_entries(selection, units, sections);
  return sections;
}

std::string view_line(const Project& project, const View& view) {
  return "# sealring sdc/1 view " + view.name() + " top " + project.config.top;
}

std::string view_named_in(std::string_view sdc) {
  static constexpr std::string_view kMark = "# sealring sdc/1 view ";
  for (int line = 0; line < 20 && !sdc.empty(); ++line) {
    const std::size_t end = std::min(sdc.find('\n'), sdc.size());
    std::string_view text = sdc.substr(0, end);
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (text.starts_with(kMark)) {
      text.remove_prefix(kMark.size());
      return std::string(text.substr(0, text.find(' ')));
    }
    sdc.remove_prefix(std::min(end + 1, sdc.size()));
  }
  return {};
}

namespace {

/// Puts sections together into one text, counting lines.
class Assembler {
 public:
  explicit Assembler(const Selection& selection) : selection_(selection) {
    for (std::size_t i = 0; i < selection.clocks.size(); ++i) {
      if (selection.clocks[i].state == ClockState::kActive)
        by_name_.emplace(selection.clocks[i].name, i);
    }
  }

  void add(std::string_view text) {
    sdc.text += text;
    sdc.text += '\n';
    line_ += 1 + static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
  }

  void add_lines(const std::vector<SdcLine>& lines) {
    for (const SdcLine& command : lines) {
      const std::uint32_t first = line_ + 1;
      add(command.text);
      if (command.clock == kNoOrigin && command.entry == kNoOrigin) continue;
      for (std::uint32_t line = first; line <= line_; ++line)
        sdc.origins.push_back({line, command.clock, command.entry});
    }
  }

  bool has_foreign_masters() const {
    for (const SelectedClock& clock : selection_.clocks) {
      if (clock.state != ClockState::kActive || clock.kind != ClockKind::kGenerated) continue;
      const auto master = by_name_.find(clock.master);
      if (master != by_name_.end() && selection_.clocks[master->second].instance != clock.instance)
        return true;
    }
    return false;
  }

  /// All clocks, masters first, in as many rounds as the masters' instances ask for.
  void add_clocks_in_rounds(const std::vector<SdcSection>& sections) {
    std::unordered_map<std::string, bool> written;
    std::vector<SdcSection> left = sections;
    for (bool progress = true; progress;) {
      progress = false;
      for (SdcSection& section : left) {
        SdcSection now{section.instance, section.document, {}};
        std::vector<SdcLine> later;
        for (SdcLine& line : section.lines) {
          const SelectedClock& clock = selection_.clocks[line.clock];
          const bool ready = clock.kind != ClockKind::kGenerated ||
                             written.contains(clock.master) || !by_name_.contains(clock.master);
          if (ready) written.emplace(clock.name, true);
          (ready ? now.lines : later).push_back(std::move(line));
        }
        section.lines = std::move(later);
        if (now.lines.empty()) continue;
        progress = true;
        add_header(now);
        add_lines(now.lines);
      }
    }
  }

  void add_header(const SdcSection& section) {
    add("");
    add(section.instance.empty()
            ? std::string("# design")
            : "# instance " + section.instance + ", document " + section.document);
  }

  SdcText sdc;

 private:
  const Selection& selection_;
  std::unordered_map<std::string, std::size_t> by_name_;
  std::uint32_t line_ = 0;
};

}  // namespace

SdcText assemble_sdc(const Project& project, const Selection& selection, const FrozenList& list,
                     const std::vector<SdcSection>& clocks,
                     const std::vector<SdcSection>* constraints) {
  Assembler text(selection);
  text.add(view_line(project, selection.view));
  text.add("# times in " + liberty_unit(project.time_unit(selection.view.corner)) +
           ", the time_unit of the Liberty files of corner " + selection.view.corner);
  text.add("# frozen list sha256 " + list.digest);
  if (!selection.entries.empty()) text.add("# frozen entries sha256 " + list.entries_digest);
  const bool apart = text.has_foreign_masters();
  if (apart) text.add_clocks_in_rounds(clocks);
  for (std::size_t s = 0; s < clocks.size(); ++s) {
    const bool has_constraints = constraints != nullptr && !(*constraints)[s].lines.empty();
    if ((apart || clocks[s].instance.empty()) && !has_constraints) continue;
    text.add_header(clocks[s]);
    if (!apart) text.add_lines(clocks[s].lines);
    if (constraints != nullptr) text.add_lines((*constraints)[s].lines);
  }
  return std::move(text.sdc);
}

}  // namespace sealring::sdcgen

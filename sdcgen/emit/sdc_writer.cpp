// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/emit/sdc_writer.h"

#include <cctype>
#include <unordered_map>

namespace sealring::sdcgen {

namespace {

constexpr int kDigits = 12;

std::string number(const core::Time& time, const core::Unit& unit) {
  return core::format_decimal(time.si / unit.si, kDigits);
}

std::string query(ObjectRef::Kind kind, const std::string& path) {
  return (kind == ObjectRef::Kind::kPort ? "[get_ports " : "[get_pins ") + tcl_word(path) + "]";
}

std::string clock_command(const SelectedClock& clock, const core::Unit& unit) {
  std::string text;
  if (clock.kind == ClockKind::kGenerated) {
    text = "create_generated_clock -name " + tcl_word(clock.name) + " -source " +
           query(clock.source_kind, clock.source) + " -master_clock [get_clocks " +
           tcl_word(clock.master) + "]";
    // One of the two is always written: sta refuses a generated clock without a ratio.
    if (clock.multiply_by != 1) text += " -multiply_by " + std::to_string(clock.multiply_by);
    if (clock.divide_by != 1 || clock.multiply_by == 1)
      text += " -divide_by " + std::to_string(clock.divide_by);
    if (clock.invert) text += " -invert";
    return text + " " + query(clock.object_kind, clock.object);
  }
  text = "create_clock -name " + tcl_word(clock.name) + " -period " + number(clock.period, unit);
  if (clock.rise && clock.fall) {
    text += " -waveform {" + number(*clock.rise, unit) + " " + number(*clock.fall, unit) + "}";
  }
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

std::vector<SdcSection> write_constraints(const Selection& selection, const core::Unit& unit) {
  return by_instance(selection, [&](SdcSection& section, std::size_t i) {
    const SelectedClock& clock = selection.clocks[i];
    const auto add = [&](const char* side, const std::optional<core::Time>& value) {
      if (!value) return;
      section.lines.push_back({std::string("set_clock_uncertainty -") + side + " " +
                                   number(*value, unit) + " [get_clocks " + tcl_word(clock.name) +
                                   "]",
                               i});
    };
    add("setup", clock.setup_uncertainty);
    add("hold", clock.hold_uncertainty);
  });
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

SdcText assemble_sdc(const Project& project, const Selection& selection, const core::Unit& unit,
                     std::string_view list_digest,
                     const std::vector<std::vector<SdcSection>*>& stages) {
  SdcText sdc;
  std::uint32_t line = 0;
  const auto add = [&](std::string_view text) {
    sdc.text += text;
    sdc.text += '\n';
    ++line;
  };
  add(view_line(project, selection.view));
  add("# times in " + liberty_unit(unit) + ", the time_unit of the Liberty files of corner " +
      selection.view.corner);
  add("# frozen list sha256 " + std::string(list_digest));
  const std::size_t count = stages.empty() ? 0 : stages.front()->size();
  for (std::size_t s = 0; s < count; ++s) {
    const SdcSection& first = (*stages.front())[s];
    add("");
    add("# instance " + first.instance + ", document " + first.document);
    for (const std::vector<SdcSection>* stage : stages) {
      for (const SdcLine& command : (*stage)[s].lines) {
        add(command.text);
        sdc.origins.push_back({line, command.clock});
      }
    }
  }
  return sdc;
}

}  // namespace sealring::sdcgen

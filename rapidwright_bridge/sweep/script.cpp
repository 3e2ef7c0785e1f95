// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/sweep.h"

namespace sealring::rapidwright_bridge {
namespace {

/// A Tcl word that stands for exactly this text.
std::string quoted(const std::string& text) {
  const bool plain = !text.empty() && text.find_first_of(" \t\n{}[]$\"\\;#") == std::string::npos;
  if (plain) return text;
  if (text.find_first_of("{}\\\n") == std::string::npos) return "{" + text + "}";
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (std::string_view("{}[]$\"\\;").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string file_word(const std::filesystem::path& path) {
  return quoted(path.generic_string());
}

}  // namespace

std::string final_marker(const PlannedRun& run) {
  return "SEALRING END " + run.name;
}

std::string vivado_script(const SweepDefinition& definition, const PlannedRun& run) {
  const Pblock& pblock = definition.pblocks[run.pblock];
  const std::string uncertainty = core::format_decimal(run.uncertainty_ns, 12);
  std::string s;
  const auto line = [&](const std::string& text) { s += text + "\n"; };
  line("# Run " + run.name + " of module " + definition.module +
       ". Written by sealring reuse sweep.");
  line(
      "# Every report is made by one command and named by its kind; the last line proves that all "
      "of it ran.");
  line("set_param general.maxThreads 1");
  line("open_checkpoint " +
       file_word(std::filesystem::absolute(definition.folder / definition.checkpoint)));
  if (!definition.clock_source.empty()) {
    line("set_property HD.CLK_SRC " + quoted(definition.clock_source) + " [get_ports " +
         quoted(definition.clock_port) + "]");
  }
  line("create_clock -period " + core::format_decimal(definition.period_ns, 12) + " -name " +
       quoted(definition.clock_port) + " [get_ports " + quoted(definition.clock_port) + "]");
  line("create_pblock " + quoted(pblock.name));
  line("add_cells_to_pblock [get_pblocks " + quoted(pblock.name) + "] -top");
  for (const SiteRange& range : pblock.ranges)
    line("resize_pblock [get_pblocks " + quoted(pblock.name) + "] -add " +
         quoted(to_string(range)));
  for (const std::string& range : pblock.verbatim)
    line("resize_pblock [get_pblocks " + quoted(pblock.name) + "] -add " + quoted(range));
  line("set_property CONTAIN_ROUTING 1 [get_pblocks " + quoted(pblock.name) + "]");
  line("set_clock_uncertainty -setup " + uncertainty + " [get_clocks " +
       quoted(definition.clock_port) + "]");
  line("place_design -directive " + quoted(run.place_directive));
  line("set_clock_uncertainty -setup 0.000 [get_clocks " + quoted(definition.clock_port) + "]");
  line("update_clock_routing");
  line("route_design -directive " + quoted(run.route_directive));
  line("report_methodology -file methodology.rpt");
  line(
      "report_timing_summary -delay_type min_max -report_unconstrained -check_timing_verbose "
      "-max_paths 10 -file "
      "timing_summary.rpt");
  line("report_route_status -file route_status.rpt");
  line("report_drc -file drc.rpt");
  line("report_utilization -file utilization.rpt");
  line("write_edif -force routed.edf");
  line("write_checkpoint -force routed.dcp");
  line("puts " + quoted(final_marker(run)));
  return s;
}

}  // namespace sealring::rapidwright_bridge

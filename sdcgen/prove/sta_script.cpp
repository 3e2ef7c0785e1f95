// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/prove/sta_script.h"

#include "sdcgen/emit/sdc_writer.h"

namespace sealring::sdcgen {

namespace {

/// Every query prints how many objects it found and what was asked; clock and unit commands print their arguments.
/// `rename` is followed by the imported names, so the wrappers replace what the SDC calls.
constexpr std::string_view kWrappers = R"(
foreach sealring_cmd {get_ports get_pins get_clocks get_cells get_nets get_libs get_lib_cells get_lib_pins} {
  if {[info commands ::sta::$sealring_cmd] eq ""} continue
  rename ::sta::$sealring_cmd ::sta::sealring_$sealring_cmd
  proc ::$sealring_cmd {args} [string map [list @CMD@ $sealring_cmd] {
    set found [uplevel 1 [linsert $args 0 ::sta::sealring_@CMD@]]
    puts "$::sealring_mark query\t[llength $found]\t@CMD@\t[string map {\n { } \t { }} $args]"
    return $found
  }]
}
foreach sealring_cmd {create_clock create_generated_clock set_units} {
  rename ::sta::$sealring_cmd ::sta::sealring_$sealring_cmd
  proc ::$sealring_cmd {args} [string map [list @CMD@ $sealring_cmd] {
    puts "$::sealring_mark command\t@CMD@\t[string map {\n { } \t { }} $args]"
    uplevel 1 [linsert $args 0 ::sta::sealring_@CMD@]
  }]
}
)";

constexpr std::string_view kChecks = R"(
foreach sealring_check {no_clock unconstrained_endpoints loops generated_clocks multiple_clock} {
  puts "$sealring_mark check\t$sealring_check"
  check_setup -verbose -$sealring_check
}
puts "$sealring_mark checked"
foreach sealring_clock [all_clocks] {
  set sealring_sources {}
  foreach sealring_pin [get_property $sealring_clock sources] {
    lappend sealring_sources [get_property $sealring_pin full_name]
  }
  puts "$sealring_mark clock\t[get_property $sealring_clock name]\t[get_property $sealring_clock period]\t[join $sealring_sources \t]"
}
)";

std::string load_step(std::string_view step, const std::string& command) {
  return "if {[catch {" + command + "} sealring_result]} {puts \"$sealring_mark failed\\t" +
         std::string(step) + "\\t$sealring_result\"}\n";
}

}  // namespace

std::string sta_script(const StaJob& job, const StaDialect& dialect) {
  std::string text = "set sealring_mark {" + job.mark + "}\nputs \"$sealring_mark begin\"\n";
  if (!dialect.keep_going_command.empty()) text += std::string(dialect.keep_going_command) + "\n";
  for (const auto& path : job.liberty)
    text += load_step("liberty", "read_liberty " + tcl_word(path.string()));
  for (const auto& path : job.netlists)
    text += load_step("netlist", "read_verilog " + tcl_word(path.string()));
  text += load_step(
      "link", "if {![link_design " + tcl_word(job.top) + "]} {error {link_design returned 0}}");
  text += kWrappers;
  text += "puts \"$sealring_mark sdc\"\n";
  text += load_step("sdc", "read_sdc " + tcl_word(job.sdc.string()));
  text += "puts \"$sealring_mark loaded\"\n";
  text += kChecks;
  text += job.probes;
  text += load_step("write_sdc",
                    "write_sdc -no_timestamp -digits 9 " + tcl_word(job.written_sdc.string()));
  // A full disk cuts the file short without a word; the last line must be there.
  text += load_step("write_sdc", "set sealring_file [open " + tcl_word(job.written_sdc.string()) +
                                     " a]; puts $sealring_file \"# $sealring_mark written\"; "
                                     "close $sealring_file");
  text += "puts \"$sealring_mark end\"\n";
  return text;
}

}  // namespace sealring::sdcgen

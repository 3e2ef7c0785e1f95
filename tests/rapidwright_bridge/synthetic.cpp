// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "tests/rapidwright_bridge/synthetic.h"

#include <zlib.h>

#include <array>

namespace sealring::rapidwright_bridge::testing {
namespace {

const std::string kRule(120, '-');

std::string title(const std::string& text) {
  return kRule + "\n| " + text + "\n| " + std::string(text.size(), '-') + "\n" + kRule + "\n\n";
}

constexpr std::array<const char*, 12> kChecks = {"no_clock",
                                                 "constant_clock",
                                                 "pulse_width_clock",
                                                 "unconstrained_internal_endpoints",
                                                 "no_input_delay",
                                                 "no_output_delay",
                                                 "multiple_clock",
                                                 "generated_clocks",
                                                 "loops",
                                                 "partial_input_delay",
                                                 "partial_output_delay",
                                                 "latch_loops"};

std::string check_timing_block(const TimingSpec& spec) {
  std::string contents = "check_timing report\n\nTable of Contents\n-----------------\n";
  std::string body;
  int number = 0;
  for (const std::string check : kChecks) {
    std::string detail = " There are 0 " + check + " objects.\n";
    std::string count = "0";
    for (const auto& [name, text] : spec.checks) {
      if (name != check) continue;
      detail = text;
      count = text.substr(text.find_first_of("0123456789"));
      count = count.substr(0, count.find(' '));
    }
    std::string heading = std::to_string(++number) + ". checking " + check;
    if (spec.counts_in_contents) heading += " (" + count + ")";
    contents += heading + "\n";
    body += heading + "\n" + std::string(heading.size(), '-') + "\n" + detail + "\n\n";
  }
  return contents + "\n" + body;
}

std::string path_block(const TimingSpec& spec) {
  return "--------------------------------------------------------------------------------------\n"
         "Slack (MET) :             " +
         spec.wns +
         "ns\n"
         "                         net (fo=2, " +
         spec.net_kind +
         ")           0.025     0.076    a\n"
         "  -------------------------------------------------------------------    "
         "-------------------\n"
         "                         slack                                  " +
         spec.wns + "    \n\n\n\n\n\n";
}

std::string rule_report(const std::string& heading, const std::string& command,
                        const std::vector<RuleSpec>& rules, const HeaderSpec& spec) {
  int found = 0;
  for (const RuleSpec& rule : rules) found += rule.count;
  std::string text =
      header(command, spec) + "\n" + heading +
      "\n\nTable of Contents\n-----------------\n1. REPORT SUMMARY\n2. REPORT DETAILS\n\n"
      "1. REPORT SUMMARY\n-----------------\n             Violations found: " +
      std::to_string(found) +
      "\n+------+----------+-------------+------------+\n"
      "| Rule | Severity | Description | Violations "
      "|\n+------+----------+-------------+------------+\n";
  for (const RuleSpec& rule : rules)
    text += "| " + rule.id + " | " + rule.severity + " | " + rule.description + " | " +
            std::to_string(rule.count) + " |\n";
  text +=
      "+------+----------+-------------+------------+\n\n2. REPORT DETAILS\n-----------------\n";
  for (const RuleSpec& rule : rules) {
    for (int i = 1; i <= rule.count; ++i)
      text += rule.id + "#" + std::to_string(i) + " " + rule.severity + "\n" + rule.description +
              "  \nSomething is not as it should be.\nRelated violations: <none>\n\n";
  }
  return text + "\n";
}

void put(std::string& out, std::uint32_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>((value >> (8 * i)) & 0xff);
}

}  // namespace

std::string header(const std::string& command, const HeaderSpec& spec) {
  std::string text = "Copyright 1986-2022 Xilinx, Inc. All Rights Reserved.\n" + kRule + "\n";
  text += "| Tool Version : Vivado v." + spec.version + " (lin64) Build " + spec.build +
          " Mon Apr 18 15:48:16 MDT 2022\n";
  text += "| Date         : " + spec.date + "\n| Host         : builder running 64-bit Linux\n";
  text += "| Command      : " + command + "\n| Design       : " + spec.design + "\n";
  text += "| Device       : " + spec.device + "\n| Speed File   : " + spec.speed + "\n";
  if (!spec.state.empty()) text += "| Design State : " + spec.state + "\n";
  return text + kRule + "\n";
}

std::string timing_summary(const TimingSpec& spec) {
  std::string titles = "    WNS(ns)      TNS(ns)  TNS Failing Endpoints  TNS Total Endpoints";
  std::string values = "      " + spec.wns + "        " + spec.tns + "    " + spec.setup_failing +
                       "    " + spec.setup_total;
  if (spec.hold_columns) {
    titles += "      WHS(ns)      THS(ns)  THS Failing Endpoints  THS Total Endpoints";
    values +=
        "   " + spec.whs + "   " + spec.ths + "   " + spec.hold_failing + "   " + spec.hold_total;
  }
  titles += "     WPWS(ns)     TPWS(ns)  TPWS Failing Endpoints  TPWS Total Endpoints  ";
  values += "   " + spec.wpws + "   " + spec.tpws + "   " + spec.pulse_failing + "   " +
            spec.pulse_total + "  ";
  const bool any = spec.wns != "NA" && spec.wns != "inf";
  std::string text = header("report_timing_summary -max_paths 10 -file t.rpt", spec.header) +
                     "\nTiming Summary Report\n\n" + title("Timer Settings") +
                     "  Enable Multi Corner Analysis               :  Yes\n\n\n\n";
  if (spec.check_timing) text += check_timing_block(spec);
  text += "\n\n" + title("Design Timing Summary") + titles + "\n    -------      -------  -----\n" +
          values + "\n\n\n" + spec.claim + "\n\n\n" + title("Clock Summary") +
          "Clock  Waveform(ns)       Period(ns)      Frequency(MHz)\n-----  ------------       "
          "----------      --------------\n"
          "clk    {0.000 1.425}      2.850           350.877         \n\n\n";
  text += title("Intra Clock Table") +
          "Clock             WNS(ns)      TNS(ns)\n-----             -------      -------\n";
  if (any) text += "clk                 " + spec.wns + "        " + spec.tns + "\n";
  text += "\n\n" + title("Inter Clock Table") +
          "From Clock    To Clock          WNS(ns)\n----------    --------          -------\n\n\n";
  text += title("Other Path Groups Table") +
          "Path Group    From Clock    To Clock          WNS(ns)\n----------    ----------    "
          "--------          -------\n\n\n";
  text += title("Timing Details");
  if (!any) return text + "\n";
  text +=
      "\n------------------------------------------------------------------------------------------"
      "---------\n"
      "From Clock:  clk\n  To Clock:  clk\n\nSetup :            " +
      spec.setup_failing + "  Failing Endpoints,  Worst Slack  " + spec.wns + "ns\n";
  if (spec.hold_columns)
    text += "Hold  :            " + spec.hold_failing + "  Failing Endpoints\n";
  text += "PW    :            " + spec.pulse_failing + "  Failing Endpoints\n" + kRule +
          "\n\n\nMax Delay Paths\n" + path_block(spec);
  if (spec.hold_columns) text += "Min Delay Paths\n" + path_block(spec);
  return text + "Pulse Width Checks\n" + kRule.substr(0, 86) +
         "\nClock Name:         clk\n\nCheck Type        Corner  Lib Pin  Slack(ns)\nMin Period    "
         "    n/a     FDRE/C   2.300\n\n\n\n";
}

std::string route_status(const RouteSpec& spec) {
  const auto row = [](const std::string& indent, const std::string& name, std::int64_t count) {
    std::string label = indent + "# of " + name;
    label += std::string(46 > label.size() ? 46 - label.size() : 2, '.');
    return label + " : " + std::string(11 - std::to_string(count).size(), ' ') +
           std::to_string(count) + " :\n";
  };
  const std::string frame = "   ------------------------------------------- : ----------- :\n";
  std::string text =
      "Design Route Status\n                                               :      # nets :\n" +
      frame;
  text += row("   ", "logical nets", spec.logical) +
          row("       ", "nets not needing routing", spec.logical - spec.routable);
  text += row("       ", "routable nets", spec.routable) +
          row("           ", "fully routed nets", spec.routed);
  for (const auto& [name, count] : spec.more) text += row("           ", name, count);
  text += row("       ", "nets with routing errors", spec.errors) + frame + "\n";
  if (spec.failing_nets.empty()) return text;
  text += "Nets with Routing Errors:\n";
  for (const std::string& net : spec.failing_nets)
    text += "  " + net + "\n      Unrouted nodes (1):\n        A/B\n";
  return text + "\n";
}

std::string drc(const std::vector<RuleSpec>& rules, const HeaderSpec& spec) {
  return rule_report("Report DRC", "report_drc -file drc.rpt", rules, spec);
}

std::string methodology(const std::vector<RuleSpec>& rules, const HeaderSpec& spec) {
  return rule_report("Report Methodology", "report_methodology -file m.rpt", rules, spec);
}

std::string utilization(int luts, const std::vector<std::pair<std::string, int>>& black_boxes,
                        const HeaderSpec& spec, int available) {
  const std::string border = "+-----------+------+-------+------------+-----------+-------+\n";
  const std::string small = "+----------+------+\n";
  std::string text = header("report_utilization -file u.rpt", spec) +
                     "\nUtilization Design Information\n\nTable of Contents\n-----------------\n1. "
                     "CLB Logic\n2. Black Boxes\n"
                     "3. Instantiated Netlists\n\n1. CLB Logic\n------------\n\n" +
                     border + "| Site Type | Used | Fixed | Prohibited | Available | Util% |\n" +
                     border;
  text += "| CLB LUTs | " + std::to_string(luts) + " | 0 | 0 | " + std::to_string(available) +
          " | 0.03 |\n";
  text +=
      "| CLB Registers | 117 | 0 | 0 | 788160 | 0.01 |\n| Block RAM Tile | 1 | 0 | 0 | 720 | 0.14 "
      "|\n" +
      border + "\n\n";
  text += "2. Black Boxes\n--------------\n\n" + small + "| Ref Name | Used |\n" + small;
  for (const auto& [name, count] : black_boxes)
    text += "| " + name + " | " + std::to_string(count) + " |\n";
  if (!black_boxes.empty()) text += small;
  return text + "\n\n3. Instantiated Netlists\n------------------------\n\n" + small +
         "| Ref Name | Used |\n" + small + "\n\n";
}

std::string vivado_log(const LogSpec& spec) {
  std::string text =
      "#-----------------------------------------------------------\n# Vivado v2022.1 (64-bit)\n"
      "# SW Build 3526262 on Mon Apr 18 15:47:01 MDT 2022\n# Start of session at: " +
      spec.start +
      "\n#-----------------------------------------------------------\nsource run.tcl -notrace\n"
      "Command: link_design -top core -part xcvu3p-ffvc1517-2-i\nlink_design completed "
      "successfully\n"
      "link_design: Time (s): cpu = 00:00:16 ; elapsed = 00:00:21 . Memory (MB): peak = 1220.973 ; "
      "gain = 873.098\n"
      "Command: place_design -directive Explore\nINFO: [Common 17-349] Got license for feature "
      "'Implementation' and/or device 'xcvu3p'\n"
      "INFO: [Common 17-83] Releasing license: Implementation\nplace_design completed "
      "successfully\n"
      "place_design: Time (s): cpu = 00:06:00 ; elapsed = 00:05:00 . Memory (MB): peak = 2356.598 "
      "; gain = 0.000\n"
      "Command: route_design -directive Default\nINFO: [Common 17-349] Got license for feature "
      "'Implementation' and/or device 'xcvu3p'\n"
      "  Number of Failed Nets               = 0\n  Number of Unrouted Nets             = 0\n  "
      "Number of Node Overlaps             = 0\n";
  for (const std::string& line : spec.lines) text += line + "\n";
  text +=
      "INFO: [Common 17-83] Releasing license: Implementation\nroute_design completed "
      "successfully\n"
      "route_design: Time (s): cpu = 00:09:00 ; elapsed = 00:07:00 . Memory (MB): peak = 2413.336 "
      "; gain = 56.738\n";
  if (!spec.marker.empty()) text += spec.marker + "\n";
  if (spec.finish) text += "INFO: [Common 17-206] Exiting Vivado at " + spec.exit + "...\n";
  return text;
}

std::string edif(const EdifSpec& spec) {
  return "(edif " + spec.top +
         "\n (edifversion 2 0 0)\n (edifLevel 0)\n (keywordmap (keywordlevel 0))\n (status "
         "(written (timeStamp " +
         spec.time_stamp + ") " + spec.program + " " + spec.comment +
         "))\n"
         " (Library hdi_primitives (edifLevel 0) (technology (numberDefinition))\n"
         "  (cell LUT2 (celltype GENERIC) (view netlist (viewtype NETLIST) (interface (port O "
         "(direction OUTPUT)) (port I0 (direction INPUT)) (port I1 (direction INPUT)))))\n"
         "  (cell RAMB36E2 (celltype GENERIC) (view netlist (viewtype NETLIST) (interface (port DO "
         "(direction OUTPUT)) (port CLK (direction INPUT))))))\n"
         " (Library work (edifLevel 0) (technology (numberDefinition))\n"
         "  (cell " +
         spec.top + " (celltype GENERIC) (view " + spec.top +
         " (viewtype NETLIST)\n"
         "   (interface (port clk (direction INPUT)) (port (array (rename d \"d[1:0]\") 2) "
         "(direction INPUT)) (port q (direction OUTPUT)))\n"
         "   (contents (instance u0 (viewref netlist (cellref LUT2 (libraryref hdi_primitives))) " +
         spec.properties +
         ")\n"
         "    (instance ram (viewref netlist (cellref RAMB36E2 (libraryref hdi_primitives))) "
         "(property WRITE_MODE_A (string \"" +
         spec.bram_mode +
         "\")))\n"
         "    (net clk (joined (portref clk) (portref CLK (instanceref ram))))\n"
         "    (net (rename d_1_ \"d[1]\") (joined (portref (member d 0)) (portref I0 (instanceref "
         "u0))))\n"
         "    (net (rename d_0_ \"d[0]\") (joined (portref (member d 1)) (portref I1 (instanceref "
         "u0))))\n"
         "    (net q (joined (portref q) (portref O (instanceref u0)))))))\n"
         " )\n (comment \"Reference To The Cell Of Highest Level\")\n (design " +
         spec.top + " (cellref " + spec.top + " (libraryref work)) " + spec.design_properties +
         " (property PART (string \"xcvu3p-ffvc1517-2-i\")))\n)\n";
}

std::string zip(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string out;
  std::string directory;
  for (const auto& [name, bytes] : members) {
    const auto crc = static_cast<std::uint32_t>(
        ::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
    const auto size = static_cast<std::uint32_t>(bytes.size());
    const auto offset = static_cast<std::uint32_t>(out.size());
    std::string common;
    put(common, 20, 2);
    put(common, 0, 2);
    put(common, 0, 2);
    put(common, 0x00210000, 4);
    put(common, crc, 4);
    put(common, size, 4);
    put(common, size, 4);
    put(common, static_cast<std::uint32_t>(name.size()), 2);
    put(common, 0, 2);
    out += "PK\x03\x04" + common + name + bytes;
    directory += "PK\x01\x02";
    put(directory, 20, 2);
    directory += common;
    put(directory, 0, 2);
    put(directory, 0, 2);
    put(directory, 0, 2);
    put(directory, 0, 4);
    put(directory, offset, 4);
    directory += name;
  }
  const auto start = static_cast<std::uint32_t>(out.size());
  out += directory + "PK\x05\x06";
  put(out, 0, 4);
  put(out, static_cast<std::uint32_t>(members.size()), 2);
  put(out, static_cast<std::uint32_t>(members.size()), 2);
  put(out, static_cast<std::uint32_t>(directory.size()), 4);
  put(out, start, 4);
  put(out, 0, 2);
  return out;
}

std::string checkpoint(const CheckpointSpec& spec) {
  std::string xml = "<?xml version=\"1.0\"?>\n<Checkpoint Version=\"" +
                    std::to_string(spec.version) + "\" Minor=\"0\">\n";
  xml += "\t<BUILD_NUMBER Name=\"" + spec.build + "\"/>\n\t<PRODUCT Name=\"" + spec.product +
         "\"/>\n\t<Part Name=\"" + spec.part + "\"/>\n\t<Top Name=\"" + spec.top +
         "\"/>\n\t<OutOfContext Name=\"1\"/>\n";
  std::vector<std::pair<std::string, std::string>> members;
  const auto add = [&](const std::string& type, const std::string& name, const std::string& bytes) {
    xml +=
        "\t<File Type=\"" + type + "\" Name=\"" + name + "\" ModTime=\"" + spec.mod_time + "\"/>\n";
    members.emplace_back(name, bytes);
  };
  add("EDIF", spec.top + ".edf", spec.netlist);
  if (!spec.xdc.empty()) add("XDC", spec.top + ".xdc", spec.xdc);
  if (!spec.late_xdc.empty()) add("XDC_LATE", spec.top + "_late.xdc", spec.late_xdc);
  if (spec.routed) add("XDEF", spec.top + ".xdef", "placement that nobody decodes");
  for (const auto& [type, name] : spec.more) add(type, name, type);
  members.emplace(members.begin(), "dcp.xml", xml + "</Checkpoint>\n");
  return zip(members);
}

std::string metadata(bool implicit) {
  const auto port = [&](const std::string& kind, const std::string& name, const std::string& type,
                        const std::string& pins) {
    std::string text = "  begin " + kind + "\n    name " + name + "\n    netname " + name +
                       "\n    numprims 1\n    type " + kind + " " + type + "\n    maxdelay 0.079\n";
    if (!implicit) text += "    begin connections\n" + pins + "    end connections\n";
    return text + "  end " + kind + "\n";
  };
  return "begin block\n  name pblock0\n  pblocks 1\n  clocks 1\n  inputs 3\n  outputs 1\n\n  begin "
         "pblock\n    name pe_pblock_1 \n"
         "    grid_ranges SLICE_X13Y235:SLICE_X16Y239 RAMB36_X1Y47:RAMB36_X1Y47\n  end pblock\n  "
         "begin clock\n    name clk \n    period 2.850\n"
         "  end clock\n\n" +
         port("input", "clk", "clock local", "      pin ram/CLK RAMB36_X1Y47 RAMB36_X1Y47/CLK\n") +
         port("input", "d[1]", "signal", "      pin u0/I0 SLICE_X13Y235 SLICE_X13Y235/A1\n") +
         port("input", "d[0]", "signal",
              "      pin u0/I1 SLICE_X13Y235 SLICE_X13Y235/A2\n      port q\n") +
         port("output", "q", "signal", "      pin u0/O SLICE_X13Y235 SLICE_X13Y235/A_O\n") +
         "\nend block\n";
}

}  // namespace sealring::rapidwright_bridge::testing

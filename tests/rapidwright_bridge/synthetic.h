// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Reports of the shapes that Vivado writes, made for these tests.
namespace sealring::rapidwright_bridge::testing {

struct HeaderSpec {
  std::string version = "2022.1";
  std::string build = "3526262";
  std::string date = "Sun Jan  8 19:28:45 2023";
  std::string design = "core";
  std::string device = "xcvu3p-ffvc1517";
  std::string speed = "-2  PRODUCTION 1.29 08-03-2020";
  std::string state = "Routed";
};

std::string header(const std::string& command, const HeaderSpec& spec = {});

struct TimingSpec {
  HeaderSpec header;
  std::string wns = "0.120", tns = "0.000", setup_failing = "0", setup_total = "500";
  std::string whs = "0.035", ths = "0.000", hold_failing = "0", hold_total = "500";
  std::string wpws = "0.983", tpws = "0.000", pulse_failing = "0", pulse_total = "240";
  std::string claim = "All user specified timing constraints are met.";
  bool hold_columns = true;
  bool check_timing = true;
  std::string net_kind = "routed";
  /// Detail lines by check; every other check counts 0.
  std::vector<std::pair<std::string, std::string>> checks;
  bool counts_in_contents = true;
};
std::string timing_summary(const TimingSpec& spec = {});

/// Rows of a route status behind "logical nets" as they stand in the tree.
struct RouteSpec {
  std::int64_t logical = 1291, routable = 1067, routed = 1067, errors = 0;
  std::vector<std::pair<std::string, std::int64_t>> more;
  std::vector<std::string> failing_nets;
};
std::string route_status(const RouteSpec& spec = {});

struct RuleSpec {
  std::string id, severity, description;
  int count = 1;
};
std::string drc(const std::vector<RuleSpec>& rules = {}, const HeaderSpec& spec = {});
std::string methodology(const std::vector<RuleSpec>& rules = {}, const HeaderSpec& spec = {});

std::string utilization(int luts = 115,
                        const std::vector<std::pair<std::string, int>>& black_boxes = {},
                        const HeaderSpec& spec = {}, int available = 394080);

struct LogSpec {
  std::string start = "Sun Jan  8 19:10:00 2023";
  std::string exit = "Sun Jan  8 19:30:00 2023";
  std::vector<std::string> lines;  ///< put in front of the end of route_design
  bool finish = true;
  std::string marker;
};
std::string vivado_log(const LogSpec& spec = {});

/// A small EDIF netlist.
struct EdifSpec {
  std::string top = "core";
  std::string time_stamp = "2023 01 08 19 00 00";
  std::string program = "(program \"Vivado\" (version \"2022.1\"))";
  std::string comment = "(comment \"Built on 'Mon'\")";
  std::string properties = "(property INIT (string \"8'h8E\")) (property LOC (string \"X\"))";
  std::string design_properties = "(property XLNX_PROJ_DIR (string \"/home/a\"))";
  std::string bram_mode = "WRITE_FIRST";
};
std::string edif(const EdifSpec& spec = {});

/// A ZIP archive with stored members (method 0), made byte by byte so that tests can forge it.
std::string zip(const std::vector<std::pair<std::string, std::string>>& members);

/// A checkpoint around a netlist.
struct CheckpointSpec {
  int version = 11;
  std::string product = "Vivado v2018.3 (64-bit)", build = "2405991", part = "xcvu3p-ffvc1517-2-i",
              top = "core";
  std::string netlist = edif();
  std::string xdc = "create_clock -period 2.850 -name clk [get_ports clk]\n";
  std::string late_xdc;
  bool routed = false;
  std::string mod_time = "1550195455";
  std::vector<std::pair<std::string, std::string>> more;  ///< further members: type, name
};
std::string checkpoint(const CheckpointSpec& spec = {});

/// Module metadata with one pblock, one clock, `clk`, `d[1:0]` in and `q` out.
std::string metadata(bool implicit = false);

}  // namespace sealring::rapidwright_bridge::testing

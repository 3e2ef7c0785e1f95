// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
//
// Structural Verilog of growing size, generated here (flat gates as place and route writes them, and a hierarchy with
// buses), read from memory into the whole model; then the same file by yosys (read_verilog alone) in the same run.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/netlist/check.h"
#include "core/netlist/resolve.h"
#include "core/netlist/verilog.h"
#include "core/process/process.h"

namespace {

namespace core = sealring::core;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// `cells` gates in one module: one wire each, connections by name, one in sixteen names escaped.
std::string flat_netlist(std::size_t cells) {
  std::string out =
      "module top (clk,\n    in,\n    out);\n input clk;\n input [31:0] in;\n output [31:0] "
      "out;\n\n";
  out.reserve(cells * 120);
  const auto net = [&](std::size_t i) {
    return i % 16 == 0 ? "\\core/stage_" + std::to_string(i % 64) + "/q[" + std::to_string(i) + "] "
                       : "_" + std::to_string(100000 + i) + "_";
  };
  for (std::size_t i = 0; i < cells; ++i) out += " wire " + net(i) + ";\n";
  out += "\n";
  for (std::size_t i = 0; i < cells; ++i) {
    const std::size_t a = i < 7 ? i : i - 7;
    const std::size_t b = (i * 2654435761U) % (i + 1);
    if (i % 4 == 0) {
      out += " sky130_fd_sc_hd__dfxtp_1 _" + std::to_string(500000 + i) + "_ (.CLK(clk),\n    .D(" +
             net(a) + "),\n    .Q(" + net(i) + "));\n";
    } else {
      out += " sky130_fd_sc_hd__nand2_1 _" + std::to_string(500000 + i) + "_ (.A(" + net(a) +
             "),\n    .B(" + net(b) + "),\n    .Y(" + net(i) + "));\n";
    }
  }
  return out + "endmodule\n";
}

/// `blocks` modules of 200 instances with buses, concatenations and assigns, all used by one top.
std::string hierarchy_netlist(std::size_t blocks) {
  std::string out;
  for (std::size_t m = 0; m < blocks; ++m) {
    const std::string id = std::to_string(m);
    out +=
        "module block_" + id + " (input clk, input [63:0] d, output [63:0] q);\n  wire [63:0] n;\n";
    for (int i = 0; i < 200; ++i) {
      const std::string bit = std::to_string(i % 60);
      out += "  REG4 u_reg_" + std::to_string(i) + " (.clk(clk), .d({d[" +
             std::to_string(i % 60 + 3) + ":" + bit + "]}), .q({n[" + bit + "], 2'b0x, q[" + bit +
             "]}));\n";
    }
    out += "  assign q[63:60] = {n[3:1], n[0]};\nendmodule\n";
  }
  out += "module top (input clk, input [63:0] d);\n";
  for (std::size_t m = 0; m < blocks; ++m) {
    const std::string id = std::to_string(m);
    out += "  block_" + id + " u_" + id + " (.clk(clk), .d(d), .q());\n";
  }
  return out + "endmodule\n";
}

/// Seconds yosys needs to read the file, its start taken off; negative when it did not.
double yosys_seconds(const std::filesystem::path& path) {
  core::SystemProcessRunner runner;
  const auto run = [&](const std::string& script) {
    const auto start = Clock::now();
    const auto result =
        runner.run({.argv = {"yosys", "-q", "-p", script}, .time_limit = std::chrono::minutes(9)});
    const bool good =
        result && result->end == core::ProcessResult::End::kExited && result->exit_code == 0;
    return good ? seconds_since(start) : -1.0;
  };
  const double idle = run("");
  const double busy = run("read_verilog -noblackbox " + path.string());
  return idle < 0 || busy < 0 ? -1.0 : busy - idle;
}

void measure(const char* kind, const std::string& text, bool with_yosys) {
  const double megabytes = static_cast<double>(text.size()) / 1e6;
  const core::InputFile file{.name = "t.v", .text = text};
  double best = 1e9;
  double check = 0;
  double look_up = 0;
  std::size_t bytes = 0;
  std::size_t instances = 0;
  for (int round = 0; round < 3; ++round) {
    core::Netlist netlist;
    core::CollectingSink sink;
    auto start = Clock::now();
    if (!core::read_verilog(file, {}, netlist, sink)) std::printf("NOT READ\n");
    best = std::min(best, seconds_since(start));
    start = Clock::now();
    instances = core::check_netlist(netlist, sink).instances;
    check = seconds_since(start);
    bytes = netlist.bytes();
    const core::Module& top = *netlist.find("top");
    start = Clock::now();
    constexpr std::size_t kLookUps = 20000;
    std::size_t found = 0;
    for (std::size_t i = 0; i < kLookUps; ++i) {
      const core::Instance& instance = top.instances[(i * 7919) % top.instances.size()];
      found +=
          core::resolve(netlist, top, std::string(netlist.text(instance.name)) + "/clk") ? 1U : 0U;
      found += core::resolve(netlist, top, netlist.text(instance.name)) ? 1U : 0U;
    }
    look_up = seconds_since(start) / (2.0 * kLookUps);
    if (found < kLookUps) std::printf("NOT FOUND\n");
  }
  std::printf("%-10s %9zu %8.1f %8.2f %8.1f %9.0f %7.2f %9.2f %9.2f", kind, instances, megabytes,
              best, megabytes / best, static_cast<double>(bytes) / 1e6,
              static_cast<double>(bytes) / static_cast<double>(text.size()), check, look_up * 1e6);
  if (with_yosys) {
    const auto path = std::filesystem::temp_directory_path() /
                      ("sealring-bench-" + std::to_string(::getpid()) + ".v");
    std::ofstream(path, std::ios::binary) << text;
    const double theirs = yosys_seconds(path);
    std::filesystem::remove(path);
    std::printf(" %9.2f %8.1f", theirs, theirs / best);
  }
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main() {
  std::printf("%-10s %9s %8s %8s %8s %9s %7s %9s %9s %9s %8s\n", "netlist", "instances", "MB",
              "read s", "MB/s", "model MB", "x text", "check s", "us/name", "yosys s", "ratio");
  for (const std::size_t cells : {std::size_t{10000}, std::size_t{100000}, std::size_t{1000000}}) {
    measure("flat", flat_netlist(cells), cells <= 100000);
  }
  for (const std::size_t blocks : {std::size_t{50}, std::size_t{500}, std::size_t{5000}}) {
    measure("hierarchy", hierarchy_netlist(blocks), blocks <= 500);
  }
  return 0;
}

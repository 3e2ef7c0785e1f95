// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
//
// Generation of constraints for chips of growing size (instances of one IP with 40 clocks, a table for each tenth), each
// in a process of its own so that memory is told apart; then the proof in OpenSTA at three sizes; then 16,000 multicycle
// exceptions read by OpenSTA as one list and as one command each, in the same run.
//   bench_sdc            all three
//   bench_sdc generate|proof|exceptions
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/process/process.h"
#include "sdcgen/emit/entry_writer.h"
#include "sdcgen/generate.h"

namespace {

namespace core = sealring::core;
namespace sdcgen = sealring::sdcgen;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int kClocksPerIp = 40;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void write(const fs::path& path, const std::string& text) {
  std::ofstream stream(path, std::ios::binary);
  stream << text;
}

/// A chip of `instances` times an IP whose 40 clocks stand on buffers, each with one register of its own.
void write_chip(const fs::path& folder, int instances) {
  fs::create_directories(folder);
  std::string spec =
      "schema: sealring.ip/1\nip: phy\ndocument: {id: P, revision: \"1\"}\nmodes: [run]\nclocks:\n";
  std::string ports;
  std::string body;
  for (int c = 0; c < kClocksPerIp; ++c) {
    const std::string n = std::to_string(c);
    const bool generated = c % 4 == 3;
    spec += "  - {name: c" + n + ", kind: " +
            (generated ? "generated, master: c" + std::to_string(c - 1) + ", divide_by: 2, pin: v" +
                             n + "/Q"
                       : "primary, pin: b" + n + "/Z") +
            ", modes: {run: {min: 100 ps, max: 100 ns}}, cite: {section: \"4." + n + "\"}}\n";
    ports += (c == 0 ? "" : ", ") + ("i" + n);
    body += "  input i" + n + ";\n  wire w" + n + ", q" + n + ";\n";
    if (generated) {
      body += "  EX_DFF v" + n + " (.D(q" + n + "), .CK(w" + std::to_string(c - 1) + "), .Q(w" + n +
              "));\n";
    } else {
      body += "  EX_BUF b" + n + " (.A(i" + n + "), .Z(w" + n + "));\n";
    }
    body += "  EX_DFF r" + n + " (.D(q" + std::to_string(c == 0 ? 0 : c - 1) + "), .CK(w" + n +
            "), .Q(q" + n + "));\n";
  }
  write(folder / "phy.yaml", spec);
  std::string netlist =
      "module phy (" + ports + ");\n" + body + "endmodule\nmodule chip (a);\n  input a;\n";
  std::string config =
      "schema: sealring.design/1\ntop: chip\nnetlists: [chip.v]\ncorners:\n  tt: {liberty: ['" +
      std::string(SEALRING_SOURCE_DIR) + "/examples/serdes56g/lib/cells_ns.lib']}\ninstances:\n";
  for (int i = 0; i < instances; ++i) {
    const std::string n = std::to_string(i);
    netlist += "  phy u" + n + " (";
    for (int c = 0; c < kClocksPerIp; ++c)
      netlist += (c == 0 ? ".i" : ", .i") + std::to_string(c) + "(a)";
    netlist += ");\n";
    config += "  - {name: p" + n + ", ip: phy.yaml, path: u" + n + ", mode: run, table: t" +
              std::to_string(i % 10) + ".csv}\n";
  }
  write(folder / "chip.v", netlist + "endmodule\n");
  write(folder / "chip.yaml", config);
  for (int t = 0; t < 10; ++t) {
    std::string table = "clock,period_ps,setup_uncertainty_ps,hold_uncertainty_ps\n";
    for (int c = 0; c < kClocksPerIp; ++c)
      table += "c" + std::to_string(c) + "," +
               (c % 4 == 3 ? "derived" : std::to_string(1000 + 10 * t + c)) + ",50,20\n";
    write(folder / ("t" + std::to_string(t) + ".csv"), table);
  }
}

/// Runs `work` in a child; wall seconds and peak memory of it and of what it started.
template <class Work>
std::pair<double, double> in_child(Work&& work) {
  const auto start = Clock::now();
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work() ? 0 : 1);
  int status = 0;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) std::printf("FAILED\n");
  return {seconds_since(start), static_cast<double>(usage.ru_maxrss) / 1024};
}

bool generate(const fs::path& folder, sdcgen::ProofMode prove, int expected) {
  sdcgen::GenerateOptions options;
  options.config = folder / "chip.yaml";
  options.out_dir = folder / "out";
  options.prove = prove;
  options.sta = core::find_tool("sta").value_or("").string();
  core::SystemProcessRunner runner;
  core::CollectingSink sink;
  const auto result = sdcgen::generate(core::InputReader(folder), options, runner, sink);
  if (!result || !result->written || result->views.size() != 1) {
    for (const auto& finding : sink.findings) {
      if (finding.severity == core::Severity::kError) std::printf("%s\n", finding.message.c_str());
    }
    return false;
  }
  const bool proved = prove == sdcgen::ProofMode::kNever ||
                      result->views[0].proof.status == sdcgen::ProofStatus::kProved;
  if (!proved)
    std::printf("proof: %s\n", std::string(to_string(result->views[0].proof.status)).c_str());
  return proved && result->views[0].emitted == static_cast<std::uint64_t>(expected);
}

void bench_generate(const fs::path& folder) {
  std::printf("generation (no proof)\n| clocks | s | us per clock | MB |\n|---|---|---|---|\n");
  for (const int instances : {1000, 10000}) {
    write_chip(folder, instances);
    const int clocks = instances * kClocksPerIp;
    const auto [seconds, megabytes] =
        in_child([&] { return generate(folder, sdcgen::ProofMode::kNever, clocks); });
    std::printf("| %d | %.2f | %.1f | %.0f |\n", clocks, seconds, seconds / clocks * 1e6,
                megabytes);
    std::fflush(stdout);
    fs::remove_all(folder);
  }
}

void bench_proof(const fs::path& folder) {
  std::printf(
      "\ngeneration and proof (peak memory of the largest process)\n| instances | clocks | s | MB "
      "|\n|---|---|---|---|\n");
  for (const int instances : {25, 100, 250}) {
    write_chip(folder, instances);
    const int clocks = instances * kClocksPerIp;
    const auto [seconds, megabytes] =
        in_child([&] { return generate(folder, sdcgen::ProofMode::kRequire, clocks); });
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    std::printf("| %d | %d | %.1f | %.0f |\n", instances, clocks, seconds,
                std::max(megabytes, static_cast<double>(usage.ru_maxrss) / 1024));
    std::fflush(stdout);
    fs::remove_all(folder);
  }
}

/// A module of `count` registers, and multicycle exceptions to each as one list or one by one.
void bench_exceptions(const fs::path& folder) {
  constexpr int kCount = 16000;
  fs::create_directories(folder);
  std::string netlist = "module chip (a, d);\n  input a, d;\n";
  std::vector<sdcgen::SelectedObject> ends;
  std::string single;
  for (int i = 0; i < kCount; ++i) {
    const std::string n = std::to_string(i);
    netlist += "  wire q" + n + ";\n  EX_DFF r" + n + " (.D(d), .CK(a), .Q(q" + n + "));\n";
    ends.push_back({.kind = sdcgen::ObjectPattern::Kind::kPin, .path = "r" + n + "/D"});
    single += "set_multicycle_path 2 -setup -end -to [get_pins {r" + n +
              "/D}]\nset_multicycle_path 1 -hold -end -to [get_pins {r" + n + "/D}]\n";
  }
  write(folder / "chip.v", netlist + "endmodule\n");
  const std::string list = sdcgen::query_of(ends);
  write(folder / "merged.sdc",
        "create_clock -name a -period 5 [get_ports a]\n"
        "set_multicycle_path 2 -setup -end -to " +
            list + "\nset_multicycle_path 1 -hold -end -to " + list + "\n");
  write(folder / "single.sdc", "create_clock -name a -period 5 [get_ports a]\n" + single);
  std::printf(
      "\n16,000 multicycle exceptions, setup with hold as generated, read by sta\n| form | "
      "read_sdc s |\n|---|---|\n");
  double seconds[2] = {0, 0};
  int at = 0;
  for (const char* form : {"merged", "single"}) {
    write(folder / "run.tcl",
          "read_liberty " + std::string(SEALRING_SOURCE_DIR) +
              "/examples/serdes56g/lib/cells_ns.lib\nread_verilog chip.v\nlink_design chip\nset t "
              "[clock milliseconds]\nread_sdc " +
              std::string(form) + ".sdc\nputs \"took [expr {[clock milliseconds] - $t}]\"\n");
    core::ProcessSpec spec;
    spec.argv = {core::find_tool("sta").value_or("sta").string(), "-no_init", "-no_splash", "-exit",
                 "run.tcl"};
    spec.directory = folder;
    core::SystemProcessRunner runner;
    const auto result = runner.run(spec);
    const std::size_t took = result ? result->standard_output.find("took ") : std::string::npos;
    seconds[at] = took == std::string::npos
                      ? -1
                      : std::atof(result->standard_output.c_str() + took + 5) / 1000;
    std::printf("| %s | %.2f |\n", form, seconds[at++]);
  }
  std::printf("ratio single / merged: %.0f\n", seconds[1] / seconds[0]);
  fs::remove_all(folder);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  const fs::path folder =
      fs::temp_directory_path() / ("sealring-bench-sdc-" + std::to_string(::getpid()));
  if (what.empty() || what == "generate") bench_generate(folder);
  if (what.empty() || what == "proof") bench_proof(folder);
  if (what.empty() || what == "exceptions") bench_exceptions(folder);
  return 0;
}

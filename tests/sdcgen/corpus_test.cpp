// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/process/process.h"
#include "sdcgen/generate.h"
#include "sdcgen/import.h"
#include "sdcgen/readers/ip_spec.h"
#include "tests/sdcgen/rich_soc.h"
#include "tests/support/scratch.h"

namespace sealring::testing {
namespace {

using sdcgen::ProofStatus;

std::filesystem::path corpus(const std::string& name) {
  return std::filesystem::path(std::getenv("SEALRING_CORPUS")) / "sdc" / name;
}

/// A design nobody here wrote, with a clock table written by the test.
struct RealDesign {
  const char* name;
  const char* top;
  const char* netlist;
  const char* liberty;
  const char* spec;  ///< list of clocks
  const char* table;
  const char* first_command;
  std::size_t active;
};

class RealNetlist : public ::testing::TestWithParam<RealDesign> {};

TEST_P(RealNetlist, IsProvedAndAFaultIsFound) {
  const RealDesign& design = GetParam();
  Scratch folder;
  folder.write("ip.yaml", std::string("schema: sealring.ip/1\nip: chip\ndocument: {id: D, "
                                      "revision: \"1\"}\nmodes: [run]\nclocks:\n") +
                              design.spec);
  folder.write("clocks.csv", design.table);
  folder.write("chip.yaml", std::string("schema: sealring.design/1\ntop: ") + design.top +
                                "\nnetlists: ['" + corpus(design.netlist).string() +
                                "']\ncorners:\n  c: {liberty: ['" +
                                corpus(design.liberty).string() +
                                "']}\ninstances:\n  - {name: chip, ip: ip.yaml, path: ., mode: "
                                "run, table: clocks.csv}\n");
  sdcgen::GenerateOptions options;
  options.config = folder / "chip.yaml";
  options.out_dir = folder / "out";
  options.prove = sdcgen::ProofMode::kRequire;
  options.sta = core::find_tool("sta").value_or("").string();
  core::SystemProcessRunner runner;
  core::CollectingSink sink;
  const core::InputReader reader(folder.path());
  const auto result = sdcgen::generate(reader, options, runner, sink);
  ASSERT_TRUE(result.has_value());
  ASSERT_EQ(result->views.size(), 1U) << brief(sink.findings);
  EXPECT_EQ(result->views[0].proof.status, ProofStatus::kProved) << brief(sink.findings);
  EXPECT_EQ(result->views[0].active, design.active);
  const std::string name = std::string("out/") + design.top + ".func.signoff.c.sdc";
  const std::string sdc = read_bytes(folder / name);
  EXPECT_THAT(sdc, ::testing::HasSubstr(design.first_command));
  // A clock that no table has makes the same file fail.
  folder.write(name, sdc + "create_clock -name stray -period 3\n");
  sdcgen::CheckOptions check;
  check.config = options.config;
  check.files = {folder / name};
  check.sta = options.sta;
  core::CollectingSink faults;
  const auto checked = sdcgen::check_sdc(reader, check, runner, faults);
  ASSERT_TRUE(checked.has_value());
  EXPECT_EQ(checked->views.at(0).proof.status, ProofStatus::kFailed);
  EXPECT_THAT(checked->views.at(0).proof.clocks_unexpected, ::testing::ElementsAre("stray"));
}

constexpr RealDesign kDesigns[] = {
    {"gcd_sky130hd", "gcd", "OpenSTA/examples__gcd_sky130hd.v",
     "OpenSTA/examples__sky130hd_tt.lib.gz",
     "  - {name: clk, kind: primary, port: clk, modes: {run: {min: 1 ns, max: 20 ns}}}\n",
     "clock,period_ps,setup_uncertainty_ps\nclk,5000,100\n",
     "create_clock -name {chip_clk} -period 5 [get_ports {clk}]\n", 1},
    {"example1_nangate45", "top", "OpenSTA/examples__example1.v",
     "OpenSTA/examples__nangate45_typ.lib.gz",
     "  - {name: a, kind: primary, port: clk1}\n  - {name: b, kind: primary, port: clk2}\n  - "
     "{name: c, kind: primary, port: clk3}\n"
     "  - {name: div, kind: generated, master: a, pin: r1/Q, divide_by: 2}\n",
     "clock,period_ns\na,10\nb,8\nc,0\ndiv,20\n",
     "create_clock -name {chip_a} -period 10 [get_ports {clk1}]\n", 3},
    {"reg1_asap7", "top", "OpenSTA/examples__reg1_asap7.v",
     "OpenSTA/examples__asap7_small_ss.lib.gz",
     "  - {name: a, kind: primary, port: clk1}\n  - {name: b, kind: primary, port: clk2}\n  - "
     "{name: c, kind: primary, port: clk3}\n",
     "clock,period_ns\na,0.5\nb,0.5\nc,0.5\n",
     "create_clock -name {chip_a} -period 500 [get_ports {clk1}]\n", 3},
};

/// "set <name> <number>" of a Tcl file.
std::string number_of(const std::string& sdc, const std::string& name) {
  const std::size_t at = sdc.find("set " + name + " ");
  if (at == std::string::npos) return {};
  const std::size_t start = sdc.find_first_of("0123456789", at + name.size() + 4);
  return sdc.substr(start, sdc.find_first_not_of("0123456789.", start) - start);
}

TEST(OpenTitan, HandRoundedPeriodsHoldWithinAStatedToleranceAndNotWithoutOne) {
  // Frequencies of its clock table: main 100 MHz, io 96 MHz, usb 48 MHz, aon 200 kHz.
  const std::string file =
      read_bytes(corpus("opentitan/hw__top_earlgrey__syn__chip_earlgrey_asic.sdc"));
  RichSoc soc;
  soc.spec = R"(schema: sealring.ip/1
ip: chip
document: {id: clkmgr, revision: "1"}
modes: [fast]
clocks:
  - {name: main, kind: primary, port: "bus[0]", modes: {fast: {min: 10 ns, max: 10 ns}}}
  - {name: io, kind: primary, port: "bus[1]", modes: {fast: {min: 10 ns, max: 11 ns}}}
  - {name: usb, kind: primary, port: "bus[2]", modes: {fast: {min: 20 ns, max: 21 ns}}}
  - {name: aon, kind: primary, port: "bus[3]", modes: {fast: {min: 5 us, max: 5 us}}}
)";
  soc.table =
      "clock,period_ps\nmain,10000\nio,10416.6666666667\nusb,20833.3333333333\naon,5000000\n";
  soc.write();
  std::string sdc;
  for (const auto& [clock, name, bit] : {std::tuple{"main", "MAIN_TCK_TARGET_PERIOD", "0"},
                                         std::tuple{"io", "IO_TCK_TARGET_PERIOD", "1"},
                                         std::tuple{"usb", "USB_TCK_TARGET_PERIOD", "2"},
                                         std::tuple{"aon", "AON_TCK_TARGET_PERIOD", "3"}}) {
    const std::string period = number_of(file, name);
    ASSERT_FALSE(period.empty()) << name;
    sdc += std::string("create_clock -name phy0_") + clock + " -period " + period +
           " [get_pins {u_core/u_phy/bus[" + bit + "]}]\n";
  }
  soc.folder.write("hand.sdc", sdc);
  const auto check = [&](double tolerance) {
    sdcgen::CheckOptions given;
    given.config = soc.folder / "soc.yaml";
    given.files = {soc.folder / "hand.sdc"};
    given.sta = soc.options.sta;
    given.limits.period_tolerance = tolerance;
    core::CollectingSink sink;
    core::SystemProcessRunner runner;
    const auto result =
        sdcgen::check_sdc(core::InputReader(soc.folder.path()), given, runner, sink);
    soc.findings = std::move(sink.findings);
    return result->views.at(0).proof.status;
  };
  EXPECT_EQ(check(0.002), ProofStatus::kProved) << brief(soc.findings);
  EXPECT_EQ(check(1e-6), ProofStatus::kFailed);
  EXPECT_EQ(soc.codes()["SDC-0504"], 2);  // io 10.416 ns, usb 20.8 ns
  EXPECT_EQ(check(0.0001), ProofStatus::kFailed);
  EXPECT_THAT(soc.message("SDC-0504"), ::testing::HasSubstr("period of 'phy0_usb' is 20.8 ns"));
  EXPECT_THAT(soc.message("SDC-0504"), ::testing::HasSubstr("(tolerance 0.01 %)"));
}

TEST(Skeletons, EveryConstraintFileBecomesCandidatesThatCanBeReadBack) {
  Scratch folder;
  const core::InputReader reader(folder.path());
  std::size_t files = 0;
  std::size_t entries = 0;
  for (const auto& found : std::filesystem::recursive_directory_iterator(corpus(""))) {
    if (found.path().extension() != ".sdc" && found.path().extension() != ".xdc") continue;
    core::CollectingSink sink;
    const auto imported = sdcgen::import_skeleton(reader, {.file = found.path()}, sink);
    if (!imported) {
      EXPECT_THAT(brief(sink.findings), ::testing::HasSubstr("holds no command"));
      continue;
    }
    folder.write("ip.yaml",
                 "schema: sealring.ip/1\nip: phy\ndocument: {id: X, revision: \"1\"}\nmodes: "
                 "[on]\nclocks:\n  - {name: ref, kind: primary, port: ref}\n" +
                     imported->files.at(0).second);
    const auto document = sdcgen::read_ip_document(reader, folder / "ip.yaml", sink, {});
    const auto spec = document ? sdcgen::read_ip_spec(*document, {}, "phy0", sink) : std::nullopt;
    ASSERT_TRUE(spec.has_value()) << found.path() << "\n" << brief(sink.findings);
    EXPECT_THAT(brief(sink.findings), ::testing::IsEmpty()) << found.path();
    EXPECT_EQ(spec->entries.size(), imported->entries) << found.path();
    for (const sdcgen::EntrySpec& entry : spec->entries) EXPECT_TRUE(entry.origin.is_candidate());
    ++files;
    entries += imported->entries;
  }
  EXPECT_GE(files, 200U);
  EXPECT_GE(entries, 10'000U);
}

INSTANTIATE_TEST_SUITE_P(Each, RealNetlist, ::testing::ValuesIn(kDesigns),
                         [](const auto& given) { return std::string(given.param.name); });

}  // namespace
}  // namespace sealring::testing

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/library.h"

#include <gtest/gtest.h>

#include "rapidwright_bridge/add.h"
#include "rapidwright_bridge/fit.h"
#include "tests/rapidwright_bridge/support.h"
#include "tests/rapidwright_bridge/synthetic.h"

namespace sealring::rapidwright_bridge {
namespace {

namespace fs = std::filesystem;
using testing::has;
using testing::message_of;

class LibraryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("sealring_library_" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

  std::optional<ModuleRecord> prepare(ModuleFiles files) {
    findings_.clear();
    core::CollectingSink sink;
    core::ExecutionRecord record;
    auto out = prepare_module(core::InputReader(folder_), files, sink, record);
    findings_ = std::move(sink.findings);
    return out;
  }

  Library library() {
    auto opened = Library::open(folder_ / "modules.db", false);
    EXPECT_TRUE(opened) << opened.error().message;
    return std::move(*opened);
  }

  void write_run(const std::string& folder, const testing::TimingSpec& timing = {}) {
    write(folder + "/timing.rpt", testing::timing_summary(timing));
    write(folder + "/route.rpt", testing::route_status());
    write(folder + "/drc.rpt", testing::drc());
    write(folder + "/util.rpt", testing::utilization(115));
  }

  fs::path folder_;
  std::vector<core::Finding> findings_;
};

TEST_F(LibraryTest, same_content_is_one_circuit_and_other_content_another) {
  Library lib = library();
  auto first = prepare({.file = write("a.dcp", testing::checkpoint({.routed = true}))});
  ASSERT_TRUE(first);
  const auto added = lib.add(*first);
  ASSERT_TRUE(added);
  EXPECT_TRUE(added->new_circuit && added->new_implementation && added->new_artifact);
  // Written again at another time, under another instance name: the same circuit and implementation, one artifact more.
  auto again = prepare(
      {.file = write("b.dcp", testing::checkpoint(
                                  {.top = "core_1",
                                   .netlist = testing::edif(
                                       {.top = "core_1", .time_stamp = "2030 01 01 01 01 01"}),
                                   .routed = true,
                                   .mod_time = "1650195455"}))});
  ASSERT_TRUE(again);
  const auto second = lib.add(*again);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->circuit, added->circuit);
  EXPECT_EQ(second->implementation, added->implementation);
  EXPECT_FALSE(second->new_circuit || second->new_implementation);
  EXPECT_TRUE(second->new_artifact);
  // The same name with another memory mode is another circuit.
  auto other = prepare(
      {.file = write(
           "c.dcp", testing::checkpoint(
                        {.netlist = testing::edif({.bram_mode = "READ_FIRST"}), .routed = true}))});
  ASSERT_TRUE(other);
  const auto third = lib.add(*other);
  ASSERT_TRUE(third);
  EXPECT_NE(third->circuit, added->circuit);
  EXPECT_EQ(third->same_name, (std::vector<std::string>{added->circuit}));
  const auto rows = lib.list();
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->size(), 2U);
  const auto detail = lib.show(added->circuit);
  ASSERT_TRUE(detail && *detail);
  EXPECT_EQ((*detail)->names, (std::vector<std::string>{"core", "core_1"}));
  ASSERT_EQ((*detail)->implementations.size(), 1U);
  EXPECT_EQ((*detail)->implementations[0].artifacts.size(), 2U);
  EXPECT_EQ((*detail)->ports.size(), 3U);
  EXPECT_GE((*detail)->history.size(), 3U);
}

TEST_F(LibraryTest, names_and_digest_prefixes_are_found) {
  Library lib = library();
  const auto added = lib.add(*prepare({.file = write("a.edf", testing::edif())}));
  ASSERT_TRUE(added);
  EXPECT_EQ(lib.find("core")->size(), 1U);
  EXPECT_EQ(lib.find(added->circuit.substr(0, 8))->size(), 1U);
  EXPECT_EQ(lib.find(added->circuit)->size(), 1U);
  EXPECT_TRUE(lib.find(added->circuit.substr(0, 7))->empty());
  EXPECT_TRUE(lib.find("cor")->empty());
  EXPECT_TRUE(lib.find("ffffffffffffffff")->empty());
}

TEST_F(LibraryTest, evidence_decides_the_outcome) {
  write_run("good");
  write_run("bad", {.wns = "-0.310",
                    .tns = "-1",
                    .setup_failing = "4",
                    .claim = "Timing constraints are not met."});
  const fs::path dcp = write("a.dcp", testing::checkpoint({.routed = true}));
  auto good = prepare({.file = dcp, .reports = folder_ / "good"});
  ASSERT_TRUE(good);
  EXPECT_EQ(good->outcome, "passed");
  auto bad = prepare({.file = dcp, .reports = folder_ / "bad"});
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->outcome, "failed");
  EXPECT_NE(bad->note.find("RWB-0101"), std::string::npos);
  fs::remove(folder_ / "good/route.rpt");
  EXPECT_EQ(prepare({.file = dcp, .reports = folder_ / "good"})->outcome, "inconclusive");
  EXPECT_EQ(prepare({.file = dcp})->outcome, "unchecked");
}

TEST_F(LibraryTest, adding_again_without_evidence_keeps_the_outcome) {
  Library lib = library();
  write_run("good");
  const fs::path edf = write("a.edf", testing::edif());
  const std::string part = "xcvu3p-ffvc1517-2-i";
  const std::string pblock = "SLICE_X0Y0:SLICE_X3Y4";
  const auto first =
      lib.add(*prepare({.file = edf, .reports = folder_ / "good", .part = part, .pblock = pblock}));
  ASSERT_TRUE(first);
  const auto again = lib.add(*prepare({.file = edf, .part = part, .pblock = pblock}));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->implementation, first->implementation);
  const auto outcome = [&] {
    const auto detail = lib.show(first->circuit);
    return detail && *detail && (*detail)->implementations.size() == 1
               ? (*detail)->implementations[0].outcome
               : std::string("nothing");
  };
  EXPECT_EQ(outcome(), "passed");
  ASSERT_TRUE(lib.add(*prepare({.file = edf, .part = part, .pblock = pblock, .failed = "place"})));
  EXPECT_EQ(outcome(), "failed");
}

TEST_F(LibraryTest, failed_shapes_are_kept_and_the_floor_is_told) {
  Library lib = library();
  write_run("good");
  const fs::path edf = write("a.edf", testing::edif());
  const std::string part = "xcvu3p-ffvc1517-2-i";
  ASSERT_TRUE(lib.add(*prepare({.file = edf,
                                .part = part,
                                .pblock = "SLICE_X0Y0:SLICE_X2Y4",
                                .failed = "place: 115 LUT in 120 places"})));
  const auto passed = lib.add(*prepare(
      {.file = edf, .reports = folder_ / "good", .part = part, .pblock = "SLICE_X0Y0:SLICE_X3Y4"}));
  ASSERT_TRUE(passed);
  const auto failed = lib.failed_shapes(passed->circuit, "xcvu3p");
  ASSERT_TRUE(failed);
  ASSERT_EQ(failed->size(), 1U);
  EXPECT_EQ((*failed)[0].first, "SLICE_X0Y0:SLICE_X2Y4");
  const auto detail = lib.show(passed->circuit);
  ASSERT_TRUE(detail && *detail);
  const auto floor = slice_floor(**detail);
  ASSERT_TRUE(floor);
  EXPECT_EQ(floor->slices, 15);
  EXPECT_EQ(floor_text(*floor), "115 LUTs need at least 15 slices; 3 x 5 failed; 4 x 5 fits");
  core::CollectingSink sink;
  check_fit(**detail, {.pblock = "SLICE_X0Y0:SLICE_X2Y4"}, sink);
  EXPECT_TRUE(has(sink.findings, "RWB-0310"));
}

TEST_F(LibraryTest, uses_versions_and_parts) {
  Library lib = library();
  const auto added =
      lib.add(*prepare({.file = write("a.dcp", testing::checkpoint({.routed = true}))}));
  ASSERT_TRUE(added);
  ASSERT_TRUE(lib.use(added->implementation, "array", "1", 396));
  EXPECT_FALSE(lib.use("nothing", "array", "1", 1));
  const auto detail = lib.show(added->circuit);
  core::CollectingSink sink;
  check_fit(**detail, {.tool = "2017.4", .part = parse_part("xcvu3p-ffvc1517-1-i")}, sink);
  EXPECT_TRUE(has(sink.findings, "RWB-0304"));
  EXPECT_TRUE(has(sink.findings, "RWB-0118"));
  EXPECT_TRUE(has(sink.findings, "RWB-0306"));
  sink.findings.clear();
  ASSERT_TRUE(lib.use(added->implementation, "array", "2", 396));
  check_fit(**lib.show(added->circuit),
            {.tool = "2022.1", .part = parse_part("xcvu5p-ffvc1517-2-i")}, sink);
  EXPECT_TRUE(has(sink.findings, "RWB-0305"));
  EXPECT_TRUE(has(sink.findings, "RWB-0117"));
  EXPECT_FALSE(has(sink.findings, "RWB-0306"));
}

TEST_F(LibraryTest, what_cannot_be_identified_is_not_added) {
  EXPECT_FALSE(
      prepare({.file = write("v.dcp", testing::checkpoint({.netlist = "XlxV37EB    fa00"}))}));
  EXPECT_TRUE(has(findings_, "RWB-0308"));
  // With the companion beside it the same checkpoint is taken.
  write("v.edf", testing::edif());
  EXPECT_TRUE(prepare({.file = folder_ / "v.dcp"}));
  EXPECT_FALSE(prepare({.file = write("r.rpt", testing::drc())}));
  EXPECT_TRUE(has(findings_, "RWB-0001"));
  EXPECT_FALSE(prepare({.file = write("n.dcp", testing::checkpoint()), .target_tool = "2017.4"}));
  EXPECT_TRUE(has(findings_, "RWB-0304"));
  EXPECT_TRUE(prepare({.file = folder_ / "n.dcp", .target_tool = "2022.1"}));
  EXPECT_TRUE(has(findings_, "RWB-0305"));
}

TEST_F(LibraryTest, metadata_must_be_of_the_same_module) {
  const fs::path edf = write("a.edf", testing::edif());
  auto record = prepare({.file = edf, .metadata = write("m.txt", testing::metadata())});
  ASSERT_TRUE(record);
  EXPECT_EQ(record->implementation.pblock, "RAMB36_X1Y47:RAMB36_X1Y47 SLICE_X13Y235:SLICE_X16Y239");
  EXPECT_FALSE(prepare({.file = edf,
                        .metadata = write("m.txt", testing::replace_all(testing::metadata(),
                                                                        "name q\n", "name r\n"))}));
  EXPECT_TRUE(has(findings_, "RWB-0309"));
}

TEST_F(LibraryTest, a_file_that_is_no_library) {
  write("modules.db",
        "this is not a database, it is a text that is long enough to look like one\n");
  EXPECT_FALSE(Library::open(folder_ / "modules.db", false));
}

}  // namespace
}  // namespace sealring::rapidwright_bridge

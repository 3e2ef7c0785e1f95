// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// LEF and DEF of public projects, with KLayout as the judge of coordinates.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>

#include "core/lefdef/def.h"
#include "core/lefdef/lef.h"
#include "core/process/process.h"
#include "tests/support/scratch.h"

namespace sealring::core::lefdef {
namespace {

namespace fs = std::filesystem;

fs::path corpus() {
  const char* folder = std::getenv("SEALRING_CORPUS");
  return fs::path(folder == nullptr ? SEALRING_SOURCE_DIR "/../shared/data" : folder) /
         "stack/openroad";
}

std::optional<Def> def_at(const fs::path& path, CollectingSink& sink) {
  const InputReader reader(corpus());
  const auto file = reader.read(path, reader.limits().design, sink);
  return file ? read_def(*file, sink) : std::nullopt;
}

TEST(DefCorpus, EveryFileIsReadWithoutAProblem) {
  std::size_t files = 0;
  std::size_t components = 0;
  for (const auto& entry : fs::recursive_directory_iterator(corpus())) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".def") && !name.ends_with(".defok")) continue;
    CollectingSink sink;
    const auto def = def_at(entry.path(), sink);
    ASSERT_TRUE(def) << name;
    ++files;
    components += def->components.size();
    for (const Finding& finding : sink.findings) {
      EXPECT_LT(finding.severity, Severity::kError) << name << ": " << finding.message;
    }
  }
  EXPECT_GE(files, 10U);
  EXPECT_GT(components, 1000U);
}

TEST(DefCorpus, PowerGridGeometryIsKept) {
  CollectingSink sink;
  const auto def = def_at(corpus() / "die/gcd_pdn.def", sink);
  ASSERT_TRUE(def);
  std::size_t special_wires = 0;
  std::size_t special_vias = 0;
  for (const Net& net : def->nets) {
    if (!net.special) continue;
    special_wires += net.wires.count;
    special_vias += net.vias.count;
  }
  EXPECT_GT(special_wires, 20U);
  EXPECT_GT(special_vias, 20U);
}

TEST(LefCorpus, EveryFileIsRead) {
  std::size_t macros = 0;
  for (const auto& entry : fs::recursive_directory_iterator(corpus())) {
    if (entry.path().extension() != ".lef") continue;
    const InputReader reader(corpus());
    CollectingSink sink;
    Lef lef;
    const auto file = reader.read(entry.path(), reader.limits().design, sink);
    ASSERT_TRUE(file);
    EXPECT_TRUE(read_lef(*file, lef, sink))
        << entry.path() << (sink.findings.empty() ? "" : sink.findings[0].message);
    macros += lef.macros.size();
  }
  EXPECT_GT(macros, 140U);
}

/// Boxes per layer name of the top cell, flattened, from KLayout: "layer x1 y1 x2 y2" in database units.
std::string klayout_boxes(const fs::path& def, const std::vector<fs::path>& lefs) {
  testing::Scratch scratch;
  std::string list;
  for (const fs::path& lef : lefs) list += (list.empty() ? "'" : ", '") + lef.string() + "'";
  const auto script =
      scratch.write("boxes.py",
                    "import pya\n"
                    "opt = pya.LoadLayoutOptions()\n"
                    "c = pya.LEFDEFReaderConfiguration()\n"
                    "c.lef_files = [" +
                        list +
                        "]\nc.read_lef_with_def = False\nc.dbu = 0.0005\n"
                        "c.macro_resolution_mode = 1\n"
                        "opt.lefdef_config = c\n"
                        "ly = pya.Layout()\n"
                        "ly.read('" +
                        def.string() +
                        "', opt)\n"
                        "for inst in ly.top_cell().each_inst():\n"
                        "    print(inst.cell.name, inst.bbox().left, inst.bbox().bottom, "
                        "inst.bbox().right, inst.bbox().top)\n");
  SystemProcessRunner runner;
  ProcessSpec spec;
  spec.argv = {"klayout", "-b", "-r", script.string()};
  spec.environment = {{{"QT_QPA_PLATFORM", "offscreen"},
                       {"HOME", scratch.path().string()},
                       {"PATH", std::getenv("PATH")}}};
  const auto result = runner.run(spec);
  if (!result || result->exit_code != 0)
    return "klayout failed: " + (result ? result->standard_error : result.error().message);
  return result->standard_output;
}

TEST(DefCorpus, KLayoutAgreesOnThePlacesOfBumps) {
  ASSERT_TRUE(find_tool("klayout")) << "klayout is not installed";
  // A DEF of turned asymmetric macros, read by both.
  testing::Scratch scratch;
  const auto lef = scratch.write("m.lef",
                                 "VERSION 5.8 ;\nUNITS\n  DATABASE MICRONS 2000 ;\nEND "
                                 "UNITS\nLAYER M1\n  TYPE ROUTING ;\n  DIRECTION HORIZONTAL ;\n"
                                 "  PITCH 1 ;\n  WIDTH 0.5 ;\nEND M1\nMACRO ODD\n  CLASS BLOCK ;\n "
                                 " ORIGIN 1 2 ;\n  SIZE 4 BY 10 ;\n  PIN P\n    "
                                 "DIRECTION INOUT ;\n    PORT\n      LAYER M1 ;\n        RECT -1 "
                                 "-2 0.5 1 ;\n    END\n  END P\nEND ODD\nEND LIBRARY\n");
  std::string text =
      "VERSION 5.8 ;\nDESIGN t ;\nUNITS DISTANCE MICRONS 2000 ;\nDIEAREA ( 0 0 ) ( 400000 400000 ) "
      ";\nCOMPONENTS 8 ;\n";
  int i = 0;
  for (const char* orient : {"N", "W", "S", "E", "FN", "FW", "FS", "FE"}) {
    text += "- u" + std::to_string(i) + " ODD + PLACED ( " + std::to_string(40000 * i) + " " +
            std::to_string(1000 * i) + " ) " + orient + " ;\n";
    ++i;
  }
  const auto def_path = scratch.write("t.def", text + "END COMPONENTS\nEND DESIGN\n");
  const InputReader reader(scratch.path());
  CollectingSink sink;
  Lef lefs;
  ASSERT_TRUE(read_lef(*reader.read(lef, 1 << 20, sink), lefs, sink));
  const auto def = read_def(*reader.read(def_path, 1 << 20, sink), sink);
  ASSERT_TRUE(def);
  const std::string judge = klayout_boxes(def_path, {lef});
  std::multiset<std::string> theirs;
  std::istringstream lines(judge);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("ODD")) theirs.insert(line.substr(line.find(' ') + 1));
  }
  ASSERT_EQ(theirs.size(), 8U) << judge;
  const Macro& macro = *lefs.find_macro("ODD");
  std::multiset<std::string> outlines;
  for (const Component& component : def->components) {
    const Coord w = *to_dbu(macro.width, def->dbu_per_um);
    const Coord h = *to_dbu(macro.height, def->dbu_per_um);
    const Rect box = place(Rect{{0, 0}, {w, h}}, w, h, component.orient, component.at);
    outlines.insert(std::to_string(box.low.x) + " " + std::to_string(box.low.y) + " " +
                    std::to_string(box.high.x) + " " + std::to_string(box.high.y));
  }
  // KLayout draws the macro's outline on its own layer, so an instance's box is the turned SIZE box.
  EXPECT_EQ(outlines, theirs) << judge;
}

}  // namespace
}  // namespace sealring::core::lefdef

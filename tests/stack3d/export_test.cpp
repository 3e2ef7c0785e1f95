// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Translations, with yosys and KLayout as judges.
#include "stack3d/export.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/process/process.h"
#include "core/report/report.h"
#include "core/report/views.h"
#include "stack3d/scene.h"
#include "tests/stack3d/stack_generator.h"
#include "tests/stack3d/stack_support.h"

namespace sealring::stack3d {
namespace {

namespace fs = std::filesystem;
using test::check_stack;
using test::CheckedStack;
using test::TempFolder;

std::string run(const std::vector<std::string>& argv, const TempFolder& folder) {
  core::SystemProcessRunner runner;
  core::ProcessSpec spec;
  spec.argv = argv;
  const char* path = std::getenv("PATH");
  spec.environment = {{{"QT_QPA_PLATFORM", "offscreen"},
                       {"HOME", folder.path().string()},
                       {"PATH", path == nullptr ? "" : path}}};
  const auto result = runner.run(spec);
  if (!result) return "not started: " + result.error().message;
  return "exit " + std::to_string(result->exit_code) + "\n" + result->standard_output +
         result->standard_error;
}

CheckedStack generated(const TempFolder& folder, const test::GenStack& stack) {
  return check_stack(test::write_stack(stack, folder.path()), folder / "rules.yaml");
}

TEST(ExportNetlist, YosysReadsItAndCountsTheSameNets) {
  ASSERT_TRUE(core::find_tool("yosys")) << "yosys is not installed";
  const TempFolder folder;
  const CheckedStack result = generated(folder, test::two_dies({.signals = 70}));
  ASSERT_TRUE(result.findings.empty()) << result.all();
  const Exported out = export_netlist(*result.stack);
  folder.write("system.v", out.text);
  const std::string log =
      run({"yosys", "-q", "-p",
           "read_verilog " + (folder / "system.v").string() +
               "; hierarchy -check -top top; write_json " + (folder / "system.json").string()},
          folder);
  ASSERT_TRUE(log.starts_with("exit 0")) << log;
  const auto json = nlohmann::json::parse(folder.read("system.json"));
  const auto& top = json["modules"]["top"];
  // Every named net is one bit of the top module, and every connection one bit of a cell.
  std::set<int> bits;
  std::size_t connections = 0;
  for (const auto& [name, cell] : top["cells"].items()) {
    for (const auto& [port, wires] : cell["connections"].items()) {
      connections += wires.size();
      for (const auto& bit : wires) bits.insert(bit.get<int>());
    }
  }
  EXPECT_EQ(top["cells"].size(), 4U);
  EXPECT_EQ(bits.size(), out.nets);
  EXPECT_EQ(connections, out.connections);
  EXPECT_EQ(result.checked("nets"), out.nets);
  EXPECT_EQ(count_nets(*result.stack).nets, out.nets);
  // Which ports share a net, by yosys, is which nodes share a net here.
  for (NodeId node = 0; node < result.stack->node_net.size(); ++node) {
    const TierId tier = result.stack->tier_of_node(node);
    const std::string port(result.stack->names.text(result.stack->node(node).name));
    const auto& wires = top["cells"][result.stack->tiers[tier].path]["connections"][port];
    ASSERT_EQ(wires.size(), 1U) << port;
    const NodeId first =
        result.stack->net_members[result.stack->nets[result.stack->node_net[node]].first_member];
    const TierId other = result.stack->tier_of_node(first);
    const std::string other_port(result.stack->names.text(result.stack->node(first).name));
    EXPECT_EQ(wires[0], top["cells"][result.stack->tiers[other].path]["connections"][other_port][0])
        << port;
  }
}

TEST(ExportNetlist, ItsOwnNetlistIsTheIntendedOne) {
  // Used as the intended netlist, the extracted one has nothing to complain about.
  const TempFolder folder;
  test::GenStack stack = test::interposer_system({.signals = 80});
  const auto file = test::write_stack(stack, folder.path());
  const CheckedStack before = check_stack(file);
  folder.write("top.v", export_netlist(*before.stack).text);
  const CheckedStack after = check_stack(file);
  EXPECT_TRUE(after.findings.empty()) << after.all();
  EXPECT_EQ(after.checked("nets_compared"), before.checked("nets"));
}

TEST(ExportNetlist, case_stack3d_d19) {
  // Bumps of nested dies are in the netlist: the whole hierarchy, by path.
  const TempFolder folder;
  const CheckedStack result = generated(folder, test::hierarchical({.signals = 40}));
  const Exported out = export_netlist(*result.stack);
  EXPECT_NE(out.text.find("\\u_pair/u_hi "), std::string::npos);
  EXPECT_EQ(out.nets, result.checked("nets"));
  std::size_t named = 0;
  for (const Chiplet& chiplet : result.stack->chiplets) named += chiplet.nodes.size();
  EXPECT_EQ(out.connections, named);
}

TEST(ExportJson, HoldsEverythingAndIsDeterministic) {
  const TempFolder folder;
  const CheckedStack result = generated(folder, test::two_dies({.signals = 20}));
  const Exported out = export_json(*result.stack);
  EXPECT_EQ(out.text, export_json(*result.stack).text);
  const auto json = nlohmann::json::parse(out.text);
  EXPECT_EQ(json["counts"]["nets"], json["nets"].size());
  EXPECT_EQ(json["counts"]["dies"], 4);
  std::size_t bonds = 0;
  for (const auto& face : json["interfaces"]) bonds += face["bonds"].size();
  EXPECT_EQ(json["counts"]["bonds"], bonds);
}

/// The model without what names files: it must survive a round trip.
std::string core_of(const Stack& stack) {
  auto json = nlohmann::json::parse(export_json(stack).text);
  for (auto& chiplet : json["chiplets"]) chiplet.erase("layout");
  return json.dump();
}

TEST(ExportCounts, TheReadBackCountsAreThoseOfTheStack) {
  const TempFolder folder;
  for (const test::GenStack& stack :
       {test::two_dies({.signals = 30}), test::hierarchical({.signals = 30})}) {
    const CheckedStack result = generated(folder, stack);
    const Exported before = count_nets(*result.stack);
    EXPECT_GT(before.nets, 30U);
    const std::string text = export_netlist(*result.stack).text;
    for (const auto& after :
         {count_netlist(text, result.stack->design), count_json(export_json(*result.stack).text)}) {
      ASSERT_TRUE(after);
      EXPECT_EQ(after->nets, before.nets);
      EXPECT_EQ(after->connections, before.connections);
    }
    // A lost connection is not overlooked.
    const std::size_t at = text.find("\n    .");
    const auto lost = count_netlist(std::string(text).erase(at, text.find(",\n", at) + 1 - at),
                                    result.stack->design);
    ASSERT_TRUE(lost);
    EXPECT_EQ(lost->connections + 1, before.connections);
  }
}

TEST(Export3dbx, case_stack3d_c8) {
  // Write, read, write: identical, positions in exact decimals of the centre.
  const TempFolder folder;
  test::GenStack stack = test::two_dies({.signals = 33});
  stack.instance("u_upper").x += 1;  // half a nanometre off: a misaligned stack must survive too
  const CheckedStack first = generated(folder, stack);
  const auto write = [&](const Stack& one, const std::string& name) {
    std::string all;
    for (const auto& [file, text] : export_3dbx(one, folder / name)) {
      folder.write(name + "/" + file, text);
      all += file + "\n" + text;
    }
    return all;
  };
  const std::string once = write(*first.stack, "one");
  const CheckedStack again = check_stack(folder / "one/top.3dbx", folder / "rules.yaml");
  ASSERT_TRUE(again.stack) << again.all();
  EXPECT_EQ(core_of(*first.stack), core_of(*again.stack));
  EXPECT_EQ(once, write(*again.stack, "two"));
  EXPECT_EQ(count_nets(*first.stack).nets, count_nets(*again.stack).nets);
}

TEST(Export3dbx, HierarchyIsFlattenedWithTheSameNets) {
  const TempFolder folder;
  const CheckedStack first = generated(folder, test::hierarchical({.signals = 40}));
  for (const auto& [file, text] : export_3dbx(*first.stack, folder / "flat"))
    folder.write("flat/" + file, text);
  core::CollectingSink sink;
  const auto again = assemble(folder / "flat/top.3dbx", core::InputReader(folder.path()), {}, sink);
  ASSERT_TRUE(again);
  EXPECT_EQ(count_nets(*again).nets, count_nets(*first.stack).nets);
  EXPECT_EQ(again->bonds.size(), first.stack->bonds.size());
  EXPECT_EQ(again->tiers[0].path, "u_base");
}

/// A report of a stack with faults.
core::Report broken_report(const TempFolder& folder) {
  test::SmallStack small;
  small.b_map = "b1 UB 90 10 s2 s2\nb2 UB 80 10 s1 s1\nb3 UB 70.2 10 VSS VSS\nb4 UB 40 50 - -\n";
  CheckedStack result = check_stack(small.write(folder));
  core::Report report;
  report.verb = "stack check";
  report.status = core::RunStatus::kFindings;
  report.findings = result.findings;
  report.checked = result.outcome.checked;
  report.sections = result.outcome.sections;
  report.scene = make_scene(*result.stack, report.findings);
  return report;
}

std::string rendered(core::Renderer renderer, const core::Report& report) {
  std::ostringstream out;
  core::RenderContext context;
  context.version = "test";
  renderer(report, context, out);
  return out.str();
}

TEST(Databases, case_stack3d_f1) {
  // KLayout loads the database: categories with dots or dashes are quoted, every item is there.
  ASSERT_TRUE(core::find_tool("klayout")) << "klayout is not installed";
  const TempFolder folder;
  const core::Report report = broken_report(folder);
  ASSERT_GE(report.findings.size(), 3U);
  folder.write("all.lyrdb", rendered(core::render_lyrdb, report));
  const auto script = folder.write(
      "load.py", "import pya\nr = pya.ReportDatabase('')\nr.load('" +
                     (folder / "all.lyrdb").string() +
                     "')\nn = 0\nfor c in r.each_category():\n    print(c.name(), c.num_items())\n "
                     "   n += c.num_items()\n"
                     "print('items', n)\nfor c in r.each_cell():\n    print('cell', c.name())\n");
  const std::string log = run({"klayout", "-b", "-r", script.string()}, folder);
  ASSERT_TRUE(log.starts_with("exit 0")) << log;
  for (const core::Finding& finding : report.findings) {
    EXPECT_NE(log.find(std::string(finding.code->id)), std::string::npos) << log;
  }
  std::size_t drawn = 0;
  for (const core::SceneView& view : report.scene.views) {
    for (const core::SceneShape& shape : view.shapes) drawn += shape.fingerprint.empty() ? 0U : 1U;
  }
  std::set<std::string> with_place;
  for (const core::SceneView& view : report.scene.views) {
    for (const core::SceneShape& shape : view.shapes) with_place.insert(shape.fingerprint);
  }
  std::size_t unplaced = 0;
  for (const core::Finding& finding : report.findings)
    unplaced += with_place.contains(core::fingerprint(finding)) ? 0U : 1U;
  EXPECT_NE(log.find("items " + std::to_string(drawn + unplaced)), std::string::npos) << log;
  EXPECT_NE(log.find("cell interface_c"), std::string::npos) << log;
  EXPECT_NE(log.find("cell die_u_b"), std::string::npos) << log;
}

TEST(Databases, RveFormLoadsInKLayoutWithItsPolygons) {
  ASSERT_TRUE(core::find_tool("klayout")) << "klayout is not installed";
  const TempFolder folder;
  const core::Report whole = broken_report(folder);
  const core::SceneView* plan = nullptr;
  for (const core::SceneView& view : whole.scene.views) {
    if (view.name == "interface c") plan = &view;
  }
  ASSERT_NE(plan, nullptr);
  const core::Report report = core::report_of_view(whole, *plan);
  ASSERT_FALSE(report.findings.empty());
  folder.write("plane.db", rendered(core::render_rve, report));
  const auto script = folder.write(
      "load.py",
      "import pya\nr = pya.ReportDatabase('')\nr.load('" + (folder / "plane.db").string() +
          "')\nfor c in r.each_category():\n    print(c.name())\n    for i in c.each_item():\n     "
          "   for v in "
          "i.each_value():\n            if v.is_polygon(): print('polygon', v.polygon().bbox())\n");
  const std::string log = run({"klayout", "-b", "-r", script.string()}, folder);
  ASSERT_TRUE(log.starts_with("exit 0")) << log;
  for (const core::Finding& finding : report.findings) {
    if (!finding.where) continue;
    std::ostringstream box;
    box << "(" << finding.where->x_um - 0.5 << "," << finding.where->y_um - 0.5 << ";"
        << finding.where->x_um + 0.5 << "," << finding.where->y_um + 0.5 << ")";
    EXPECT_NE(log.find(box.str()), std::string::npos) << box.str() << "\n" << log;
  }
}

TEST(Databases, case_stack3d_f2) {
  // Only plain words as cell names.
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"interface a/b.c", "interface_a_b_c"}, {"9lives", "_9lives"}, {"", "_"}}) {
    EXPECT_EQ(core::plain_word(from), to);
  }
}

TEST(Databases, case_stack3d_f4) {
  // Markers in the .db are polygons, which no reader splits.
  const TempFolder folder;
  const std::string text = rendered(core::render_rve, broken_report(folder));
  EXPECT_NE(text.find("\np 1 4\n"), std::string::npos);
  EXPECT_EQ(text.find("\ne "), std::string::npos);
}

TEST(Databases, DieViewsAreInTheFrameOfTheDie) {
  const TempFolder folder;
  const core::Report report = broken_report(folder);
  for (const core::SceneView& view : report.scene.views) {
    if (view.name != "die u_b") continue;
    bool found = false;
    for (const core::SceneShape& shape : view.shapes) {
      // b3 stands at (70.2, 10) of its own map, whatever the placement.
      found = found || (!shape.fingerprint.empty() && std::abs(shape.points[0].x_um - 70.2) < 1e-9);
    }
    EXPECT_TRUE(found);
  }
}

TEST(Report, HtmlAndSvgAreSelfContained) {
  const TempFolder folder;
  const core::Report report = broken_report(folder);
  const std::string html = rendered(core::render_html, report);
  EXPECT_EQ(html.find("http://www.w3.org/2000/svg") == std::string::npos, false);
  EXPECT_EQ(html.find("src="), std::string::npos);
  EXPECT_EQ(html.find("href="), std::string::npos);
  EXPECT_NE(html.find("STK-0202"), std::string::npos);
  EXPECT_NE(html.find("cross-section"), std::string::npos);
  const std::string svg = rendered(core::render_svg, report);
  EXPECT_NE(svg.find("<title>STK-0302: bump"), std::string::npos);
  folder.write("a.svg", svg);
  if (core::find_tool("xmllint")) {
    const std::string log = run({"xmllint", "--noout", (folder / "a.svg").string()}, folder);
    EXPECT_TRUE(log.starts_with("exit 0")) << log;
  }
}

}  // namespace
}  // namespace sealring::stack3d

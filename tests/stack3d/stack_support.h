// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "stack3d/check.h"
#include "tests/support/scratch.h"

namespace sealring::test {

/// An empty folder whose files can be read back.
class TempFolder : public testing::Scratch {
 public:
  std::string read(const std::string& name) const { return testing::read_bytes(*this / name); }
};
using testing::replaced;

/// A stack read and checked, with its findings.
struct CheckedStack {
  std::optional<stack3d::Stack> stack;
  stack3d::Rules rules;
  stack3d::CheckOutcome outcome;
  std::vector<core::Finding> findings;

  std::size_t count(std::string_view code) const {
    return static_cast<std::size_t>(
        std::count_if(findings.begin(), findings.end(),
                      [&](const core::Finding& finding) { return finding.code->id == code; }));
  }
  bool has(std::string_view code) const { return count(code) > 0; }
  const core::Finding* find(std::string_view code, std::string_view part = {}) const {
    for (const core::Finding& finding : findings) {
      if (finding.code->id == code &&
          (finding.message + finding.object).find(part) != std::string::npos)
        return &finding;
    }
    return nullptr;
  }
  std::map<std::string, std::size_t> codes() const {
    std::map<std::string, std::size_t> result;
    for (const core::Finding& finding : findings) ++result[std::string(finding.code->id)];
    return result;
  }
  std::uint64_t checked(std::string_view what) const {
    for (const auto& [name, n] : outcome.checked) {
      if (name == what) return n;
    }
    return 0;
  }
  std::string all() const {
    std::string text;
    for (const core::Finding& finding : findings) {
      text += std::string(finding.code->id) + " " + core::to_string(finding.location) + ": " +
              finding.message + " {" + finding.object + "}\n";
    }
    return text;
  }
};

/// Reads (a project, or a description with an optional rules file beside it) and checks, like the command line does.
inline CheckedStack check_stack(const std::filesystem::path& file,
                                const std::optional<std::filesystem::path>& rules = {},
                                stack3d::Profile profile = stack3d::Profile::kFinal,
                                const std::vector<std::filesystem::path>& netlists = {},
                                std::optional<stack3d::Flip> flip = {}) {
  CheckedStack result;
  const core::InputReader reader(file.parent_path());
  core::CollectingSink sink;
  std::filesystem::path description = file;
  std::optional<stack3d::Project> project;
  std::optional<std::filesystem::path> rules_file = rules;
  if (file.extension() == ".yaml") {
    project = stack3d::read_project(file, reader, sink);
    if (project) {
      description = project->stack;
      if (project->rules && !rules_file) rules_file = project->rules->path;
    }
  }
  if (rules_file) result.rules = stack3d::read_rules(*rules_file, reader, {}, sink);
  stack3d::AssembleOptions options = stack3d::assemble_options(result.rules);
  options.netlists = netlists;
  if (flip) options.flip = *flip;
  result.stack = stack3d::assemble(description, reader, options, sink);
  if (result.stack) {
    if (project) stack3d::check_digests(*project, *result.stack, sink);
    result.outcome =
        stack3d::check(*result.stack, result.rules,
                       project ? project->signoff : stack3d::SignoffSet{}, {profile}, sink);
  }
  result.findings = std::move(sink.findings);
  return result;
}

/// A small description written by hand: two 100 x 100 x 10 dies "A" below and "B" above, MZ_MY, bump maps as given.
struct SmallStack {
  std::string header = "Header:\n  version: \"3\"\n  unit: micron\n  precision: 2000\n";
  std::string a_extra;  ///< further keys of chiplet A, four blanks of indentation
  std::string b_extra;
  std::string a_map = "a1 UB 10 10 s1 s1\na2 UB 20 10 s2 s2\na3 UB 30 10 VSS VSS\n";
  std::string b_map = "b1 UB 90 10 s1 s1\nb2 UB 80 10 s2 s2\nb3 UB 70 10 VSS VSS\n";
  std::string b_place = "    loc: [0, 0]\n    z: 10\n    orient: MZ_MY\n";
  std::string a_place = "    loc: [0, 0]\n    z: 0\n    orient: R0\n";
  std::string connection =
      "  c:\n    top: u_b.regions.front\n    bot: u_a.regions.front\n    thickness: 0\n";
  std::string more;  ///< further top-level text of the .3dbx
  std::string top_v =
      "module A (inout s1, inout s2, inout VSS); endmodule\nmodule B (inout s1, inout s2, inout "
      "VSS); endmodule\n"
      "module top (inout VSS);\n  wire x1, x2;\n  A u_a (.s1(x1), .s2(x2), .VSS(VSS));\n"
      "  B u_b (.s1(x1), .s2(x2), .VSS(VSS));\nendmodule\n";
  std::string a_region;  ///< further keys of A.regions.front, eight blanks
  std::string coords = "        coords: [[0, 0], [100, 0], [100, 100], [0, 100]]\n";
  bool netlist = true;

  std::filesystem::path write(const TempFolder& folder) const {
    const auto chiplet = [&](const std::string& name, const std::string& extra,
                             const std::string& region) {
      return "  " + name + ":\n    type: die\n    design_area: [100, 100]\n    thickness: 10\n" +
             extra + "    regions:\n      front:\n        side: front\n        bmap: " + name +
             ".bmap\n" + coords + region;
    };
    folder.write("dies.3dbv", header + "ChipletDef:\n" + chiplet("A", a_extra, a_region) +
                                  chiplet("B", b_extra, ""));
    folder.write("A.bmap", a_map);
    folder.write("B.bmap", b_map);
    folder.write("top.v", top_v);
    return folder.write(
        "top.3dbx",
        header + "  include: [dies.3dbv]\nDesign:\n  name: top\n" +
            (netlist ? "  external:\n    verilog_file: top.v\n" : "") +
            "ChipletInst:\n  u_a:\n    reference: A\n  u_b:\n    reference: B\nStack:\n  u_a:\n" +
            a_place + "  u_b:\n" + b_place +
            (connection.empty() ? "" : "Connection:\n" + connection) + more);
  }
};

inline CheckedStack check_small(const SmallStack& stack, const std::string& rules = {},
                                stack3d::Profile profile = stack3d::Profile::kFinal) {
  const TempFolder folder;
  const auto file = stack.write(folder);
  if (rules.empty()) return check_stack(file, {}, profile);
  return check_stack(
      file, folder.write("rules.yaml", "schema: sealring.stack-rules/1\nrevision: \"1\"\n" + rules),
      profile);
}

}  // namespace sealring::test

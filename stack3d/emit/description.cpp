// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <set>

#include "core/report/views.h"
#include "stack3d/export.h"
#include "stack3d/readers/keys.h"

namespace sealring::stack3d {

namespace {

/// Writes the flattened description; lengths are exact decimals of the stack's grid.
class DescriptionWriter {
 public:
  DescriptionWriter(const Stack& stack, std::filesystem::path folder)
      : stack_(stack), folder_(std::filesystem::absolute(folder).lexically_normal()) {
    base_ = core::plain_word(stack.design.empty() ? "stack" : stack.design);
  }

  std::vector<std::pair<std::string, std::string>> write() {
    std::string dbv = header("");
    dbv += "ChipletDef:\n";
    std::set<ChipletId> used;
    for (const Tier& tier : stack_.tiers) used.insert(tier.chiplet);
    for (ChipletId id : used) dbv += chiplet(stack_.chiplets[id]);
    files_.emplace_back(base_ + ".3dbv", std::move(dbv));
    files_.emplace_back(base_ + ".3dbx", assembly());
    return std::move(files_);
  }

 private:
  std::string um(Dbu length) const {
    const std::string text = um_text(length, stack_.dbu_per_um);
    return text.substr(0, text.find(' '));
  }

  static std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
    return result + "\"";
  }

  std::string header(const std::string& include) const {
    std::string text = "Header:\n  version: \"3\"\n  unit: micron\n  precision: " +
                       std::to_string(stack_.dbu_per_um) + "\n";
    if (!include.empty()) text += "  include:\n    - " + include + "\n";
    return text;
  }

  std::string relative(const FileRef& ref) const {
    const auto path =
        std::filesystem::absolute(ref.path).lexically_normal().lexically_relative(folder_);
    return quoted(path.empty() ? ref.path.generic_string() : path.generic_string());
  }

  std::string files(const char* key, const std::vector<FileRef>& refs) const {
    if (refs.empty()) return "";
    std::string text = "      " + std::string(key) + ": [";
    for (std::size_t i = 0; i < refs.size(); ++i) text += (i == 0 ? "" : ", ") + relative(refs[i]);
    return text + "]\n";
  }

  std::string ring(const char* key, const std::array<Dbu, 4>& widths) const {
    if (std::all_of(widths.begin(), widths.end(), [](Dbu w) { return w == 0; })) return "";
    return "    " + std::string(key) + ": [" + um(widths[0]) + ", " + um(widths[1]) + ", " +
           um(widths[2]) + ", " + um(widths[3]) + "]\n";
  }

  /// Shrink and offset are already in the numbers, so they are not written again.
  std::string chiplet(const Chiplet& one) {
    std::string text = "  " + quoted(one.name) +
                       ":\n    type: " + std::string(to_string(one.type)) + "\n    design_area: [" +
                       um(one.design_width) + ", " + um(one.design_height) +
                       "]\n    thickness: " + um(one.thickness) +
                       "\n    tsv: " + (one.tsv ? "true" : "false") + "\n";
    text +=
        ring("seal_ring_width", one.seal_ring) + ring("scribe_line_remaining_width", one.scribe);
    const std::string external = files("APR_tech_file", one.tech_lef) + files("LEF_file", one.lef) +
                                 files("liberty_file", one.liberty) +
                                 files("verilog_file", one.verilog) +
                                 (one.def ? files("DEF_file", {*one.def}) : "");
    if (!external.empty()) text += "    external:\n" + external;
    if (one.regions.empty()) return text;
    text += "    regions:\n";
    for (const Region& region : one.regions) text += region_text(one, region);
    return text;
  }

  std::string region_text(const Chiplet& one, const Region& region) {
    std::string text = "      " + quoted(region.name) +
                       ":\n        side: " + std::string(to_string(region.side)) + "\n";
    if (!region.layer.empty()) text += "        layer: " + quoted(region.layer) + "\n";
    if (!region.map.bumps.empty()) {
      const std::string name =
          core::plain_word(one.name) + "_" + core::plain_word(region.name) + ".bmap";
      text += "        bmap: " + quoted(name) + "\n";
      files_.emplace_back(name, bump_map(region));
    }
    if (!region.box) return text;
    const Box& box = *region.box;
    const auto corner = [&](Dbu x, Dbu y) {
      return "          - [" + um(x) + ", " + um(y) + "]\n";
    };
    return text + "        coords:\n" + corner(box.low.x, box.low.y) +
           corner(box.high.x, box.low.y) + corner(box.high.x, box.high.y) +
           corner(box.low.x, box.high.y);
  }

  std::string bump_map(const Region& region) const {
    std::string text = "# bumpInst bumpCell x y port net\n";
    text.reserve(region.map.bumps.size() * 48);
    const auto name = [&](NameId id) {
      return id == NameId::kNone ? std::string_view("-") : stack_.names.text(id);
    };
    for (const Bump& bump : region.map.bumps) {
      text += region.map.name(bump);
      text += ' ';
      text += stack_.names.text(bump.cell);
      text += ' ' + um(bump.x) + ' ' + um(bump.y) + ' ';
      text += name(bump.port);
      text += ' ';
      text += name(bump.net);
      text += '\n';
    }
    return text;
  }

  /// '/' between instances would be read as hierarchy.
  static std::string instance(const std::string& path) {
    std::string name;
    for (const char c : path) name += c == '/' ? std::string("__") : std::string(1, c);
    return name;
  }

  std::string side(const RegionUse& use) const {
    if (use.tier == kNone) return "\"~\"";
    return quoted(instance(stack_.tiers[use.tier].path) + ".regions." + stack_.region(use).name);
  }

  std::string assembly() const {
    std::string text = header(base_ + ".3dbv") + "Design:\n  name: " + quoted(stack_.design) + "\n";
    std::vector<FileRef> netlists;
    for (const FileRef& ref : stack_.netlists) {
      if (!ref.named_at.file.empty()) netlists.push_back(ref);
    }
    if (!netlists.empty()) {
      text += "  external:\n    verilog_file: [";
      for (std::size_t i = 0; i < netlists.size(); ++i)
        text += (i == 0 ? "" : ", ") + relative(netlists[i]);
      text += "]\n";
    }
    text += "ChipletInst:\n";
    for (const Tier& tier : stack_.tiers) {
      text += "  " + quoted(instance(tier.path)) +
              ":\n    reference: " + quoted(stack_.chiplets[tier.chiplet].name) + "\n";
    }
    text += "Stack:\n";
    for (const Tier& tier : stack_.tiers) {
      if (!tier.placed) continue;
      text += "  " + quoted(instance(tier.path)) + ":\n    loc: [" + um(tier.box.low.x) + ", " +
              um(tier.box.low.y) + "]\n    z: " + um(tier.box.low.z) +
              "\n    orient: " + to_string(tier.to_stack.orientation) + "\n";
    }
    if (!stack_.interfaces.empty()) text += "Connection:\n";
    for (const Interface& face : stack_.interfaces) {
      if (face.upper.tier == kNone && face.lower.tier == kNone) continue;
      text += "  " + quoted(instance(face.name)) + ":\n    top: " + side(face.upper) +
              "\n    bot: " + side(face.lower) + "\n    thickness: " + um(face.thickness) + "\n";
    }
    if (!stack_.paths.empty()) text += "Path:\n";
    std::size_t number = 0;
    for (const PathAssertion& path : stack_.paths) {
      text += "  Path" + std::to_string(++number) + ":\n";
      for (const PathAssertion::Stop& stop : path.stops) {
        const std::string use = side(stop.region);
        text += "    - " + (stop.forbidden ? "\"NOT " + use.substr(1) : use) + "\n";
      }
    }
    return text;
  }

  const Stack& stack_;
  std::filesystem::path folder_;
  std::string base_;
  std::vector<std::pair<std::string, std::string>> files_;
};

}  // namespace

std::vector<std::pair<std::string, std::string>> export_bump_lists(const Stack& stack) {
  std::vector<std::pair<std::string, std::string>> files;
  const auto um = [&](Dbu length) {
    const std::string text = um_text(length, stack.dbu_per_um);
    return text.substr(0, text.find(' '));
  };
  const auto cell = [](std::string_view text) {
    if (text.find_first_of(",\"") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
  };
  for (const Chiplet& chiplet : stack.chiplets) {
    for (const Region& region : chiplet.regions) {
      if (region.map.bumps.empty()) continue;
      std::string text = "name,x,y,cell,port,net\n";
      for (const Bump& bump : region.map.bumps) {
        text += cell(region.map.name(bump)) + "," + um(bump.x) + "," + um(bump.y) + "," +
                cell(stack.names.text(bump.cell)) + "," + cell(stack.names.text(bump.port)) + "," +
                cell(stack.names.text(bump.net)) + "\n";
      }
      files.emplace_back(
          core::plain_word(chiplet.name) + "_" + core::plain_word(region.name) + ".csv",
          std::move(text));
    }
  }
  return files;
}

std::vector<std::pair<std::string, std::string>> export_3dbx(const Stack& stack,
                                                             const std::filesystem::path& folder) {
  return DescriptionWriter(stack, folder).write();
}

}  // namespace sealring::stack3d

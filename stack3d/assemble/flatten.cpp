// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/assemble/flatten.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/diagnostics/suggest.h"
#include "stack3d/codes.h"

namespace sealring::stack3d {

namespace {

struct Leaf {
  std::string path;
  ChipletId chiplet = 0;
  Transform to_parent;
  core::Location location;
  bool placed = true;
};

/// A side of a connection: leaf number and region; `outside` for "~".
struct Side2 {
  std::size_t leaf = 0;
  RegionId region = kNone;
  bool outside = true;
  bool usable = true;
};

struct FlatConnection {
  std::string name;
  core::Location location;
  Side2 upper;
  Side2 lower;
  Dbu thickness = 0;
};

struct FlatPath {
  std::string name;
  core::Location location;
  struct Stop {
    Side2 side;
    bool forbidden = false;
    PlacedText text;
  };
  std::vector<Stop> stops;
};

struct Flat {
  std::vector<Leaf> leaves;
  std::vector<FlatConnection> connections;
  std::vector<FlatPath> paths;
};

class Flattener {
 public:
  Flattener(std::span<const AssemblyDef> assemblies, const AssembleOptions& options, Stack& stack,
            core::Sink& sink)
      : assemblies_(assemblies), options_(options), stack_(stack), sink_(sink) {
    for (ChipletId id = 0; id < stack.chiplets.size(); ++id) by_name_[stack.chiplets[id].name] = id;
  }

  Flat flatten(const AssemblyDef& assembly) {
    Flat flat;
    std::map<std::string, std::pair<std::size_t, std::size_t>> range_of;
    for (const InstanceDef& instance : assembly.instances) {
      const std::size_t first = flat.leaves.size();
      add_instance(assembly, instance, flat);
      range_of[instance.name] = {first, flat.leaves.size()};
      if (flat.leaves.size() > kMostTiers) break;
    }
    for (const ConnectionDef& connection : assembly.connections) add_connection(connection, flat);
    for (const PathDef& path : assembly.paths) add_path(path, flat);
    return flat;
  }

 private:
  void add_instance(const AssemblyDef& assembly, const InstanceDef& instance, Flat& flat) {
    if (instance.reference.text.empty()) return;
    const auto chiplet = by_name_.find(instance.reference.text);
    if (chiplet == by_name_.end()) {
      std::vector<std::string> names;
      for (const auto& [name, id] : by_name_) names.push_back(name);
      sink_.report(core::make_finding(codes::kUnknownReference,
                                      "instance '" + instance.name + "' refers to '" +
                                          instance.reference.text + "', which is no chiplet" +
                                          core::did_you_mean(instance.reference.text, names))
                       .at(instance.reference.location)
                       .on(instance.name, "reference"));
      return;
    }
    if (!instance.placement) {
      sink_.report(core::make_finding(codes::kNotPlaced, "instance '" + instance.name + "' of '" +
                                                             assembly.design +
                                                             "' has no usable entry under 'Stack'")
                       .at(instance.location)
                       .on(instance.name, "place"));
    }
    adopt_files(instance, stack_.chiplets[chiplet->second]);
    if (stack_.chiplets[chiplet->second].type == ChipletType::kHier) {
      add_hierarchy(instance, stack_.chiplets[chiplet->second], flat);
      return;
    }
    Leaf leaf{
        instance.name, chiplet->second, {}, instance.location, instance.placement.has_value()};
    if (instance.placement) {
      leaf.to_parent = place(stack_.chiplets[chiplet->second].outline,
                             flipped(instance.placement->orientation), instance.placement->low);
      leaf.location = instance.placement->location;
    }
    flat.leaves.push_back(std::move(leaf));
  }

  /// The orientation under the flip convention.
  Orientation flipped(const Orientation& orientation) const {
    if (options_.flip == Flip::kAsIs || !orientation.mz || orientation.determinant() > 0)
      return orientation;
    return combine(Orientation{-1, 0, 0, 1, false}, orientation);
  }

  /// A second DEF for one chiplet is refused; Verilog adds up.
  void adopt_files(const InstanceDef& instance, Chiplet& chiplet) {
    for (const FileRef& def : instance.def) {
      if (!chiplet.def) {
        chiplet.def = def;
      } else if (chiplet.def->path != def.path) {
        sink_.report(core::make_finding(codes::kDefConflict,
                                        "instance '" + instance.name + "' names DEF '" + def.shown +
                                            "' and chiplet '" + chiplet.name + "' has '" +
                                            chiplet.def->shown + "', which is used")
                         .at(def.named_at)
                         .on(instance.name, "def")
                         .note("the other is named here", chiplet.def->named_at));
      }
    }
    for (const FileRef& verilog : instance.verilog) {
      const bool known =
          std::any_of(chiplet.verilog.begin(), chiplet.verilog.end(),
                      [&](const FileRef& other) { return other.path == verilog.path; });
      if (!known) chiplet.verilog.push_back(verilog);
    }
  }

  void add_hierarchy(const InstanceDef& instance, const Chiplet& chiplet, Flat& flat) {
    const auto assembly = std::find_if(
        assemblies_.begin(), assemblies_.end(),
        [&](const AssemblyDef& candidate) { return candidate.design == chiplet.name; });
    if (assembly == assemblies_.end() || !open_.insert(chiplet.name).second) {
      sink_.report(core::make_finding(codes::kUnknownReference,
                                      assembly == assemblies_.end()
                                          ? "no included .3dbx has the design '" + chiplet.name +
                                                "', which fills the hier chiplet of this name"
                                          : "'" + chiplet.name + "' contains itself")
                       .at(instance.reference.location)
                       .on(instance.name, "hierarchy"));
      return;
    }
    Flat inner = flatten(*assembly);
    open_.erase(chiplet.name);
    Transform up;
    if (instance.placement) {
      up = place(outline_of(chiplet, inner), flipped(instance.placement->orientation),
                 instance.placement->low);
    }
    const std::size_t base = flat.leaves.size();
    for (Leaf& leaf : inner.leaves) {
      leaf.path = instance.name + "/" + leaf.path;
      leaf.to_parent = combine(leaf.to_parent, up);
      leaf.placed = leaf.placed && instance.placement.has_value();
      flat.leaves.push_back(std::move(leaf));
    }
    for (FlatConnection& connection : inner.connections) {
      connection.name = instance.name + "/" + connection.name;
      connection.upper.leaf += base;
      connection.lower.leaf += base;
      if (up.orientation.mz) std::swap(connection.upper, connection.lower);
      flat.connections.push_back(std::move(connection));
    }
    for (FlatPath& path : inner.paths) {
      path.name = instance.name + "/" + path.name;
      for (FlatPath::Stop& stop : path.stops) stop.side.leaf += base;
      flat.paths.push_back(std::move(path));
    }
  }

  /// The declared outline of a hier chiplet, else the box around its dies.
  Box3 outline_of(const Chiplet& chiplet, const Flat& inner) const {
    Box3 box;
    bool first = true;
    for (const Leaf& leaf : inner.leaves) {
      if (!leaf.placed) continue;
      const Box3 one = leaf.to_parent.apply(stack_.chiplets[leaf.chiplet].outline);
      if (first) {
        box = one;
        first = false;
        continue;
      }
      box.low = {std::min(box.low.x, one.low.x), std::min(box.low.y, one.low.y),
                 std::min(box.low.z, one.low.z)};
      box.high = {std::max(box.high.x, one.high.x), std::max(box.high.y, one.high.y),
                  std::max(box.high.z, one.high.z)};
    }
    if (chiplet.design_width > 0 && chiplet.design_height > 0) {
      box.low.x = box.low.y = 0;
      box.high.x = chiplet.outline.high.x;
      box.high.y = chiplet.outline.high.y;
    }
    return box;
  }

  Side2 resolve(const std::optional<PlacedText>& text, const std::string& what, const Flat& flat) {
    Side2 side;
    if (!text) return side;
    side.outside = false;
    side.usable = false;
    const auto report = [&](const std::string& message) {
      sink_.report(core::make_finding(codes::kUnknownReference, message)
                       .at(text->location)
                       .on(what, text->text));
      return side;
    };
    constexpr std::string_view kMiddle = ".regions.";
    const std::size_t middle = text->text.find(kMiddle);
    if (middle == std::string::npos) {
      return report(what + " names '" + text->text + "'; inst[/inst].regions.region was expected");
    }
    const std::string path = text->text.substr(0, middle);
    const std::string region = text->text.substr(middle + kMiddle.size());
    const auto leaf = std::find_if(flat.leaves.begin(), flat.leaves.end(),
                                   [&](const Leaf& candidate) { return candidate.path == path; });
    if (leaf == flat.leaves.end()) {
      std::vector<std::string> names;
      bool is_group = false;
      for (const Leaf& other : flat.leaves) {
        names.push_back(other.path);
        is_group = is_group || other.path.starts_with(path + "/");
      }
      return report(what + " names '" + text->text + "'; " +
                    (is_group
                         ? "'" + path + "' groups other dies and has no regions of its own"
                         : "there is no die '" + path + "'" + core::did_you_mean(path, names)));
    }
    side.leaf = static_cast<std::size_t>(leaf - flat.leaves.begin());
    const std::vector<Region>& regions = stack_.chiplets[leaf->chiplet].regions;
    std::vector<std::string> names;
    for (RegionId id = 0; id < regions.size(); ++id) {
      if (regions[id].name == region) {
        side.region = id;
        side.usable = regions[id].box.has_value() && leaf->placed;
        return side;
      }
      names.push_back(regions[id].name);
    }
    return report(what + " names '" + text->text + "'; '" + path + "' has no region '" + region +
                  "'" + core::did_you_mean(region, names));
  }

  void add_connection(const ConnectionDef& definition, Flat& flat) {
    FlatConnection connection;
    connection.name = definition.name;
    connection.location = definition.location;
    connection.thickness = definition.thickness;
    const std::string what = "connection '" + definition.name + "'";
    connection.upper = resolve(definition.top, what, flat);
    connection.lower = resolve(definition.bottom, what, flat);
    flat.connections.push_back(std::move(connection));
  }

  void add_path(const PathDef& definition, Flat& flat) {
    FlatPath path;
    path.name = definition.name;
    path.location = definition.location;
    for (const PlacedText& text : definition.stops) {
      FlatPath::Stop stop;
      stop.text = text;
      PlacedText region = text;
      if (region.text.starts_with("NOT ")) {
        stop.forbidden = true;
        region.text = region.text.substr(region.text.find_first_not_of(' ', 3));
      }
      stop.side = resolve(region, "'" + definition.name + "'", flat);
      path.stops.push_back(std::move(stop));
    }
    flat.paths.push_back(std::move(path));
  }

  std::span<const AssemblyDef> assemblies_;
  const AssembleOptions& options_;
  Stack& stack_;
  core::Sink& sink_;
  std::map<std::string, ChipletId> by_name_;
  std::set<std::string> open_;
};

RegionUse use_of(const Side2& side) {
  if (side.outside || side.region == kNone) return {};
  return {static_cast<TierId>(side.leaf), side.region};
}

}  // namespace

void flatten(const AssemblyDef& top, std::span<const AssemblyDef> assemblies,
             const AssembleOptions& options, Stack& stack, core::Sink& sink) {
  Flat flat = Flattener(assemblies, options, stack, sink).flatten(top);
  if (flat.leaves.size() > kMostTiers) {
    sink.report(core::make_finding(codes::kTooLarge, "the hierarchy places more than " +
                                                         std::to_string(kMostTiers) +
                                                         " dies; it was not put together")
                    .at(top.location)
                    .on(top.design, "tiers"));
    return;
  }
  for (Leaf& leaf : flat.leaves) {
    Tier tier;
    tier.path = std::move(leaf.path);
    tier.chiplet = leaf.chiplet;
    tier.to_stack = leaf.to_parent;
    tier.location = std::move(leaf.location);
    tier.placed = leaf.placed;
    tier.box = tier.to_stack.apply(stack.chiplets[tier.chiplet].outline);
    stack.tiers.push_back(std::move(tier));
  }
  for (FlatConnection& connection : flat.connections) {
    Interface face;
    face.name = std::move(connection.name);
    face.location = std::move(connection.location);
    face.thickness = connection.thickness;
    face.upper = use_of(connection.upper);
    face.lower = use_of(connection.lower);
    face.usable = connection.upper.usable && connection.lower.usable;
    stack.interfaces.push_back(std::move(face));
  }
  for (FlatPath& path : flat.paths) {
    PathAssertion assertion{std::move(path.name), std::move(path.location), {}};
    for (FlatPath::Stop& stop : path.stops) {
      assertion.stops.push_back(
          {use_of(stop.side), stop.forbidden, stop.text.location, stop.text.text});
    }
    stack.paths.push_back(std::move(assertion));
  }
}

}  // namespace sealring::stack3d

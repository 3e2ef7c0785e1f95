// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/select/patterns.h"

#include <algorithm>

#include "core/diagnostics/waivers.h"
#include "core/netlist/resolve.h"

namespace sealring::sdcgen {

namespace {

bool has_glob(std::string_view text) {
  return text.find_first_of("*?") != std::string_view::npos;
}

/// A name of one level as OpenSTA writes it.
std::string escaped(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c == '/' || c == '[' || c == ']' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

std::vector<std::string> split_path(const std::string& path) {
  std::vector<std::string> segments(1);
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '/') {
      segments.emplace_back();
    } else if (path[i] == '\\' && i + 1 < path.size()) {
      segments.back() += path[++i];
    } else {
      segments.back() += path[i];
    }
  }
  return segments;
}

void add_bits(const std::string& path, const std::optional<core::Range>& range,
              ObjectPattern::Kind kind, std::vector<SelectedObject>& found) {
  if (!range) {
    found.push_back({kind, path});
    return;
  }
  const std::int32_t step = range->descending() ? -1 : 1;
  for (std::int32_t bit = range->msb;; bit += step) {
    found.push_back({kind, path + "[" + std::to_string(bit) + "]"});
    if (bit == range->lsb) break;
  }
}

core::Want want_of(ObjectPattern::Kind kind) {
  return {.ports = kind == ObjectPattern::Kind::kPort,
          .instances = kind == ObjectPattern::Kind::kCell,
          .pins = kind == ObjectPattern::Kind::kPin,
          .nets = false};
}

}  // namespace

std::vector<SelectedObject> ObjectFinder::find(const std::string& base,
                                               const ObjectPattern& pattern, std::string* why) {
  std::vector<SelectedObject> found;
  const std::string path = base == "." ? pattern.text : base + "/" + pattern.text;
  if (!has_glob(pattern.text)) {
    const core::Resolved object =
        core::resolve(project_.netlist, *project_.top, path, want_of(pattern.kind));
    if (object) {
      add_bits(object.path, object.is_bus() ? object.range : std::nullopt, pattern.kind, found);
    } else if (why != nullptr) {
      *why = object.why + core::did_you_mean(object);
    }
    return found;
  }
  if (pattern.kind == ObjectPattern::Kind::kPort) {
    for (const core::Port& port : project_.top->ports) {
      const std::string_view name = project_.netlist.text(port.name);
      if (core::glob_match(pattern.text, name))
        add_bits(escaped(name), port.range(), pattern.kind, found);
    }
  } else {
    walk(*project_.top, split_path(path), 0, "", pattern.kind, found);
  }
  std::sort(found.begin(), found.end());
  if (found.empty() && why != nullptr)
    *why = "no " + std::string(to_string(pattern.kind)) + " matches '" + path + "'";
  return found;
}

void ObjectFinder::walk(const core::Module& module, const std::vector<std::string>& segments,
                        std::size_t at, const std::string& prefix, ObjectPattern::Kind kind,
                        std::vector<SelectedObject>& found) {
  const std::size_t last = segments.size() - (kind == ObjectPattern::Kind::kPin ? 2 : 1);
  if (segments.size() < (kind == ObjectPattern::Kind::kPin ? 2U : 1U)) return;
  const auto take = [&](const core::Instance& instance) {
    const std::string path = prefix + escaped(project_.netlist.text(instance.name));
    if (at < last) {
      const core::Module* inside = project_.netlist.find(instance.cell);
      if (inside != nullptr) walk(*inside, segments, at + 1, path + "/", kind, found);
    } else if (kind == ObjectPattern::Kind::kCell) {
      found.push_back({kind, path});
    } else {
      match_pins(module, instance, segments.back(), path + "/", found);
    }
  };
  if (!has_glob(segments[at])) {
    if (const core::Instance* one = project_.netlist.find_instance(module, segments[at]))
      take(*one);
    return;
  }
  for (const core::Instance& instance : module.instances) {
    if (instance.name != core::Symbol::kNone &&
        core::glob_match(segments[at], project_.netlist.text(instance.name)))
      take(instance);
  }
}

void ObjectFinder::match_pins(const core::Module& module, const core::Instance& instance,
                              const std::string& pattern, const std::string& prefix,
                              std::vector<SelectedObject>& found) {
  const auto fits = [&](std::string_view name) {
    return has_glob(pattern) ? core::glob_match(pattern, name) : pattern == name;
  };
  if (const core::Module* inside = project_.netlist.find(instance.cell)) {
    for (const core::Port& port : inside->ports) {
      const std::string_view name = project_.netlist.text(port.name);
      if (port.name != core::Symbol::kNone && fits(name))
        add_bits(prefix + escaped(name), port.range(), ObjectPattern::Kind::kPin, found);
    }
    return;
  }
  for (const core::Connection& connection : module.connections_of(instance)) {
    if (connection.port == core::Symbol::kNone) continue;
    const std::string_view name = project_.netlist.text(connection.port);
    if (fits(name)) found.push_back({ObjectPattern::Kind::kPin, prefix + escaped(name)});
  }
}

bool ObjectFinder::levels_of(const std::string& base, std::vector<Level>& levels) const {
  const core::Module* module = project_.top;
  for (const std::string& name : split_path(base)) {
    if (module == nullptr) return false;
    const core::Instance* instance = project_.netlist.find_instance(*module, name);
    if (instance == nullptr) return false;
    levels.push_back({module, instance});
    module = project_.netlist.find(instance->cell);
  }
  return module != nullptr;
}

const core::NetBits& ObjectFinder::bits(const core::Module& module) {
  auto& entry = bits_[&module];
  if (entry == nullptr) entry = std::make_unique<core::NetBits>(module);
  return *entry;
}

std::vector<core::Bit> ObjectFinder::connected(const core::Module& module,
                                               const core::Instance& instance,
                                               core::Symbol port) const {
  const core::Module* inside = project_.netlist.find(instance.cell);
  const auto connections = module.connections_of(instance);
  for (std::size_t i = 0; i < connections.size(); ++i) {
    const bool by_position = connections[i].port == core::Symbol::kNone && inside != nullptr &&
                             i < inside->ports.size() && inside->ports[i].name == port;
    if (connections[i].port == port || by_position)
      return core::bits_of(module, connections[i].pieces);
  }
  return {};
}

std::string ObjectFinder::climb(const std::vector<Level>& levels, std::size_t depth,
                                const core::Bit& bit) {
  if (bit.net == core::kNoIndex) return {};
  const core::Module& module = *levels[depth].module;
  const core::NetBits& nets = bits(module);
  const std::uint32_t root = nets.root(nets.number(bit.net, bit.index));
  for (const core::Port& port : module.ports) {
    if (port.complex || port.net == core::kNoIndex) continue;
    const std::vector<core::Bit> port_bits = core::bits_of(module, port);
    for (std::size_t i = 0; i < port_bits.size(); ++i) {
      if (port_bits[i].net == core::kNoIndex ||
          nets.root(nets.number(port_bits[i].net, port_bits[i].index)) != root)
        continue;
      if (depth == 0) {
        const std::string name = escaped(project_.netlist.text(port.name));
        return port.has_range ? name + "[" + std::to_string(port_bits[i].index) + "]" : name;
      }
      const Level& above = levels[depth - 1];
      const std::vector<core::Bit> outside = connected(*above.module, *above.instance, port.name);
      if (outside.size() != port_bits.size()) return {};
      return climb(levels, depth - 1, outside[i]);
    }
  }
  return {};
}

std::vector<std::string> ObjectFinder::ports_of_top(const std::string& base,
                                                    const std::string& port) {
  std::vector<std::string> names;
  std::vector<Level> levels;
  if (base == "." || !levels_of(base, levels)) return names;
  const core::Module* inside = project_.netlist.find(levels.back().instance->cell);
  const std::size_t bracket = port.find('[');
  const core::Port* own =
      inside == nullptr ? nullptr : project_.netlist.find_port(*inside, port.substr(0, bracket));
  if (own == nullptr) return names;
  const std::vector<core::Bit> inner = core::bits_of(*inside, *own);
  const std::vector<core::Bit> outer =
      connected(*levels.back().module, *levels.back().instance, own->name);
  if (outer.size() != inner.size()) return names;
  for (std::size_t i = 0; i < outer.size(); ++i) {
    if (bracket != std::string::npos &&
        port.substr(bracket) != "[" + std::to_string(inner[i].index) + "]")
      continue;
    std::string name = climb(levels, levels.size() - 1, outer[i]);
    if (!name.empty()) names.push_back(std::move(name));
  }
  return names;
}

}  // namespace sealring::sdcgen

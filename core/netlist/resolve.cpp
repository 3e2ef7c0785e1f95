// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/netlist/resolve.h"

#include <algorithm>
#include <utility>

#include "core/netlist/bits.h"
#include "core/netlist/lookup/nearest.h"
#include "core/netlist/lookup/path.h"

namespace sealring::core {
namespace {

using lookup::Part;

constexpr std::size_t kMaxSteps = 10000;
constexpr std::size_t kMaxNearest = 3;
constexpr std::size_t kMaxBitText = 24;  // a bit behind a name: sign, 19 digits, brackets

/// How far one reading of the path has come.
struct Stand {
  const Module* module = nullptr;  ///< nullptr inside a leaf cell
  const Module* parent = nullptr;  ///< module that holds the last instance
  std::uint32_t instance = kNoIndex;
  std::size_t next = 0;            ///< next part
  std::uint32_t trail = kNoIndex;  ///< the names up to here, as a place in Search::trail_
};

/// One name of a path and the place of what stands before it.
struct Trail {
  std::uint32_t before;
  std::string name;
};

/// A name and perhaps a bit, as one reading of the last parts.
struct Reading {
  std::string_view base;
  std::optional<std::int64_t> bit;
};

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) {
    if (!out.empty()) out += '/';
    out += lookup::escaped_for_path(name);
  }
  return out;
}

std::string of_parent(const std::string& path) {
  return path.empty() ? "the top" : "'" + path + "'";
}

class Search {
 public:
  Search(const Netlist& netlist, const Want& want, const CellPins* library)
      : netlist_(&netlist), want_(&want), library_(library) {}

  Resolved run(const Module& top, std::string_view path);
  Resolved nothing(const Module& top);

 private:
  void step(const Stand& stand);
  void last_names(const Stand& stand, const std::string& text, const Part& part);
  void last_name(const Stand& stand, const Reading& reading);
  bool enter(const Stand& stand, const std::string& text, std::size_t next);
  void try_port(const Stand& stand, const Reading& reading, Symbol symbol);
  void try_instance(const Stand& stand, const Reading& reading, Symbol symbol);
  void try_net(const Stand& stand, const Reading& reading, Symbol symbol);
  void try_leaf_pin(const Stand& stand, const Reading& reading, Symbol symbol);
  bool fits(std::optional<Range> range, const Reading& reading, std::string_view what);
  Resolved hit(const Stand& stand, const Reading& reading, ObjectKind kind) const;
  void keep(Resolved found);
  void note_miss(const Stand& stand);
  bool is_leaf(const Instance& instance) const;
  std::vector<std::string> names(const Stand& stand) const;
  void offer_names(const Stand& stand, bool last, lookup::Nearest& nearest) const;
  void explain_leaf(const Stand& stand, Resolved& out) const;

  const Netlist* netlist_;
  const Want* want_;
  const CellPins* library_;
  std::vector<Part> parts_;
  std::vector<Stand> open_;
  std::vector<Trail> trail_;
  std::vector<Resolved> hits_;
  std::optional<Stand> farthest_;
  std::string bit_fault_;
  std::size_t steps_ = 0;
};

bool Search::is_leaf(const Instance& instance) const {
  if (instance.gate) return true;
  const Module* module = netlist_->find(instance.cell);
  return module == nullptr || module->cell || module->primitive;
}

std::vector<std::string> Search::names(const Stand& stand) const {
  std::vector<std::string> out;
  for (std::uint32_t i = stand.trail; i != kNoIndex; i = trail_[i].before) {
    out.push_back(trail_[i].name);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

Resolved Search::run(const Module& top, std::string_view path) {
  parts_ = lookup::split_path(path);
  open_.push_back({.module = &top});
  while (!open_.empty() && steps_ < kMaxSteps) {
    const Stand stand = open_.back();
    open_.pop_back();
    ++steps_;
    step(stand);
  }
  if (hits_.empty()) return {};
  // A name through the hierarchy comes before a name that holds a '/'.
  std::stable_sort(hits_.begin(), hits_.end(), [](const Resolved& a, const Resolved& b) {
    return a.names.size() > b.names.size();
  });
  Resolved best = std::move(hits_.front());
  std::vector<std::string> told{best.path};
  for (std::size_t i = 1; i < hits_.size(); ++i) {
    const std::string& path_of = hits_[i].path;
    if (std::find(told.begin(), told.end(), path_of) != told.end()) continue;
    told.push_back(path_of);
    best.also.push_back(std::string(to_string(hits_[i].kind)) + " '" + path_of + "'");
  }
  return best;
}

/// Tries every way to read the next parts as one name; the way with the shortest name is looked at first.
void Search::step(const Stand& stand) {
  note_miss(stand);
  std::vector<Stand> deeper;
  std::string text;
  for (std::size_t end = stand.next; end < parts_.size(); ++end) {
    const Part& part = parts_[end];
    if (end > stand.next && (part.verbatim || parts_[end - 1].verbatim)) break;
    if (end > stand.next) text += '/';
    text += part.text;
    if (text.size() > netlist_->names.longest() + kMaxBitText) break;
    if (end + 1 == parts_.size()) {
      last_names(stand, text, part);
    } else if (stand.module != nullptr && !part.bit) {
      const std::size_t before = open_.size();
      if (enter(stand, text, end + 1)) {
        deeper.push_back(open_.back());
        open_.resize(before);
      }
    }
  }
  while (!deeper.empty()) {
    open_.push_back(deeper.back());
    deeper.pop_back();
  }
}

/// Goes into the instance `text`, if there is one.
bool Search::enter(const Stand& stand, const std::string& text, std::size_t next) {
  const std::uint32_t index = stand.module->find_instance(netlist_->names.find(text));
  if (index == kNoIndex) return false;
  Stand inner{.parent = stand.module, .instance = index, .next = next};
  const Instance& instance = stand.module->instances[index];
  if (!is_leaf(instance)) inner.module = netlist_->find(instance.cell);
  inner.trail = static_cast<std::uint32_t>(trail_.size());
  trail_.push_back({stand.trail, text});
  open_.push_back(inner);
  return true;
}

void Search::last_names(const Stand& stand, const std::string& text, const Part& part) {
  if (part.verbatim) return last_name(stand, {text, part.bit});
  if (!part.literal) {
    if (const auto bit = lookup::split_bit(text)) last_name(stand, {bit->first, bit->second});
  }
  last_name(stand, {text, std::nullopt});
}

void Search::last_name(const Stand& stand, const Reading& reading) {
  const Symbol symbol = netlist_->names.find(reading.base);
  if (stand.module == nullptr) return try_leaf_pin(stand, reading, symbol);
  if (symbol == Symbol::kNone) return;
  try_port(stand, reading, symbol);
  try_instance(stand, reading, symbol);
  try_net(stand, reading, symbol);
}

/// Whether a bit named lies in the range; remembers why not.
bool Search::fits(std::optional<Range> range, const Reading& reading, std::string_view what) {
  if (!reading.bit) return true;
  if (range && range->contains(*reading.bit)) return true;
  bit_fault_ = "bit " + std::to_string(*reading.bit) + " does not exist: " + std::string(what) +
               " '" + std::string(reading.base) + "' has " +
               (range ? "the range " + to_string(*range) : std::string("no range"));
  return false;
}

Resolved Search::hit(const Stand& stand, const Reading& reading, ObjectKind kind) const {
  Resolved out{.kind = kind, .bit = reading.bit, .escaped = !is_simple_identifier(reading.base)};
  out.names = names(stand);
  out.names.emplace_back(reading.base);
  out.path = joined(out.names);
  if (reading.bit) out.path += "[" + std::to_string(*reading.bit) + "]";
  return out;
}

void Search::keep(Resolved found) {
  hits_.push_back(std::move(found));
}

void Search::try_port(const Stand& stand, const Reading& reading, Symbol symbol) {
  const bool pin = stand.instance != kNoIndex;
  if (pin ? !want_->pins : !want_->ports) return;
  const std::uint32_t index = stand.module->find_port(symbol);
  if (index == kNoIndex) return;
  const Port& port = stand.module->ports[index];
  std::optional<Range> range = port.range();
  if (port.complex) {
    const auto width = stand.module->width_of(port);
    if (width && *width > 1) range = Range{static_cast<std::int32_t>(*width - 1), 0};
  }
  if (!fits(range, reading, pin ? "pin" : "port")) return;
  Resolved out = hit(stand, reading, pin ? ObjectKind::kPin : ObjectKind::kPort);
  out.range = range;
  if (port.direction != Direction::kUnknown) out.direction = port.direction;
  out.location = netlist_->locate(port.place);
  out.scope = pin ? stand.parent : stand.module;
  out.index = pin ? stand.instance : index;
  if (pin) out.cell = netlist_->text(stand.module->name);
  keep(std::move(out));
}

void Search::try_instance(const Stand& stand, const Reading& reading, Symbol symbol) {
  if (!want_->instances || reading.bit) return;
  const std::uint32_t index = stand.module->find_instance(symbol);
  if (index == kNoIndex) return;
  const Instance& instance = stand.module->instances[index];
  Resolved out =
      hit(stand, reading, is_leaf(instance) ? ObjectKind::kLeafCell : ObjectKind::kInstance);
  out.cell = netlist_->text(instance.cell);
  out.location = netlist_->locate(instance.place);
  out.scope = stand.module;
  out.index = index;
  keep(std::move(out));
}

void Search::try_net(const Stand& stand, const Reading& reading, Symbol symbol) {
  if (!want_->nets) return;
  const std::uint32_t index = stand.module->find_net(symbol);
  if (index == kNoIndex) return;
  const Net& net = stand.module->nets[index];
  if (!fits(net.range(), reading, "net")) return;
  Resolved out = hit(stand, reading, ObjectKind::kNet);
  out.range = net.range();
  out.location = netlist_->locate(net.place);
  out.scope = stand.module;
  out.index = index;
  keep(std::move(out));
}

/// Pins of cells without a module here: from the library, the cell's own ports, or the connections.
void Search::try_leaf_pin(const Stand& stand, const Reading& reading, Symbol symbol) {
  if (!want_->pins) return;
  const Instance& instance = stand.parent->instances[stand.instance];
  Resolved out = hit(stand, reading, ObjectKind::kLeafPin);
  out.cell = netlist_->text(instance.cell);
  out.scope = stand.parent;
  out.index = stand.instance;
  out.location = netlist_->locate(instance.place);
  const Connection* connection = nullptr;
  for (const Connection& each : stand.parent->connections_of(instance)) {
    if (each.port == symbol && symbol != Symbol::kNone) connection = &each;
  }
  if (connection != nullptr) {
    out.location = netlist_->locate(stand.parent->place_of(instance, *connection));
  }
  if (library_ != nullptr && library_->has_cell(out.cell)) {
    const auto pin = library_->pin(out.cell, reading.base);
    if (!pin || !fits(pin->range, reading, "pin")) return;
    out.range = pin->range;
    if (pin->direction != Direction::kUnknown) out.direction = pin->direction;
    out.from_library = true;
    return keep(std::move(out));
  }
  if (const Module* cell = instance.gate ? nullptr : netlist_->find(instance.cell)) {
    const std::uint32_t index = cell->find_port(symbol);
    if (index == kNoIndex || !fits(cell->ports[index].range(), reading, "pin")) return;
    out.range = cell->ports[index].range();
    if (cell->ports[index].direction != Direction::kUnknown) {
      out.direction = cell->ports[index].direction;
    }
    return keep(std::move(out));
  }
  if (connection == nullptr) return;
  if (reading.bit) {
    const auto width = width_of(*stand.parent, connection->pieces);
    const bool inside = width && *reading.bit >= 0 &&
                        static_cast<std::uint64_t>(*reading.bit) < *width && *width > 1;
    if (!inside) return;
    out.uncertain = true;
  }
  keep(std::move(out));
}

/// Remembers the reading that came farthest: by parts used, then by levels.
void Search::note_miss(const Stand& stand) {
  const bool farther = !farthest_ || stand.next > farthest_->next;
  if (farther) farthest_ = stand;
}

void Search::offer_names(const Stand& stand, bool last, lookup::Nearest& nearest) const {
  if (stand.module == nullptr) {
    const Instance& instance = stand.parent->instances[stand.instance];
    const std::string_view cell = netlist_->text(instance.cell);
    if (library_ != nullptr && library_->has_cell(cell)) {
      for (const std::string& name : library_->pin_names(cell)) nearest.offer(name);
      return;
    }
    if (const Module* module = instance.gate ? nullptr : netlist_->find(instance.cell)) {
      for (const Port& port : module->ports) nearest.offer(netlist_->text(port.name));
      return;
    }
    for (const Connection& connection : stand.parent->connections_of(instance)) {
      nearest.offer(netlist_->text(connection.port));
    }
    return;
  }
  if (want_->instances || !last) {
    for (const Instance& instance : stand.module->instances) {
      nearest.offer(netlist_->text(instance.name));
    }
  }
  if (!last) return;
  const bool top = stand.instance == kNoIndex;
  if (top ? want_->ports : want_->pins) {
    for (const Port& port : stand.module->ports) nearest.offer(netlist_->text(port.name));
  }
  if (want_->nets) {
    for (const Net& net : stand.module->nets) {
      if (stand.module->find_port(net.name) == kNoIndex) nearest.offer(netlist_->text(net.name));
    }
  }
}

void Search::explain_leaf(const Stand& stand, Resolved& out) const {
  const Instance& instance = stand.parent->instances[stand.instance];
  const std::string cell(netlist_->text(instance.cell));
  out.why = "no pin '" + out.missing + "' at '" + out.reached + "' (cell '" + cell + "'";
  const bool described = (library_ != nullptr && library_->has_cell(cell)) ||
                         (!instance.gate && netlist_->find(instance.cell) != nullptr);
  if (described) {
    out.why += ")";
    return;
  }
  out.uncertain = true;
  std::string pins;
  for (const Connection& connection : stand.parent->connections_of(instance)) {
    if (connection.port == Symbol::kNone) continue;
    pins += (pins.empty() ? "" : ", ") + std::string(netlist_->text(connection.port));
  }
  out.why += ", known by its connections only: " + (pins.empty() ? "none by name" : pins) + ")";
}

/// The answer when no reading of the path led anywhere.
Resolved Search::nothing(const Module& top) {
  Resolved out;
  const Stand stand = farthest_.value_or(Stand{.module = &top});
  const bool last = stand.next + 1 >= parts_.size();
  const Part none;
  const Part& part = stand.next < parts_.size() ? parts_[stand.next] : none;
  out.reached = joined(names(stand));
  out.missing = part.text;
  const auto bit = part.literal ? std::nullopt : lookup::split_bit(part.text);
  lookup::Nearest nearest(bit && last ? bit->first : part.text, kMaxNearest);
  offer_names(stand, last, nearest);
  if (stand.module == nullptr) {
    explain_leaf(stand, out);
  } else {
    std::string kinds = !last ? "instance" : "";
    const auto add = [&](bool wanted, std::string_view word) {
      if (!wanted || !last) return;
      if (!kinds.empty()) kinds += ", ";
      kinds += word;
    };
    const bool at_top = stand.instance == kNoIndex;
    add(at_top && want_->ports, "port");
    add(!at_top && want_->pins, "pin");
    add(want_->instances, "instance");
    add(want_->nets, "net");
    out.why = "no " + kinds + " '" + out.missing + "' in " + of_parent(out.reached) + " (module '" +
              std::string(netlist_->text(stand.module->name)) + "')";
    out.uncertain = stand.module->incomplete;
    if (out.uncertain) out.why += ", which could not be read whole";
  }
  if (!bit_fault_.empty() && last) out.why = bit_fault_;
  for (const std::string& name : nearest.best()) {
    std::vector<std::string> near = names(stand);
    near.push_back(name);
    const std::string full = joined(near);
    std::string rest;
    for (std::size_t i = stand.next + 1; i < parts_.size(); ++i) {
      rest += "/" + (parts_[i].literal ? lookup::escaped_for_path(parts_[i].text) : parts_[i].text);
    }
    if (bit && last) rest += "[" + std::to_string(bit->second) + "]";
    Search again(*netlist_, *want_, library_);
    const Resolved whole = again.run(top, full + rest);
    out.nearest.push_back(whole ? whole.path : full);
  }
  return out;
}

}  // namespace

std::string_view to_string(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::kPort: return "port";
    case ObjectKind::kInstance: return "instance";
    case ObjectKind::kLeafCell: return "leaf cell";
    case ObjectKind::kPin: return "pin";
    case ObjectKind::kLeafPin: return "leaf pin";
    case ObjectKind::kNet: return "net";
    case ObjectKind::kNothing: break;
  }
  return "nothing";
}

Resolved resolve(const Netlist& netlist, const Module& top, std::string_view path, const Want& want,
                 const CellPins* library) {
  Search search(netlist, want, library);
  Resolved found = search.run(top, path);
  return found ? found : search.nothing(top);
}

std::string did_you_mean(const Resolved& missing) {
  return missing.nearest.empty() ? "" : ", did you mean '" + missing.nearest.front() + "'?";
}

}  // namespace sealring::core

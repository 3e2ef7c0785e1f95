// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/netlist/netlist.h"

#include <algorithm>
#include <array>

#include "core/netlist/bits.h"

namespace sealring::core {
namespace {

constexpr std::size_t kSmallest = 8;

std::size_t start_of(std::uint32_t symbol, std::size_t mask) {
  return (symbol * 0x9E3779B1U >> 7U) & mask;
}

template <class T>
std::size_t held(const std::vector<T>& items) {
  return items.capacity() * sizeof(T);
}

}  // namespace

std::string_view to_string(Direction direction) {
  switch (direction) {
    case Direction::kInput: return "input";
    case Direction::kOutput: return "output";
    case Direction::kInout: return "inout";
    case Direction::kUnknown: break;
  }
  return "unknown";
}

std::string_view to_string(NetKind kind) {
  constexpr std::array<std::string_view, 12> kWords{"wire",   "tri",     "tri0",    "tri1",
                                                    "triand", "trior",   "trireg",  "wand",
                                                    "wor",    "supply0", "supply1", "reg"};
  return kWords[static_cast<std::size_t>(kind)];
}

std::string to_string(const Range& range) {
  return "[" + std::to_string(range.msb) + ":" + std::to_string(range.lsb) + "]";
}

std::uint32_t SymbolIndex::add(Symbol symbol, std::uint32_t index) {
  if ((used_ + 1) * 8 > slots_.size() * 5) rehash(std::max(kSmallest, slots_.size() * 2));
  const auto wanted = static_cast<std::uint32_t>(symbol);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = start_of(wanted, mask);; i = (i + 1) & mask) {
    if (slots_[i].symbol == wanted) return slots_[i].index;
    if (slots_[i].symbol != 0) continue;
    slots_[i] = {wanted, index};
    ++used_;
    return index;
  }
}

std::uint32_t SymbolIndex::find(Symbol symbol) const {
  if (slots_.empty() || symbol == Symbol::kNone) return kNoIndex;
  const auto wanted = static_cast<std::uint32_t>(symbol);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = start_of(wanted, mask); slots_[i].symbol != 0; i = (i + 1) & mask) {
    if (slots_[i].symbol == wanted) return slots_[i].index;
  }
  return kNoIndex;
}

void SymbolIndex::reserve(std::size_t count) {
  std::size_t size = std::max(kSmallest, slots_.size());
  while ((count + 1) * 8 > size * 5) size *= 2;
  if (size > slots_.size()) rehash(size);
}

void SymbolIndex::rehash(std::size_t size) {
  std::vector<Slot> old(size);
  old.swap(slots_);
  const std::size_t mask = size - 1;
  for (const Slot& slot : old) {
    if (slot.symbol == 0) continue;
    std::size_t i = start_of(slot.symbol, mask);
    while (slots_[i].symbol != 0) i = (i + 1) & mask;
    slots_[i] = slot;
  }
}

std::optional<std::uint64_t> Module::width_of(const Port& port) const {
  if (port.complex) return core::width_of(*this, port.inside);
  if (port.direction == Direction::kUnknown) return std::nullopt;
  return port.has_range ? port.bits.width() : 1;
}

std::span<const Override> Module::overrides_of(const Instance& instance) const {
  if (instance.first_override == kNoIndex) return {};
  std::size_t end = instance.first_override;
  const std::uint32_t owner = overrides[end].instance;
  while (end < overrides.size() && overrides[end].instance == owner) ++end;
  return {overrides.data() + instance.first_override, end - instance.first_override};
}

std::size_t Module::bytes() const {
  return held(ports) + held(nets) + held(instances) + held(connections) + held(pieces) +
         held(assigns) + held(parameters) + held(overrides) + port_index_.bytes() +
         net_index_.bytes() + instance_index_.bytes();
}

const Module* Netlist::find(Symbol module_name) const {
  const std::uint32_t index = module_index_.find(module_name);
  return index == kNoIndex ? nullptr : &modules[index];
}

const Port* Netlist::find_port(const Module& module, std::string_view name) const {
  const std::uint32_t index = module.find_port(names.find(name));
  return index == kNoIndex ? nullptr : &module.ports[index];
}

const Net* Netlist::find_net(const Module& module, std::string_view name) const {
  const std::uint32_t index = module.find_net(names.find(name));
  return index == kNoIndex ? nullptr : &module.nets[index];
}

const Instance* Netlist::find_instance(const Module& module, std::string_view name) const {
  const std::uint32_t index = module.find_instance(names.find(name));
  return index == kNoIndex ? nullptr : &module.instances[index];
}

Location Netlist::locate(Place place) const {
  if (place.file() >= files.size()) return {};
  const File& file = files[place.file()];
  const auto next =
      std::upper_bound(file.line_starts.begin(), file.line_starts.end(), place.offset());
  if (next == file.line_starts.begin()) return {.file = file.name};
  const auto line = static_cast<std::uint32_t>(next - file.line_starts.begin());
  const auto column = static_cast<std::uint32_t>(place.offset() - *(next - 1) + 1);
  return {.file = file.name, .line = line, .column = column};
}

Module* Netlist::add_module(Symbol module_name) {
  const auto index = static_cast<std::uint32_t>(modules.size());
  if (module_index_.add(module_name, index) != index) return nullptr;
  modules.emplace_back().name = module_name;
  return &modules.back();
}

std::vector<const Module*> Netlist::tops() const {
  std::vector<bool> used(modules.size(), false);
  for (const Module& module : modules) {
    for (const Instance& instance : module.instances) {
      const std::uint32_t index = instance.gate ? kNoIndex : find_index(instance.cell);
      if (index != kNoIndex) used[index] = true;
    }
  }
  std::vector<const Module*> designs;
  std::vector<const Module*> cells;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    if (used[i]) continue;
    (modules[i].cell || modules[i].primitive ? cells : designs).push_back(&modules[i]);
  }
  return designs.empty() ? cells : designs;
}

std::size_t Netlist::bytes() const {
  std::size_t sum = names.bytes() + held(modules) + module_index_.bytes();
  for (const Module& module : modules) sum += module.bytes();
  for (const File& file : files) sum += held(file.line_starts);
  return sum;
}

}  // namespace sealring::core

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/edif/linker.h"

#include <unordered_map>

#include "rapidwright_bridge/codes.h"

namespace sealring::rapidwright_bridge {
namespace {

/// Stands in a pin for an instance that the cell does not have.
constexpr std::uint32_t kUnknownInstance = 0xfffffffeU;

std::uint64_t pair_key(std::uint32_t a, std::uint32_t b) {
  return (static_cast<std::uint64_t>(a) << 32) | b;
}

}  // namespace

void EdifLinker::finish_cell(EdifNetlist::Cell& cell) {
  const std::uint32_t first = cell.instances.first;
  stamp_.resize(interner_.size(), {0, 0});
  ++epoch_;
  for (std::uint32_t i = 0; i < cell.instances.count; ++i)
    stamp_[out_.instances_[first + i].name] = {epoch_, first + i};
  for (std::size_t n = cell.nets.first; n < out_.nets_.size(); ++n) {
    const EdifNetlist::Range pins = out_.nets_[n].pins;
    for (std::uint32_t p = pins.first; p < pins.first + pins.count; ++p) {
      EdifNetlist::PinRef& pin = out_.pins_[p];
      if (pin.instance == kNoIndex) continue;
      const auto [epoch, index] = stamp_[pin.instance];
      if (epoch == epoch_) {
        pin.instance = index;
      } else {
        pin = {kUnknownInstance, kNoIndex, pin.member};
      }
    }
  }
  merge_nets(cell);
  cell.nets.count = static_cast<std::uint32_t>(out_.nets_.size()) - cell.nets.first;
}

/// Two nets of one cell with one original name are one net for the user; writers tell them apart by the case of
/// letters in the identifier only.
void EdifLinker::merge_nets(const EdifNetlist::Cell& cell) {
  ++epoch_;
  bool twice = false;
  for (std::size_t n = cell.nets.first; n < out_.nets_.size(); ++n) {
    auto& [epoch, index] = stamp_[out_.nets_[n].original];
    twice = twice || epoch == epoch_;
    epoch = epoch_;
  }
  if (!twice) return;
  std::unordered_map<NameId, std::size_t> kept;
  std::vector<std::vector<EdifNetlist::PinRef>> pins;
  std::vector<EdifNetlist::Net> nets;
  for (std::size_t n = cell.nets.first; n < out_.nets_.size(); ++n) {
    const EdifNetlist::Net& net = out_.nets_[n];
    const auto [it, fresh] = kept.try_emplace(net.original, nets.size());
    if (fresh) {
      nets.push_back(net);
      pins.emplace_back();
    } else {
      ++out_.merged_nets_;
      report_merged(cell, net);
    }
    const auto from = out_.pins_.begin() + net.pins.first;
    pins[it->second].insert(pins[it->second].end(), from, from + net.pins.count);
  }
  const std::uint32_t first_pin = out_.nets_[cell.nets.first].pins.first;
  out_.pins_.resize(first_pin);
  out_.nets_.resize(cell.nets.first);
  for (std::size_t i = 0; i < nets.size(); ++i) {
    nets[i].pins = {static_cast<std::uint32_t>(out_.pins_.size()),
                    static_cast<std::uint32_t>(pins[i].size())};
    out_.pins_.insert(out_.pins_.end(), pins[i].begin(), pins[i].end());
    out_.nets_.push_back(nets[i]);
  }
}

void EdifLinker::report_merged(const EdifNetlist::Cell& cell, const EdifNetlist::Net& net) {
  const std::string name(interner_.text(net.original));
  const std::string owner(interner_.text(cell.original));
  sink_.report(core::make_finding(codes::kNetMerged,
                                  "cell '" + owner + "' has several nets with the original name '" +
                                      name + "'; they are read as one net with all connections")
                   .at({shown_})
                   .on(owner + "/" + name, "net"));
}

void EdifLinker::resolve() {
  std::unordered_map<std::uint64_t, std::uint32_t> cells;
  for (std::uint32_t c = 0; c < out_.cells_.size(); ++c)
    cells.emplace(pair_key(out_.cells_[c].library, out_.cells_[c].name), c);
  const auto find = [&](const std::pair<NameId, NameId>& reference) {
    const auto it = cells.find(pair_key(reference.first, reference.second));
    return it == cells.end() ? kNoIndex : it->second;
  };
  for (std::size_t i = 0; i < out_.instances_.size(); ++i) {
    out_.instances_[i].cell = find(cell_refs_[i]);
    if (out_.instances_[i].cell == kNoIndex) ++out_.unresolved_;
  }
  out_.top_ = find(top_ref_);
  resolve_ports();
}

void EdifLinker::resolve_ports() {
  std::unordered_map<std::uint64_t, std::uint32_t> ports;
  ports.reserve(out_.ports_.size());
  for (std::uint32_t c = 0; c < out_.cells_.size(); ++c) {
    const EdifNetlist::Range range = out_.cells_[c].ports;
    for (std::uint32_t p = range.first; p < range.first + range.count; ++p)
      ports.emplace(pair_key(c, out_.ports_[p].name), p);
  }
  for (std::uint32_t c = 0; c < out_.cells_.size(); ++c) {
    for (const EdifNetlist::Net& net : out_.nets_of(out_.cells_[c])) {
      for (std::uint32_t i = net.pins.first; i < net.pins.first + net.pins.count; ++i) {
        EdifNetlist::PinRef& pin = out_.pins_[i];
        const bool unknown = pin.instance == kUnknownInstance;
        const std::uint32_t owner = unknown                    ? kNoIndex
                                    : pin.instance == kNoIndex ? c
                                                               : out_.instances_[pin.instance].cell;
        const auto it = owner == kNoIndex ? ports.end() : ports.find(pair_key(owner, pin.port));
        if (unknown) pin.instance = kNoIndex;
        pin.port = it == ports.end() ? kNoIndex : it->second;
        if (pin.port == kNoIndex) ++out_.unresolved_;
      }
    }
  }
}

}  // namespace sealring::rapidwright_bridge

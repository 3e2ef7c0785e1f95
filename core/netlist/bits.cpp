// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/netlist/bits.h"

#include <algorithm>
#include <utility>

namespace sealring::core {
namespace {

void append_run(std::vector<Bit>& out, std::uint32_t net, std::int64_t first, std::int64_t last) {
  const std::int64_t step = first > last ? -1 : 1;
  for (std::int64_t i = first;; i += step) {
    out.push_back({.net = net, .index = static_cast<std::int32_t>(i)});
    if (i == last) break;
  }
}

void append_piece(std::vector<Bit>& out, const Module& module, const Piece& piece) {
  switch (piece.kind) {
    case Piece::Kind::kNet: {
      const Net& net = module.nets[piece.index];
      append_run(out, piece.index, net.has_range ? net.bits.msb : 0,
                 net.has_range ? net.bits.lsb : 0);
      break;
    }
    case Piece::Kind::kSelect: append_run(out, piece.index, piece.first, piece.last); break;
    case Piece::Kind::kConstant:
    case Piece::Kind::kUnsized:
      for (const char digit : module.digits(piece)) out.push_back({.value = digit});
      break;
    case Piece::Kind::kOpaque: out.push_back({.value = 'u'}); break;
  }
}

std::uint64_t width_of(const Module& module, const Piece& piece) {
  switch (piece.kind) {
    case Piece::Kind::kNet: return module.nets[piece.index].width();
    case Piece::Kind::kSelect: return Range{piece.first, piece.last}.width();
    case Piece::Kind::kConstant:
    case Piece::Kind::kUnsized: return static_cast<std::uint64_t>(piece.first);
    case Piece::Kind::kOpaque: break;
  }
  return 0;
}

}  // namespace

std::vector<Bit> bits_of(const Module& module, PieceRange pieces) {
  std::vector<Bit> out;
  for (const Piece& piece : module.pieces_of(pieces)) append_piece(out, module, piece);
  return out;
}

std::vector<Bit> bits_of(const Module& module, const Port& port) {
  if (port.complex) return bits_of(module, port.inside);
  std::vector<Bit> out;
  if (port.net != kNoIndex) append_piece(out, module, {.index = port.net});
  return out;
}

std::optional<std::uint64_t> width_of(const Module& module, PieceRange pieces, bool* flexible) {
  std::uint64_t sum = 0;
  for (const Piece& piece : module.pieces_of(pieces)) {
    if (piece.kind == Piece::Kind::kOpaque) return std::nullopt;
    sum += width_of(module, piece);
  }
  if (flexible != nullptr) {
    *flexible = pieces.count == 1 && module.pieces[pieces.first].kind == Piece::Kind::kUnsized;
  }
  return sum;
}

NetBits::NetBits(const Module& module) : module_(&module) {
  first_.reserve(module.nets.size() + 1);
  std::uint32_t next = 0;
  for (const Net& net : module.nets) {
    first_.push_back(next);
    next += static_cast<std::uint32_t>(net.width());
  }
  first_.push_back(next);
  parent_.resize(next);
  constants_.resize(next);
  for (std::uint32_t i = 0; i < next; ++i) parent_[i] = i;
  for (std::size_t net = 0; net < module.nets.size(); ++net) {
    const NetKind kind = module.nets[net].kind;
    if (kind != NetKind::kSupply0 && kind != NetKind::kSupply1) continue;
    std::fill(constants_.begin() + first_[net], constants_.begin() + first_[net + 1],
              kind == NetKind::kSupply0 ? '0' : '1');
  }
  for (const Assign& assign : module.assigns) {
    const std::vector<Bit> target = bits_of(module, assign.target);
    const std::vector<Bit> source = bits_of(module, assign.source);
    // Verilog lines both sides up at their least significant bits.
    for (std::size_t i = 1; i <= std::min(target.size(), source.size()); ++i) {
      connect(target[target.size() - i], source[source.size() - i]);
    }
  }
}

void NetBits::connect(const Bit& to, const Bit& from) {
  if (to.net == kNoIndex || from.value == 'u') return;
  const std::uint32_t a = number(to.net, to.index);
  if (a == kNoIndex) return;
  if (from.net == kNoIndex) return tie(a, from.value);
  const std::uint32_t b = number(from.net, from.index);
  if (b != kNoIndex) join(a, b);
}

std::uint32_t NetBits::number(std::uint32_t net, std::int32_t index) const {
  const Net& of = module_->nets[net];
  const Range range = of.has_range ? of.bits : Range{};
  if (!range.contains(index)) return kNoIndex;
  const std::int64_t distance = std::int64_t{index} - range.msb;
  return first_[net] + static_cast<std::uint32_t>(distance < 0 ? -distance : distance);
}

Bit NetBits::bit(std::uint32_t number) const {
  const auto next = std::upper_bound(first_.begin(), first_.end(), number);
  const auto net = static_cast<std::uint32_t>(next - first_.begin() - 1);
  const Net& of = module_->nets[net];
  const auto distance = static_cast<std::int32_t>(number - first_[net]);
  if (!of.has_range) return {.net = net};
  return {.net = net,
          .index = of.bits.descending() ? of.bits.msb - distance : of.bits.msb + distance};
}

std::uint32_t NetBits::root(std::uint32_t number) const {
  while (parent_[number] != number) {
    parent_[number] = parent_[parent_[number]];
    number = parent_[number];
  }
  return number;
}

void NetBits::join(std::uint32_t a, std::uint32_t b) {
  a = root(a);
  b = root(b);
  if (a == b) return;
  if (a > b) std::swap(a, b);
  parent_[b] = a;
  if (constants_[b] != 0) tie(a, constants_[b]);
}

void NetBits::tie(std::uint32_t number, char value) {
  char& held = constants_[root(number)];
  held = held == 0 || held == value ? value : 'c';
}

}  // namespace sealring::core

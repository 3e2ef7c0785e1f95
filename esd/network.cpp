// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/network.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace sealring::esd {

namespace {

constexpr std::uint64_t kFoldMask = 0x2020202020202020ULL;
constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15ULL;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

/// Cuts the last '_'-separated field off `text`.
std::string_view cut_last(std::string_view& text) {
  const std::size_t at = text.rfind('_');
  if (at == std::string_view::npos) return {};
  const std::string_view field = text.substr(at + 1);
  text = text.substr(0, at);
  return field;
}

}  // namespace

std::uint64_t NameTable::hash(std::string_view name) const {
  const std::uint64_t fold = fold_case_ ? kFoldMask : 0;
  std::uint64_t h = name.size() * kMix;
  const char* p = name.data();
  std::size_t left = name.size();
  while (left >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, p, 8);
    h = (h ^ (word | fold)) * kMix;
    h ^= h >> 32;
    p += 8;
    left -= 8;
  }
  if (left > 0) {
    std::uint64_t word = 0;
    std::memcpy(&word, p, left);
    h = (h ^ (word | fold)) * kMix;
    h ^= h >> 32;
  }
  h *= kMix;
  return h ^ (h >> 29);
}

bool NameTable::same(std::string_view a, std::string_view b) const {
  if (a.size() != b.size()) return false;
  if (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0) return true;
  if (!fold_case_) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (lower(a[i]) != lower(b[i])) return false;
  }
  return true;
}

void NameTable::grow(std::size_t slots) {
  slots_.assign(slots, {});
  const std::size_t mask = slots - 1;
  for (std::uint32_t id = 0; id < size(); ++id) {
    const std::uint64_t h = hash(name(id));
    std::size_t slot = h & mask;
    while (slots_[slot].id != kNone) slot = (slot + 1) & mask;
    slots_[slot] = {id, static_cast<std::uint32_t>(h >> 32)};
  }
}

void NameTable::reserve(std::size_t names, std::size_t bytes) {
  std::size_t slots = 64;
  while (slots < names * 2) slots *= 2;
  if (slots > slots_.size()) grow(slots);
  list_.reserve(names, bytes);
}

std::uint32_t NameTable::intern(std::string_view name) {
  if (static_cast<std::size_t>(size()) * 2 >= slots_.size()) {
    grow(slots_.empty() ? 64 : slots_.size() * 2);
  }
  const std::uint64_t h = hash(name);
  const auto tag = static_cast<std::uint32_t>(h >> 32);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = h & mask;
  while (slots_[slot].id != kNone) {
    if (slots_[slot].tag == tag && same(this->name(slots_[slot].id), name)) return slots_[slot].id;
    slot = (slot + 1) & mask;
  }
  const std::uint32_t id = list_.append(name);
  slots_[slot] = {id, tag};
  return id;
}

std::optional<std::uint32_t> NameTable::find(std::string_view name) const {
  if (slots_.empty()) return std::nullopt;
  const std::uint64_t h = hash(name);
  const auto tag = static_cast<std::uint32_t>(h >> 32);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = h & mask; slots_[slot].id != kNone; slot = (slot + 1) & mask) {
    if (slots_[slot].tag == tag && same(this->name(slots_[slot].id), name)) return slots_[slot].id;
  }
  return std::nullopt;
}

namespace {

constexpr std::array<std::string_view, 7> kClassWords = {"conductor", "metal", "via",    "tsv",
                                                         "bond",      "bump",  "package"};

}  // namespace

std::string_view to_string(ElementClass value) {
  return kClassWords[static_cast<std::size_t>(value)];
}

std::optional<ElementClass> parse_element_class(std::string_view word) {
  for (std::size_t i = 1; i < kClassWords.size(); ++i) {
    if (kClassWords[i] == word) return static_cast<ElementClass>(i);
  }
  return std::nullopt;
}

std::optional<NodeNameFacts> facts_from_name(std::string_view node) {
  const std::optional<double> y = number(cut_last(node));
  const std::optional<double> x = number(cut_last(node));
  if (!x || !y || node.empty()) return std::nullopt;
  const std::size_t at = node.find_last_of("_/");
  const std::string_view layer = at == std::string_view::npos ? node : node.substr(at + 1);
  if (layer.empty()) return std::nullopt;
  return NodeNameFacts{layer, *x, *y};
}

std::string layer_text(const Network& network, ElementId id) {
  const Element& element = network.elements[id];
  if (element.layer != kNoLayer) return network.layers[element.layer];
  const auto a = facts_from_name(network.nodes.name(element.a));
  const auto b = facts_from_name(network.nodes.name(element.b));
  if (!a || !b) return {};
  if (a->layer == b->layer) return std::string(a->layer);
  const auto [low, high] = std::minmax(a->layer, b->layer);
  return std::string(low) + "/" + std::string(high);
}

ElementClass class_of(const Network& network, ElementId id) {
  const Element& element = network.elements[id];
  if (element.cls != ElementClass::kUnknown || element.layer != kNoLayer) return element.cls;
  const auto a = facts_from_name(network.nodes.name(element.a));
  const auto b = facts_from_name(network.nodes.name(element.b));
  if (!a || !b) return ElementClass::kUnknown;
  return a->layer == b->layer ? ElementClass::kMetal : ElementClass::kVia;
}

ElementShape shape_of(const Network& network, ElementId id) {
  if (id < network.shapes.size() && network.shapes[id].known) return network.shapes[id];
  const Element& element = network.elements[id];
  if (element.a < network.points.size() && element.b < network.points.size()) {
    const NodePoint& a = network.points[element.a];
    const NodePoint& b = network.points[element.b];
    if (a.known && b.known) return {a.x_um, a.y_um, b.x_um, b.y_um, true};
  }
  if (network.dbu_per_um > 0) {
    const auto a = facts_from_name(network.nodes.name(element.a));
    const auto b = facts_from_name(network.nodes.name(element.b));
    const double scale = 1 / network.dbu_per_um;
    if (a && b) return {a->x * scale, a->y * scale, b->x * scale, b->y * scale, true};
  }
  return {};
}

}  // namespace sealring::esd

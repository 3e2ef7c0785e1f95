// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/lefdef/def.h"

#include <algorithm>
#include <map>

namespace sealring::core::lefdef {

namespace {

std::size_t number(Symbol symbol) {
  return static_cast<std::size_t>(symbol);
}

template <class T>
void fill(std::vector<std::uint32_t>& table, std::size_t names, const std::vector<T>& objects) {
  table.assign(names + 1, 0);
  for (std::size_t i = objects.size(); i-- > 0;) {
    table[number(objects[i].name)] = static_cast<std::uint32_t>(i + 1);
  }
}

template <class T>
const T* look_up(const std::vector<std::uint32_t>& table, const std::vector<T>& objects,
                 Symbol name) {
  if (name == Symbol::kNone || number(name) >= table.size() || table[number(name)] == 0)
    return nullptr;
  return &objects[table[number(name)] - 1];
}

Coord scaled(Coord picometres, std::int64_t dbu_per_um) {
  if (const auto exact = to_dbu(picometres, dbu_per_um)) return *exact;
  __extension__ using Wide = __int128;
  const Wide value = static_cast<Wide>(picometres) * dbu_per_um * 2;
  const Wide size =
      ((value < 0 ? -value : value) + kPicometresPerUm) / (2 * Wide{kPicometresPerUm});
  return static_cast<Coord>(value < 0 ? -size : size);
}

}  // namespace

void Def::index() {
  fill(component_index_, names.size(), components);
  fill(pin_index_, names.size(), pins);
  fill(net_index_, names.size(), nets);
}

const Component* Def::find_component(Symbol name) const {
  return look_up(component_index_, components, name);
}

const Pin* Def::find_pin(Symbol name) const {
  return look_up(pin_index_, pins, name);
}

const Net* Def::find_net(Symbol name) const {
  return look_up(net_index_, nets, name);
}

const Via* Def::find_via(std::string_view name) const {
  const auto found =
      std::find_if(vias.begin(), vias.end(), [&](const Via& via) { return via.name == name; });
  return found == vias.end() ? nullptr : &*found;
}

const NonDefaultRule* Def::find_wire_rule(std::string_view name) const {
  const auto found = std::find_if(wire_rules.begin(), wire_rules.end(),
                                  [&](const NonDefaultRule& rule) { return rule.name == name; });
  return found == wire_rules.end() ? nullptr : &*found;
}

std::optional<Rect> Def::die_box() const {
  if (die_area.size() < 2) return std::nullopt;
  Rect box{die_area[0], die_area[0]};
  for (const Point& p : die_area) {
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
  }
  return box;
}

std::string_view other_layer(const Via& via, std::string_view layer) {
  if (!via.rule.empty()) {
    if (layer == via.bottom_layer) return via.top_layer;
    if (layer == via.top_layer) return via.bottom_layer;
    return {};
  }
  std::vector<std::string_view> layers;
  for (const Shape& shape : via.shapes) {
    if (std::find(layers.begin(), layers.end(), shape.layer) == layers.end())
      layers.push_back(shape.layer);
  }
  if (layers.size() < 2) return {};
  if (layers.size() == 3) {
    // The metals enclose the cut, so the layer with the smallest shapes is the cut.
    const auto size = [&](std::string_view name) {
      Coord largest = 0;
      for (const Shape& shape : via.shapes) {
        if (shape.layer != name) continue;
        const Rect box = shape.box();
        largest = std::max(largest, (box.high.x - box.low.x) + (box.high.y - box.low.y));
      }
      return largest;
    };
    layers.erase(std::min_element(
        layers.begin(), layers.end(),
        [&](std::string_view a, std::string_view b) { return size(a) < size(b); }));
  }
  if (layers.front() == layer) return layers.back();
  if (layers.back() == layer) return layers.front();
  return {};
}

namespace {

/// Widths of wires by their rule and layer.
class WireRules {
 public:
  WireRules(const Def& def, const Lef& lef) : def_(def), lef_(lef) {}

  void apply(Wire& wire) {
    const auto [at, fresh] = widths_.try_emplace({wire.rule, wire.layer});
    if (fresh) at->second = look_up(wire);
    if (!at->second) return;
    wire.width = *at->second;
    wire.rule = Symbol::kNone;
  }

 private:
  /// Nothing: the rule is unknown. 0: it says nothing about the layer.
  std::optional<Coord> look_up(const Wire& wire) const {
    const std::string_view layer = def_.text(wire.layer);
    if (const NonDefaultRule* rule = def_.find_wire_rule(def_.text(wire.rule)))
      return rule->width_on(layer).value_or(0);
    const NonDefaultRule* rule = lef_.find_wire_rule(def_.text(wire.rule));
    if (rule == nullptr) return std::nullopt;
    return scaled(rule->width_on(layer).value_or(0), def_.dbu_per_um);
  }

  const Def& def_;
  const Lef& lef_;
  std::map<std::pair<Symbol, Symbol>, std::optional<Coord>> widths_;
};

}  // namespace

std::size_t resolve_layers(Def& def, const Lef& lef) {
  std::vector<Symbol> behind(def.layer_steps.size(), Symbol::kNone);
  std::vector<Symbol> missing;
  // A step stands behind the steps it builds on, so one pass in order is enough.
  for (std::size_t i = 0; i < def.layer_steps.size(); ++i) {
    const LayerStep& step = def.layer_steps[i];
    const Symbol before = step.previous == 0 ? step.layer : behind[step.previous - 1];
    const Via* via = def.find_via(def.text(step.via));
    if (via == nullptr) via = lef.find_via(def.text(step.via));
    const std::string_view layer = via == nullptr || before == Symbol::kNone
                                       ? std::string_view()
                                       : other_layer(*via, def.text(before));
    if (!layer.empty()) {
      behind[i] = def.names.intern(layer);
    } else if (std::find(missing.begin(), missing.end(), step.via) == missing.end()) {
      missing.push_back(step.via);
    }
  }
  WireRules rules(def, lef);
  for (Wire& wire : def.wires) {
    if (wire.layer_step != 0 && behind[wire.layer_step - 1] != Symbol::kNone) {
      wire.layer = behind[wire.layer_step - 1];
      wire.layer_step = 0;
    }
    if (wire.rule != Symbol::kNone && wire.layer_step == 0) rules.apply(wire);
  }
  def.index();
  return missing.size();
}

std::vector<PlacedShape> pin_shapes(const Component& component, const Macro& macro,
                                    const MacroPin& pin, std::int64_t dbu_per_um) {
  std::vector<PlacedShape> result;
  const Coord width = scaled(macro.width, dbu_per_um);
  const Coord height = scaled(macro.height, dbu_per_um);
  for (const Port& port : pin.ports) {
    for (const Shape& shape : port.shapes) {
      const Rect box = shape.box();
      const Rect own{{scaled(box.low.x, dbu_per_um), scaled(box.low.y, dbu_per_um)},
                     {scaled(box.high.x, dbu_per_um), scaled(box.high.y, dbu_per_um)}};
      result.push_back({shape.layer, place(own, width, height, component.orient, component.at)});
    }
  }
  return result;
}

}  // namespace sealring::core::lefdef

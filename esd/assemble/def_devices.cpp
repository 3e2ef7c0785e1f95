// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/assemble/def_devices.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/diagnostics/suggest.h"
#include "esd/assemble/stack_nets.h"
#include "esd/extract_codes.h"
#include "esd/format.h"
#include "esd/project_codes.h"
#include "esd/stack_codes.h"

namespace sealring::esd {

namespace lefdef = core::lefdef;
using core::Symbol;

DefDevices::DefDevices(const TierTask& task, core::Sink& sink)
    : task_(task),
      def_(*task.stack->chiplet(task.tier).layout),
      lef_(*task.stack->chiplet(task.tier).cells),
      sink_(sink) {
  find_devices();
  connect();
}

void DefDevices::find_devices() {
  std::unordered_map<std::uint32_t, std::size_t> type_of_macro;
  for (std::size_t type = 0; type < task_.devices->types.size(); ++type) {
    const DeviceType& entry = task_.devices->types[type];
    const auto add = [&](const std::string& macro) {
      const Symbol symbol = def_.names.find(macro);
      if (symbol != Symbol::kNone) type_of_macro.emplace(static_cast<std::uint32_t>(symbol), type);
    };
    for (const std::string& cell : entry.cells) add(cell);
    if (entry.cells.empty()) add(entry.name);
  }
  std::unordered_set<std::uint32_t> bump_macros;
  for (const stack3d::Region& region : task_.stack->chiplet(task_.tier).regions) {
    stack3d::NameId last = stack3d::NameId::kNone;
    for (const stack3d::Bump& bump : region.map.bumps) {
      if (bump.cell == last) continue;
      last = bump.cell;
      const Symbol symbol = def_.names.find(task_.stack->names.text(bump.cell));
      if (symbol != Symbol::kNone) bump_macros.insert(static_cast<std::uint32_t>(symbol));
    }
  }
  role_.assign(def_.components.size(), kNone);
  bump_net_.assign(bump_macros.empty() ? 0 : def_.components.size(), Symbol::kNone);
  for (std::size_t i = 0; i < def_.components.size(); ++i) {
    const lefdef::Component& component = def_.components[i];
    const auto type = type_of_macro.find(static_cast<std::uint32_t>(component.macro));
    if (type != type_of_macro.end()) {
      role_[i] = static_cast<std::uint32_t>(devices_.size());
      add_device(component, type->second);
    } else if (bump_macros.contains(static_cast<std::uint32_t>(component.macro))) {
      role_[i] = kBump;
    }
  }
}

void DefDevices::add_device(const lefdef::Component& component, std::size_t type) {
  Device device;
  device.component = &component;
  device.type = type;
  device.macro = lef_.find_macro(def_.text(component.macro));
  device.pins.resize(task_.devices->types[type].pins.size());
  devices_.push_back(std::move(device));
}

std::string DefDevices::name_of(const Device& device) const {
  return task_.setup->path + "/" + plain_name(def_.text(device.component->name));
}

/// All pins of all nets once; those of other components are passed over.
void DefDevices::connect() {
  const Symbol star = def_.names.find("*");
  for (const lefdef::Net& net : def_.nets) {
    for (const lefdef::NetPin& pin : def_.of(def_.net_pins, net.pins)) {
      if (pin.instance == Symbol::kNone) continue;
      if (pin.instance == star) {
        connect_all(pin.pin, net.name);
        continue;
      }
      const lefdef::Component* component = def_.find_component(pin.instance);
      if (component == nullptr) continue;
      connect_pin(static_cast<std::uint32_t>(component - def_.components.data()), pin.pin,
                  net.name);
    }
  }
}

void DefDevices::connect_pin(std::uint32_t component, Symbol pin, Symbol net) {
  const std::uint32_t role = role_[component];
  if (role == kNone) return;
  if (role == kBump) {
    if (bump_net_[component] == Symbol::kNone) bump_net_[component] = net;
    return;
  }
  Device& device = devices_[role];
  const auto number = task_.devices->types[device.type].pin(def_.text(pin));
  if (number && device.pins[*number].net == Symbol::kNone) device.pins[*number].net = net;
}

/// "( * VDD )": the pin of that name of every component.
void DefDevices::connect_all(Symbol pin, Symbol net) {
  for (Device& device : devices_) {
    const auto number = task_.devices->types[device.type].pin(def_.text(pin));
    if (number && device.pins[*number].net == Symbol::kNone) device.pins[*number].net = net;
  }
}

Symbol DefDevices::net_of_bump(std::string_view name, std::string_view cell) const {
  if (bump_net_.empty()) return Symbol::kNone;
  const Symbol symbol = def_.names.find(name);
  if (symbol == Symbol::kNone) return Symbol::kNone;
  const lefdef::Component* component = def_.find_component(symbol);
  if (component == nullptr || def_.text(component->macro) != cell) return Symbol::kNone;
  return bump_net_[static_cast<std::size_t>(component - def_.components.data())];
}

void DefDevices::add_touches(std::vector<Touch>& touches) {
  for (Device& device : devices_) {
    if (device.macro == nullptr || device.component->status == lefdef::PlaceStatus::kNone ||
        device.component->status == lefdef::PlaceStatus::kUnplaced) {
      continue;
    }
    const DeviceType& type = task_.devices->types[device.type];
    for (std::size_t pin = 0; pin < device.pins.size(); ++pin) {
      DevicePin& entry = device.pins[pin];
      const lefdef::MacroPin* shape = device.macro->find_pin(type.pins[pin]);
      if (entry.net == Symbol::kNone || shape == nullptr) continue;
      entry.first_touch = touches.size();
      for (const lefdef::PlacedShape& one :
           lefdef::pin_shapes(*device.component, *device.macro, *shape, def_.dbu_per_um)) {
        const lefdef::Layer* layer = lef_.find_layer(one.layer);
        if (layer == nullptr || layer->type != lefdef::LayerType::kRouting) continue;
        Touch touch;
        touch.net = def_.text(entry.net);
        touch.layer = one.layer;
        touch.box = one.box;
        touch.name = name_of(device) + "." + type.pins[pin];
        touch.location = def_.at(device.component->line);
        touch.optional = true;
        touches.push_back(std::move(touch));
      }
      entry.touches = touches.size() - entry.first_touch;
    }
  }
}

Instance DefDevices::start(const Device& device) const {
  const double scale = 1 / static_cast<double>(def_.dbu_per_um);
  Instance instance;
  instance.name = name_of(device);
  instance.type = device.type;
  instance.tier = task_.setup->path;
  instance.location = def_.at(device.component->line);
  instance.pins.resize(device.pins.size());
  instance.nets.resize(device.pins.size());
  if (device.macro != nullptr) {
    const double per_um = static_cast<double>(lefdef::kPicometresPerUm);
    const lefdef::Orient orient = device.component->orient;
    const bool turned = orient == lefdef::Orient::kW || orient == lefdef::Orient::kE ||
                        orient == lefdef::Orient::kFW || orient == lefdef::Orient::kFE;
    const double width = static_cast<double>(device.macro->width) / per_um;
    const double height = static_cast<double>(device.macro->height) / per_um;
    const double x = static_cast<double>(device.component->at.x) * scale;
    const double y = static_cast<double>(device.component->at.y) * scale;
    instance.box = PlacedBox{x, y, x + (turned ? height : width), y + (turned ? width : height)};
  }
  return instance;
}

void DefDevices::report_pin(const Device& device, std::size_t pin, const std::string& problem) {
  const DeviceType& type = task_.devices->types[device.type];
  sink_.report(core::make_finding(codes::kDeviceNotConnected, "pin '" + type.pins[pin] + "' of '" +
                                                                  name_of(device) + "' (" +
                                                                  type.name + ") " + problem)
                   .at(def_.at(device.component->line))
                   .on(name_of(device), type.pins[pin]));
}

/// The nodes under the shapes of a pin; of shapes that had to be moved only the nearest, and only when none lies on metal.
Taps DefDevices::taps_of(const Device& device, std::size_t pin, Extraction& extraction) {
  const DevicePin& entry = device.pins[pin];
  const DeviceType& type = task_.devices->types[device.type];
  Taps taps;
  const TouchPlace* nearest = nullptr;
  for (std::size_t i = entry.first_touch; i < entry.first_touch + entry.touches; ++i) {
    const TouchPlace& place = extraction.touches[i];
    if (place.node == kNone) continue;
    if (place.moved_um > 0) {
      if (nearest == nullptr || place.moved_um < nearest->moved_um) nearest = &place;
    } else if (std::find(taps.nodes.begin(), taps.nodes.end(), place.node) == taps.nodes.end()) {
      taps.nodes.push_back(place.node);
    }
  }
  if (taps.nodes.empty() && nearest != nullptr) {
    taps.nodes.push_back(nearest->node);
    sink_.report(core::make_finding(codes::kTouchMoved, "pin '" + type.pins[pin] + "' of '" +
                                                            name_of(device) + "' was moved by " +
                                                            format_number(nearest->moved_um) +
                                                            " um to the nearest metal")
                     .at(def_.at(device.component->line))
                     .on(name_of(device), type.pins[pin]));
  }
  if (taps.nodes.empty()) {
    const std::string net(def_.text(entry.net));
    if (device.macro == nullptr) {
      if (pin == 0) report_pin(device, pin, "is not known: its macro is not in the LEF");
    } else if (device.macro->find_pin(type.pins[pin]) == nullptr) {
      report_pin(device, pin,
                 "is not in the LEF macro '" + device.macro->name + "'" +
                     core::did_you_mean(type.pins[pin], [&] {
                       std::vector<std::string> names;
                       for (const auto& one : device.macro->pins) names.push_back(one.name);
                       return names;
                     }()));
    } else if (entry.net == Symbol::kNone) {
      report_pin(device, pin, "is in no net of '" + def_.file + "'");
    } else {
      report_pin(device, pin, "meets no metal of its net '" + net + "'");
    }
    taps.nodes.push_back(
        extraction.network.nodes.intern("~" + name_of(device) + "." + type.pins[pin]));
  }
  taps.weights.assign(taps.nodes.size(), 1.0 / static_cast<double>(taps.nodes.size()));
  return taps;
}

}  // namespace sealring::esd

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/lefdef/def.h"
#include "core/lefdef/lef.h"
#include "esd/assemble/tier_wiring.h"
#include "esd/extract.h"

namespace sealring::esd {

/// The components of a DEF that are devices of the library, and those that are bumps, with the nets of their pins.
class DefDevices {
 public:
  DefDevices(const TierTask& task, core::Sink& sink);

  /// Net of the component of this name when it is placed with this macro; none: there is no such component or net.
  core::Symbol net_of_bump(std::string_view name, std::string_view cell) const;

  /// Appends a touch for every shape of every connected pin.
  void add_touches(std::vector<Touch>& touches);

  /// Instances with the nodes that the touches found. A pin without any (reported, ESD-0612) gets a node of its own, so
  /// that what is asked about it is unreachable. `net_name` is asked for what a net is called in the stack.
  template <class NetName>
  std::vector<Instance> take_places(Extraction& extraction, NetName net_name) {
    std::vector<Instance> result;
    for (const Device& device : devices_) {
      Instance instance = start(device);
      for (std::size_t pin = 0; pin < device.pins.size(); ++pin) {
        instance.pins[pin] = taps_of(device, pin, extraction);
        if (device.pins[pin].net != core::Symbol::kNone)
          instance.nets[pin] = net_name(device.pins[pin].net);
      }
      result.push_back(std::move(instance));
    }
    return result;
  }

 private:
  /// One pin of a placed device: its net and its touches.
  struct DevicePin {
    core::Symbol net = core::Symbol::kNone;
    std::size_t first_touch = 0;
    std::size_t touches = 0;
  };
  struct Device {
    const core::lefdef::Component* component = nullptr;
    const core::lefdef::Macro* macro = nullptr;
    std::size_t type = 0;
    std::vector<DevicePin> pins;  ///< in the order of the type
  };
  static constexpr std::uint32_t kBump = 0xfffffffeU;

  void find_devices();
  void add_device(const core::lefdef::Component& component, std::size_t type);
  void connect();
  void connect_pin(std::uint32_t component, core::Symbol pin, core::Symbol net);
  void connect_all(core::Symbol pin, core::Symbol net);
  Instance start(const Device& device) const;
  Taps taps_of(const Device& device, std::size_t pin, Extraction& extraction);
  void report_pin(const Device& device, std::size_t pin, const std::string& problem);
  std::string name_of(const Device& device) const;

  const TierTask& task_;
  const core::lefdef::Def& def_;
  const core::lefdef::Lef& lef_;
  core::Sink& sink_;
  std::vector<Device> devices_;
  std::vector<std::uint32_t> role_;     ///< per component: number of its device, kBump, or kNone
  std::vector<core::Symbol> bump_net_;  ///< per component, of bumps
};

}  // namespace sealring::esd

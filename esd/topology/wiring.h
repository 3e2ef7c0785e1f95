// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "esd/graph/partition.h"
#include "esd/project.h"

namespace sealring::esd {

/// What a net is for, by the pads on it.
enum class NetKind : std::uint8_t { kUnknown, kSignal, kPower, kGround };

/// The nets of a project, and which parts of the network they are made of. A part belongs to the net that its pads are
/// declared for; without a pad, to that of its conductors; without those, to that of the pins on it. Parts that pads of
/// two nets share make the two nets one.
class Wiring {
 public:
  struct Net {
    std::string name;                  ///< "" when nothing names it
    std::vector<std::uint32_t> parts;  ///< rising
    NetKind kind = NetKind::kUnknown;
    std::vector<std::uint32_t> pads;  ///< into Project::pads
    std::vector<std::string> also;    ///< other names that lie on the same conductors
  };
  /// One pin of one instance.
  struct Pin {
    std::uint32_t instance = 0;
    std::uint32_t pin = 0;
  };
  /// A device in the direction in which it conducts.
  struct Way {
    std::uint32_t from = 0;  ///< net
    std::uint32_t to = 0;
    std::uint32_t instance = 0;
  };

  Wiring(const Project& project, const Partition& partition,
         const std::vector<std::string>& joined_nets);

  const Project& project() const { return project_; }
  const Partition& partition() const { return partition_; }
  const std::vector<Net>& nets() const { return nets_; }
  std::uint32_t net_of_part(std::uint32_t part) const { return net_of_part_[part]; }
  std::uint32_t net_of_pad(std::uint32_t pad) const;
  /// kNone when the pin has no node in the network.
  std::uint32_t net_of_pin(std::uint32_t instance, std::size_t pin) const;
  std::optional<std::uint32_t> find_net(std::string_view name) const;
  std::vector<std::string> net_names() const;
  /// Name for people: the declared one, else that of a node.
  std::string shown(std::uint32_t net) const;

  std::span<const Pin> pins_on(std::uint32_t net) const;
  std::span<const Way> ways_from(std::uint32_t net) const;
  std::span<const Way> ways_to(std::uint32_t net) const;
  const std::vector<Way>& ways() const { return ways_; }
  const DeviceType& type_of(std::uint32_t instance) const {
    return project_.devices.types[project_.instances[instance].type];
  }

  /// Pads of different declared nets on one part: name, part, first pad of each.
  struct Contact {
    std::string one;
    std::string other;
    std::uint32_t pad_one = 0;
    std::uint32_t pad_other = 0;
  };
  const std::vector<Contact>& contacts() const { return contacts_; }

 private:
  void name_parts();
  void make_nets(const std::vector<std::string>& joined_nets);
  void make_ways();

  const Project& project_;
  const Partition& partition_;
  std::vector<std::uint32_t> name_of_part_;  ///< into names_; kNone
  std::vector<std::string> names_;
  std::map<std::string, std::uint32_t, std::less<>> name_index_;
  std::vector<Net> nets_;
  std::vector<std::uint32_t> net_of_part_;
  std::vector<std::uint32_t> net_of_name_;
  std::vector<Way> ways_;  ///< by from
  std::vector<Way> back_;  ///< by to
  std::vector<std::size_t> first_way_;
  std::vector<std::size_t> first_back_;
  std::vector<Pin> pins_;  ///< by net
  std::vector<std::size_t> first_pin_;
  std::vector<Contact> contacts_;
};

/// Whether `name` fits one of the globs.
bool fits(const std::vector<std::string>& globs, std::string_view name);

/// Which types of the library the globs select, one flag per type.
std::vector<unsigned char> select_types(const DeviceLibrary& library,
                                        const std::vector<std::string>& globs);

/// "esd_diode, rail_clamp".
std::string listed_words(const std::vector<std::string>& words);

}  // namespace sealring::esd

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/location.h"

namespace sealring::esd {

using NodeId = std::uint32_t;
using ElementId = std::uint32_t;
inline constexpr std::uint32_t kNone = 0xffffffffU;

/// Names in order, without any look-up.
class NameList {
 public:
  std::uint32_t append(std::string_view name) {
    bytes_.insert(bytes_.end(), name.begin(), name.end());
    ends_.push_back(bytes_.size());
    return size() - 1;
  }
  std::string_view name(std::uint32_t id) const {
    const std::uint64_t begin = id == 0 ? 0 : ends_[id - 1];
    return {bytes_.data() + begin, static_cast<std::size_t>(ends_[id] - begin)};
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }
  void reserve(std::size_t names, std::size_t bytes) {
    ends_.reserve(names);
    bytes_.reserve(bytes);
  }

 private:
  std::vector<char> bytes_;
  std::vector<std::uint64_t> ends_;
};

/// Interned names with dense ids in order of first use. Optionally letters count alike whatever their case
/// (SPICE); the first spelling is kept.
class NameTable {
 public:
  NameTable() = default;
  explicit NameTable(bool fold_case) : fold_case_(fold_case) {}

  std::uint32_t intern(std::string_view name);
  std::optional<std::uint32_t> find(std::string_view name) const;
  std::string_view name(std::uint32_t id) const { return list_.name(id); }
  std::uint32_t size() const { return list_.size(); }
  bool fold_case() const { return fold_case_; }
  void set_fold_case(bool on) { fold_case_ = on; }  ///< only while empty
  void reserve(std::size_t names, std::size_t bytes);

 private:
  struct Slot {
    std::uint32_t id = kNone;
    std::uint32_t tag = 0;
  };
  std::uint64_t hash(std::string_view name) const;
  bool same(std::string_view a, std::string_view b) const;
  void grow(std::size_t slots);

  bool fold_case_ = false;
  NameList list_;
  std::vector<Slot> slots_;
};

/// What a conductor is made of, for the split of a resistance and for the kind of current limit.
enum class ElementClass : std::uint8_t {
  kUnknown,
  kMetal,    ///< limit per width
  kVia,      ///< limit per cut
  kTsv,      ///< limit each
  kBond,     ///< hybrid bond, limit each
  kBump,     ///< micro-bump, C4, ball, limit each
  kPackage,  ///< substrate or package trace, limit per width
};
std::string_view to_string(ElementClass value);
std::optional<ElementClass> parse_element_class(std::string_view word);

enum class ElementKind : std::uint8_t {
  kResistor,
  kSourceShort,    ///< a voltage source between two nodes: off, it is a short
  kInductorShort,  ///< an inductor: a short at rest
};

/// One conductor as the extractor wrote it.
struct Element {
  NodeId a = 0;
  NodeId b = 0;
  double ohm = 0;       ///< never negative; 0 is a short
  float width_um = 0;   ///< 0: not known
  float length_um = 0;  ///< 0: not known
  std::uint32_t line = 0;
  std::uint32_t name = kNone;    ///< into Network::element_names
  std::uint16_t layer = 0xffff;  ///< into Network::layers; kNoLayer: not known
  std::uint16_t cuts = 0;        ///< of a via element; 0: not known
  std::uint16_t file = 0;        ///< into Network::files
  ElementKind kind = ElementKind::kResistor;
  ElementClass cls = ElementClass::kUnknown;
};
inline constexpr std::uint16_t kNoLayer = 0xffff;

/// Drawn extent of an element: a line between two points of its layer.
struct ElementShape {
  double x1_um = 0;
  double y1_um = 0;
  double x2_um = 0;
  double y2_um = 0;
  bool known = false;
};

/// A position in the frame of its file's tier.
struct NodePoint {
  double x_um = 0;
  double y_um = 0;
  bool known = false;
};

/// A source as written. Sources are no part of the resistance network; they are kept for operating points.
struct Source {
  NodeId a = 0;
  NodeId b = 0;
  double value = 0;  ///< volt or ampere
  bool voltage = false;
  std::uint32_t line = 0;
};

/// A terminal that the file declares: a port or an instance's pin.
struct DeclaredPin {
  NodeId node = 0;
  std::uint32_t net = kNone;  ///< into Network::nets
  bool port = false;
  std::uint32_t line = 0;
};

/// A net as named by the file; its elements are those from `first_element` on.
struct Net {
  std::string name;
  ElementId first_element = 0;
  ElementId element_count = 0;
  std::uint32_t line = 0;
};

/// One file that was read into a network.
struct NetworkFile {
  std::string name;             ///< as shown
  std::string sha256;           ///< of the bytes on disk
  std::string tier;             ///< the die or substrate it describes; "" when there is one only
  std::string team;             ///< who owns what it describes; "" not told
  std::string interface;        ///< of bonds between two tiers or to the outside; else ""
  std::uint32_t table = kNone;  ///< into Project::tables: its own layer table; none: the common one
};

/// The tier of a file, else the interface whose bonds it holds.
inline const std::string& place_of(const NetworkFile& file) {
  return file.tier.empty() ? file.interface : file.tier;
}

/// Resistor network of one or more extracted files. Plain data: nothing here says what is a port.
struct Network {
  NameTable nodes;
  NameList element_names;
  std::vector<Element> elements;
  std::vector<ElementShape> shapes;  ///< empty, or one per element
  std::vector<NodePoint> points;     ///< empty, or one per node (may be shorter than the nodes)
  std::vector<std::string> layers;
  std::vector<Net> nets;  ///< empty when the format has no net names
  std::vector<std::uint32_t>
      net_of_node;  ///< empty, or the first net that used each node, else kNone
  std::vector<Source> sources;
  std::vector<DeclaredPin> pins;
  std::vector<NetworkFile> files;
  NodeId ground = kNone;         ///< node "0" of SPICE
  double dbu_per_um = 0;         ///< of coordinates inside node names; 0: not known
  std::uint64_t capacitors = 0;  ///< read and left out
  std::uint64_t devices = 0;     ///< instances and transistors: open in the resistance network
  std::uint64_t touched_by_capacitor_only = 0;

  core::Location where(const Element& element) const {
    return {files.empty() ? "" : files[element.file].name, element.line};
  }
  std::string_view element_name(ElementId id) const {
    const Element& element = elements[id];
    return element.name == kNone ? std::string_view{} : element_names.name(element.name);
  }
};

/// Where a node lies, by its name, in the three spellings that power-grid netlists use:
/// "n1_m4_100_200" (layer m4), "Node_metal1_100_200" and "n3_100_200" (layer and net index n3).
struct NodeNameFacts {
  std::string_view layer;
  double x = 0;  ///< in the units of the name
  double y = 0;
};
std::optional<NodeNameFacts> facts_from_name(std::string_view node);

/// Layer of an element: as extracted, else from the names of its nodes ("m1", "m1/m4" across layers), else "".
std::string layer_text(const Network& network, ElementId id);

/// Class of an element: as extracted, else metal or via when the names of its nodes say so.
ElementClass class_of(const Network& network, ElementId id);

/// Its drawn extent: as extracted, else from node positions, else from node names and `dbu_per_um`.
ElementShape shape_of(const Network& network, ElementId id);

}  // namespace sealring::esd

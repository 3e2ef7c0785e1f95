// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "core/netlist/names.h"
#include "core/units/rational.h"
#include "stack3d/geometry.h"

namespace sealring::core {
class Netlist;
namespace lefdef {
struct Def;
struct Lef;
}  // namespace lefdef
}  // namespace sealring::core

namespace sealring::stack3d {

/// The assembled stack. All lengths are whole database units (`Stack::dbu_per_um` of them in a micrometre) of one global
/// frame; positions of bumps inside a chiplet are in that chiplet's own frame, whose origin is the lower-left corner
/// of its full outline (design area plus seal ring plus scribe line).

/// A name by number, equal numbers are equal names.
using NameId = core::Symbol;
using core::NamePool;

/// Index types. `kNone` is "no such thing".
using ChipletId = std::uint32_t;
using TierId = std::uint32_t;
using RegionId = std::uint32_t;  ///< within its chiplet
using PinId = std::uint32_t;  ///< of the stack: Tier::first_pin + number of the bump in its chiplet
using NodeId =
    std::uint32_t;  ///< of the stack: Tier::first_node + number of the node in its chiplet
using NetId = std::uint32_t;
inline constexpr std::uint32_t kNone = 0xffffffffU;

/// How a turned-over die is read. `kAsIs`: MZ turns only z (its layout must already be mirrored).
/// `kPhysical`: MZ without a mirror in the plane is a rotation about the y axis, as a real die is turned over.
enum class Flip : std::uint8_t { kAsIs, kPhysical };
std::string_view to_string(Flip flip);  ///< "as-is", "physical"

enum class ChipletType : std::uint8_t { kDie, kRdl, kIp, kSubstrate, kHier };
enum class Side : std::uint8_t { kFront, kBack, kInternal, kInternalExt };
std::string_view to_string(ChipletType type);
std::string_view to_string(Side side);

/// A file something names.
struct FileRef {
  std::filesystem::path path;
  core::Location named_at;
  std::string shown;   ///< relative to the project root
  std::string sha256;  ///< empty: not read
};

/// One bump or pad of a bump map: 40 bytes, since there are millions.
struct Bump {
  Dbu x = 0;  ///< centre, chiplet frame
  Dbu y = 0;
  std::uint64_t text_at : 48 = 0;  ///< where its name starts in BumpMap::text
  std::uint64_t name_size : 16 = 0;
  NameId cell = NameId::kNone;
  NameId port = NameId::kNone;  ///< none: "-"
  NameId net = NameId::kNone;   ///< none: "-"
  std::uint32_t node = 0;       ///< number of its node in the chiplet (Chiplet::nodes)
};

/// The bumps of one region; keeps the file's text, which holds the bump names.
struct BumpMap {
  std::string file;  ///< as shown; empty: the region has no bump map, or it could not be read
  std::string sha256;
  std::string text;
  std::vector<std::uint64_t> line_index;  ///< offset of every 256th line start, for `locate`
  std::vector<Bump> bumps;

  std::string_view name(const Bump& bump) const {
    return std::string_view(text).substr(bump.text_at, bump.name_size);
  }
  core::Location locate(const Bump& bump) const;
};

struct Region {
  std::string name;
  Side side = Side::kFront;
  core::Location location;
  std::optional<Box> box;  ///< absent: no (or refused) coordinates
  std::optional<FileRef> bmap;
  std::optional<FileRef> pmap;
  std::string layer;
  std::string gds_layer;
  BumpMap map;
  std::uint32_t first_bump = 0;  ///< number of its first bump within the chiplet
};

/// What bumps of one chiplet are electrically the same thing before any bond: a port, a labelled net without a port,
/// or a pad with neither.
struct Node {
  enum class Kind : std::uint8_t { kPort, kLabel, kAnonymous };
  Kind kind = Kind::kAnonymous;
  NameId name = NameId::kNone;  ///< port or label; none for an anonymous pad
  NameId net = NameId::kNone;   ///< net inside the chiplet, as its bump map says
  std::uint32_t first_bump =
      0;  ///< number of one bump of it within the chiplet; kNone: a port without bumps
};

/// Size and pad of a bump cell, from LEF, shrunk, in the frame's units. A bump's place is the centre of SIZE.
struct BumpCell {
  Point size;
  Box pad;  ///< bounding box of the pin shapes around the centre of SIZE
  bool has_pad = false;
};

/// How much is known about connections between the ports of a chiplet.
enum class Inside : std::uint8_t {
  kBlackBox,  ///< nothing: no DEF, no module body
  kKnown,     ///< DEF nets or the module body say which ports are connected
  kTrusted,   ///< the rules declare that the intended netlist is right about it
};

/// A chiplet definition with everything its files say.
struct Chiplet {
  std::string name;
  ChipletType type = ChipletType::kDie;
  core::Location location;
  Dbu design_width = 0;
  Dbu design_height = 0;
  Dbu thickness = 0;
  std::array<Dbu, 4> seal_ring{};  ///< left, bottom, right, top
  std::array<Dbu, 4> scribe{};
  core::Rational shrink =
      1;         ///< applied to every length in the plane that the definition and its maps give
  Point offset;  ///< of the layout in the frame; applied to regions and bumps
  bool tsv = false;
  bool mechanical = false;  ///< declared dummy or spacer: carries no signal and no supply
  std::vector<std::array<std::string, 3>>
      cad_layers;  ///< "layer;datatype", type, widths as written
  std::vector<Region> regions;
  std::vector<FileRef> tech_lef;
  std::vector<FileRef> lef;
  std::vector<FileRef> liberty;
  std::vector<FileRef> verilog;
  std::optional<FileRef> def;

  Box3 outline;  ///< full outline in the chiplet frame
  std::vector<Node> nodes;
  std::vector<std::array<NameId, 2>> inside_pairs;  ///< ports connected inside, by DEF or Verilog
  std::vector<std::array<std::uint32_t, 2>> links;  ///< the same by node number
  Inside inside = Inside::kBlackBox;
  std::vector<std::string> inside_source;  ///< shown names of the files that tell it
  struct PortSource {
    std::string what;           ///< "module of 'top.v'", "DEF 'a.def'"
    bool is_netlist = false;    ///< netlists often leave supplies out
    std::vector<NameId> ports;  ///< bit by bit
  };
  std::vector<PortSource> port_sources;  ///< what each file declares; empty: no file tells
  std::vector<NameId> port_list;         ///< all of them together
  std::shared_ptr<const core::lefdef::Def>
      layout;  ///< the DEF with its geometry; null when there is none
  std::shared_ptr<const core::lefdef::Lef>
      cells;  ///< all LEF of the chiplet together; null when there is none
  std::uint32_t bump_count = 0;

  const Region& region_of(std::uint32_t bump) const;
  const Bump& bump(std::uint32_t number) const;
  std::map<NameId, BumpCell>
      cell_shapes;  ///< of the cells its bump maps use, as far as LEF knows them
};

/// One placed die (leaf of the hierarchy).
struct Tier {
  std::string path;  ///< instance names joined by '/'
  ChipletId chiplet = 0;
  Transform to_stack;  ///< chiplet frame to global frame
  Box3 box;            ///< global
  core::Location location;
  std::uint32_t first_pin = 0;
  std::uint32_t first_node = 0;
  bool placed = true;  ///< false: no Stack entry, or it could not be read
};

struct RegionUse {
  TierId tier = kNone;
  RegionId region = kNone;
  friend bool operator==(const RegionUse&, const RegionUse&) = default;
};

/// A Connection: two facing regions, or one region and the outside.
struct Interface {
  std::string name;  ///< path of its assembly and its key, joined by '/'
  core::Location location;
  RegionUse upper;  ///< declared "top" (swapped when a parent is turned over)
  RegionUse lower;  ///< declared "bot"; tier kNone: the outside ("~")
  Dbu thickness = 0;
  Dbu tolerance = 0;  ///< how far the centres of a bonded pair may be apart
  Dbu z = 0;          ///< height of the plane in the middle of the gap
  Dbu gap = 0;        ///< measured surface distance
  std::uint32_t first_bond = 0;
  std::uint32_t bond_count = 0;
  std::vector<PinId> unpaired_upper;
  std::vector<PinId> unpaired_lower;
  Dbu pitch = 0;    ///< smallest centre distance seen on one of its faces; 0: fewer than two bumps
  Dbu capture = 0;  ///< pairs further apart than this are not partners
  bool usable = true;  ///< both regions exist and have coordinates
};

/// Two facing bumps that meet. `kMisaligned`: further apart than the tolerance but each other's nearest.
struct Bond {
  enum class Type : std::uint8_t { kAligned, kMisaligned };
  PinId lower = 0;
  PinId upper = 0;
  Dbu x = 0;  ///< of the lower bump
  Dbu y = 0;
  Dbu z = 0;  ///< middle of the gap
  std::uint32_t interface_id = 0;
  Type type = Type::kAligned;
};

/// A path assertion as written.
struct PathAssertion {
  struct Stop {
    RegionUse region;
    bool forbidden = false;  ///< "NOT"
    core::Location location;
    std::string text;
  };
  std::string name;
  core::Location location;
  std::vector<Stop> stops;
};

/// Nodes joined by bonds and by connections inside chiplets. Its stable id is Stack::net_id.
struct StackNet {
  std::uint32_t first_member = 0;  ///< into Stack::net_members
  std::uint32_t member_count = 0;
  bool named = false;  ///< has a member with a port or a label (not only dummy pads)
};

/// A file of the run with its digest.
struct Source {
  std::string
      role;  ///< "assembly", "chiplet", "bump-map", "lef", "def", "netlist", "rules", "signoff" ...
  std::string shown;
  std::string sha256;
};

/// The whole assembled system.
struct Stack {
  std::string design;  ///< Design.name
  core::Location location;
  std::string file;  ///< top file as shown
  std::int64_t dbu_per_um = 1000;
  Flip flip = Flip::kAsIs;
  std::vector<Chiplet> chiplets;
  std::vector<Tier> tiers;
  std::vector<Interface> interfaces;
  std::vector<Bond> bonds;  ///< grouped by interface, sorted by x, y within
  std::vector<PathAssertion> paths;
  std::vector<NetId> node_net;      ///< per NodeId
  std::vector<StackNet> nets;       ///< in order of their first member
  std::vector<NodeId> net_members;  ///< grouped by net; by path of the tier, then by node number
  std::vector<FileRef> netlists;    ///< Design.external and those given on the command line
  std::shared_ptr<const core::Netlist>
      netlist;                  ///< all of them read together; null when there is none
  std::vector<Source> sources;  ///< sorted by role and name
  std::vector<std::string>
      not_read;                  ///< shown names of files that were named and could not be read
  std::uint64_t bump_count = 0;  ///< of all tiers
  NamePool names;

  double um(Dbu length) const {
    return static_cast<double>(length) / static_cast<double>(dbu_per_um);
  }
  TierId tier_of_pin(PinId pin) const;
  TierId tier_of_node(NodeId node) const;
  const Chiplet& chiplet(TierId tier) const { return chiplets[tiers[tier].chiplet]; }
  const Bump& bump(PinId pin) const;
  const Region& region(PinId pin) const;
  const Region& region(const RegionUse& use) const;
  NodeId node_of_pin(PinId pin) const;
  const Node& node(NodeId id) const;
  /// "tier.regions.region/bump", "tier/port", "tier.regions.region".
  std::string pin_name(PinId pin) const;
  std::string node_name(NodeId id) const;
  std::string region_name(const RegionUse& use) const;
  /// "tier/port" of the alphabetically first member: independent of the order of lines in any file.
  std::string net_id(NetId net) const;
  core::Location pin_location(PinId pin) const;
  Point pin_position(PinId pin) const;  ///< global
  Dbu region_z(
      const RegionUse& use) const;  ///< surface height, global; middle for internal regions
  bool faces_up(const RegionUse& use) const;
  /// Where of a finding for a pin (global frame).
  core::Where where(PinId pin) const;
};

/// How a stack is put together. Lengths in nanometres are exact.
struct AssembleOptions {
  Flip flip = Flip::kAsIs;
  std::vector<std::filesystem::path> netlists;  ///< beside Design.external
  std::int64_t tolerance_nm = 0;                ///< of every interface without its own
  std::function<std::int64_t(const std::string&)>
      interface_tolerance_nm;               ///< by name, when it is set
  std::vector<std::string> mechanical;      ///< chiplets or tiers declared dummy or spacer
  std::vector<std::string> trusted_inside;  ///< chiplets whose feed-through is as the netlist says
  bool apply_offset = false;                ///< else a non-zero `offset` is refused
};

/// Reads the description at `path` (.3dbx, or .3dbv for its definitions alone) with everything it names and puts it
/// together: tiers, bonds, nets. Problems go to the sink; what can still be put together is. Nothing is
/// returned when there is no description at all, or when an interrupt was requested meanwhile. The frame, the exactness and the flip convention are as
/// stated above; sources carry the digests of every file read.
std::optional<Stack> assemble(const std::filesystem::path& path, const core::InputReader& reader,
                              const AssembleOptions& options, core::Sink& sink);

/// The same with default options; shown paths are relative to the working directory.
std::optional<Stack> assemble(const std::filesystem::path& path, core::Sink& sink);

}  // namespace sealring::stack3d

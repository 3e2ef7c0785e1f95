// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <vector>

#include "esd/extract.h"
#include "esd/extract/bars.h"
#include "esd/extract/contacts.h"
#include "esd/extract/problems.h"
#include "esd/extract/technology.h"

namespace sealring::esd::extraction {

/// A piece of metal that is one node: where a via meets a layer, a shape of a component's pin, a touch from outside.
struct Pad {
  Point centre;
  Rect box;
};

/// What one net draws on one layer.
struct LayerMetal {
  std::vector<Bar> bars;
  std::vector<Slant> slants;
  std::vector<Pad> pads;
  std::uint32_t via_pads = 0;  ///< of `pads`, the first: of vias
  void clear() {
    via_pads = 0;
    bars.clear();
    slants.clear();
    pads.clear();
  }
};

struct PadRef {
  LayerId layer = kNoLayerId;
  std::uint32_t pad = 0;
};

/// One cut of a placed via between two pads.
struct PlacedCut {
  Rect box;
  double ohm = 0;
  std::uint32_t lower = 0;  ///< into LayerMetal::pads of `below`
  std::uint32_t upper = 0;
  LayerId cut = kNoLayerId;
  LayerId below = kNoLayerId;
  LayerId above = kNoLayerId;
};

/// All metal and cuts of one net.
struct NetMetal {
  std::vector<LayerMetal> layers;  ///< by LayerId
  std::vector<PlacedCut> cuts;
  std::vector<std::pair<PadRef, PadRef>> ties;  ///< joined inside a component
  std::uint64_t shapes = 0;
  std::uint64_t vias = 0;
  std::uint64_t duplicates = 0;
  void clear();
};

/// Where a net's pieces come from besides its own statement.
struct NetSources {
  std::vector<const core::lefdef::Net*> nets;
  std::vector<const core::lefdef::Pin*> pins;
};

/// Turns statements of a DEF into metal. Reports what cannot be used to `problems`.
class MetalReader {
 public:
  MetalReader(const core::lefdef::Def& def, const core::lefdef::Lef& lef, Technology& technology,
              const ExtractOptions& options, Contacts& contacts, Problems& problems)
      : def_(def),
        lef_(lef),
        technology_(technology),
        options_(options),
        contacts_(contacts),
        problems_(problems),
        spread_(
            static_cast<Coord>(options.cut_nodes_above_um * static_cast<double>(def.dbu_per_um))) {}

  /// Clears `metal` and fills it with one net.
  void read(const NetSources& sources, NetMetal& metal);

 private:
  struct PlacedVia {
    Point at;
    std::uint32_t kind = 0;  ///< into kinds_
  };
  void read_wire(const core::lefdef::Wire& wire);
  void lost_layer(const core::lefdef::Wire& wire);
  void add_rect(LayerId layer, const Rect& box);
  void draw_rect(LayerId layer, const Rect& box);
  void read_polygon(core::Symbol layer, std::span<const Point> points);
  void draw_polygon(LayerId layer, std::span<const Point> points, bool vertical);
  void read_pin(const core::lefdef::Pin& pin);
  void read_vias(const NetSources& sources);
  std::uint32_t kind_of(const core::lefdef::ViaUse& use);
  void expand(const core::lefdef::ViaUse& use);
  void place_group(std::span<const PlacedVia> group);
  void place_cut(const ViaShape& via, const ViaCut& cut, const Point& at, std::size_t first_cut,
                 std::size_t own_first);
  std::uint32_t pad_at(const ViaShape& via, const ViaCut& cut, LayerId layer, const Point& at);
  void read_component_pins(const core::lefdef::Net& net);
  void read_component_pin(const core::lefdef::Component& component, std::string_view pin);
  std::vector<Rect> placed_boxes(const core::lefdef::Component& component,
                                 const core::lefdef::Macro& macro, const core::lefdef::Shape& shape,
                                 LayerId layer) const;
  LayerId layer_of(core::Symbol name);
  bool usable(const Rect& box, const char* what);
  std::string place(const Rect& box) const;

  const core::lefdef::Def& def_;
  const core::lefdef::Lef& lef_;
  Technology& technology_;
  const ExtractOptions& options_;
  Contacts& contacts_;
  Problems& problems_;
  Coord spread_;  ///< vias that are larger have a pad for each cut
  NetMetal* metal_ = nullptr;
  std::map<std::pair<std::string_view, core::lefdef::Orient>, std::uint32_t> kind_index_;
  std::vector<const ViaShape*> kinds_;
  std::vector<PlacedVia> placed_;
  std::vector<std::size_t> group_pads_;  // by layer: pads before the vias of the place at hand
  std::uint64_t cuts_ = 0;               // of the whole run
};

}  // namespace sealring::esd::extraction

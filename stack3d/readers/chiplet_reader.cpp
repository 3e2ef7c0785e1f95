// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <array>

#include "stack3d/codes.h"
#include "stack3d/readers/definitions.h"

namespace sealring::stack3d {

using core::YamlNode;

namespace {

constexpr std::array<std::pair<std::string_view, ChipletType>, 5> kTypes{
    {{"die", ChipletType::kDie},
     {"rdl", ChipletType::kRdl},
     {"ip", ChipletType::kIp},
     {"substrate", ChipletType::kSubstrate},
     {"hier", ChipletType::kHier}}};

constexpr std::array<std::pair<std::string_view, Side>, 4> kSides{
    {{"front", Side::kFront},
     {"back", Side::kBack},
     {"internal", Side::kInternal},
     {"internal_ext", Side::kInternalExt}}};

template <class Value, std::size_t N>
std::optional<Value> word_of(const std::array<std::pair<std::string_view, Value>, N>& words,
                             const PlacedText& text, const std::string& what, core::Sink& sink) {
  std::string expected;
  for (const auto& [word, value] : words) {
    if (text.text == word) return value;
    expected += (expected.empty() ? "" : ", ") + std::string(word);
  }
  report_bad_value(sink, text.location, what, "'" + text.text + "'", "one of " + expected);
  return std::nullopt;
}

/// Reads one ChipletDef entry.
class ChipletReader {
 public:
  ChipletReader(const Document& document, const core::InputReader& reader,
                const AssembleOptions& options, std::int64_t dbu_per_um, core::Sink& sink)
      : document_(document),
        reader_(reader),
        options_(options),
        lengths_(dbu_per_um, document.unit_um, sink),
        sink_(sink) {}

  std::optional<Chiplet> read(const std::string& name, const core::Location& place,
                              const YamlNode& node) {
    Keys keys(node, "chiplet '" + name + "'", sink_);
    if (!keys.valid()) return std::nullopt;
    Chiplet chiplet;
    chiplet.name = name;
    chiplet.location = place;
    keys.require({"type"});
    if (const auto type = keys.text({"type"})) {
      chiplet.type =
          word_of(kTypes, *type, "'type' of " + keys.what(), sink_).value_or(ChipletType::kDie);
    }
    read_scalars(chiplet, keys);
    read_outline(chiplet, keys);
    read_cad_layers(chiplet, keys);
    if (const YamlNode* external = keys.get({"external"})) read_external(chiplet, *external);
    if (const YamlNode* regions = keys.get({"regions"})) read_regions(chiplet, *regions);
    keys.get({"omap"});
    keys.finish();
    return chiplet;
  }

 private:
  /// Reports a key that is known, present and cannot be honoured.
  void refuse(const std::string& what, const core::Location& place, const std::string& why,
              const std::string& advice) {
    sink_.report(core::make_finding(codes::kKeyRefused, what + " " + why)
                     .at(place)
                     .on(what, "refused")
                     .advise(advice));
  }

  void read_scalars(Chiplet& chiplet, Keys& keys) {
    const std::string of = " of " + keys.what();
    if (const auto tsv = keys.flag({"tsv"})) chiplet.tsv = *tsv;
    if (const YamlNode* thickness = keys.get({"thickness"})) {
      chiplet.thickness = lengths_.read(*thickness, "'thickness'" + of).value_or(0);
    }
    if (const auto shrink = keys.number({"shrink"})) {
      const core::Location place = keys.get({"shrink"})->location;
      if (*shrink > core::Rational(0)) {
        chiplet.shrink = *shrink;
      } else {
        report_bad_value(sink_, place, "'shrink'" + of, describe(*keys.get({"shrink"})),
                         "a number above 0");
      }
      if (!(chiplet.shrink == core::Rational(1))) {
        sink_.report(core::make_finding(codes::kShrinkApplied,
                                        "'shrink'" + of + " is " + keys.get({"shrink"})->scalar +
                                            "; its area, regions and bumps are scaled by it")
                         .at(place)
                         .on(chiplet.name, "shrink"));
      }
    }
    plane_ = lengths_.scaled(chiplet.shrink);
    if (const YamlNode* offset = keys.get({"offset"})) {
      const auto values = plane_->read_list(*offset, 2, "'offset'" + of);
      if (values && ((*values)[0] != 0 || (*values)[1] != 0)) {
        if (options_.apply_offset) {
          chiplet.offset = {(*values)[0], (*values)[1]};
        } else {
          refuse("'offset'" + of, offset->location,
                 "is not zero, and what it moves is not said anywhere public; it is not applied",
                 "Set it to [0, 0], or say `offset: shift-layout` in the rules file to move "
                 "regions and "
                 "bumps by it.");
        }
      }
    }
  }

  void read_ring(std::array<Dbu, 4>& ring, const YamlNode* node, const std::string& what) {
    if (node == nullptr) return;
    if (node->kind == YamlNode::Kind::kScalar) {
      if (const auto width = lengths_.read(*node, what)) ring.fill(*width);
    } else if (const auto widths = lengths_.read_list(*node, 4, what)) {
      std::copy(widths->begin(), widths->end(), ring.begin());
    }
  }

  void read_outline(Chiplet& chiplet, Keys& keys) {
    const std::string of = " of " + keys.what();
    const YamlNode* area = keys.get({"design_area", "size"});
    if (area != nullptr) {
      if (const auto size = plane_->read_list(*area, 2, "'design_area'" + of)) {
        chiplet.design_width = (*size)[0];
        chiplet.design_height = (*size)[1];
        if ((*size)[0] <= 0 || (*size)[1] <= 0) {
          report_bad_value(sink_, area->location, "'design_area'" + of, "not positive",
                           "a width and a height above 0");
        }
      }
    } else if (chiplet.type != ChipletType::kHier) {
      keys.require({"design_area"});
    }
    read_ring(chiplet.seal_ring, keys.get({"seal_ring_width", "seal_ring"}),
              "'seal_ring_width'" + of);
    read_ring(chiplet.scribe, keys.get({"scribe_line_remaining_width", "scribe_line"}),
              "'scribe_line_remaining_width'" + of);
    const auto border = [&](std::size_t side) {
      return chiplet.seal_ring[side] + chiplet.scribe[side];
    };
    chiplet.outline = {{0, 0, 0},
                       {chiplet.design_width + border(0) + border(2),
                        chiplet.design_height + border(1) + border(3), chiplet.thickness}};
  }

  void read_cad_layers(Chiplet& chiplet, Keys& keys) {
    const YamlNode* layers = keys.get({"cad_layer"});
    if (layers == nullptr) return;
    const std::string what = "'cad_layer' of " + keys.what();
    if (layers->kind != YamlNode::Kind::kMapping) {
      report_bad_value(sink_, layers->location, what, describe(*layers), "a mapping");
      return;
    }
    for (const YamlNode::Entry& entry : layers->entries) {
      const bool pair = std::count(entry.key.begin(), entry.key.end(), ';') == 1 &&
                        entry.key.find_first_not_of("0123456789;") == std::string::npos &&
                        entry.key.front() != ';' && entry.key.back() != ';';
      if (!pair) {
        report_bad_value(sink_, entry.key_location, "a key of " + what, "'" + entry.key + "'",
                         "a GDS \"layer;datatype\" pair");
        continue;
      }
      Keys layer(*entry.value, "cad_layer " + entry.key + " of " + keys.what(), sink_);
      if (!layer.valid()) continue;
      const auto type = layer.text({"type"});
      const YamlNode* width =
          layer.get({"width", "seal_ring_width", "scribe_line_remaining_width"});
      std::string widths;
      if (width != nullptr)
        widths = check_cad_width(chiplet, type ? type->text : "", *width, layer.what());
      layer.finish();
      chiplet.cad_layers.push_back({entry.key, type ? type->text : "", widths});
    }
    sink_.report(core::make_finding(codes::kCadLayer,
                                    what + " names " + std::to_string(chiplet.cad_layers.size()) +
                                        " layout layers; they are kept for the export, the layout "
                                        "itself (GDS) is not read")
                     .at(layers->location)
                     .on(chiplet.name, "cad_layer"));
  }

  std::string check_cad_width(const Chiplet& chiplet, const std::string& type, const YamlNode& node,
                              const std::string& what) {
    std::array<Dbu, 4> ring{};
    read_ring(ring, &node, "the width of " + what);
    std::string text;
    for (Dbu width : ring)
      text += (text.empty() ? "" : ", ") + um_text(width, lengths_.dbu_per_um());
    const bool seal = type == "seal_ring";
    if ((seal || type == "scribe_line" || type == "scribe") &&
        ring != (seal ? chiplet.seal_ring : chiplet.scribe)) {
      refuse("the width of " + what, node.location,
             "(" + text + ") differs from the " +
                 (seal ? "seal_ring_width" : "scribe_line_remaining_width") +
                 " of the same chiplet, which is used",
             "Give both the same widths.");
    }
    return text;
  }

  void read_external(Chiplet& chiplet, const YamlNode& node) {
    Keys keys(node, "'external' of chiplet '" + chiplet.name + "'", sink_, true);
    if (!keys.valid()) return;
    const auto files = [&](std::initializer_list<std::string_view> names) {
      return file_refs(keys.texts(names), document_, reader_, sink_);
    };
    chiplet.tech_lef = files({"APR_tech_file"});
    chiplet.lef = files({"LEF_file"});
    chiplet.liberty = files({"liberty_file"});
    chiplet.verilog = files({"verilog_file"});
    std::vector<FileRef> defs = files({"DEF_file"});
    if (chiplet.tech_lef.size() > 1) {
      refuse("'APR_tech_file' of chiplet '" + chiplet.name + "'", chiplet.tech_lef[1].named_at,
             "names " + std::to_string(chiplet.tech_lef.size()) + " files; the first, '" +
                 chiplet.tech_lef[0].shown + "', is used",
             "Name the one technology LEF.");
      chiplet.tech_lef.resize(1);
    }
    if (defs.size() > 1) {
      refuse("'DEF_file' of chiplet '" + chiplet.name + "'", defs[1].named_at,
             "names '" + defs[0].shown + "' and '" + defs[1].shown +
                 "'; a chiplet has one layout, the first is used",
             "Name the one DEF of this chiplet.");
    }
    if (!defs.empty()) chiplet.def = defs.front();
    keys.finish();
  }

  void read_regions(Chiplet& chiplet, const YamlNode& node) {
    if (node.kind != YamlNode::Kind::kMapping) {
      report_bad_value(sink_, node.location, "'regions' of chiplet '" + chiplet.name + "'",
                       describe(node), "a mapping");
      return;
    }
    for (const YamlNode::Entry& entry : node.entries) {
      if (chiplet.type == ChipletType::kHier) {
        sink_.report(
            core::make_finding(codes::kRegionOnHier,
                               "region '" + entry.key + "' stands on '" + chiplet.name +
                                   "', which is of type hier and has no surface of its own")
                .at(entry.key_location)
                .on(chiplet.name + ".regions." + entry.key)
                .advise("Name the region of the die inside it: inst/inst.regions.region."));
        continue;
      }
      Region region;
      region.name = entry.key;
      region.location = entry.key_location;
      read_region(chiplet, region, *entry.value);
      chiplet.regions.push_back(std::move(region));
    }
  }

  void read_region(const Chiplet& chiplet, Region& region, const YamlNode& node) {
    const std::string name = chiplet.name + ".regions." + region.name;
    Keys keys(node, "region '" + name + "'", sink_);
    if (!keys.valid()) return;
    keys.require({"side"});
    if (const auto side = keys.text({"side"})) {
      region.side =
          word_of(kSides, *side, "'side' of " + keys.what(), sink_).value_or(Side::kFront);
    }
    const auto file = [&](std::string_view key) -> std::optional<FileRef> {
      const auto text = keys.text({key});
      if (!text) return std::nullopt;
      std::vector<FileRef> refs = file_refs({*text}, document_, reader_, sink_);
      if (refs.empty()) return std::nullopt;
      return refs.front();
    };
    region.bmap = file("bmap");
    region.pmap = file("pmap");
    if (region.pmap) {
      sink_.report(core::make_finding(codes::kPmapNotRead,
                                      "'pmap' of " + keys.what() + " names '" + region.pmap->shown +
                                          "'; this format is not public and the file is not read")
                       .at(region.pmap->named_at)
                       .on(name, "pmap"));
    }
    if (const auto layer = keys.text({"layer"})) region.layer = layer->text;
    if (const YamlNode* gds = keys.get({"gds_layer"})) {
      region.gds_layer = gds->kind == YamlNode::Kind::kScalar ? gds->scalar : describe(*gds);
    }
    const YamlNode* coords = keys.get({"coords"});
    keys.finish();
    if (coords == nullptr) {
      sink_.report(core::make_finding(codes::kRegionNoCoords,
                                      "region '" + name +
                                          "' has no 'coords'; nothing can be said about "
                                          "what lies on it")
                       .at(region.location)
                       .on(name));
      return;
    }
    read_coords(chiplet, region, *coords, name);
  }

  void read_coords(const Chiplet& chiplet, Region& region, const YamlNode& node,
                   const std::string& name) {
    if (node.kind != YamlNode::Kind::kSequence || node.items.size() != 4) {
      if (node.kind == YamlNode::Kind::kSequence && node.items.size() > 4) {
        sink_.report(core::make_finding(codes::kRegionPolygon,
                                        "region '" + name + "' is a polygon of " +
                                            std::to_string(node.items.size()) +
                                            " points; regions are rectangles of 4 points")
                         .at(node.location)
                         .on(name, "polygon")
                         .advise("Split it into rectangular regions."));
      } else {
        report_bad_value(sink_, node.location, "'coords' of region '" + name + "'", describe(node),
                         "a list of 4 points");
      }
      return;
    }
    std::vector<Point> points;
    for (const YamlNode::Ptr& item : node.items) {
      const auto xy = plane_->read_list(*item, 2, "a point of region '" + name + "'");
      if (!xy) return;
      points.push_back({(*xy)[0] + chiplet.offset.x, (*xy)[1] + chiplet.offset.y});
    }
    Box box{points[0], points[0]};
    core::Rational::Int doubled = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const Point& p = points[i];
      const Point& q = points[(i + 1) % 4];
      doubled +=
          static_cast<core::Rational::Int>(p.x) * q.y - static_cast<core::Rational::Int>(q.x) * p.y;
      box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
      box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
    }
    region.box = box;
    const core::Rational::Int area = (doubled < 0 ? -doubled : doubled) / 2;
    const core::Rational::Int full = static_cast<core::Rational::Int>(box.width()) * box.height();
    const bool corners = std::all_of(points.begin(), points.end(), [&](const Point& p) {
      return (p.x == box.low.x || p.x == box.high.x) && (p.y == box.low.y || p.y == box.high.y);
    });
    if (corners && area == full && full > 0) return;
    const double um2 = 1.0 / (static_cast<double>(lengths_.dbu_per_um()) *
                              static_cast<double>(lengths_.dbu_per_um()));
    const auto area_text = [&](core::Rational::Int value) {
      return core::format_decimal(
          core::Rational(static_cast<std::int64_t>(static_cast<double>(value) * um2 + 0.5)), 15);
    };
    sink_.report(core::make_finding(codes::kRegionNotRectangle,
                                    "the 4 points of region '" + name +
                                        "' are not a rectangle: they span " + area_text(area) +
                                        " um2, their bounding box " + area_text(full) +
                                        " um2; the bounding box is used")
                     .at(node.location)
                     .on(name, "rectangle"));
  }

  const Document& document_;
  const core::InputReader& reader_;
  const AssembleOptions& options_;
  Lengths lengths_;
  std::optional<Lengths> plane_;
  core::Sink& sink_;
};

}  // namespace

std::vector<FileRef> file_refs(const std::vector<PlacedText>& texts, const Document& document,
                               const core::InputReader& reader, core::Sink& sink) {
  std::vector<FileRef> refs;
  for (const PlacedText& text : texts) {
    const auto paths = expand_path(document.path.parent_path(), text.text);
    if (paths.empty()) {
      sink.report(core::make_finding(codes::kNoFileMatches, "no file matches '" + text.text + "'")
                      .at(text.location)
                      .on(document.shown, "pattern " + text.text));
    }
    for (const auto& path : paths) refs.push_back({path, text.location, reader.shown(path), ""});
  }
  return refs;
}

void read_chiplets(const Document& document, const core::InputReader& reader,
                   const AssembleOptions& options, std::int64_t dbu_per_um,
                   std::vector<Chiplet>& chiplets, core::Sink& sink) {
  const YamlNode* defs = document.root->find("ChipletDef");
  if (defs == nullptr || defs->kind == YamlNode::Kind::kNull) return;
  if (defs->kind != YamlNode::Kind::kMapping) {
    report_bad_value(sink, defs->location, "'ChipletDef'", describe(*defs), "a mapping");
    return;
  }
  ChipletReader one(document, reader, options, dbu_per_um, sink);
  for (const YamlNode::Entry& entry : defs->entries) {
    const auto same = std::find_if(chiplets.begin(), chiplets.end(),
                                   [&](const Chiplet& other) { return other.name == entry.key; });
    if (same != chiplets.end()) {
      sink.report(
          core::make_finding(codes::kDefinedTwice,
                             "chiplet '" + entry.key + "' is defined again; the first stays")
              .at(entry.key_location)
              .on(entry.key, "defined twice")
              .note("first defined here", same->location));
      continue;
    }
    if (auto chiplet = one.read(entry.key, entry.key_location, *entry.value)) {
      chiplets.push_back(std::move(*chiplet));
    }
  }
}

}  // namespace sealring::stack3d

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/extract.h"

#include <unordered_map>

#include "core/diagnostics/suggest.h"
#include "esd/extract/network_writer.h"
#include "esd/extract_codes.h"
#include "esd/format.h"

namespace sealring::esd {

namespace {

using core::Symbol;
using core::lefdef::Def;
using core::lefdef::Lef;
using namespace extraction;

/// One run of extraction over the nets of one DEF.
class Extractor {
 public:
  Extractor(const Def& def, const Lef& lef, const std::vector<Touch>& touches,
            const ExtractOptions& options, core::Sink& sink)
      : def_(def),
        touches_(touches),
        options_(options),
        sink_(sink),
        problems_(sink),
        technology_(def, lef, options.layers),
        contacts_(technology_.layers()),
        reader_(def, lef, technology_, options, contacts_, problems_),
        writer_(def, technology_, problems_, result_.network) {}

  std::optional<Extraction> run() {
    result_.touches.resize(touches_.size());
    result_.network.dbu_per_um = static_cast<double>(def_.dbu_per_um);
    result_.network.files.push_back({def_.file, def_.sha256, options_.tier});
    collect_nets();
    group_touches();
    reserve();
    bool any = false;
    for (const Symbol name : order_) any = extract_net(name) || any;
    if (!any && problems_.errors() == 0) {
      problems_.begin_net("", {});
      problems_.report(codes::kNothingExtracted, def_.design,
                       "'" + def_.file + "' has no " +
                           (options_.nets.empty() ? "special net" : "net that was asked for") +
                           " with metal",
                       {def_.file, 0, 0});
    }
    problems_.finish();
    contacts_.report(technology_, def_.dbu_per_um, options_.tier, sink_);
    if (problems_.errors() > 0) return std::nullopt;
    return std::move(result_);
  }

 private:
  void collect_nets() {
    for (const auto& net : def_.nets) sources_[net.name].nets.push_back(&net);
    for (const auto& pin : def_.pins) {
      const auto found = sources_.find(pin.net);
      if (found != sources_.end()) found->second.pins.push_back(&pin);
    }
    if (options_.nets.empty()) {
      for (const auto& net : def_.nets) {
        if (net.special) want(net.name);
      }
    }
    for (const std::string& name : options_.nets) {
      const Symbol symbol = def_.names.find(name);
      if (symbol == Symbol::kNone || !sources_.contains(symbol)) {
        unknown_net(name, {def_.file, 0, 0});
      } else {
        want(symbol);
      }
    }
  }

  /// Room for about as many nodes as there will be: two for a via, one for a wire.
  void reserve() {
    std::size_t count = 0;
    for (const Symbol name : order_) {
      for (const auto* net : sources_[name].nets)
        count += std::size_t{2} * net->vias.count + net->wires.count;
    }
    constexpr std::size_t kBytesOfAName = 20;
    result_.network.nodes.reserve(count, count * kBytesOfAName);
    result_.network.points.reserve(count);
    result_.network.elements.reserve(2 * count);
    result_.network.shapes.reserve(2 * count);
  }

  void want(Symbol name) {
    if (wanted_.emplace(name, order_.size()).second) order_.push_back(name);
  }

  void unknown_net(std::string_view name, const core::Location& place) {
    problems_.begin_net(std::string(name), place);
    std::vector<std::string> known;
    for (const auto& net : def_.nets) {
      if (net.special) known.emplace_back(def_.text(net.name));
    }
    problems_.report(codes::kUnknownNet, std::string(name),
                     "net '" + std::string(name) + "' is not in '" + def_.file + "'" +
                         core::did_you_mean(name, known));
  }

  void group_touches() {
    for (std::uint32_t i = 0; i < touches_.size(); ++i) {
      const Touch& touch = touches_[i];
      const Symbol symbol = def_.names.find(touch.net);
      if (symbol == Symbol::kNone || !sources_.contains(symbol)) {
        unknown_net(touch.net, touch.location);
        continue;
      }
      want(symbol);
      touches_of_[symbol].push_back(i);
    }
  }

  std::string describe(const Touch& touch) const {
    return "'" + touch.name + "' on net '" + std::string(touch.net) + "', layer '" +
           std::string(touch.layer) + "'";
  }

  std::string place(const Rect& box) const {
    const auto um = [&](Coord value) {
      return format_number(static_cast<double>(value) / static_cast<double>(def_.dbu_per_um));
    };
    return "(" + um(box.low.x) + ", " + um(box.low.y) + ") - (" + um(box.high.x) + ", " +
           um(box.high.y) + ") um";
  }

  /// Whether anything is drawn for the net, usable or not.
  static bool draws(const NetSources& sources) {
    const auto drawn = [](const core::lefdef::Net* net) {
      return net->wires.count + net->vias.count + net->rects.count + net->polygons.count > 0;
    };
    return std::any_of(sources.nets.begin(), sources.nets.end(), drawn) ||
           std::any_of(sources.pins.begin(), sources.pins.end(),
                       [](const core::lefdef::Pin* pin) { return pin->shapes.count > 0; });
  }

  /// True when the net has metal.
  bool extract_net(Symbol name) {
    const NetSources& sources = sources_[name];
    const std::uint32_t line = sources.nets.front()->line;
    problems_.begin_net(std::string(def_.text(name)), def_.at(line));
    contacts_.begin_net(problems_.net(), def_.at(line));
    reader_.read(sources, metal_);
    result_.wires += metal_.shapes;
    result_.vias += metal_.vias;
    result_.duplicates += metal_.duplicates;
    if (metal_.duplicates > 0 && !options_.count_duplicates) {
      problems_.report(codes::kDuplicateVias, problems_.net(),
                       counted(metal_.duplicates, "via", "vias") + " of net '" + problems_.net() +
                           "' " + (metal_.duplicates == 1 ? "stands" : "stand") +
                           " where the cuts are already; each place counts once");
    }
    const bool any = metal_.shapes > 0 || metal_.vias > 0;
    if (!any && !draws(sources)) {
      problems_.report(codes::kNetWithoutMetal, problems_.net(),
                       "net '" + problems_.net() + "' has no metal in '" + def_.file + "'");
    }
    std::vector<TouchPad> pads;
    const std::vector<std::uint32_t>& mine = touches_of_[name];
    for (const std::uint32_t i : mine)
      pads.push_back({technology_.find(touches_[i].layer), touches_[i].box, kNone, 0});
    const double snap = options_.snap_um * static_cast<double>(def_.dbu_per_um);
    joints_.make(metal_, pads, static_cast<Coord>(snap));
    joints_.free_metal(metal_, [&](LayerId layer, const Rect& box) { contacts_.add(layer, box); });
    if (any) writer_.write(problems_.net(), line, metal_, joints_);
    for (std::size_t k = 0; k < mine.size(); ++k) finish_touch(mine[k], pads[k]);
    return any;
  }

  void keep_place(std::uint32_t index, const TouchPad& pad) {
    TouchPlace& result = result_.touches[index];
    result.node = writer_.node_of(joints_.nodes.find(pad.node));
    result.moved_um = pad.moved / static_cast<double>(def_.dbu_per_um);
  }

  void finish_touch(std::uint32_t index, const TouchPad& pad) {
    const Touch& touch = touches_[index];
    if (touch.optional) {
      if (pad.layer != kNoLayerId && pad.node != kNone) keep_place(index, pad);
      return;
    }
    if (pad.layer == kNoLayerId) {
      problems_.report(codes::kUnknownLayer, touch.name,
                       describe(touch) + ": this layer is not in the LEF", touch.location);
      return;
    }
    if (pad.node == kNone) {
      std::string message =
          describe(touch) + " at " + place(touch.box) + " has no metal of its net under it";
      if (options_.snap_um > 0)
        message += "; there is none within " + format_number(options_.snap_um) + " um either";
      problems_.report(codes::kTouchWithoutMetal, touch.name, message, touch.location);
      return;
    }
    keep_place(index, pad);
    if (pad.moved > 0) {
      problems_.report(codes::kTouchMoved, touch.name,
                       describe(touch) + " at " + place(touch.box) + " was moved by " +
                           format_number(result_.touches[index].moved_um) +
                           " um to the nearest metal",
                       touch.location);
    }
  }

  const Def& def_;
  const std::vector<Touch>& touches_;
  const ExtractOptions& options_;
  core::Sink& sink_;
  Problems problems_;
  Technology technology_;
  Contacts contacts_;
  MetalReader reader_;
  Extraction result_;
  NetworkWriter writer_;
  NetMetal metal_;
  Joints joints_;
  std::unordered_map<Symbol, NetSources> sources_;
  std::unordered_map<Symbol, std::size_t> wanted_;
  std::unordered_map<Symbol, std::vector<std::uint32_t>> touches_of_;
  std::vector<Symbol> order_;
};

}  // namespace

std::optional<Extraction> extract(const Def& def, const Lef& lef, const std::vector<Touch>& touches,
                                  const ExtractOptions& options, core::Sink& sink) {
  return Extractor(def, lef, touches, options, sink).run();
}

}  // namespace sealring::esd

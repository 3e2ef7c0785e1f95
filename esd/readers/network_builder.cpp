// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/readers/network_builder.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/units/parse.h"
#include "esd/format.h"
#include "esd/input_codes.h"

namespace sealring::esd {

namespace {

constexpr std::uint64_t kMaxErrorsListed = 200;
constexpr double kLowestPlausible = 1e-6;
constexpr double kHighestPlausible = 1e6;
constexpr std::ptrdiff_t kLongestRun = 64;  // cuts between two nodes compared with one another

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool is_unit_word(std::string_view text) {
  constexpr std::string_view kWords[] = {"", "ohm", "ohms", "o", "v", "a", "f", "h", "s", "m"};
  std::string word;
  for (const char c : text) word += lower(c);
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

/// Resistors between the same two nodes stand together: one bucket per lower end. Buckets are small, and lie in the
/// order of the file.
class ByEnds {
 public:
  struct Key {
    NodeId high;
    ElementId id;
    double ohm;
    bool operator<(const Key& other) const {
      if (high != other.high) return high < other.high;
      if (ohm != other.ohm) return ohm < other.ohm;
      return id < other.id;
    }
  };

  explicit ByEnds(const Network& network) : begin_(network.nodes.size() + 2ULL) {
    for (ElementId id = 0; id < network.elements.size(); ++id) {
      const Element& element = network.elements[id];
      if (element.kind != ElementKind::kResistor) continue;
      if (element.a != element.b) {
        ++begin_[std::min(element.a, element.b) + 2ULL];
      } else if (loops++ == 0) {
        first_loop = id;
      }
    }
    for (std::size_t node = 2; node < begin_.size(); ++node) begin_[node] += begin_[node - 1];
    keys_.resize(begin_.back());
    for (ElementId id = 0; id < network.elements.size(); ++id) {
      const Element& element = network.elements[id];
      if (element.kind != ElementKind::kResistor || element.a == element.b) continue;
      const auto [low, high] = std::minmax(element.a, element.b);
      keys_[begin_[low + 1ULL]++] = {high, id, element.ohm};
    }
  }

  /// Calls `use(one, earlier)` for every resistor and every one before it with the same ends and value, nearest first,
  /// until it returns true.
  template <class Use>
  void each_copy(Use use) {
    for (std::size_t node = 0; node + 1 < begin_.size(); ++node) {
      const auto first = keys_.begin() + begin_[node];
      const auto last = keys_.begin() + begin_[node + 1];
      if (last - first < 2) continue;
      std::sort(first, last);
      for (auto at = first + 1; at != last; ++at) {
        for (auto other = at; other-- != first && at - other <= kLongestRun;) {
          if (other->high != at->high || other->ohm != at->ohm) break;
          if (use(at->id, other->id)) break;
        }
      }
    }
  }

  std::uint64_t loops = 0;  ///< resistors with both ends on one node
  ElementId first_loop = kNone;

 private:
  std::vector<std::uint32_t> begin_;
  std::vector<Key> keys_;
};

}  // namespace

std::optional<double> parse_spice_number(std::string_view text, bool* scaled) {
  if (scaled != nullptr) *scaled = false;
  if (text.starts_with('+')) text.remove_prefix(1);
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  if (first >= text.size() || !((text[first] >= '0' && text[first] <= '9') || text[first] == '.')) {
    return std::nullopt;
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  if (rest.empty()) return value;
  if (scaled != nullptr) *scaled = true;
  if (rest.size() >= 3 && lower(rest[0]) == 'm' && lower(rest[1]) == 'e' && lower(rest[2]) == 'g') {
    return is_unit_word(rest.substr(3)) ? std::optional(value * 1e6) : std::nullopt;
  }
  if (is_unit_word(rest) && rest.size() > 1) return value;
  double scale = 0;
  switch (lower(rest[0])) {
    case 'f': scale = 1e-15; break;
    case 'p': scale = 1e-12; break;
    case 'n': scale = 1e-9; break;
    case 'u': scale = 1e-6; break;
    case 'm': scale = 1e-3; break;
    case 'k': scale = 1e3; break;
    case 'g': scale = 1e9; break;
    case 't': scale = 1e12; break;
    default: return is_unit_word(rest) ? std::optional(value) : std::nullopt;
  }
  return is_unit_word(rest.substr(1)) ? std::optional(value * scale) : std::nullopt;
}

NetworkBuilder::NetworkBuilder(const core::InputFile& input, const NetworkOptions& reading,
                               core::Sink& sink)
    : file(input), options(reading), sink_(sink) {
  network.files.push_back({input.name, input.sha256, reading.tier});
  network.dbu_per_um = reading.dbu_per_um;
  const std::size_t lines = input.text.size() / 48;
  network.elements.reserve(lines);
}

void NetworkBuilder::touch(NodeId node, std::uint8_t how) {
  if (node >= touched_.size()) {
    touched_.resize(std::max<std::size_t>(node + 1ULL, touched_.size() * 2));
  }
  touched_[node] |= how;
}

ElementId NetworkBuilder::add(const Element& element, std::string_view name) {
  const auto id = static_cast<ElementId>(network.elements.size());
  touch(element.a, kByElement);
  touch(element.b, kByElement);
  network.elements.push_back(element);
  if (!name.empty()) network.elements.back().name = network.element_names.append(name);
  return id;
}

void NetworkBuilder::set_shape(ElementId id, const ElementShape& shape) {
  if (network.shapes.size() <= id) network.shapes.resize(id + 1ULL);
  network.shapes[id] = shape;
}

void NetworkBuilder::set_point(NodeId node, double x_um, double y_um) {
  if (network.points.size() <= node) network.points.resize(node + 1ULL);
  network.points[node] = {x_um, y_um, true};
}

std::uint16_t NetworkBuilder::layer(std::string_view name) {
  const std::uint32_t id = layer_names_.intern(name);
  if (id >= kNoLayer - 1) {
    if (id == kNoLayer - 1) {
      report(codes::kTooLargeNetwork, 0, "more than 65534 layer names were read");
    }
    return kNoLayer;
  }
  if (id == network.layers.size()) network.layers.emplace_back(name);
  return static_cast<std::uint16_t>(id);
}

void NetworkBuilder::begin_net(std::string_view name, std::uint32_t line) {
  end_net();
  current_net_ = static_cast<std::uint32_t>(network.nets.size());
  network.nets.push_back(
      {std::string(name), static_cast<ElementId>(network.elements.size()), 0, line});
}

void NetworkBuilder::end_net() {
  if (current_net_ == kNone) return;
  Net& net = network.nets[current_net_];
  net.element_count = static_cast<ElementId>(network.elements.size()) - net.first_element;
  current_net_ = kNone;
}

void NetworkBuilder::declare_pin(NodeId node, bool port, std::uint32_t line) {
  network.pins.push_back({node, current_net_, port, line});
}

void NetworkBuilder::report(const core::Code& code, std::uint32_t line, std::string message) {
  error_on(code, line, std::move(message), {});
}

void NetworkBuilder::error_on(const core::Code& code, std::uint32_t line, std::string message,
                              std::string object) {
  if (code.severity == core::Severity::kError && ++errors > kMaxErrorsListed) return;
  const std::string key = object.empty() ? std::string() : file.name;
  sink_.report(
      core::make_finding(code, std::move(message)).at(file.at(line)).on(std::move(object), key));
}

void NetworkBuilder::tolerate(const std::string& what, std::uint32_t line) {
  for (Tolerated& known : tolerated_) {
    if (known.what == what) {
      ++known.count;
      return;
    }
  }
  tolerated_.push_back({what, line, 1});
}

void NetworkBuilder::check_pins() {
  for (const DeclaredPin& pin : network.pins) {
    if (!pin.port || (pin.node < touched_.size() && touched_[pin.node] != 0)) continue;
    const std::string name(network.nodes.name(pin.node));
    error_on(codes::kPortWithoutElement, pin.line, "port '" + name + "' is touched by no element",
             name);
  }
}

void NetworkBuilder::check_capacitor_only() {
  std::uint64_t count = 0;
  NodeId first = kNone;
  for (NodeId node = 0; node < std::min<std::size_t>(touched_.size(), network.nodes.size());
       ++node) {
    if (node == network.ground || touched_[node] != kByCapacitor) continue;
    if (count++ == 0) first = node;
  }
  network.touched_by_capacitor_only = count;
  if (count == 0) return;
  report(codes::kCapacitorOnly, 0,
         counted(count, "node is", "nodes are") + " touched by capacitors only, first '" +
             std::string(network.nodes.name(first)) + "'");
}

void NetworkBuilder::check_duplicates() {
  // The cuts of a via array lie side by side between the same nodes: where places are known, they tell.
  const auto same_place = [&](ElementId one, ElementId other) {
    if (std::max(one, other) >= network.shapes.size()) return true;
    const ElementShape& a = network.shapes[one];
    const ElementShape& b = network.shapes[other];
    if (!a.known || !b.known) return a.known == b.known;
    return a.x1_um == b.x1_um && a.y1_um == b.y1_um && a.x2_um == b.x2_um && a.y2_um == b.y2_um;
  };
  ByEnds ends(network);
  std::uint64_t copies = 0;
  ElementId copy = kNone;
  ElementId original = kNone;
  ends.each_copy([&](ElementId one, ElementId earlier) {
    if (!same_place(one, earlier)) return false;
    ++copies;
    if (one < copy) {
      copy = one;
      original = earlier;
    }
    return true;
  });
  const auto named = [&](ElementId id) {
    return "'" + std::string(network.element_name(id)) + "'";
  };
  if (copies > 0) {
    const Element& element = network.elements[copy];
    report(codes::kDuplicateResistors, element.line,
           counted(copies, "resistor repeats", "resistors repeat") +
               " another one between the same nodes with the same value, first " + named(copy) +
               " and " + named(original) + " (" + format_number(element.ohm) + " ohm between '" +
               std::string(network.nodes.name(element.a)) + "' and '" +
               std::string(network.nodes.name(element.b)) + "')");
  }
  if (ends.loops > 0) {
    const Element& element = network.elements[ends.first_loop];
    report(codes::kSelfLoop, element.line,
           counted(ends.loops, "resistor has both ends", "resistors have both ends") +
               " on one node, first " + named(ends.first_loop) + " on '" +
               std::string(network.nodes.name(element.a)) + "'");
  }
}

void NetworkBuilder::check_median() {
  std::vector<double> values;
  values.reserve(network.elements.size());
  for (const Element& element : network.elements) {
    if (element.kind == ElementKind::kResistor && element.ohm > 0) values.push_back(element.ohm);
  }
  if (values.empty()) return;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (*middle >= kLowestPlausible && *middle <= kHighestPlausible) return;
  report(codes::kImplausibleResistance, 0,
         "the median of " + std::to_string(values.size()) + " resistances is " +
             format_number(*middle) + " ohm; check the unit of the file");
}

/// The first net that used each node: by its conductors and by the pins it declares.
void NetworkBuilder::assign_nets() {
  if (network.nets.empty()) return;
  network.net_of_node.assign(network.nodes.size(), kNone);
  const auto assign = [&](NodeId node, std::uint32_t net) {
    if (network.net_of_node[node] == kNone) network.net_of_node[node] = net;
  };
  for (std::uint32_t net = 0; net < network.nets.size(); ++net) {
    const Net& range = network.nets[net];
    for (ElementId id = range.first_element; id < range.first_element + range.element_count; ++id) {
      assign(network.elements[id].a, net);
      assign(network.elements[id].b, net);
    }
  }
  for (const DeclaredPin& pin : network.pins) {
    if (pin.net != kNone) assign(pin.node, pin.net);
  }
}

bool NetworkBuilder::finish() {
  end_net();
  assign_nets();
  for (const Tolerated& known : tolerated_) {
    report(codes::kToleratedSyntax, known.line,
           known.what + " (" + counted(known.count, "time", "times") + ")");
  }
  const bool any = std::any_of(network.elements.begin(), network.elements.end(),
                               [](const Element& e) { return e.kind == ElementKind::kResistor; });
  if (!any && errors == 0) {
    report(codes::kEmptyNetwork, 0,
           "'" + file.name + "' holds no resistor (" +
               counted(network.capacitors, "capacitor", "capacitors") + ", " +
               counted(network.nets.size(), "net", "nets") + ")");
  }
  check_pins();
  if (errors == 0) {
    check_capacitor_only();
    check_duplicates();
    check_median();
  } else if (errors > kMaxErrorsListed) {
    sink_.report(
        core::make_finding(codes::kNetworkSyntax,
                           counted(errors - kMaxErrorsListed, "further error", "further errors") +
                               " in '" + file.name + "' not listed")
            .at(file.at(0)));
  }
  return errors == 0;
}

}  // namespace sealring::esd

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// IEEE 1481 parasitics: header units, name map, ports, and the *CONN, *CAP and *RES parts of *D_NET.
#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "core/units/parse.h"
#include "esd/format.h"
#include "esd/input_codes.h"
#include "esd/readers/lines.h"
#include "esd/readers/network_builder.h"

namespace sealring::esd {

namespace {

constexpr std::uint64_t kMostMapEntries = 1ULL << 28;

/// Names by index; most writers number them densely.
class NameMap {
 public:
  bool add(std::uint64_t index, std::string_view name) {
    if (index >= kMostMapEntries) return false;
    if (index >= entries_.size())
      entries_.resize(std::max<std::size_t>(index + 1, entries_.size() * 2));
    entries_[index] = {bytes_.size(), static_cast<std::uint32_t>(name.size()), true};
    bytes_.insert(bytes_.end(), name.begin(), name.end());
    return true;
  }
  bool find(std::uint64_t index, std::string_view& name) const {
    if (index >= entries_.size() || !entries_[index].known) return false;
    name = {bytes_.data() + entries_[index].begin, entries_[index].length};
    return true;
  }

 private:
  struct Entry {
    std::size_t begin = 0;
    std::uint32_t length = 0;
    bool known = false;
  };
  std::vector<Entry> entries_;
  std::vector<char> bytes_;
};

class SpefReader {
 public:
  explicit SpefReader(NetworkBuilder& builder) : builder_(builder) {}
  void read();

 private:
  enum class Part { kHeader, kNameMap, kPorts, kOther, kNet, kConn, kCap, kRes, kReduced };

  void keyword();
  bool header_keyword(std::string_view word);
  void begin_net();
  void begin_reduced();
  void resistance_unit();
  void name_map();
  void connection(std::string_view word);
  void capacitor();
  void resistor(std::string_view comment);
  void properties(std::string_view comment, Element& element);
  void port();
  void attributes(NodeId node, std::size_t first);
  void check_end();
  std::optional<double> value(std::string_view text);
  bool expand(std::string_view name, std::string_view& full);
  std::optional<NodeId> node(std::string_view name);
  void syntax(std::string message) {
    builder_.report(codes::kNetworkSyntax, lines_number_, std::move(message));
  }
  static std::string quoted(std::string_view view) { return "'" + std::string(view) + "'"; }

  NetworkBuilder& builder_;
  NameMap map_;
  std::vector<std::string_view> tokens_;
  std::string scratch_;
  Part part_ = Part::kHeader;
  std::uint32_t lines_number_ = 0;
  double ohm_per_unit_ = 0;
  bool unit_seen_ = false;
  bool in_net_ = false;
  std::string net_name_;
  std::uint32_t net_line_ = 0;
  std::uint64_t triplets_ = 0;
  std::uint32_t first_triplet_ = 0;
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string_view without_comment(std::string_view line, std::string_view& comment) {
  const std::size_t at = line.find("//");
  if (at == std::string_view::npos) return line;
  comment = line.substr(at + 2);
  return line.substr(0, at);
}

void SpefReader::read() {
  Lines lines(builder_.file.text);
  std::string_view line;
  while (lines.next(line)) {
    lines_number_ = lines.number();
    std::string_view comment;
    const std::string_view body = without_comment(line, comment);
    kBlanks.split(body, tokens_);
    if (tokens_.empty()) continue;
    const std::string_view first = tokens_.front();
    if (first.front() == '*' && first.size() > 1 && !is_digit(first[1])) {
      keyword();
      continue;
    }
    switch (part_) {
      case Part::kNameMap: name_map(); break;
      case Part::kPorts: port(); break;
      case Part::kCap: capacitor(); break;
      case Part::kRes: resistor(comment); break;
      case Part::kOther:
      case Part::kReduced: break;
      default: syntax(quoted(first) + " stands where a '*' keyword was expected"); break;
    }
  }
  check_end();
}

void SpefReader::keyword() {
  const std::string_view word = tokens_.front();
  if (word == "*CONN") {
    part_ = in_net_ ? Part::kConn : part_;
  } else if (word == "*CAP") {
    part_ = in_net_ ? Part::kCap : part_;
  } else if (word == "*RES") {
    part_ = in_net_ ? Part::kRes : part_;
  } else if (word == "*INDUC") {
    part_ = in_net_ ? Part::kOther : part_;
  } else if (word == "*END") {
    if (!in_net_ && part_ != Part::kReduced) syntax("*END without a net");
    in_net_ = false;
    builder_.end_net();
    part_ = Part::kHeader;
  } else if (word == "*P" || word == "*I" || word == "*N") {
    if (part_ == Part::kConn) connection(word);
  } else if (word == "*D_NET") {
    begin_net();
  } else if (word == "*R_NET") {
    begin_reduced();
  } else if (part_ == Part::kReduced) {
    return;  // *DRIVER, *CELL, *LOADS, *RC ... of a reduced net
  } else if (in_net_) {
    syntax("keyword " + quoted(word) + " is not known inside net " + quoted(net_name_));
  } else if (!header_keyword(word)) {
    builder_.tolerate("keyword " + quoted(word) + " is not known", lines_number_);
    part_ = Part::kOther;
  }
}

bool SpefReader::header_keyword(std::string_view word) {
  constexpr std::string_view kHeader[] = {
      "*SPEF",    "*DESIGN",    "*DATE",          "*VENDOR", "*PROGRAM", "*VERSION", "*DESIGN_FLOW",
      "*DIVIDER", "*DELIMITER", "*BUS_DELIMITER", "*T_UNIT", "*C_UNIT",  "*L_UNIT",  "*DEF_UNIT"};
  if (word == "*R_UNIT") {
    resistance_unit();
  } else if (word == "*NAME_MAP") {
    part_ = Part::kNameMap;
    return true;
  } else if (word == "*PORTS" || word == "*PHYSICAL_PORTS") {
    part_ = Part::kPorts;
    return true;
  } else if (word == "*POWER_NETS" || word == "*GROUND_NETS") {
    part_ = Part::kOther;
    return true;
  } else if (word == "*DEFINE" || word == "*PDEFINE") {
    builder_.report(
        codes::kUnsupportedCard, lines_number_,
        "'*DEFINE' names another SPEF file, which is not followed; write one flat file");
  } else if (std::find(std::begin(kHeader), std::end(kHeader), word) == std::end(kHeader)) {
    for (const std::string_view known :
         {std::string_view("*DELIMITER"), std::string_view("*DIVIDER"),
          std::string_view("*BUS_DELIMITER")}) {
      if (!word.starts_with(known)) continue;
      builder_.tolerate(std::string(known) + " is not followed by a blank", lines_number_);
      return true;
    }
    return false;
  }
  part_ = Part::kHeader;
  return true;
}

void SpefReader::resistance_unit() {
  unit_seen_ = true;
  const auto fault = [&](const std::string& what) {
    builder_.report(codes::kSpefUnit, lines_number_, what + "; '*R_UNIT 1 OHM' was expected");
  };
  if (tokens_.size() != 3) {
    fault(tokens_.size() == 2 ? "*R_UNIT has no scale" : "*R_UNIT has not two fields");
    return;
  }
  const std::optional<double> scale = core::parse_double(tokens_[1]);
  double unit = 0;
  if (tokens_[2] == "OHM") unit = 1;
  if (tokens_[2] == "KOHM") unit = 1000;
  if (!scale || *scale <= 0) {
    fault("*R_UNIT has the scale " + quoted(tokens_[1]));
  } else if (unit == 0) {
    fault("*R_UNIT has the unit " + quoted(tokens_[2]) + ", known are OHM and KOHM");
  } else {
    ohm_per_unit_ = *scale * unit;
  }
}

void SpefReader::name_map() {
  const std::string_view key = tokens_.front();
  std::uint64_t index = 0;
  const auto [end, error] = std::from_chars(key.data() + 1, key.data() + key.size(), index);
  if (key.size() < 2 || key.front() != '*' || error != std::errc() ||
      end != key.data() + key.size()) {
    syntax("name map entry " + quoted(key) + " is not '*' and a number");
    return;
  }
  if (tokens_.size() != 2) {
    syntax("name map entry " + quoted(key) + " has " + std::to_string(tokens_.size() - 1) +
           " names, one was expected");
    return;
  }
  if (tokens_[1].find("[-") != std::string_view::npos) {
    builder_.tolerate("negative bus index", lines_number_);
  }
  if (!map_.add(index, tokens_[1])) {
    builder_.report(codes::kTooLargeNetwork, lines_number_,
                    "name map index " + std::string(key.substr(1)) + " is above 268435455");
  }
}

/// "*12:3" -> the mapped name and ":3". The view is good until the next call.
bool SpefReader::expand(std::string_view name, std::string_view& full) {
  if (name.size() < 2 || name.front() != '*' || !is_digit(name[1])) {
    full = name;
    return true;
  }
  std::uint64_t index = 0;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), index);
  std::string_view mapped;
  if (error != std::errc() || !map_.find(index, mapped)) {
    builder_.report(
        codes::kNameMapIndex, lines_number_,
        quoted(name) + " uses name map index " +
            std::string(name.data() + 1, static_cast<std::size_t>(end - name.data() - 1)) +
            ", which *NAME_MAP does not define");
    return false;
  }
  const auto used = static_cast<std::size_t>(end - name.data());
  if (used == name.size()) {
    full = mapped;
    return true;
  }
  scratch_.assign(mapped);
  scratch_.append(name.substr(used));
  full = scratch_;
  return true;
}

std::optional<NodeId> SpefReader::node(std::string_view name) {
  std::string_view full;
  if (!expand(name, full)) return std::nullopt;
  return builder_.node(full);
}

void SpefReader::begin_net() {
  if (in_net_) {
    builder_.report(codes::kTruncatedNetwork, net_line_,
                    "net " + quoted(net_name_) + " has no *END before the next net at line " +
                        std::to_string(lines_number_));
    builder_.end_net();
  }
  in_net_ = true;
  net_line_ = lines_number_;
  part_ = Part::kNet;
  std::string_view full;
  if (tokens_.size() < 2) {
    syntax("*D_NET has no name");
    net_name_.clear();
    return;
  }
  if (!expand(tokens_[1], full)) full = tokens_[1];
  net_name_ = full;
  if (net_name_.find("[-") != std::string::npos)
    builder_.tolerate("negative bus index", lines_number_);
  builder_.begin_net(net_name_, net_line_);
}

void SpefReader::begin_reduced() {
  if (in_net_) begin_net();
  in_net_ = false;
  builder_.end_net();
  part_ = Part::kReduced;
  builder_.tolerate("*R_NET has no resistor network, the net is left out", lines_number_);
}

void SpefReader::port() {
  std::string_view full;
  if (!expand(tokens_.front(), full)) return;
  if (full.find("[-") != std::string_view::npos)
    builder_.tolerate("negative bus index", lines_number_);
}

void SpefReader::attributes(NodeId node, std::size_t first) {
  for (std::size_t i = first; i + 2 < tokens_.size(); ++i) {
    if (tokens_[i] != "*C") continue;
    const auto x = core::parse_double(tokens_[i + 1]);
    const auto y = core::parse_double(tokens_[i + 2]);
    if (x && y) {
      const double scale = builder_.options.um_per_unit;
      builder_.set_point(node, *x * scale, *y * scale);
    } else {
      syntax("*C has no two numbers");
    }
    return;
  }
}

void SpefReader::connection(std::string_view word) {
  if (tokens_.size() < 2) {
    syntax(std::string(word) + " has no name");
    return;
  }
  const std::optional<NodeId> id = node(tokens_[1]);
  if (!id) return;
  if (word != "*N") {
    builder_.declare_pin(*id, false, lines_number_);
    const bool direction = tokens_.size() > 2 && tokens_[2].front() != '*';
    if (!direction) builder_.tolerate(std::string(word) + " has no direction", lines_number_);
  }
  attributes(*id, 2);
}

void SpefReader::capacitor() {
  if (tokens_.size() != 3 && tokens_.size() != 4) {
    syntax("capacitor " + quoted(tokens_.front()) + " has " + std::to_string(tokens_.size()) +
           " fields, 3 (to ground) or 4 were expected");
    return;
  }
  ++builder_.network.capacitors;
  // A coupling capacitor's far node belongs to another net, which declares it itself.
  if (const auto id = node(tokens_[1])) builder_.touch(*id, NetworkBuilder::kByCapacitor);
}

std::optional<double> SpefReader::value(std::string_view text) {
  const std::size_t first = text.find(':');
  if (first == std::string_view::npos) return core::parse_double(text);
  const std::size_t second = text.find(':', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  if (triplets_++ == 0) first_triplet_ = lines_number_;
  switch (builder_.options.corner) {
    case SpefCorner::kMin: return core::parse_double(text.substr(0, first));
    case SpefCorner::kTyp: return core::parse_double(text.substr(first + 1, second - first - 1));
    default: return core::parse_double(text.substr(second + 1));
  }
}

void SpefReader::resistor(std::string_view comment) {
  if (tokens_.size() != 4) {
    builder_.error_on(tokens_.size() == 3 ? codes::kResistanceInvalid : codes::kNetworkSyntax,
                      lines_number_,
                      "resistor " + quoted(tokens_.front()) + " of net " + quoted(net_name_) +
                          " has " + std::to_string(tokens_.size()) +
                          " fields, an index, two nodes and a value were expected",
                      net_name_);
    return;
  }
  const std::optional<double> number = value(tokens_[3]);
  if (!number || *number < 0) {
    builder_.error_on(
        codes::kResistanceInvalid, lines_number_,
        "resistor " + quoted(tokens_.front()) + " of net " + quoted(net_name_) +
            (number ? " is negative: " + std::string(tokens_[3])
                    : " has the value " + quoted(tokens_[3]) + ", a resistance was expected"),
        net_name_);
    return;
  }
  const std::optional<NodeId> a = node(tokens_[1]);
  const std::optional<NodeId> b = node(tokens_[2]);
  if (!a || !b) return;
  Element element;
  element.a = *a;
  element.b = *b;
  element.ohm = *number * ohm_per_unit_;
  element.line = lines_number_;
  if (!comment.empty()) properties(comment, element);
  builder_.add(element, tokens_.front());
}

/// "$l=1.2 $w=0.1 $lvl=5" behind "//", as some extractors write.
void SpefReader::properties(std::string_view comment, Element& element) {
  std::vector<std::string_view> words;
  kBlanksAndEquals.split(comment, words);
  for (std::size_t i = 0; i + 2 < words.size(); ++i) {
    if (words[i + 1] != "=" || words[i].front() != '$') continue;
    const std::string_view key = words[i];
    const auto number = parse_spice_number(words[i + 2]);
    if ((key == "$w" || key == "$l") && number && *number >= 0) {
      const double um = *number * builder_.options.um_per_unit;
      (key == "$w" ? element.width_um : element.length_um) = static_cast<float>(um);
    } else if (key == "$layer") {
      element.layer = builder_.layer(words[i + 2]);
    } else if (key == "$lvl") {
      element.layer = builder_.layer("lvl" + std::string(words[i + 2]));
    }
  }
}

void SpefReader::check_end() {
  if (in_net_) {
    builder_.report(codes::kTruncatedNetwork, net_line_,
                    "the file ends inside net " + quoted(net_name_) + " without *END");
  }
  if (!unit_seen_ && !builder_.network.elements.empty()) {
    builder_.report(codes::kSpefUnit, 1, "*R_UNIT is missing; '*R_UNIT 1 OHM' was expected");
  }
  if (triplets_ > 0) {
    constexpr std::string_view kWords[] = {"min", "typ", "max"};
    builder_.report(codes::kTripletValue, first_triplet_,
                    counted(triplets_, "resistance is a min:typ:max triplet",
                            "resistances are min:typ:max triplets") +
                        "; " +
                        std::string(kWords[static_cast<std::size_t>(builder_.options.corner)]) +
                        " is used");
  }
}

}  // namespace

void read_spef(NetworkBuilder& builder) {
  SpefReader(builder).read();
}

}  // namespace sealring::esd

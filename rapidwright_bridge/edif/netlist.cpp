// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "core/units/parse.h"
#include "rapidwright_bridge/codes.h"
#include "rapidwright_bridge/edif.h"
#include "rapidwright_bridge/edif/interner.h"
#include "rapidwright_bridge/edif/linker.h"
#include "rapidwright_bridge/edif/scanner.h"

namespace sealring::rapidwright_bridge {

/// Recursive descent over the lists that make a netlist; every other list is skipped. Files are read by depth of the
/// format (libraries, cells, views, contents), so recursion is bounded by the format itself.
class EdifReader {
 public:
  EdifReader(std::shared_ptr<const std::string> text, const std::string& shown, core::Sink& sink)
      : scanner_(*text), shown_(shown), sink_(sink), linker_(out_, interner_, shown, sink) {
    // Sizes from the density of real netlists spare the copies of growing.
    const std::size_t bytes = text->size();
    out_.pins_.reserve(bytes / 150);
    out_.nets_.reserve(bytes / 700);
    out_.instances_.reserve(bytes / 1200);
    out_.text_ = std::move(text);
  }

  std::optional<EdifNetlist> read() {
    if (next() != EdifToken::kOpen || next() != EdifToken::kAtom ||
        !is_keyword(scanner_.text(), "edif"))
      fault("the netlist does not begin with '(edif'");
    if (!bad_) read_name();
    while (!bad_ && open_list()) {
      if (is_keyword(keyword_, "library")) {
        read_library(false);
      } else if (is_keyword(keyword_, "external")) {
        read_library(true);
      } else if (is_keyword(keyword_, "design")) {
        read_design();
      } else {
        skip();
      }
    }
    if (!bad_ && next() != EdifToken::kEnd) fault("text follows the last bracket of the netlist");
    if (bad_) return std::nullopt;
    linker_.resolve();
    out_.names_ = interner_.release();
    return std::move(out_);
  }

 private:
  /// (array (rename ...)) is the deepest that writers use.
  static constexpr int kDeepestName = 8;
  static constexpr std::size_t kDeepest = 512;

  struct Name {
    NameId legal = kNoIndex;
    NameId original = kNoIndex;
    std::uint32_t width = 0;
    std::uint32_t member = kNoIndex;
    bool bus = false;
  };

  EdifToken next() { return token_ = scanner_.next(); }

  void fault(std::string message) {
    if (bad_) return;
    bad_ = true;
    const std::string_view before = scanner_.window_to_token();
    const std::size_t newline = before.rfind('\n');
    const auto line = static_cast<std::uint32_t>(std::ranges::count(before, '\n') + 1);
    const auto column = static_cast<std::uint32_t>(
        newline == std::string_view::npos ? before.size() + 1 : before.size() - newline);
    sink_.report(core::make_finding(codes::kEdifSyntax, std::move(message))
                     .at({shown_, line, column})
                     .on(shown_, "edif"));
  }

  void bad_token(std::string_view wanted) {
    switch (token_) {
      case EdifToken::kEnd:
        fault("the netlist ends where " + std::string(wanted) + " was expected");
        break;
      case EdifToken::kBad: fault(std::string(scanner_.problem())); break;
      default: fault(std::string(wanted) + " was expected"); break;
    }
  }

  /// Enters the next child list and reads its keyword. False when the list around it ends.
  bool open_list() {
    while (true) {
      switch (next()) {
        case EdifToken::kClose: return false;
        case EdifToken::kOpen:
          if (next() != EdifToken::kAtom) {
            bad_token("a keyword");
            return false;
          }
          keyword_ = scanner_.text();
          return true;
        case EdifToken::kAtom:
        case EdifToken::kString: continue;
        default: bad_token("')'"); return false;
      }
    }
  }

  /// Leaves the list whose keyword was read, whatever it holds.
  void skip() { leave(1); }

  /// Reads on until `depth` lists are closed. Every list has a keyword, in parts that are skipped too.
  void leave(std::size_t depth) {
    while (depth != 0) {
      switch (next()) {
        case EdifToken::kOpen:
          if (++depth > kDeepest) return fault("more than 512 brackets are open");
          if (next() != EdifToken::kAtom) return bad_token("a keyword");
          break;
        case EdifToken::kClose: --depth; break;
        case EdifToken::kEnd:
        case EdifToken::kBad: return bad_token("')'");
        default: break;
      }
    }
  }

  NameId intern(std::string_view text) { return interner_.intern(text); }

  static std::string_view plain(std::string_view legal) {
    return legal.starts_with('&') ? legal.substr(1) : legal;
  }

  /// identifier | (rename identifier "original") | (array name width) | (member name index ...)
  Name read_name() {
    Name name;
    if (++name_depth_ > kDeepestName) {
      fault("names are nested too deeply");
      return name;
    }
    name = read_name_body();
    --name_depth_;
    return name;
  }

  Name read_name_body() {
    Name name;
    if (next() == EdifToken::kAtom) {
      name.legal = intern(scanner_.text());
      name.original =
          scanner_.text().starts_with('&') ? intern(plain(scanner_.text())) : name.legal;
      return name;
    }
    if (token_ != EdifToken::kOpen || next() != EdifToken::kAtom) {
      bad_token("a name");
      return name;
    }
    const std::string_view keyword = scanner_.text();
    if (is_keyword(keyword, "rename")) {
      name = read_rename();
    } else if (is_keyword(keyword, "array")) {
      name = read_name();
      name.bus = true;
      name.width = read_number();
      finish_list();
    } else if (is_keyword(keyword, "member")) {
      name = read_name();
      name.member = read_number();
      finish_list();
    } else {
      bad_token("a name");
    }
    return name;
  }

  Name read_rename() {
    Name name = read_name();
    switch (next()) {
      case EdifToken::kString: name.original = intern(scanner_.text()); break;
      case EdifToken::kOpen:  // (stringDisplay "original" ...)
        if (next() == EdifToken::kAtom && next() == EdifToken::kString)
          name.original = intern(scanner_.text());
        if (token_ != EdifToken::kString) {
          bad_token("the original name");
          return name;
        }
        skip();
        break;
      default: bad_token("the original name"); return name;
    }
    finish_list();
    return name;
  }

  std::uint32_t read_number() {
    if (next() != EdifToken::kAtom) {
      bad_token("a number");
      return 0;
    }
    const auto value = core::parse_integer(scanner_.text());
    if (!value || *value < 0 || *value > 0x7fffffff) {
      fault("'" + std::string(scanner_.text().substr(0, 40)) + "' is not a number from 0");
      return 0;
    }
    return static_cast<std::uint32_t>(*value);
  }

  /// Reads to the end of the current list.
  void finish_list() {
    if (!bad_) leave(1);
  }

  void read_library(bool external) {
    library_ = read_name().legal;
    while (!bad_ && open_list()) {
      if (is_keyword(keyword_, "cell")) {
        read_cell(external);
      } else {
        skip();
      }
    }
  }

  void read_cell(bool external) {
    const Name name = read_name();
    EdifNetlist::Cell cell{
        .name = name.legal, .original = name.original, .library = library_, .external = external};
    cell.ports.first = static_cast<std::uint32_t>(out_.ports_.size());
    cell.instances.first = static_cast<std::uint32_t>(out_.instances_.size());
    cell.nets.first = static_cast<std::uint32_t>(out_.nets_.size());
    cell_properties_.clear();
    while (!bad_ && open_list()) {
      if (is_keyword(keyword_, "view")) {
        read_view(cell);
      } else if (is_keyword(keyword_, "property")) {
        read_property(cell_properties_);
      } else {
        skip();
      }
    }
    cell.ports.count = static_cast<std::uint32_t>(out_.ports_.size()) - cell.ports.first;
    cell.instances.count =
        static_cast<std::uint32_t>(out_.instances_.size()) - cell.instances.first;
    cell.properties = keep(cell_properties_);
    if (!bad_) linker_.finish_cell(cell);
    out_.cells_.push_back(cell);
  }

  EdifNetlist::Range keep(const std::vector<EdifNetlist::Property>& properties) {
    const EdifNetlist::Range range{static_cast<std::uint32_t>(out_.properties_.size()),
                                   static_cast<std::uint32_t>(properties.size())};
    out_.properties_.insert(out_.properties_.end(), properties.begin(), properties.end());
    return range;
  }

  void read_view(EdifNetlist::Cell& cell) {
    read_name();
    while (!bad_ && open_list()) {
      if (is_keyword(keyword_, "interface")) {
        while (!bad_ && open_list()) {
          if (is_keyword(keyword_, "port")) {
            read_port();
          } else {
            skip();
          }
        }
      } else if (is_keyword(keyword_, "contents")) {
        cell.contents = true;
        read_contents();
      } else if (is_keyword(keyword_, "property")) {
        read_property(cell_properties_);
      } else {
        skip();
      }
    }
  }

  void read_port() {
    const Name name = read_name();
    EdifNetlist::Port port{name.legal, name.original, name.bus ? name.width : 1,
                           PortDirection::kUnknown, name.bus};
    while (!bad_ && open_list()) {
      if (!is_keyword(keyword_, "direction")) {
        skip();
        continue;
      }
      if (next() != EdifToken::kAtom) return bad_token("a direction");
      if (is_keyword(scanner_.text(), "input")) port.direction = PortDirection::kInput;
      if (is_keyword(scanner_.text(), "output")) port.direction = PortDirection::kOutput;
      if (is_keyword(scanner_.text(), "inout")) port.direction = PortDirection::kInout;
      finish_list();
    }
    out_.ports_.push_back(port);
  }

  void read_contents() {
    while (!bad_ && open_list()) {
      if (is_keyword(keyword_, "net")) {
        read_net();
      } else if (is_keyword(keyword_, "instance")) {
        read_instance();
      } else if (is_keyword(keyword_, "netbundle") || is_keyword(keyword_, "netgroup")) {
        read_contents_of_bundle();
      } else {
        skip();
      }
    }
  }

  /// (netBundle name (listOfNets (net ...) ...)): its nets count like any other.
  void read_contents_of_bundle() {
    read_name();
    while (!bad_ && open_list()) {
      if (!is_keyword(keyword_, "listofnets")) {
        skip();
        continue;
      }
      while (!bad_ && open_list()) {
        if (is_keyword(keyword_, "net")) {
          read_net();
        } else {
          skip();
        }
      }
    }
  }

  void read_instance() {
    const Name name = read_name();
    EdifNetlist::Instance instance{name.legal, name.original, kNoIndex, {}};
    std::pair<NameId, NameId> reference{library_, kNoIndex};
    properties_.clear();
    while (!bad_ && open_list()) {
      if (is_keyword(keyword_, "viewref")) {
        read_name();
        while (!bad_ && open_list()) {
          if (is_keyword(keyword_, "cellref")) {
            reference = read_cell_ref();
          } else {
            skip();
          }
        }
      } else if (is_keyword(keyword_, "property")) {
        read_property(properties_);
      } else {
        skip();
      }
    }
    instance.properties = keep(properties_);
    linker_.add_reference(reference);
    out_.instances_.push_back(instance);
  }

  /// (cellRef name (libraryRef name)); without a library the current one is meant.
  std::pair<NameId, NameId> read_cell_ref() {
    std::pair<NameId, NameId> reference{library_, read_name().legal};
    while (!bad_ && open_list()) {
      if (is_keyword(keyword_, "libraryref")) {
        reference.first = read_name().legal;
        finish_list();
      } else {
        skip();
      }
    }
    return reference;
  }

  void read_property(std::vector<EdifNetlist::Property>& into) {
    const Name name = read_name();
    EdifNetlist::Property property{name.original, kNoIndex, EdifNetlist::Property::Kind::kString};
    while (!bad_ && open_list()) {
      using Kind = EdifNetlist::Property::Kind;
      const bool string = is_keyword(keyword_, "string");
      const bool integer = is_keyword(keyword_, "integer");
      const bool boolean = is_keyword(keyword_, "boolean");
      if (property.value != kNoIndex ||
          !(string || integer || boolean || is_keyword(keyword_, "number"))) {
        skip();
        continue;
      }
      property.kind = string    ? Kind::kString
                      : integer ? Kind::kInteger
                      : boolean ? Kind::kBoolean
                                : Kind::kNumber;
      switch (next()) {
        case EdifToken::kString:
        case EdifToken::kAtom:
          property.value = intern(scanner_.text());
          finish_list();
          break;
        case EdifToken::kClose: property.value = intern({}); break;
        case EdifToken::kOpen:  // (boolean (true)), (number (e 1 3))
          if (next() != EdifToken::kAtom) return bad_token("a value");
          property.value = intern(scanner_.text());
          skip();
          finish_list();
          break;
        default: bad_token("a value"); break;
      }
    }
    into.push_back(property);
  }

  void read_net() {
    const Name name = read_name();
    EdifNetlist::Net net{
        name.legal, name.original, {static_cast<std::uint32_t>(out_.pins_.size()), 0}};
    while (!bad_ && open_list()) {
      if (is_keyword(keyword_, "joined")) {
        while (!bad_ && open_list()) {
          if (is_keyword(keyword_, "portref")) {
            read_port_ref();
          } else {
            skip();
          }
        }
      } else {
        skip();
      }
    }
    net.pins.count = static_cast<std::uint32_t>(out_.pins_.size()) - net.pins.first;
    out_.nets_.push_back(net);
  }

  /// Names stand in for indices until the cell (instances) and the file (ports) are read.
  void read_port_ref() {
    const Name name = read_name();
    EdifNetlist::PinRef pin{kNoIndex, name.legal, name.member};
    while (!bad_ && open_list()) {
      if (is_keyword(keyword_, "instanceref")) {
        pin.instance = read_name().legal;
        finish_list();
      } else {
        skip();
      }
    }
    out_.pins_.push_back(pin);
  }

  void read_design() {
    read_name();
    while (!bad_ && open_list()) {
      if (is_keyword(keyword_, "cellref")) {
        linker_.set_top(read_cell_ref());
      } else {
        skip();
      }
    }
  }

  EdifScanner scanner_;
  const std::string& shown_;
  core::Sink& sink_;
  EdifNetlist out_;
  Interner interner_;
  EdifToken token_ = EdifToken::kEnd;
  std::string_view keyword_;
  bool bad_ = false;
  int name_depth_ = 0;
  NameId library_ = kNoIndex;
  EdifLinker linker_;
  std::vector<EdifNetlist::Property> properties_, cell_properties_;
};

const EdifNetlist::Cell* EdifNetlist::find_cell(std::string_view name) const {
  const auto it = std::ranges::find_if(cells_, [&](const Cell& cell) {
    return text(cell.original) == name || text(cell.name) == name;
  });
  return it == cells_.end() ? nullptr : &*it;
}

std::uint64_t EdifNetlist::memory_bytes() const {
  const auto size = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  return (text_ ? text_->capacity() : 0) + size(names_) + size(cells_) + size(ports_) +
         size(instances_) + size(nets_) + size(pins_) + size(properties_);
}

std::optional<EdifNetlist> read_edif(std::string text, const std::string& shown, core::Sink& sink) {
  return EdifReader(std::make_shared<const std::string>(std::move(text)), shown, sink).read();
}

}  // namespace sealring::rapidwright_bridge

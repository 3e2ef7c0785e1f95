// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <array>

#include "core/files/digest.h"
#include "core/units/parse.h"
#include "rapidwright_bridge/codes.h"
#include "rapidwright_bridge/edif.h"
#include "rapidwright_bridge/edif/mix.h"
#include "rapidwright_bridge/edif/scanner.h"

namespace sealring::rapidwright_bridge {
namespace {

/// Lists that mean something to the digest or to the facts collected on the way.
enum class Key : std::uint8_t {
  kOther,
  kDropped,
  kOrdered,
  kEdif,
  kDesign,
  kLibrary,
  kExternal,
  kCell,
  kContents,
  kInstance,
  kNet,
  kPortRef,
  kPort,
  kProperty,
  kRename,
  kArray,
  kDirection,
  kCellRef,
  kStatus,
  kProgram,
  kVersion,
  kView,
  kLabel,  ///< rename of the file, of the design, of a cell or of its view
};

struct Word {
  std::string_view word;
  Key key;
};
/// In order of length, so that only words of the same length are compared.
constexpr std::array<Word, 30> kWords = {{
    {"net", Key::kNet},
    {"edif", Key::kEdif},
    {"cell", Key::kCell},
    {"port", Key::kPort},
    {"view", Key::kView},
    {"array", Key::kArray},
    {"owner", Key::kDropped},
    {"metax", Key::kDropped},
    {"rename", Key::kRename},
    {"status", Key::kStatus},
    {"design", Key::kDesign},
    {"portref", Key::kPortRef},
    {"cellref", Key::kCellRef},
    {"comment", Key::kDropped},
    {"program", Key::kProgram},
    {"version", Key::kVersion},
    {"library", Key::kLibrary},
    {"property", Key::kProperty},
    {"instance", Key::kInstance},
    {"contents", Key::kContents},
    {"external", Key::kExternal},
    {"portlist", Key::kOrdered},
    {"sequence", Key::kOrdered},
    {"userdata", Key::kDropped},
    {"direction", Key::kDirection},
    {"timestamp", Key::kDropped},
    {"pointlist", Key::kOrdered},
    {"keywordmap", Key::kDropped},
    {"listofnets", Key::kOrdered},
    {"listofports", Key::kOrdered},
}};

constexpr std::size_t kLongestWord = 11;

/// First index into kWords of each length; one more entry closes the last.
constexpr std::array<std::uint8_t, kLongestWord + 2> word_starts() {
  std::array<std::uint8_t, kLongestWord + 2> starts{};
  std::size_t i = 0;
  for (std::size_t length = 0; length < starts.size(); ++length) {
    while (i < kWords.size() && kWords[i].word.size() < length) ++i;
    starts[length] = static_cast<std::uint8_t>(i);
  }
  return starts;
}
constexpr auto kWordStarts = word_starts();

/// Properties that say where and how a netlist was made, not what it is.
constexpr std::array<std::string_view, 4> kDroppedProperties = {"XLNX_PROJ_DIR", "XLNX_PROJ_NAME",
                                                                "src", "SRC"};

Key key_of(std::string_view word) {
  if (word.size() > kLongestWord) return Key::kOther;
  const char first = static_cast<char>(word.empty() ? 0 : word[0] | 0x20);
  for (std::size_t i = kWordStarts[word.size()]; i < kWordStarts[word.size() + 1]; ++i) {
    if (kWords[i].word[0] == first && is_keyword(word, kWords[i].word)) return kWords[i].key;
  }
  return Key::kOther;
}

/// What the keyword of a list means, and the state a list begins with.
struct Keyword {
  std::uint64_t low = 0, high = 0;  ///< its bytes
  std::size_t size = 0;
  Key key = Key::kOther;
  Lanes start;
};

/// Remembers the keywords of a file: a few dozen spellings begin millions of lists.
class KeywordCache {
 public:
  const Keyword& of(std::string_view word) {
    if (word.size() > 16) {
      longer_ = {0, 0, word.size(), key_of(word), mix_keyword(word)};
      return longer_;
    }
    const std::uint64_t low = mix_detail::load(word.data(), std::min<std::size_t>(word.size(), 8));
    const std::uint64_t high =
        word.size() > 8 ? mix_detail::load(word.data() + 8, word.size() - 8) : 0;
    Keyword& slot = slots_[mix_detail::fold(low ^ word.size(), mix_detail::kA ^ high) % kSlots];
    if (slot.low != low || slot.high != high || slot.size != word.size())
      slot = {low, high, word.size(), key_of(word), mix_keyword(word)};
    return slot;
  }

 private:
  static constexpr std::size_t kSlots = 256;
  std::array<Keyword, kSlots> slots_;
  Keyword longer_;
};

/// One open list.
struct Frame {
  Lanes ordered;   ///< keyword and atoms, in order
  Lanes multiset;  ///< sum over child lists
  Key key = Key::kOther;
  std::uint32_t atoms = 0;
};

/// Deeper nesting than any writer produces; a file that goes deeper is damaged or hostile.
constexpr std::size_t kDeepest = 512;

class Digester {
 public:
  Digester(ByteSource& source, const std::string& shown, core::Sink& sink)
      : scanner_(source), source_(source), shown_(shown), sink_(sink) {
    stack_.reserve(64);
  }

  EdifDigest run() {
    bool good = true;
    while (good && !ended_) good = step();
    out_.bytes = scanner_.position();
    if (good && ended_) finish();
    return std::move(out_);
  }

 private:
  bool step() {
    switch (scanner_.next()) {
      case EdifToken::kOpen: return open();
      case EdifToken::kClose: return close();
      case EdifToken::kAtom: return atom(scanner_.text());
      case EdifToken::kString: return string(scanner_.text());
      case EdifToken::kBad: return fault(std::string(scanner_.problem()));
      case EdifToken::kEnd: break;
    }
    ended_ = true;
    if (!source_.problem().empty()) return fault(source_.problem());
    if (!stack_.empty()) {
      return fault("the netlist ends inside " + std::to_string(stack_.size()) + " open brackets");
    }
    if (!outer_done_) return fault("the file holds no EDIF netlist");
    return true;
  }

  bool fault(std::string message) {
    const std::string_view window = scanner_.window_to_token();
    const std::size_t newline = window.rfind('\n');
    const auto line =
        scanner_.lines_gone() + static_cast<std::uint64_t>(std::ranges::count(window, '\n')) + 1;
    const std::size_t column =
        newline == std::string_view::npos ? window.size() + 1 : window.size() - newline;
    sink_.report(
        core::make_finding(codes::kEdifSyntax, std::move(message))
            .at({shown_, static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column)})
            .on(shown_, "edif"));
    return false;
  }

  bool open() {
    if (outer_done_) return fault("text follows the last bracket of the netlist");
    if (stack_.size() >= kDeepest) return fault("more than 512 brackets are open");
    if (scanner_.next() != EdifToken::kAtom) return fault("a keyword was expected behind '('");
    const std::string_view word = scanner_.text();
    const Keyword& keyword = keywords_.of(word);
    Frame frame;
    frame.key = keyword.key;
    if (stack_.empty() && frame.key != Key::kEdif)
      return fault("the netlist does not begin with '(edif'");
    if (frame.key == Key::kRename && !stack_.empty()) {
      const Key parent = stack_.back().key;
      if (parent == Key::kCell || parent == Key::kEdif || parent == Key::kDesign ||
          parent == Key::kView)
        frame.key = Key::kLabel;
    }
    frame.ordered = keyword.start;
    enter(frame);
    stack_.push_back(frame);
    return true;
  }

  void enter(const Frame& frame) {
    switch (frame.key) {
      case Key::kInstance: ++out_.instances; break;
      case Key::kNet: ++out_.nets; break;
      case Key::kPortRef: ++out_.port_refs; break;
      case Key::kLibrary:
      case Key::kExternal:
        library_ = {};
        library_external_ = frame.key == Key::kExternal;
        break;
      case Key::kCell: begin_cell(); break;
      case Key::kContents: cell_contents_ = true; break;
      case Key::kPort:
        if (cell_depth_ != 0) begin_port();
        break;
      case Key::kDropped:
      case Key::kLabel:
      case Key::kStatus: ++dropped_; break;
      default: break;
    }
  }

  bool atom(std::string_view text) {
    if (stack_.empty())
      return fault("'" + std::string(text.substr(0, 40)) + "' stands outside the netlist");
    Frame& frame = stack_.back();
    const std::uint32_t index = frame.atoms++;
    // Behind (rename ...) the width is the first atom of an array, behind a plain name the second.
    const bool width =
        frame.key == Key::kArray && in_port_ && (index == 1 || (index == 0 && !port_name_.empty()));
    if (width) {
      port_width_ = core::parse_integer(text).value_or(0);
    } else if (index == 0) {
      first_atom(frame, text);
    }
    if (frame.key == Key::kDirection && in_port_) port_direction(text);
    if (dropped_ == 0 && !is_label(frame, index))
      frame.ordered = mix_atom(frame.ordered, text, kAtomTag);
    return true;
  }

  bool string(std::string_view text) {
    if (stack_.empty()) return fault("a string stands outside the netlist");
    Frame& frame = stack_.back();
    const std::uint32_t index = frame.atoms++;
    if ((frame.key == Key::kRename || frame.key == Key::kLabel) && index == 1)
      original_name(frame.key, text);
    if (frame.key == Key::kProgram && index == 0) out_.program = std::string(text);
    if (frame.key == Key::kVersion && index == 0 && stack_.size() > 1 &&
        stack_[stack_.size() - 2].key == Key::kProgram && !out_.program.empty())
      out_.program += " " + std::string(text);
    if (part_property_) out_.part = std::string(text);
    if (dropped_ == 0 && !is_label(frame, index))
      frame.ordered = mix_atom(frame.ordered, text, kStringTag);
    return true;
  }

  /// Names of the file, of the design and of cells are not mixed into the list that carries them.
  /// The cell that the design names is mixed in at the end, if it is not the last one.
  bool is_label(const Frame& frame, std::uint32_t index) const {
    return index == 0 && (frame.key == Key::kEdif || frame.key == Key::kDesign ||
                          frame.key == Key::kCell || frame.key == Key::kView ||
                          (frame.key == Key::kCellRef && parent_key() == Key::kDesign));
  }

  /// A view that is called like its cell stands as (cell), so that it follows the name of the module; references tell
  /// other views apart by name, so those keep it.
  void view_name(Frame& view, std::string_view text) {
    const std::string_view name = text == cell_name_ ? std::string_view("(cell)") : text;
    view.ordered = mix_atom(view.ordered, name, kAtomTag);
  }

  Key parent_key() const { return stack_.size() > 1 ? stack_[stack_.size() - 2].key : Key::kOther; }

  void first_atom(Frame& frame, std::string_view text) {
    switch (frame.key) {
      case Key::kLibrary:
      case Key::kExternal: library_ = std::string(text); break;
      case Key::kCell:
        cell_name_ = std::string(text);
        cell_original_ = cell_name_;
        break;
      case Key::kLabel:
        if (parent_key() == Key::kCell) cell_name_ = std::string(text);
        if (parent_key() == Key::kView) view_name(stack_[stack_.size() - 2], text);
        break;
      case Key::kView: view_name(frame, text); break;
      case Key::kPort:
      case Key::kArray:
      case Key::kRename:
        if (in_port_ && port_name_.empty()) port_name_ = std::string(text);
        break;
      case Key::kCellRef:
        if (parent_key() == Key::kDesign) design_cell_ = std::string(text);
        break;
      case Key::kProperty:
        part_property_ = text == "PART" && parent_key() == Key::kDesign;
        if (part_property_ ||
            std::ranges::find(kDroppedProperties, text) != kDroppedProperties.end()) {
          frame.key = Key::kDropped;
          ++dropped_;
        }
        break;
      default: break;
    }
  }

  void original_name(Key key, std::string_view text) {
    if (key == Key::kLabel) {
      if (parent_key() == Key::kCell) cell_original_ = std::string(text);
    } else if (in_port_ && port_original_.empty()) {
      port_original_ = std::string(text);
    }
  }

  void begin_cell() {
    settle_cell(false);
    cell_depth_ = stack_.size() + 1;
    cell_name_.clear();
    cell_original_.clear();
    cell_contents_ = false;
    ports_.clear();
    ++out_.cells;
  }

  void begin_port() {
    in_port_ = true;
    port_name_.clear();
    port_original_.clear();
    port_width_ = 0;
    port_dir_ = PortDirection::kUnknown;
  }

  void port_direction(std::string_view text) {
    if (is_keyword(text, "input")) port_dir_ = PortDirection::kInput;
    if (is_keyword(text, "output")) port_dir_ = PortDirection::kOutput;
    if (is_keyword(text, "inout")) port_dir_ = PortDirection::kInout;
  }

  bool close() {
    if (stack_.empty()) return fault("a bracket is closed that was not opened");
    const Frame frame = stack_.back();
    stack_.pop_back();
    switch (frame.key) {
      case Key::kDropped:
      case Key::kLabel:
      case Key::kStatus: --dropped_; break;
      case Key::kPort: end_port(); break;
      case Key::kCell: end_cell(frame); return true;
      default: break;
    }
    if (frame.key == Key::kDropped) part_property_ = false;
    if (stack_.empty()) {
      outer_ = close_list(frame.ordered, frame.multiset);
      outer_done_ = true;
      return true;
    }
    if (dropped_ != 0 || frame.key == Key::kDropped || frame.key == Key::kLabel ||
        frame.key == Key::kStatus)
      return true;
    const Lanes value = close_list(frame.ordered, frame.multiset);
    Frame& parent = stack_.back();
    if (parent.key == Key::kOrdered) {
      parent.ordered = mix_lanes(parent.ordered, value);
    } else {
      parent.multiset = add(parent.multiset, value);
    }
    return true;
  }

  void end_port() {
    if (!in_port_) return;
    in_port_ = false;
    if (ports_.size() >= 100000) return;
    const bool bus = port_width_ > 0;
    std::string_view name = port_original_.empty() ? port_name_ : port_original_;
    if (port_original_.empty() && name.starts_with('&')) name.remove_prefix(1);
    PortInfo port = split_port_name(name, static_cast<std::uint32_t>(port_width_), bus);
    port.direction = port_dir_;
    ports_.push_back(std::move(port));
  }

  void end_cell(const Frame& frame) {
    if (stack_.size() + 1 != cell_depth_) return;
    cell_depth_ = 0;
    pending_ = true;
    pending_library_ = library_;
    pending_body_ = close_list(frame.ordered, frame.multiset);
    const bool primitives = library_external_ || is_keyword(library_, "hdi_primitives") ||
                            is_keyword(library_, "unisims");
    if (!cell_contents_ && !primitives) {
      ++out_.black_box_count;
      if (out_.black_boxes.size() < 100) out_.black_boxes.push_back(cell_original_);
    }
  }

  /// Adds the cell read last. The top stands under a fixed name, so that the name of a module is only a label.
  void settle_cell(bool is_top) {
    if (!pending_) return;
    pending_ = false;
    Lanes value = mix_atom(start_lanes(), pending_library_, kAtomTag);
    value = mix_atom(value, is_top ? std::string_view("(top)") : std::string_view(cell_name_),
                     kAtomTag);
    value = mix_lanes(value, pending_body_);
    cells_ = add(cells_, value);
  }

  void finish() {
    const bool last_is_top = pending_ && !design_cell_.empty() && cell_name_ == design_cell_;
    out_.top = last_is_top ? cell_original_ : design_cell_;
    if (last_is_top) out_.ports = std::move(ports_);
    settle_cell(last_is_top);
    out_.complete = true;
    core::Sha256 sha;
    sha.update("sealring canonical EDIF 1\n");
    for (const std::uint64_t lane : {outer_.a, outer_.b, cells_.a, cells_.b}) {
      std::array<char, 8> bytes{};
      for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>((lane >> (8 * i)) & 0xff);
      sha.update({bytes.data(), bytes.size()});
    }
    if (!last_is_top) sha.update(design_cell_);
    out_.canonical = sha.finish_hex();
  }

  EdifScanner scanner_;
  KeywordCache keywords_;
  ByteSource& source_;
  const std::string& shown_;
  core::Sink& sink_;
  EdifDigest out_;
  std::vector<Frame> stack_;
  bool ended_ = false;
  bool outer_done_ = false;
  Lanes outer_, cells_;
  std::size_t dropped_ = 0;
  bool part_property_ = false;

  std::string library_;
  bool library_external_ = false;
  std::size_t cell_depth_ = 0;
  std::string cell_name_, cell_original_;
  bool cell_contents_ = false;
  bool pending_ = false;
  std::string pending_library_;
  Lanes pending_body_;
  std::string design_cell_;

  bool in_port_ = false;
  std::string port_name_, port_original_;
  std::int64_t port_width_ = 0;
  PortDirection port_dir_ = PortDirection::kUnknown;
  std::vector<PortInfo> ports_;
};

}  // namespace

EdifDigest digest_edif(ByteSource& source, const std::string& shown, core::Sink& sink) {
  return Digester(source, shown, sink).run();
}

}  // namespace sealring::rapidwright_bridge

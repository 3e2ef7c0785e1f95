// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/xdc.h"

#include <algorithm>
#include <array>

#include "core/files/digest.h"

namespace sealring::rapidwright_bridge {
namespace {

/// Properties that say where a constraint was written.
constexpr std::array<std::string_view, 4> kOriginProperties = {"src_info", "SRC_FILE_INFO",
                                                               "PROCESSING_ORDER", "PRE_IP_XDC"};
/// Properties that say where cells go, not what they are.
constexpr std::array<std::string_view, 12> kPlaceProperties = {"HD.CLK_SRC",
                                                               "CONTAIN_ROUTING",
                                                               "LOC",
                                                               "BEL",
                                                               "EXCLUDE_PLACEMENT",
                                                               "IS_SOFT",
                                                               "HD.PARTPIN_LOCS",
                                                               "HD.PARTPIN_RANGE",
                                                               "FIXED_ROUTE",
                                                               "IS_LOC_FIXED",
                                                               "IS_BEL_FIXED",
                                                               "IS_IP_OOC_CELL"};
constexpr std::array<std::string_view, 4> kPlaceCommands = {
    "create_pblock", "add_cells_to_pblock", "resize_pblock", "set_clock_uncertainty"};

template <std::size_t N>
bool one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

/// The name inside "[get_pblocks {name}]", or the word itself.
std::string object_name(std::string_view word) {
  if (word.starts_with('[') && word.ends_with(']')) {
    const auto inner = tcl_words(word.substr(1, word.size() - 2));
    return inner.empty() ? std::string() : inner.back();
  }
  return std::string(word);
}

Pblock& pblock_named(XdcFacts& facts, const std::string& name) {
  const auto it =
      std::ranges::find_if(facts.pblocks, [&](const Pblock& p) { return p.name == name; });
  if (it != facts.pblocks.end()) return *it;
  return facts.pblocks.emplace_back(Pblock{.name = name});
}

void take_pblock(const std::vector<std::string>& w, XdcFacts& facts) {
  if (w.size() < 2) return;
  if (w[0] == "create_pblock") {
    pblock_named(facts, w.back());
    return;
  }
  Pblock& pblock = pblock_named(facts, object_name(w[1]));
  if (w[0] == "add_cells_to_pblock") {
    for (std::size_t i = 2; i < w.size(); ++i) pblock.cells.push_back(w[i]);
    return;
  }
  for (std::size_t i = 2; i + 1 < w.size(); ++i) {
    if (w[i] != "-add") continue;
    for (const std::string& text : tcl_words(w[i + 1])) {
      std::string problem;
      if (const auto range = parse_range(text, problem)) {
        pblock.ranges.push_back(*range);
      } else {
        pblock.verbatim.push_back(text);
      }
    }
  }
  std::ranges::sort(pblock.ranges);
}

void take_clock(const std::vector<std::string>& w, XdcFacts& facts) {
  std::string name;
  std::string period;
  for (std::size_t i = 1; i + 1 < w.size(); ++i) {
    if (w[i] == "-name") name = w[i + 1];
    if (w[i] == "-period") period = w[i + 1];
  }
  if (name.empty()) name = object_name(w.back());
  facts.clocks.emplace_back(name, period);
}

void take_property(const std::vector<std::string>& w, XdcFacts& facts) {
  if (w.size() < 4) return;
  const std::string& value = w[2];
  if (w[1] == "HD.CLK_SRC") facts.clock_sources.push_back(value);
  if (w[1] == "CONTAIN_ROUTING" && (value == "1" || value == "true" || value == "TRUE"))
    pblock_named(facts, object_name(w[3])).contain_routing = true;
}

}  // namespace

std::vector<std::pair<std::string, std::uint32_t>> split_tcl(std::string_view text) {
  std::vector<std::pair<std::string, std::uint32_t>> out;
  std::string command;
  std::uint32_t line = 1;
  std::uint32_t first = 1;
  int braces = 0;
  int brackets = 0;
  bool quoted = false;
  bool comment = false;
  const auto end_command = [&] {
    while (!command.empty() && command.back() == ' ') command.pop_back();
    if (!command.empty()) out.emplace_back(command, first);
    command.clear();
    comment = false;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line;
    if (c == '\\' && i + 1 < text.size()) {
      std::size_t next = i + 1;
      if (text[next] == '\r' && next + 1 < text.size()) ++next;
      if (text[next] == '\n') {
        ++line;
        i = next;
        if (!comment && !command.empty() && command.back() != ' ') command += ' ';
        continue;
      }
      if (!comment) command += std::string(text.substr(i, 2));
      ++i;
      continue;
    }
    if (comment) {
      if (c == '\n') end_command();
      continue;
    }
    const bool outside = !quoted && braces == 0 && brackets == 0;
    if (outside && (c == '\n' || c == ';')) {
      end_command();
      continue;
    }
    if (c == '#' && command.empty()) {
      comment = true;
      continue;
    }
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      if (!command.empty() && command.back() != ' ') command += ' ';
      continue;
    }
    if (command.empty()) first = line;
    if (!quoted && c == '{') ++braces;
    if (!quoted && c == '}' && braces > 0) --braces;
    if (braces == 0 && !quoted && c == '[') ++brackets;
    if (braces == 0 && !quoted && c == ']' && brackets > 0) --brackets;
    if (braces == 0 && c == '"') quoted = !quoted;
    command += c;
  }
  end_command();
  return out;
}

std::vector<std::string> tcl_words(std::string_view command) {
  std::vector<std::string> out;
  std::size_t i = 0;
  while (i < command.size()) {
    while (i < command.size() && (command[i] == ' ' || command[i] == '\t')) ++i;
    if (i >= command.size()) break;
    const std::size_t begin = i;
    int braces = 0;
    int brackets = 0;
    bool quoted = false;
    for (; i < command.size(); ++i) {
      const char c = command[i];
      if ((c == ' ' || c == '\t') && braces == 0 && brackets == 0 && !quoted) break;
      if (c == '{' && !quoted) ++braces;
      if (c == '}' && !quoted && braces > 0) --braces;
      if (c == '[' && braces == 0 && !quoted) ++brackets;
      if (c == ']' && braces == 0 && !quoted && brackets > 0) --brackets;
      if (c == '"' && braces == 0) quoted = !quoted;
    }
    std::string_view word = command.substr(begin, i - begin);
    const bool braced = word.size() >= 2 && word.front() == '{' && word.back() == '}';
    const bool in_quotes = word.size() >= 2 && word.front() == '"' && word.back() == '"';
    if (braced || in_quotes) word = word.substr(1, word.size() - 2);
    out.emplace_back(word);
  }
  return out;
}

void read_xdc(std::string_view text, const std::string& /*shown*/, XdcFacts& facts) {
  for (const auto& [command, line] : split_tcl(text)) {
    std::vector<std::string> w = tcl_words(command);
    if (w.empty()) continue;
    // -quiet changes what is printed, not what is meant.
    std::erase(w, "-quiet");
    const bool property = w[0] == "set_property" && w.size() > 1;
    if (property && one_of(w[1], kOriginProperties)) continue;
    if (w[0] == "create_clock" || w[0] == "create_generated_clock") take_clock(w, facts);
    if (w[0] == "set_clock_uncertainty") {
      for (std::size_t i = 1; i < w.size(); ++i) {
        if (!w[i].starts_with('-') || (w[i].size() > 1 && w[i][1] >= '0' && w[i][1] <= '9')) {
          facts.uncertainties.push_back(w[i]);
          break;
        }
      }
    }
    if (property) take_property(w, facts);
    if (w[0].ends_with("_pblock") && w[0] != "delete_pblock") take_pblock(w, facts);
    const bool place = one_of(w[0], kPlaceCommands) || (property && one_of(w[1], kPlaceProperties));
    (place ? facts.implementation : facts.circuit).push_back(command);
  }
  std::ranges::sort(facts.circuit);
  facts.circuit.erase(std::ranges::unique(facts.circuit).begin(), facts.circuit.end());
}

std::string XdcFacts::circuit_digest() const {
  core::Sha256 sha;
  for (const std::string& command : circuit) sha.update_field(command);
  return sha.finish_hex();
}

}  // namespace sealring::rapidwright_bridge

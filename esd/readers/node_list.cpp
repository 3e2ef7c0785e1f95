// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/node_list.h"

#include <filesystem>

#include "esd/project_codes.h"
#include "esd/readers/lines.h"
#include "esd/readers/placement.h"

namespace sealring::esd {

namespace {

void read_list(const Network& network, const core::InputFile& file, const std::string& option,
               std::vector<Terminal>& terminals, core::Sink& sink) {
  Lines lines(file.text);
  std::string_view line;
  std::vector<std::string_view> words;
  const std::size_t before = terminals.size();
  bool any = false;
  while (lines.next(line)) {
    kBlanks.split(line.substr(0, line.find('#')), words);
    for (const std::string_view word : words) {
      any = true;
      const auto node = resolve_node(network, word, option, file.at(lines.number()), sink);
      if (node) terminals.push_back({std::string(word), {*node}});
    }
  }
  if (any || terminals.size() != before) return;
  sink.report(core::make_finding(codes::kEmptyTerminal, "'" + file.name + "' names no node")
                  .at({file.name})
                  .on(file.name, option));
}

}  // namespace

std::vector<Terminal> read_terminals(const Network& network, const core::InputReader& reader,
                                     const std::vector<std::string>& words, bool merged,
                                     const std::string& option, core::Sink& sink) {
  std::vector<Terminal> terminals;
  std::string label;
  for (const std::string& word : words) {
    label += (label.empty() ? "" : ",") + word;
    std::error_code error;
    if (const auto node = network.nodes.find(word)) {
      terminals.push_back({word, {*node}});
    } else if (std::filesystem::is_regular_file(word, error)) {
      const auto file = reader.read(word, reader.limits().table, sink);
      if (file) read_list(network, *file, option, terminals, sink);
    } else if (const auto near = resolve_node(network, word, option, {}, sink)) {
      terminals.push_back({word, {*near}});
    }
  }
  if (!merged || terminals.size() < 2) return terminals;
  Terminal all;
  all.label = label;
  for (const Terminal& terminal : terminals) all.nodes.push_back(terminal.nodes.front());
  return {all};
}

}  // namespace sealring::esd

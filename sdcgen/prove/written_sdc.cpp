// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/prove/written_sdc.h"

#include <unordered_map>

#include "core/units/parse.h"

namespace sealring::sdcgen {

namespace {

using Words = std::vector<std::string>;

/// Value behind an option, or "".
std::string value_of(const Words& words, std::string_view option) {
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i] == option) return words[i + 1];
  }
  return {};
}

bool has(const Words& words, std::string_view option) {
  for (const std::string& word : words) {
    if (word == option) return true;
  }
  return false;
}

class Reader {
 public:
  explicit Reader(std::vector<StaClock>& clocks) {
    for (StaClock& clock : clocks) by_name_[clock.name] = &clock;
  }

  void command(const Words& words) {
    if (words.empty()) return;
    if (words[0] == "create_clock") create(words);
    if (words[0] == "create_generated_clock") generate(words);
    if (words[0] == "set_clock_uncertainty") uncertainty(words);
  }

 private:
  StaClock* find(const std::string& name) {
    const auto it = by_name_.find(name);
    return it == by_name_.end() ? nullptr : it->second;
  }

  void create(const Words& words) {
    StaClock* clock = find(value_of(words, "-name"));
    if (clock == nullptr) return;
    // Nine digits here against six in get_property.
    clock->period = core::parse_double(value_of(words, "-period")).value_or(clock->period);
    const Words edges = split_tcl_words(value_of(words, "-waveform"));
    if (edges.size() != 2) return;
    const auto rise = core::parse_double(edges[0]);
    const auto fall = core::parse_double(edges[1]);
    if (rise && fall) clock->waveform = {*rise, *fall};
  }

  void generate(const Words& words) {
    StaClock* clock = find(value_of(words, "-name"));
    if (clock == nullptr) return;
    clock->generated = true;
    clock->source = names_in_query(value_of(words, "-source"));
    const std::string master = value_of(words, "-master_clock");
    if (!master.empty()) {
      const Words names = names_in_query(master);
      if (!names.empty()) clock->master = names.front();
    }
    clock->divide_by = core::parse_integer(value_of(words, "-divide_by")).value_or(1);
    clock->multiply_by = core::parse_integer(value_of(words, "-multiply_by")).value_or(1);
    clock->invert = has(words, "-invert");
    clock->combinational = has(words, "-combinational");
    for (const std::string& edge : split_tcl_words(value_of(words, "-edges")))
      clock->edges.push_back(core::parse_integer(edge).value_or(0));
    for (const std::string& shift : split_tcl_words(value_of(words, "-edge_shift")))
      clock->edge_shift.push_back(core::parse_double(shift).value_or(0));
  }

  void uncertainty(const Words& words) {
    if (has(words, "-from") || words.size() < 3) return;
    const auto value = core::parse_double(words[words.size() - 2]);
    if (!value) return;
    const bool setup = has(words, "-setup");
    const bool hold = has(words, "-hold");
    for (const std::string& name : names_in_query(words.back())) {
      StaClock* clock = find(name);
      if (clock == nullptr) continue;
      if (setup || !hold) clock->setup_uncertainty = value;
      if (hold || !setup) clock->hold_uncertainty = value;
    }
  }

  std::unordered_map<std::string, StaClock*> by_name_;
};

}  // namespace

std::vector<std::string> names_in_query(const std::string& word) {
  if (!word.starts_with('[')) return {word};
  Words names;
  for (std::size_t at = word.find("[get_"); at != std::string::npos;
       at = word.find("[get_", at + 1)) {
    const std::size_t open = word.find(' ', at);
    const std::size_t close = word.find(']', open);
    if (open == std::string::npos) break;
    // A brace keeps brackets of the name inside.
    const std::size_t brace = word.find('{', open);
    if (brace == open + 1) {
      const std::size_t end = word.find("}]", brace);
      names.push_back(word.substr(brace + 1, end - brace - 1));
    } else {
      names.push_back(word.substr(open + 1, close - open - 1));
    }
  }
  return names;
}

void each_command(std::string_view text,
                  const std::function<void(const std::vector<std::string>&)>& visit) {
  while (!text.empty()) {
    std::size_t end = 0;
    do {
      end = std::min(text.find('\n', end == 0 ? 0 : end + 1), text.size());
    } while (end < text.size() && end > 0 && text[end - 1] == '\\');
    const std::string_view command = text.substr(0, end);
    if (!command.starts_with('#')) visit(split_tcl_words(command));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void read_written_sdc(std::string_view text, std::vector<StaClock>& clocks) {
  Reader reader(clocks);
  each_command(text, [&](const std::vector<std::string>& words) { reader.command(words); });
}

}  // namespace sealring::sdcgen

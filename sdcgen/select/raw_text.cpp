// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/select/raw_text.h"

#include <algorithm>
#include <utility>

#include "sdcgen/prove/sta_output.h"

namespace sealring::sdcgen {

namespace {

/// The text up to the bracket that closes the one before it; brackets in braces do not count.
std::string_view until_closed(std::string_view text) {
  int brackets = 0;
  int braces = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\') {
      ++i;
    } else if (c == '{' || c == '}') {
      braces += c == '{' ? 1 : -1;
    } else if (braces == 0 && c == '[') {
      ++brackets;
    } else if (braces == 0 && c == ']' && brackets-- == 0) {
      return text.substr(0, i);
    }
  }
  return {};
}

/// Whether a name is one object, whatever it is called: its brackets hold a bit.
bool is_plain(std::string_view name) {
  if (name.find_first_of("*?$\"") != std::string_view::npos) return false;
  for (std::size_t at = name.find('['); at != std::string_view::npos; at = name.find('[', at + 1)) {
    const std::string_view bit = name.substr(at + 1, name.find(']', at) - at - 1);
    if (bit.empty() || bit.find_first_not_of("0123456789\\") != std::string_view::npos)
      return false;
  }
  return !name.empty();
}

}  // namespace

std::vector<ObjectPattern> objects_named_in(std::string_view tcl) {
  using Kind = ObjectPattern::Kind;
  std::vector<ObjectPattern> objects;
  for (const auto& [command, kind] :
       {std::pair{"[get_ports ", Kind::kPort}, std::pair{"[get_pins ", Kind::kPin},
        std::pair{"[get_cells ", Kind::kCell}}) {
    const std::string_view word(command);
    for (std::size_t at = tcl.find(word); at != std::string_view::npos;
         at = tcl.find(word, at + 1)) {
      const auto words = split_tcl_words(until_closed(tcl.substr(at + word.size())));
      const bool has_option = std::any_of(
          words.begin(), words.end(), [](const std::string& one) { return one.starts_with('-'); });
      if (has_option) continue;
      for (const std::string& given : words) {
        static constexpr std::string_view kList = "[list ";
        const bool is_list = given.starts_with(kList) && given.ends_with(']');
        const std::string_view list =
            is_list ? std::string_view(given).substr(kList.size(), given.size() - kList.size() - 1)
                    : std::string_view(given);
        for (const std::string& name : split_tcl_words(list)) {
          if (is_plain(name)) objects.push_back({kind, name, {}});
        }
      }
    }
  }
  return objects;
}

}  // namespace sealring::sdcgen

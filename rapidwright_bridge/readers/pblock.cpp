// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/pblock.h"

#include <algorithm>

#include "core/units/parse.h"
#include "rapidwright_bridge/codes.h"
#include "rapidwright_bridge/readers/text_lines.h"
#include "rapidwright_bridge/xdc.h"

namespace sealring::rapidwright_bridge {
namespace {

/// "SLICE_X13Y235" -> type and position.
bool parse_site(std::string_view text, std::string& type, std::int64_t& x, std::int64_t& y) {
  const std::size_t under = text.rfind("_X");
  if (under == std::string_view::npos || under == 0) return false;
  const std::size_t y_at = text.find('Y', under + 2);
  if (y_at == std::string_view::npos) return false;
  const auto column = parse_count(text.substr(under + 2, y_at - under - 2));
  const auto row = parse_count(text.substr(y_at + 1));
  if (!column || !row) return false;
  type = std::string(text.substr(0, under));
  x = *column;
  y = *row;
  return true;
}

class Reader {
 public:
  Reader(const core::InputFile& file, core::Sink& sink) : file_(file), sink_(sink) {}

  std::optional<std::vector<Pblock>> read() {
    const TextLines lines(file_.text);
    bool commands = false;
    for (std::size_t i = 0; i < lines.size() && !commands; ++i) {
      const auto w = words(lines[i]);
      commands = !w.empty() && (w[0] == "create_pblock" || w[0] == "resize_pblock");
    }
    if (commands) {
      XdcFacts facts;
      read_xdc(file_.text, file_.name, facts);
      for (const Pblock& pblock : facts.pblocks) {
        for (const std::string& text : pblock.verbatim) verify(text, 0);
      }
      pblocks_ = std::move(facts.pblocks);
    } else {
      for (std::size_t i = 0; i < lines.size(); ++i)
        take_line(lines[i], static_cast<std::uint32_t>(i + 1));
    }
    if (pblocks_.empty() && !bad_) report(0, "pblocks", "'" + file_.name + "' holds no pblock");
    if (bad_) return std::nullopt;
    return std::move(pblocks_);
  }

 private:
  void report(std::uint32_t line, std::string key, std::string message) {
    bad_ = true;
    sink_.report(core::make_finding(codes::kPblockSyntax, std::move(message))
                     .at(file_.at(line))
                     .on(file_.name, std::move(key)));
  }

  void verify(const std::string& text, std::uint32_t line) {
    std::string problem;
    if (!parse_range(text, problem) && !problem.empty()) report(line, text, problem);
  }

  void take_line(std::string_view line, std::uint32_t number) {
    const auto w = words(line.substr(0, line.find('#')));
    if (w.empty()) return;
    Pblock pblock{.name = "pblock" + std::to_string(pblocks_.size())};
    for (const std::string_view word : w) {
      std::string problem;
      const auto range = parse_range(word, problem);
      if (range) {
        pblock.ranges.push_back(*range);
      } else {
        report(number, std::string(word),
               problem.empty() ? "'" + std::string(word) + "' is not a range of sites" : problem);
      }
    }
    std::ranges::sort(pblock.ranges);
    pblocks_.push_back(std::move(pblock));
  }

  const core::InputFile& file_;
  core::Sink& sink_;
  std::vector<Pblock> pblocks_;
  bool bad_ = false;
};

}  // namespace

std::optional<SiteRange> parse_range(std::string_view text, std::string& problem) {
  const std::size_t colon = text.find(':');
  const std::string_view first = text.substr(0, colon);
  const std::string_view second = colon == std::string_view::npos ? first : text.substr(colon + 1);
  SiteRange range;
  std::string other;
  if (!parse_site(first, range.type, range.x0, range.y0) ||
      !parse_site(second, other, range.x1, range.y1))
    return std::nullopt;
  const std::string name(text);
  if (range.type != other) {
    problem = "range '" + name + "' has corners of two site types, '" + range.type + "' and '" +
              other + "'";
    return std::nullopt;
  }
  if (range.x0 > range.x1 || range.y0 > range.y1) {
    problem = "range '" + name + "' does not begin with its lower left corner";
    return std::nullopt;
  }
  return range;
}

std::string to_string(const SiteRange& range) {
  const auto site = [&](std::int64_t x, std::int64_t y) {
    return range.type + "_X" + std::to_string(x) + "Y" + std::to_string(y);
  };
  return site(range.x0, range.y0) + ":" + site(range.x1, range.y1);
}

std::string canonical_ranges(const Pblock& pblock) {
  std::string out;
  for (const SiteRange& range : pblock.ranges) out += (out.empty() ? "" : " ") + to_string(range);
  for (const std::string& text : pblock.verbatim) out += (out.empty() ? "" : " ") + text;
  return out;
}

std::string slice_shape(const Pblock& pblock) {
  for (const SiteRange& range : pblock.ranges) {
    if (range.type == "SLICE")
      return std::to_string(range.x1 - range.x0 + 1) + " x " +
             std::to_string(range.y1 - range.y0 + 1);
  }
  return {};
}

std::optional<std::vector<Pblock>> read_pblocks(const core::InputFile& file, core::Sink& sink) {
  return Reader(file, sink).read();
}

}  // namespace sealring::rapidwright_bridge

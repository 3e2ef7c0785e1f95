// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/guide.h"

#include <algorithm>

#include "core/units/parse.h"
#include "rapidwright_bridge/codes.h"
#include "rapidwright_bridge/readers/text_lines.h"

namespace sealring::rapidwright_bridge {
namespace {

class Reader {
 public:
  Reader(const core::InputFile& file, core::Sink& sink)
      : file_(file), sink_(sink), lines_(file.text) {}

  std::optional<ImplementationGuide> read() {
    for (at_ = 0; at_ < lines_.size() && !bad_; ++at_) {
      words_ = words(lines_[at_]);
      if (words_.empty() || words_[0].starts_with('#')) continue;
      if (done_) {
        fault("text follows END_BLOCKS");
      } else {
        take();
      }
    }
    if (!bad_ && !done_) fault("the guide ends without END_BLOCKS");
    if (!bad_ && out_.part.empty()) fault("the guide names no part");
    if (bad_) return std::nullopt;
    return std::move(out_);
  }

 private:
  void fault(std::string message) {
    if (bad_) return;
    bad_ = true;
    sink_.report(core::make_finding(codes::kGuideSyntax, std::move(message))
                     .at(file_.at(static_cast<std::uint32_t>(std::min(at_ + 1, lines_.size()))))
                     .on(file_.name, block_ != nullptr ? block_->cache_id : std::string("guide")));
  }

  bool number(std::size_t i, std::int64_t& value) {
    const auto count = i < words_.size() ? parse_count(words_[i]) : std::nullopt;
    if (!count)
      fault("word " + std::to_string(i + 1) + " of '" + std::string(words_[0]) +
            "' is not a number");
    value = count.value_or(0);
    return count.has_value();
  }

  void take() {
    const std::string_view key = words_[0];
    if (key == "PART") {
      if (words_.size() == 2) out_.part = parse_part(words_[1]);
      if (out_.part.empty()) fault("PART is not followed by a part name");
    } else if (key == "BLOCK") {
      begin_block();
    } else if (key == "END_BLOCKS") {
      if (block_ != nullptr) fault("block '" + block_->cache_id + "' is not closed with END_BLOCK");
      done_ = true;
    } else if (block_ == nullptr) {
      fault("'" + std::string(key) + "' stands outside a block");
    } else if (key == "IMPL") {
      take_implementation();
    } else if (key == "SUB_IMPL") {
      if (block_->implementations.empty()) return fault("SUB_IMPL stands before any IMPL");
      block_->implementations.back().parts.push_back(ranges(2));
    } else if (key == "INST") {
      take_instance();
    } else if (key == "CLOCK") {
      if (words_.size() < 3) return fault("CLOCK needs a name and a period");
      block_->clocks.push_back({std::string(words_[1]), std::string(words_[2]),
                                words_.size() > 3 ? std::string(words_[3]) : std::string()});
    } else if (key == "END_BLOCK") {
      end_block();
    } else {
      fault("'" + std::string(key) + "' is not a line of an implementation guide");
    }
  }

  void begin_block() {
    if (block_ != nullptr)
      return fault("block '" + block_->cache_id + "' is not closed with END_BLOCK");
    if (words_.size() != 5) return fault("BLOCK needs an identifier and three counts");
    if (!number(2, implementations_) || !number(3, instances_) || !number(4, clocks_)) return;
    out_.blocks.push_back({.cache_id = std::string(words_[1])});
    block_ = &out_.blocks.back();
  }

  Pblock ranges(std::size_t from) {
    Pblock pblock;
    for (std::size_t i = from; i < words_.size(); ++i) {
      std::string problem;
      if (const auto range = parse_range(words_[i], problem)) {
        pblock.ranges.push_back(*range);
      } else if (!problem.empty()) {
        fault(problem);
      } else {
        pblock.verbatim.emplace_back(words_[i]);
      }
    }
    std::ranges::sort(pblock.ranges);
    return pblock;
  }

  void take_implementation() {
    GuideImplementation implementation;
    if (!number(1, implementation.index)) return;
    // A second number counts the SUB_IMPL lines that follow.
    const bool parts = words_.size() > 2 && parse_count(words_[2]).has_value();
    implementation.pblock = ranges(parts ? 3 : 2);
    block_->implementations.push_back(std::move(implementation));
  }

  void take_instance() {
    if (words_.size() < 4) return fault("INST needs a name, an implementation and a site");
    GuideInstance instance{.name = std::string(words_[1]),
                           .lower_left_site = std::string(words_[3]),
                           .line = static_cast<std::uint32_t>(at_ + 1)};
    if (number(2, instance.implementation)) block_->instances.push_back(std::move(instance));
  }

  void end_block() {
    const auto check = [&](std::string_view what, std::int64_t announced, std::size_t found) {
      if (announced != static_cast<std::int64_t>(found))
        fault("block '" + block_->cache_id + "' announces " + std::to_string(announced) + " " +
              std::string(what) + ", " + std::to_string(found) + " follow");
    };
    check("implementations", implementations_, block_->implementations.size());
    check("instances", instances_, block_->instances.size());
    check("clocks", clocks_, block_->clocks.size());
    for (const GuideInstance& instance : block_->instances) {
      const bool known = std::ranges::any_of(
          block_->implementations,
          [&](const GuideImplementation& i) { return i.index == instance.implementation; });
      if (!known)
        fault("instance '" + instance.name + "' uses implementation " +
              std::to_string(instance.implementation) + ", which block '" + block_->cache_id +
              "' does not have");
    }
    block_ = nullptr;
  }

  const core::InputFile& file_;
  core::Sink& sink_;
  TextLines lines_;
  std::size_t at_ = 0;
  std::vector<std::string_view> words_;
  ImplementationGuide out_;
  GuideBlock* block_ = nullptr;
  std::int64_t implementations_ = 0, instances_ = 0, clocks_ = 0;
  bool done_ = false;
  bool bad_ = false;
};

}  // namespace

std::optional<ImplementationGuide> read_guide(const core::InputFile& file, core::Sink& sink) {
  return Reader(file, sink).read();
}

}  // namespace sealring::rapidwright_bridge

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnostics/sink.h"

namespace sealring::esd::extraction {

/// Collects what goes wrong in many places for one reason (a layer without resistance, an unknown via) and reports it
/// once with the number of uses and the nets.
class Problems {
 public:
  explicit Problems(core::Sink& sink) : sink_(sink) {}

  /// The net that uses are counted for.
  void begin_net(std::string name, core::Location place);

  /// One more use of `object`; `text` says what is wrong with it.
  void count(const core::Code& code, const std::string& object, const std::string& text);

  /// Reports at once; at most kListed of a code and net, the rest is counted.
  void report(const core::Code& code, const std::string& object, std::string message,
              const core::Location& place);
  void report(const core::Code& code, const std::string& object, std::string message) {
    report(code, object, std::move(message), place_);
  }

  /// Reports what was counted.
  void finish();

  std::uint64_t errors() const { return errors_; }
  const std::string& net() const { return net_; }

 private:
  static constexpr std::uint64_t kListed = 20;
  struct Uses {
    std::string text;
    core::Location first;
    std::uint64_t uses = 0;
    std::uint64_t nets = 0;
    std::vector<std::string> names;  ///< of the first nets
    std::string last;
  };
  core::Sink& sink_;
  std::string net_;
  core::Location place_;
  std::map<std::pair<std::string_view, std::string>, std::pair<const core::Code*, Uses>> counted_;
  std::map<std::pair<std::string_view, std::string>, std::pair<const core::Code*, std::uint64_t>>
      reported_;  ///< by code and net
  std::uint64_t errors_ = 0;
};

}  // namespace sealring::esd::extraction

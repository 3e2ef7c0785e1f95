// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/extract/problems.h"

#include "esd/format.h"

namespace sealring::esd::extraction {

void Problems::begin_net(std::string name, core::Location place) {
  net_ = std::move(name);
  place_ = std::move(place);
}

void Problems::count(const core::Code& code, const std::string& object, const std::string& text) {
  auto& [known, uses] = counted_[{code.id, object}];
  if (known == nullptr) {
    known = &code;
    uses.text = text;
    uses.first = place_;
    if (code.severity == core::Severity::kError) ++errors_;
  }
  ++uses.uses;
  if (uses.nets > 0 && uses.last == net_) return;
  uses.last = net_;
  constexpr std::uint64_t kNamed = 4;
  if (++uses.nets <= kNamed) uses.names.push_back("'" + net_ + "'");
}

void Problems::report(const core::Code& code, const std::string& object, std::string message,
                      const core::Location& place) {
  if (code.severity == core::Severity::kError) ++errors_;
  auto& [known, count] = reported_[{code.id, net_}];
  known = &code;
  if (++count > kListed) return;
  sink_.report(core::make_finding(code, std::move(message)).at(place).on(object, net_));
}

void Problems::finish() {
  for (const auto& [key, entry] : counted_) {
    const auto& [code, uses] = entry;
    std::string nets;
    for (std::size_t i = 0; i < uses.names.size(); ++i)
      nets += (i == 0 ? "" : ", ") + uses.names[i];
    if (uses.nets > uses.names.size())
      nets += " and " + std::to_string(uses.nets - uses.names.size()) + " more";
    sink_.report(core::make_finding(*code, uses.text + "; " + counted(uses.uses, "use", "uses") +
                                               " in net" + (uses.nets == 1 ? " " : "s ") + nets)
                     .at(uses.first)
                     .on(key.second));
  }
  for (const auto& [key, entry] : reported_) {
    const auto& [code, count] = entry;
    if (count <= kListed) continue;
    sink_.report(core::make_finding(*code, std::to_string(count - kListed) +
                                               " more of this kind in net '" + key.second +
                                               "' are not listed")
                     .on(key.second, "more"));
  }
}

}  // namespace sealring::esd::extraction

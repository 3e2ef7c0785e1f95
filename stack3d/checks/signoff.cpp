// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Local sign-off results of each die: there, for this layout, from this die's own deck revision, and clean.
#include <algorithm>
#include <set>

#include "core/diagnostics/suggest.h"
#include "core/files/digest.h"
#include "stack3d/checks/context.h"

namespace sealring::stack3d {

namespace {

std::string short_digest(const std::string& digest) {
  return digest.substr(0, 12);
}

/// The digest that stands for the pin map of a chiplet: over the digests of its bump maps in the order of its regions.
std::string pin_map_digest(const Chiplet& chiplet) {
  std::string joined;
  std::size_t maps = 0;
  std::string only;
  for (const Region& region : chiplet.regions) {
    if (region.map.sha256.empty()) continue;
    only = region.map.sha256;
    joined += region.map.sha256 + "\n";
    ++maps;
  }
  if (maps == 1) return only;
  return maps == 0 ? "" : core::sha256_hex(joined);
}

class EntryCheck {
 public:
  EntryCheck(CheckContext& context, const SignoffEntry& entry, const Chiplet& chiplet)
      : context_(context), entry_(entry), chiplet_(chiplet) {}

  void run() {
    layout_ = entry_.layout && !entry_.layout->sha256.empty() ? entry_.layout->sha256
              : chiplet_.def                                  ? chiplet_.def->sha256
                                                              : "";
    report_stale_layout();
    for (const std::string& kind : context_.rules.required_signoff) check_kind(kind);
  }

 private:
  /// The layout that was signed off is not the one the stack is built from.
  void report_stale_layout() {
    if (!entry_.layout || entry_.layout->sha256.empty() || !chiplet_.def ||
        chiplet_.def->sha256.empty())
      return;
    if (entry_.layout->path.extension() != chiplet_.def->path.extension())
      return;  // GDS here, DEF there
    if (entry_.layout->sha256 == chiplet_.def->sha256) return;
    context_.sink.report(core::make_finding(codes::kStaleLayout,
                                            "'" + entry_.layout->shown + "' was signed off for '" +
                                                entry_.chiplet + "' (sha256 " +
                                                short_digest(entry_.layout->sha256) +
                                                "), the stack uses '" + chiplet_.def->shown +
                                                "' (" + short_digest(chiplet_.def->sha256) + ")")
                             .at(entry_.layout->named_at)
                             .on(entry_.chiplet, "layout"));
  }

  void report(const core::Code& code, const SignoffResult* result, const std::string& kind,
              const std::string& text) {
    context_.sink.report(core::make_finding(code, text)
                             .at(result != nullptr ? result->location : entry_.location)
                             .on(entry_.chiplet, "signoff " + kind));
  }

  void check_kind(const std::string& kind) {
    ++context_.counts["signoff_results"];
    const SignoffResult* result = nullptr;
    for (const SignoffResult& one : entry_.results) {
      if (one.kind == kind && one.usable) result = &one;
    }
    const std::string what = kind + " result of '" + entry_.chiplet + "'";
    if (result == nullptr) {
      const bool refused = std::any_of(entry_.results.begin(), entry_.results.end(),
                                       [&](const SignoffResult& one) { return one.kind == kind; });
      if (!refused) report(codes::kSignoffMissing, nullptr, kind, "there is no local " + what);
      return;
    }
    if (result->subject != entry_.chiplet) {
      report(codes::kSignoffOther, result, kind,
             "the " + what + " is about '" + result->subject + "'");
      return;
    }
    if (layout_.empty()) {
      context_.skip("binding of the " + what, "neither the project nor the stack names its layout");
    } else if (result->layout_sha256 != layout_) {
      report(codes::kStaleLayout, result, kind,
             "the " + what + " is bound to layout " + short_digest(result->layout_sha256) +
                 "; the layout is " + short_digest(layout_) + " now");
    }
    check_pin_map(*result, kind, what);
    check_deck(*result, kind, what);
    if (result->checks_run <= 0) {
      report(codes::kSignoffBare, result, kind,
             "the " + what + " ran no check at all; that is not a pass");
    } else if (result->status != "clean" || result->violations > 0) {
      report(codes::kSignoffNotClean, result, kind,
             "the " + what + " has " + std::to_string(result->violations) +
                 " violations (status '" + result->status + "')");
    }
  }

  void check_pin_map(const SignoffResult& result, const std::string& kind,
                     const std::string& what) {
    const std::string own = pin_map_digest(chiplet_);
    if (result.pin_map_sha256.empty() || own.empty() || result.pin_map_sha256 == own) return;
    report(codes::kStaleLayout, &result, kind + " pin map",
           "the " + what + " is bound to pin map " + short_digest(result.pin_map_sha256) +
               "; the bump maps are " + short_digest(own) + " now");
  }

  void check_deck(const SignoffResult& result, const std::string& kind, const std::string& what) {
    const auto deck = entry_.decks.find(kind);
    if (deck == entry_.decks.end()) {
      report(codes::kDeckUnknown, &result, kind,
             "the project does not say which deck revision is right for the " + what +
                 "; it ran '" + result.deck_name + "' revision '" + result.deck_revision + "'");
      return;
    }
    const auto& [name, revision] = deck->second;
    if (result.deck_name == name && result.deck_revision == revision) return;
    report(codes::kWrongDeck, &result, kind,
           "the " + what + " ran deck '" + result.deck_name + "' revision '" +
               result.deck_revision + "'; '" + name + "' revision '" + revision +
               "' is right for this die");
  }

  CheckContext& context_;
  const SignoffEntry& entry_;
  const Chiplet& chiplet_;
  std::string layout_;
};

}  // namespace

void check_signoff(CheckContext& context) {
  if (!context.signoff.asked) return;
  const Stack& stack = context.stack;
  std::set<std::string> present;
  std::vector<std::string> names;
  for (const Chiplet& chiplet : stack.chiplets) names.push_back(chiplet.name);
  for (const SignoffEntry& entry : context.signoff.entries) {
    const auto chiplet =
        std::find_if(stack.chiplets.begin(), stack.chiplets.end(),
                     [&](const Chiplet& one) { return one.name == entry.chiplet; });
    if (chiplet == stack.chiplets.end()) {
      context.sink.report(
          core::make_finding(codes::kUnknownReference, "sign-off names '" + entry.chiplet +
                                                           "', which is no chiplet" +
                                                           core::did_you_mean(entry.chiplet, names))
              .at(entry.location)
              .on(entry.chiplet, "signoff"));
      continue;
    }
    present.insert(entry.chiplet);
    EntryCheck(context, entry, *chiplet).run();
  }
  std::set<ChipletId> used;
  for (const Tier& tier : stack.tiers) used.insert(tier.chiplet);
  for (ChipletId id : used) {
    const Chiplet& chiplet = stack.chiplets[id];
    if (chiplet.mechanical || present.contains(chiplet.name)) continue;
    context.sink.report(
        core::make_finding(codes::kSignoffMissing,
                           "there is no local sign-off result of '" + chiplet.name + "' at all")
            .at(context.signoff.location)
            .on(chiplet.name, "signoff"));
  }
}

}  // namespace sealring::stack3d

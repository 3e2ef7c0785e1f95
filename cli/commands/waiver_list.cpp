// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <ostream>

#include "cli/commands/all.h"

namespace sealring::cli {

namespace {

class WaiverList final : public Verb {
 public:
  VerbInfo info() const override {
    return {"waiver",
            "list",
            "the waivers of a file and whether each still holds",
            {"sealring waiver list", "sealring waiver list --waivers esd-waivers.yaml"},
            false};
  }

  void declare(Options& options) override {
    options.option("--waivers", "FILE", &file_, "the file to read");
  }

  int run(Context& context) override {
    core::CollectingSink sink;
    const core::Waivers waivers = core::read_waivers(context.reader(), file_, sink);
    const std::string today = core::utc_date(context.clock.now());
    for (const core::Waiver& waiver : waivers.items) {
      const bool expired = !waiver.expires.empty() && waiver.expires < today;
      context.out << core::to_string(waiver.location) << "  " << (expired ? "expired" : "holds")
                  << "  " << waiver.pattern << "  "
                  << (waiver.code.empty() ? "any code" : waiver.code) << "  " << waiver.reason;
      if (!waiver.owner.empty()) context.out << "  (" << waiver.owner << ")";
      if (!waiver.expires.empty()) context.out << "  until " << waiver.expires;
      context.out << "\n";
    }
    for (const core::Finding& finding : sink.findings) {
      fail(context, {std::string(finding.code->id), finding.message, finding.location});
    }
    if (!context.quiet) context.err << waivers.items.size() << " waivers\n";
    return sink.findings.empty() ? 0 : 2;
  }

 private:
  std::string file_ = "waivers.yaml";
};

}  // namespace

std::unique_ptr<Verb> make_waiver_list() {
  return std::make_unique<WaiverList>();
}

}  // namespace sealring::cli

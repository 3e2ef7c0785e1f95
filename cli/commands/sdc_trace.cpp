// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/codes.h"
#include "cli/commands/all.h"
#include "core/report/json_model.h"
#include "core/units/parse.h"
#include "sdcgen/generate.h"

namespace sealring::cli {

namespace {

class SdcTrace final : public Verb {
 public:
  VerbInfo info() const override {
    return {"sdc",
            "trace",
            "say which table cell and which line of which document a generated command comes from",
            {"sealring sdc trace out/soc_a.func.signoff.tt_ns.sdc:7",
             "sealring sdc trace out/soc_a.func.signoff.tt_ns.sdc:7 --json"},
            false};
  }

  void declare(Options& options) override {
    options.positional("FILE.sdc:LINE", &place_, "line of a generated SDC")
        .flag("--json", &json_, "as JSON");
  }

  int run(Context& context) override {
    const std::size_t colon = place_.rfind(':');
    const auto line =
        colon == std::string::npos ? std::nullopt : core::parse_integer(place_.substr(colon + 1));
    if (!line || *line < 1 || *line > UINT32_MAX) {
      return fail(context,
                  {std::string(codes::kBadUsage.id), "'" + place_ + "' is not FILE.sdc:LINE", {}});
    }
    core::CollectingSink sink;
    const auto origin = sdcgen::trace_line(context.reader(), place_.substr(0, colon),
                                           static_cast<std::uint32_t>(*line), sink);
    for (const core::Finding& finding : sink.findings) {
      fail(context, {std::string(finding.code->id), finding.message, finding.location});
    }
    if (!origin) return 2;
    if (json_) {
      context.out << core::dump({{"schema", "sealring.sdc.trace/1"},
                                 {"command", origin->command},
                                 {"instance", origin->instance},
                                 {"clock", origin->clock},
                                 {"document", origin->document},
                                 {"table", origin->table_cell},
                                 {"specification", origin->spec_place},
                                 {"citation", origin->citation}});
      return 0;
    }
    context.out << origin->command << "\n  clock          " << origin->clock << " of "
                << origin->instance << "\n  table          " << origin->table_cell
                << "\n  specification  " << origin->spec_place << "\n  document       "
                << origin->document;
    if (!origin->citation.empty()) context.out << ", " << origin->citation;
    context.out << "\n";
    return 0;
  }

 private:
  std::string place_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_sdc_trace() {
  return std::make_unique<SdcTrace>();
}

}  // namespace sealring::cli

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

using Origin = sdcgen::TraceResult::Origin;

nlohmann::ordered_json to_json(const Origin& origin) {
  return {{"instance", origin.instance}, {"name", origin.name},
          {"table", origin.table_cell},  {"specification", origin.spec_place},
          {"document", origin.document}, {"citation", origin.citation}};
}

void print(std::ostream& out, const Origin& origin) {
  const bool clock = !origin.table_cell.empty();
  out << (clock ? "  clock          " : "  entry          ") << origin.name << " of "
      << (origin.instance.empty() ? "the design" : origin.instance) << "\n";
  if (clock) out << "  table          " << origin.table_cell << "\n";
  out << (origin.instance.empty() ? "  given          " : "  specification  ") << origin.spec_place
      << "\n  document       " << origin.document;
  if (!origin.citation.empty()) out << ", " << origin.citation;
  out << "\n";
}

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
      nlohmann::ordered_json document{{"schema", "sealring.sdc.trace/1"},
                                      {"command", origin->command},
                                      {"origins", nlohmann::ordered_json::array()}};
      for (const auto& one : origin->origins) document["origins"].push_back(to_json(one));
      context.out << core::dump(document);
      return 0;
    }
    context.out << origin->command << "\n";
    for (const auto& one : origin->origins) print(context.out, one);
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

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/codes.h"
#include "cli/commands/all.h"
#include "core/diagnostics/suggest.h"
#include "core/report/json_model.h"

namespace sealring::cli {

namespace {

void write_text(const core::Code& code, std::ostream& out) {
  out << code.id << " " << code.slug << " (" << core::to_string(code.severity) << ", class "
      << core::to_string(code.kind) << ", owner " << core::to_string(code.owner) << ")\n\n"
      << "What it means\n  " << code.means << "\n\nWhy it matters\n  " << code.matters
      << "\n\nHow to fix\n  " << code.fix << "\n\nExample\n  " << code.example << "\n";
}

void write_markdown(const core::Code& code, std::ostream& out) {
  out << "## " << code.id << " " << code.slug << "\n\n"
      << "Severity " << core::to_string(code.severity) << ", class " << core::to_string(code.kind)
      << ", owner " << core::to_string(code.owner) << ".\n\n**What it means.** " << code.means
      << "\n\n**Why it matters.** " << code.matters << "\n\n**How to fix.** " << code.fix
      << "\n\n**Example.** `" << code.example << "`\n";
}

nlohmann::ordered_json to_json(const core::Code& code) {
  return {{"id", code.id},
          {"slug", code.slug},
          {"severity", core::to_string(code.severity)},
          {"class", core::to_string(code.kind)},
          {"owner", core::to_string(code.owner)},
          {"means", code.means},
          {"matters", code.matters},
          {"fix", code.fix},
          {"example", code.example}};
}

class Explain final : public Verb {
 public:
  VerbInfo info() const override {
    return {"",
            "explain",
            "say what a code means, why it matters and how to fix it",
            {"sealring explain SDC-0101", "sealring explain --all --format markdown"},
            false};
  }

  void declare(Options& options) override {
    options.positional("CODE", &code_, "a code (SDC-0101) or its slug", false)
        .flag("--all", &all_, "every code")
        .option("--format", "FORMAT", &format_, "form of the text", {"text", "markdown", "json"});
  }

  int run(Context& context) override {
    if (all_ == !code_.empty()) {
      return fail(context, {std::string(codes::kBadUsage.id), "give one code, or --all", {}});
    }
    std::vector<const core::Code*> chosen;
    if (all_) {
      context.catalogue.each([&](const core::Code& code) { chosen.push_back(&code); });
    } else if (const core::Code* code = context.catalogue.find(code_)) {
      chosen.push_back(code);
    } else {
      std::vector<std::string> names;
      context.catalogue.each([&](const core::Code& known) {
        names.emplace_back(known.id);
        names.emplace_back(known.slug);
      });
      return fail(context, {std::string(codes::kUnknownCode.id),
                            "unknown code '" + code_ + "'" + core::did_you_mean(code_, names) +
                                "; 'sealring explain --all' lists every code",
                            {}});
    }
    write(context, chosen);
    return 0;
  }

 private:
  void write(Context& context, const std::vector<const core::Code*>& chosen) const {
    if (format_ == "json") {
      nlohmann::ordered_json list = nlohmann::ordered_json::array();
      for (const core::Code* code : chosen) list.push_back(to_json(*code));
      context.out << core::dump({{"schema", "sealring.codes/1"}, {"codes", list}});
      return;
    }
    bool first = true;
    for (const core::Code* code : chosen) {
      if (!first) context.out << "\n";
      first = false;
      format_ == "markdown" ? write_markdown(*code, context.out) : write_text(*code, context.out);
    }
  }

  std::string code_;
  std::string format_ = "text";
  bool all_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_explain() {
  return std::make_unique<Explain>();
}

}  // namespace sealring::cli

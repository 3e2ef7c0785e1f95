// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/codes.h"
#include "cli/command_line.h"
#include "cli/commands/all.h"
#include "cli/program.h"

namespace sealring::cli {

namespace {

class Check final : public Verb {
 public:
  VerbInfo info() const override {
    return {"",
            "check",
            "run every check that sealring.yaml enables, proofs required",
            {"sealring check", "sealring check --format sarif=out.sarif --format junit=out.xml"},
            true};
  }

  void declare(Options& /*options*/) override {}

  int run(Context& context) override {
    CheckResult total;
    total.verb = "check";
    if (context.settings.checks().empty()) {
      total.findings.push_back(
          core::make_finding(codes::kNothingChecked,
                             context.workspace ? "sealring.yaml enables no check"
                                               : "no sealring.yaml here or in a folder above")
              .on("check", "checks")
              .advise("list command lines under 'checks' in sealring.yaml; 'sealring config init' "
                      "writes one"));
    }
    for (const Settings::Check& check : context.settings.checks()) run_one(context, check, total);
    return finish_check(context, std::move(total));
  }

 private:
  static void run_one(Context& context, const Settings::Check& check, CheckResult& total) {
    std::vector<CheckResult> parts;
    const int status = run_nested(split_words(check.command), context, parts);
    if (parts.empty()) {
      total.findings.push_back(
          core::make_finding(
              codes::kNotChecked,
              "'" + check.command + "' gave no result (exit status " + std::to_string(status) + ")")
              .at(check.location)
              .on("check", check.command));
    }
    for (CheckResult& part : parts) {
      total.checked.emplace_back("checks", 1);
      for (const auto& [what, count] : part.checked)
        total.checked.emplace_back(part.verb + ": " + what, count);
      std::move(part.findings.begin(), part.findings.end(), std::back_inserter(total.findings));
      std::move(part.sections.begin(), part.sections.end(), std::back_inserter(total.sections));
      std::move(part.rules_run.begin(), part.rules_run.end(), std::back_inserter(total.rules_run));
      if (part.partial_is_fine) continue;
      std::move(part.not_checked.begin(), part.not_checked.end(),
                std::back_inserter(total.not_checked));
    }
  }
};

}  // namespace

std::unique_ptr<Verb> make_check() {
  return std::make_unique<Check>();
}

}  // namespace sealring::cli

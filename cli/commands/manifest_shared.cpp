// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/commands/manifest_shared.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace sealring::cli {

core::Workspace workspace_of(const Context& context) {
  return context.workspace.value_or(core::Workspace{std::filesystem::current_path()});
}

std::string passphrase_from(const Context& context, const std::optional<std::string>& file,
                            core::Sink& sink) {
  if (!file) return {};
  const auto input = context.reader().read(*file, 1U << 16U, sink);
  return input ? input->text.substr(0, input->text.find('\n')) : std::string();
}

std::string key_stem(const std::string& file) {
  return std::filesystem::path(file).stem().string();
}

nlohmann::ordered_json verdict_to_json(const manifest::Judgement& judgement) {
  return {{"submission", judgement.name},
          {"verdict", core::to_string(judgement.verdict)},
          {"reasons", manifest::reason_codes(judgement)}};
}

int fail_all(Context& context, const core::CollectingSink& sink) {
  for (const core::Finding& finding : sink.findings) {
    fail(context, {std::string(finding.code->id), finding.message, finding.location});
  }
  return 2;
}

int finish_untouched(Context& context, CheckResult check) {
  context.settings = Settings();
  return finish_check(context, std::move(check));
}

int finish_judgements(Context& context, CheckResult check,
                      const std::vector<manifest::Judgement>& judgements) {
  for (const manifest::Judgement& judgement : judgements) {
    check.findings.insert(check.findings.end(), judgement.reasons.begin(), judgement.reasons.end());
  }
  // A refusal is a result: it was looked at, even where that ended at the first signature.
  const auto refused = std::count_if(judgements.begin(), judgements.end(), [](const auto& j) {
    return j.verdict == core::Verdict::kFail || j.verdict == core::Verdict::kInconclusive;
  });
  if (refused > 0) check.checked.emplace_back("refused", static_cast<std::uint64_t>(refused));
  core::Table table;
  table.columns = {{"submission"}, {"verdict"}, {"reasons"}};
  for (const manifest::Judgement& judgement : judgements) {
    std::string reasons;
    for (const std::string& code : manifest::reason_codes(judgement)) {
      reasons += (reasons.empty() ? "" : " ") + code;
    }
    table.rows.push_back(
        {judgement.name, std::string(core::to_string(judgement.verdict)), reasons});
  }
  check.sections.insert(check.sections.begin(), core::Section{"verdicts", std::move(table)});
  int floor = manifest::exit_status(judgements);
  if (floor == 1 && context.findings.exit_zero) floor = 0;
  return std::max(finish_untouched(context, std::move(check)), floor);
}

}  // namespace sealring::cli

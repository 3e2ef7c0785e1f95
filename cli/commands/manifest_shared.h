// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/context.h"
#include "core/diagnostics/sink.h"
#include "core/store/workspace.h"
#include "manifest/trust.h"
#include "manifest/verdicts.h"

namespace sealring::cli {

/// The workspace of the command line, else the working directory.
core::Workspace workspace_of(const Context& context);

/// First line of a passphrase file; "" when none is named. Problems are reported.
std::string passphrase_from(const Context& context, const std::optional<std::string>& file,
                            core::Sink& sink);

/// Name of a key without folder and extension: the default id of its holder.
std::string key_stem(const std::string& file);

/// {"submission", "verdict", "reasons": [codes]}
nlohmann::ordered_json verdict_to_json(const manifest::Judgement& judgement);

/// Ends a verb that judges: its findings are the reasons of the judgements. Project settings (waivers, ignored codes,
/// severities) do not apply, and the exit status is never below what the verdicts say.
int finish_judgements(Context& context, CheckResult check,
                      const std::vector<manifest::Judgement>& judgements);

/// Ends a verb whose findings must not be touched by project settings.
int finish_untouched(Context& context, CheckResult check);

/// Prints findings of a verb without a report on stderr; returns 2.
int fail_all(Context& context, const core::CollectingSink& sink);

}  // namespace sealring::cli

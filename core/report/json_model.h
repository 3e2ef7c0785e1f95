// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/report/report.h"

namespace sealring::core {

/// The JSON forms shared by `--format json` and by verbs whose main result is another document.
nlohmann::ordered_json to_json(const Finding& finding);
nlohmann::ordered_json findings_to_json(const Report& report);  ///< array
nlohmann::ordered_json summary_to_json(const Report& report);   ///< counts, checked, not_checked
nlohmann::ordered_json tool_to_json(const Report& report, const RenderContext& context);
nlohmann::ordered_json section_to_json(const Section& section);

/// Two blanks of indentation, invalid UTF-8 replaced, newline at the end: every JSON result is written by this.
std::string dump(const nlohmann::ordered_json& document);

}  // namespace sealring::core

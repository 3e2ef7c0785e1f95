// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>
#include <ostream>

#include "core/report/json_model.h"

namespace sealring::core {

void render_json(const Report& report, const RenderContext& context, std::ostream& out) {
  nlohmann::ordered_json document = {{"schema", "sealring.findings/1"},
                                     {"status", to_string(report.status)},
                                     {"tool", tool_to_json(report, context)},
                                     {"summary", summary_to_json(report)},
                                     {"findings", findings_to_json(report)}};
  for (const Section& section : report.sections) {
    document["sections"].push_back(section_to_json(section));
  }
  out << dump(document);
}

}  // namespace sealring::core

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <ostream>

#include "core/report/text_parts.h"

namespace sealring::core {

void render_concise(const Report& report, const RenderContext& context, std::ostream& out) {
  const Paint paint(context.colour);
  for (const Finding& finding : report.findings) {
    if (!finding.waived_by.empty() || finding.in_baseline) continue;
    out << headline(finding, paint) << '\n';
  }
  write_closing(report, context, out);
}

}  // namespace sealring::core

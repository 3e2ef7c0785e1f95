// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/report/report.h"

namespace sealring::core {

/// Findings of a report by fingerprint, for shapes that carry one.
std::map<std::string, const Finding*, std::less<>> by_fingerprint(const Report& report);

/// The report of one view: its shapes, and only the findings drawn in it.
Report report_of_view(const Report& report, const SceneView& view);

/// A name that is a plain word for every tool: letters, digits and '_', not starting with a digit.
std::string plain_word(std::string_view text);

/// Escapes the five special characters of XML and shows control characters.
std::string xml_text(std::string_view text);

/// One view as a complete <svg> element of the given width in pixels; findings are marks with their message as title.
std::string svg_of_view(const SceneView& view,
                        const std::map<std::string, const Finding*, std::less<>>& findings,
                        double width_px);

}  // namespace sealring::core

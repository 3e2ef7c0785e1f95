// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Results database in the ASCII form that Calibre RVE and KLayout read: "TOP precision", then per check its name, a
// line "count count lines date", the text lines, and shapes "p number vertices" with coordinates in database units. The
// date is fixed: results hold no times.
#include <cmath>
#include <map>
#include <ostream>
#include <set>

#include "core/report/printable.h"
#include "core/report/report.h"
#include "core/report/views.h"

namespace sealring::core {

namespace {

constexpr std::int64_t kPrecision =
    10000;  // units in a micrometre: whole for 1/2000 um and 1/1000 um grids
constexpr double kHalfMark = 0.5;

struct Polygon {
  std::vector<ScenePoint> points;
  const Finding* finding = nullptr;
};

std::vector<ScenePoint> outline_of(const SceneShape& shape) {
  const auto box = [](double x1, double y1, double x2, double y2) {
    return std::vector<ScenePoint>{{x1, y1}, {x2, y1}, {x2, y2}, {x1, y2}};
  };
  if (shape.points.empty()) return {};
  const ScenePoint& first = shape.points.front();
  const ScenePoint& last = shape.points.back();
  if (shape.kind == SceneShape::Kind::kPoint) {
    return box(first.x_um - kHalfMark, first.y_um - kHalfMark, first.x_um + kHalfMark,
               first.y_um + kHalfMark);
  }
  if (shape.kind == SceneShape::Kind::kBox)
    return box(first.x_um, first.y_um, last.x_um, last.y_um);
  return shape.points;
}

std::string one_line(std::string_view text) {
  return printable(text);
}

/// What a cap left out of the list: counts stay exact.
std::string about(const Report& report, const Code& code) {
  const auto hidden = report.hidden.find(std::string(code.id));
  if (hidden == report.hidden.end()) return "";
  return " (" + std::to_string(hidden->second.total()) + " more, counted and not listed)";
}

}  // namespace

void render_rve(const Report& report, const RenderContext& /*context*/, std::ostream& out) {
  const auto findings = by_fingerprint(report);
  // One check per code and view, so that frames are never mixed.
  std::map<std::string, std::vector<Polygon>> checks;
  std::map<std::string, std::string> frames;
  std::set<std::string> drawn;
  const bool several = report.scene.views.size() > 1;
  for (const SceneView& view : report.scene.views) {
    for (const SceneShape& shape : view.shapes) {
      const auto finding = findings.find(shape.fingerprint);
      if (shape.fingerprint.empty() || finding == findings.end()) continue;
      drawn.insert(shape.fingerprint);
      const std::string name =
          plain_word(finding->second->code->id) + (several ? "__" + plain_word(view.name) : "");
      checks[name].push_back({outline_of(shape), finding->second});
      frames[name] = view.frame;
    }
  }
  for (const Finding& finding : report.findings) {
    if (!drawn.contains(fingerprint(finding)))
      checks[plain_word(finding.code->id) + "__no_place"].push_back({{}, &finding});
  }
  out << "TOP " << kPrecision << "\n";
  for (const auto& [name, polygons] : checks) {
    std::size_t shapes = 0;
    for (const Polygon& polygon : polygons) shapes += polygon.points.empty() ? 0 : 1;
    out << name << "\n"
        << shapes << " " << shapes << " " << polygons.size() + 1 << " Jan  1 00:00:00 1970\n"
        << polygons.front().finding->code->slug << about(report, *polygons.front().finding->code)
        << (frames[name].empty() ? "" : "; " + one_line(frames[name])) << "\n";
    std::size_t number = 0;
    for (const Polygon& polygon : polygons)
      out << ++number << ": " << one_line(polygon.finding->message) << "\n";
    number = 0;
    for (const Polygon& polygon : polygons) {
      ++number;
      if (polygon.points.empty()) continue;
      out << "p " << number << " " << polygon.points.size() << "\n";
      for (const ScenePoint& point : polygon.points) {
        out << std::llround(point.x_um * static_cast<double>(kPrecision)) << " "
            << std::llround(point.y_um * static_cast<double>(kPrecision)) << "\n";
      }
    }
  }
}

}  // namespace sealring::core

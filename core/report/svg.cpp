// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "core/report/report.h"
#include "core/report/views.h"

namespace sealring::core {

namespace {

struct Style {
  std::string_view name;  ///< a role, or its beginning
  std::string_view fill;
  std::string_view stroke;
  double opacity;
};

// First match counts; colours are distinguishable with the common colour-vision deficiencies (Okabe-Ito).
constexpr Style kStyles[] = {
    {"finding", "#d55e00", "#7f1d1d", 0.9},   {"bump-lower", "#0072b2", "none", 0.8},
    {"bump-upper", "#e69f00", "none", 0.8},   {"bump-front", "#e69f00", "none", 0.8},
    {"bump", "#0072b2", "none", 0.8},         {"region", "none", "#009e73", 1},
    {"die-lower", "#cfe3f3", "#0072b2", 0.5}, {"die-upper", "#fdeccb", "#b07800", 0.4},
    {"interface", "#009e73", "#009e73", 0.6}, {"substrate", "#d8d8c0", "#6b6b4a", 1},
    {"rdl", "#e3d5c5", "#7c5c3b", 1},         {"dummy", "#eeeeee", "#999999", 1},
    {"die", "#cfe3f3", "#30566f", 1},         {"ip", "#e8dcf1", "#6a4a86", 1},
    {"wire", "none", "#30566f", 1},           {"", "#f4f4f4", "#666666", 0.6},
};

const Style& style_of(std::string_view role) {
  for (const Style& style : kStyles) {
    if (role.starts_with(style.name)) return style;
  }
  return kStyles[std::size(kStyles) - 1];
}

struct Extent {
  double x1 = 0;
  double y1 = 0;
  double x2 = 1;
  double y2 = 1;
};

Extent extent_of(const SceneView& view) {
  Extent extent{1e300, 1e300, -1e300, -1e300};
  for (const SceneShape& shape : view.shapes) {
    for (const ScenePoint& point : shape.points) {
      extent.x1 = std::min(extent.x1, point.x_um);
      extent.y1 = std::min(extent.y1, point.y_um);
      extent.x2 = std::max(extent.x2, point.x_um);
      extent.y2 = std::max(extent.y2, point.y_um);
    }
  }
  if (extent.x1 > extent.x2) return {};
  if (extent.x2 - extent.x1 <= 0) extent.x2 = extent.x1 + 1;
  if (extent.y2 - extent.y1 <= 0) extent.y2 = extent.y1 + 1;
  return extent;
}

/// Draws one view; y grows upward in the scene and downward in SVG. A view much wider than high (a cross-section) is
/// stretched in y, which its caption says.
class ViewDrawing {
 public:
  ViewDrawing(const SceneView& view,
              const std::map<std::string, const Finding*, std::less<>>& findings, double width)
      : view_(view), findings_(findings), width_(width), extent_(extent_of(view)) {
    scale_x_ = (width_ - 2 * kMargin) / (extent_.x2 - extent_.x1);
    const double natural = scale_x_ * (extent_.y2 - extent_.y1);
    const double height = std::clamp(natural, 160.0, 900.0);
    scale_y_ = height / (extent_.y2 - extent_.y1);
    if (natural > 900) {
      scale_x_ = scale_y_;
    } else {
      stretched_ = scale_y_ / scale_x_;
    }
    height_ = height + 2 * kMargin + kCaption;
  }

  std::string draw() {
    text_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\" "
        "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" "
        "fill=\"#ffffff\"/>\n",
        width_, height_);
    std::string caption = view_.frame;
    if (stretched_ > 1.01) caption += fmt::format("; y is stretched {:.3g} times", stretched_);
    text_ += fmt::format("<text x=\"{:.0f}\" y=\"16\" fill=\"#222222\">{}</text>\n", kMargin,
                         xml_text(caption));
    for (const bool marks : {false, true}) {
      for (const SceneShape& shape : view_.shapes) {
        if (shape.points.empty() || (shape.style == "finding") != marks) continue;
        add(shape);
      }
    }
    draw_labels();
    draw_scale_bar();
    return text_ + "</svg>\n";
  }

 private:
  static constexpr double kMargin = 24;
  static constexpr double kCaption = 22;

  double x(double um) const { return kMargin + (um - extent_.x1) * scale_x_; }
  double y(double um) const { return height_ - kMargin - (um - extent_.y1) * scale_y_; }

  void add(const SceneShape& shape) {
    const Style& style = style_of(shape.style);
    std::string title = shape.label;
    const auto finding = findings_.find(shape.fingerprint);
    if (!shape.fingerprint.empty() && finding != findings_.end()) {
      title = std::string(finding->second->code->id) + ": " + finding->second->message;
    }
    const std::string paint = fmt::format("fill=\"{}\" stroke=\"{}\" fill-opacity=\"{:.2g}\"",
                                          style.fill, style.stroke, style.opacity);
    const std::string tail =
        title.empty() ? "/>\n"
                      : "><title>" + xml_text(title) + "</title></" + element(shape) + ">\n";
    text_ += "<" + element(shape) + " " + geometry(shape) + " " + paint + tail;
  }

  static std::string element(const SceneShape& shape) {
    switch (shape.kind) {
      case SceneShape::Kind::kBox: return "rect";
      case SceneShape::Kind::kPolyline: return "polyline";
      case SceneShape::Kind::kPolygon: return "polygon";
      case SceneShape::Kind::kPoint: break;
    }
    return "circle";
  }

  std::string geometry(const SceneShape& shape) const {
    const ScenePoint& a = shape.points.front();
    const ScenePoint& b = shape.points.back();
    if (shape.kind == SceneShape::Kind::kBox) {
      return fmt::format("x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"",
                         x(std::min(a.x_um, b.x_um)), y(std::max(a.y_um, b.y_um)),
                         std::max(0.5, std::abs(b.x_um - a.x_um) * scale_x_),
                         std::max(0.5, std::abs(b.y_um - a.y_um) * scale_y_));
    }
    if (shape.kind == SceneShape::Kind::kPoint) {
      return fmt::format("cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{}\"", x(a.x_um), y(a.y_um),
                         shape.style == "finding" ? "4" : "1.6");
    }
    std::string list;
    for (const ScenePoint& point : shape.points)
      list += fmt::format("{:.2f},{:.2f} ", x(point.x_um), y(point.y_um));
    return "points=\"" + list + "\"";
  }

  /// Names of the larger boxes, inside their upper left corner; of flat boxes behind their right end, where there is room.
  void draw_labels() {
    std::map<std::pair<long, long>, int> used;
    for (const SceneShape& shape : view_.shapes) {
      if (shape.kind != SceneShape::Kind::kBox || shape.label.empty()) continue;
      const double left = x(std::min(shape.points[0].x_um, shape.points[1].x_um)) + 3;
      const double top = y(std::max(shape.points[0].y_um, shape.points[1].y_um)) + 11;
      const double wide = std::abs(shape.points[1].x_um - shape.points[0].x_um) * scale_x_;
      if (wide < 30) continue;
      const auto fit = static_cast<std::size_t>(wide / 6);
      std::string label = shape.label.size() > fit
                              ? shape.label.substr(0, fit > 2 ? fit - 2 : 0) + ".."
                              : shape.label;
      const double high = std::abs(shape.points[1].y_um - shape.points[0].y_um) * scale_y_;
      const double behind = left - 3 + wide + 4;
      if (high < 13 && behind + 6.0 * static_cast<double>(shape.label.size()) < width_) {
        text_ += label_text(behind, top - 11 + high / 2 + 3.5, shape.label);
        continue;
      }
      const int line = used[{std::lround(left / 8), std::lround(top / 8)}]++;
      if (line > 3) continue;
      text_ += label_text(left, top + 11.0 * line, label);
    }
  }

  static std::string label_text(double left, double base, const std::string& label) {
    return fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"#222222\" font-size=\"10\">{}</text>\n", left, base,
        xml_text(label));
  }

  void draw_scale_bar() {
    double um = std::pow(10.0, std::floor(std::log10(100 / scale_x_)));
    if (um * 5 * scale_x_ <= 160) um *= 5;
    const double right = width_ - kMargin;
    const double left = right - um * scale_x_;
    text_ += fmt::format(
        "<path d=\"M{0:.1f} {2:.1f}H{1:.1f}\" stroke=\"#222222\" stroke-width=\"2\"/>\n<text "
        "x=\"{0:.1f}\" y=\"{3:.1f}\" "
        "fill=\"#222222\">{4:g} um</text>\n",
        left, right, height_ - 8, height_ - 12, um);
  }

  const SceneView& view_;
  const std::map<std::string, const Finding*, std::less<>>& findings_;
  double width_;
  double height_ = 0;
  Extent extent_;
  double scale_x_ = 1;
  double scale_y_ = 1;
  double stretched_ = 1;
  std::string text_;
};

constexpr double kWidth = 960;

}  // namespace

std::string svg_of_view(const SceneView& view,
                        const std::map<std::string, const Finding*, std::less<>>& findings,
                        double width_px) {
  return ViewDrawing(view, findings, width_px).draw();
}

void render_svg(const Report& report, const RenderContext& /*context*/, std::ostream& out) {
  const auto findings = by_fingerprint(report);
  std::string body;
  double height = 0;
  for (const SceneView& view : report.scene.views) {
    const std::string one = svg_of_view(view, findings, kWidth);
    const std::size_t at = one.find("height=\"") + 8;
    const double own = std::stod(one.substr(at, one.find('"', at) - at));
    body += fmt::format("<g transform=\"translate(0,{:.0f})\">\n{}</g>\n", height, one);
    height += own + 12;
  }
  if (report.scene.views.empty()) {
    height = 40;
    body = "<text x=\"20\" y=\"24\">there is nothing to draw</text>\n";
  }
  out << fmt::format(
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "
             "xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" "
             "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\">\n",
             kWidth, height)
      << body << "</svg>\n";
}

}  // namespace sealring::core

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// KLayout report database. Element order, quoting of category names and value syntax as KLayout 0.28 reads them:
// an unquoted name with a '-' or '.' is refused, coordinates are micrometres, a backslash in a text is doubled.
#include <fmt/format.h>

#include <map>
#include <ostream>
#include <pugixml.hpp>
#include <set>

#include "core/report/printable.h"
#include "core/report/report.h"
#include "core/report/views.h"

namespace sealring::core {

namespace {

constexpr double kHalfMark = 0.5;  // um around a point

std::string in_quotes(std::string_view text) {
  std::string result = "'";
  for (const char c : printable(text)) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

std::string number(double value) {
  return fmt::format("{:.6g}", value == 0 ? 0.0 : value);
}

std::string coordinate(double value) {
  std::string text = fmt::format("{:.6f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string value_of(const SceneShape& shape) {
  const auto& points = shape.points;
  if (shape.kind == SceneShape::Kind::kPoint && !points.empty()) {
    return fmt::format("box: ({},{};{},{})", coordinate(points[0].x_um - kHalfMark),
                       coordinate(points[0].y_um - kHalfMark),
                       coordinate(points[0].x_um + kHalfMark),
                       coordinate(points[0].y_um + kHalfMark));
  }
  if (shape.kind == SceneShape::Kind::kBox && points.size() == 2) {
    return fmt::format("box: ({},{};{},{})", coordinate(points[0].x_um), coordinate(points[0].y_um),
                       coordinate(points[1].x_um), coordinate(points[1].y_um));
  }
  std::string list;
  for (const ScenePoint& point : points) {
    list += (list.empty() ? "" : ";") + coordinate(point.x_um) + "," + coordinate(point.y_um);
  }
  if (shape.kind == SceneShape::Kind::kPolyline)
    return "path: (" + list + ") w=0.1 bx=0 ex=0 r=false";
  return "polygon: (" + list + ")";
}

class LyrdbWriter {
 public:
  LyrdbWriter(const Report& report, const RenderContext& context)
      : report_(report), context_(context), findings_(by_fingerprint(report)) {}

  void write(std::ostream& out) {
    pugi::xml_node declaration = document_.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "utf-8";
    pugi::xml_node root = document_.append_child("report-database");
    text(root, "description", "findings of sealring " + report_.verb);
    text(root, "original-file", "");
    text(root, "generator", "sealring " + context_.version);
    text(root, "top-cell", kTop);
    root.append_child("tags");
    write_categories(root.append_child("categories"));
    name_cells();
    write_cells(root.append_child("cells"));
    write_items(root.append_child("items"));
    document_.save(out, " ", pugi::format_default, pugi::encoding_utf8);
  }

 private:
  static constexpr const char* kTop = "TOP";

  static void text(pugi::xml_node node, const char* name, const std::string& value) {
    node.append_child(name).append_child(pugi::node_pcdata).set_value(value.c_str());
  }

  void write_categories(pugi::xml_node node) {
    std::map<std::string, const Code*> codes;
    for (const Finding& finding : report_.findings) codes.emplace(finding.code->id, finding.code);
    for (const auto& [id, code] : codes) {
      pugi::xml_node category = node.append_child("category");
      text(category, "name", id);
      std::string about = std::string(code->slug) + ": " + std::string(code->means);
      const auto hidden = report_.hidden.find(id);
      if (hidden != report_.hidden.end()) {
        about += " (" + std::to_string(hidden->second.total()) + " more, counted and not listed)";
      }
      text(category, "description", about);
      category.append_child("categories");
    }
  }

  /// Cell names are plain words; two views that become one word get a number.
  void name_cells() {
    std::set<std::string> used{kTop};
    for (const SceneView& view : report_.scene.views) {
      std::string name = plain_word(view.name);
      for (int n = 2; !used.insert(name).second; ++n)
        name = plain_word(view.name) + "_" + std::to_string(n);
      cells_.push_back(name);
    }
  }

  void write_cells(pugi::xml_node node) {
    const auto add = [&](const std::string& name) {
      pugi::xml_node cell = node.append_child("cell");
      text(cell, "name", name);
      text(cell, "variant", "");
      text(cell, "layout-name", "");
      cell.append_child("references");
    };
    add(kTop);
    for (const std::string& name : cells_) add(name);
  }

  void write_item(pugi::xml_node items, const Finding& finding, const std::string& cell,
                  const std::string& shape) {
    pugi::xml_node item = items.append_child("item");
    item.append_child("tags");
    text(item, "category", in_quotes(finding.code->id));
    text(item, "cell", cell);
    text(item, "visited", "false");
    text(item, "multiplicity", "1");
    text(item, "comment", "");
    item.append_child("image");
    pugi::xml_node values = item.append_child("values");
    if (!shape.empty()) text(values, "value", shape);
    text(values, "value", "text: " + in_quotes(finding.message));
    if (!finding.object.empty())
      text(values, "value", "text: " + in_quotes("object: " + finding.object));
    if (finding.where) {
      const Where& where = *finding.where;
      text(values, "value",
           "text: " + in_quotes("die " + where.die + ", side " + where.side + ", z " +
                                number(where.z_um) + " um"));
    }
    if (!finding.location.file.empty())
      text(values, "value", "text: " + in_quotes(to_string(finding.location)));
  }

  void write_items(pugi::xml_node items) {
    std::set<std::string> drawn;
    for (std::size_t i = 0; i < report_.scene.views.size(); ++i) {
      for (const SceneShape& shape : report_.scene.views[i].shapes) {
        const auto finding = findings_.find(shape.fingerprint);
        if (shape.fingerprint.empty() || finding == findings_.end()) continue;
        drawn.insert(shape.fingerprint);
        write_item(items, *finding->second, cells_[i], value_of(shape));
      }
    }
    for (const Finding& finding : report_.findings) {
      if (!drawn.contains(fingerprint(finding))) write_item(items, finding, kTop, "");
    }
  }

  const Report& report_;
  const RenderContext& context_;
  std::map<std::string, const Finding*, std::less<>> findings_;
  pugi::xml_document document_;
  std::vector<std::string> cells_;
};

}  // namespace

void render_lyrdb(const Report& report, const RenderContext& context, std::ostream& out) {
  LyrdbWriter(report, context).write(out);
}

}  // namespace sealring::core

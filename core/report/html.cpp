// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// One file that opens offline: summary, findings with filters, tables, pictures. No network, no external script.
#include <fmt/format.h>

#include <cmath>
#include <ostream>
#include <set>

#include "core/report/report.h"
#include "core/report/views.h"

namespace sealring::core {

namespace {

constexpr std::string_view kHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>sealring report</title><style>
:root{color-scheme:light dark;--line:#8884;--error:#c0392b;--warning:#b07800;--note:#30708f}
body{font:14px/1.45 system-ui,sans-serif;margin:1.5rem;max-width:1200px}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid var(--line);padding:.3rem .5rem;text-align:left;vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
.error{color:var(--error);font-weight:600}.warning{color:var(--warning);font-weight:600}.note{color:var(--note)}
.filters{display:flex;gap:.6rem;flex-wrap:wrap;margin:.6rem 0}.filters input,.filters select{font:inherit;padding:.2rem .4rem}
code{font-family:ui-monospace,monospace}details{margin:.2rem 0}figure{margin:1rem 0;overflow:auto}
figure svg{max-width:100%;height:auto;border:1px solid var(--line)}
.counts{display:flex;flex-wrap:wrap;gap:.2rem 1.6rem;margin:.4rem 0;padding:0;list-style:none}.counts b{font-variant-numeric:tabular-nums}
td code{white-space:nowrap}.scroll{overflow-x:auto}
tr[hidden]{display:none}@media print{.filters{display:none}}
</style></head><body>
)";

constexpr std::string_view kScript = R"(<script>
const rows=[...document.querySelectorAll('#findings tbody tr')];
const pick=id=>document.getElementById(id);
function filter(){const t=pick('text').value.toLowerCase(),c=pick('code').value,s=pick('severity').value;let n=0;
for(const r of rows){const show=(!c||r.dataset.code===c)&&(!s||r.dataset.severity===s)&&(!t||r.textContent.toLowerCase().includes(t));
r.hidden=!show;if(show)n++}pick('shown').textContent=n+' of '+rows.length+' shown'}
for(const id of ['text','code','severity'])pick(id).addEventListener('input',filter);filter();
</script>)";

class HtmlWriter {
 public:
  HtmlWriter(const Report& report, const RenderContext& context, std::ostream& out)
      : report_(report), context_(context), out_(out) {}

  void write() {
    out_ << kHead;
    write_summary();
    write_findings();
    for (const Section& section : report_.sections) write_section(section);
    const auto findings = by_fingerprint(report_);
    if (!report_.scene.views.empty()) out_ << "<h2>Pictures</h2>\n";
    for (const SceneView& view : report_.scene.views) {
      out_ << "<figure><figcaption>" << xml_text(view.name) << "</figcaption>\n"
           << svg_of_view(view, findings, 960) << "</figure>\n";
    }
    if (!report_.findings.empty()) out_ << kScript;
    out_ << "</body></html>\n";
  }

 private:
  void write_summary() {
    const Summary counts = summarise(report_);
    const auto counted = [](std::uint64_t count, std::string_view what) {
      return fmt::format("{} {}{}, ", count, what, count == 1 ? "" : "s");
    };
    out_ << "<h1>sealring " << xml_text(report_.verb) << ": " << to_string(report_.status)
         << "</h1>\n<p>" << counted(counts.errors, "error") << counted(counts.warnings, "warning")
         << counted(counts.notes, "note") << counts.waived << " waived. sealring "
         << xml_text(context_.version) << "</p>\n";
    out_ << "<h2>What was looked at</h2>\n<ul class=\"counts\">\n";
    for (const auto& [what, count] : report_.checked) {
      out_ << "<li><b>" << count << "</b> " << xml_text(what) << "</li>\n";
    }
    out_ << (report_.checked.empty() ? "<li>nothing</li>\n</ul>\n" : "</ul>\n");
    if (report_.not_checked.empty()) return;
    out_ << "<h2>What was not checked</h2>\n<table><tbody>\n";
    for (const NotChecked& item : report_.not_checked) {
      out_ << "<tr><td>" << xml_text(item.what) << "</td><td>" << xml_text(item.why)
           << "</td></tr>\n";
    }
    out_ << "</tbody></table>\n";
  }

  void write_findings() {
    out_ << "<h2>Findings</h2>\n";
    if (report_.findings.empty()) {
      out_ << "<p>None.</p>\n";
      return;
    }
    std::set<std::string> codes;
    for (const Finding& finding : report_.findings) codes.insert(std::string(finding.code->id));
    out_ << "<div class=\"filters\"><input id=\"text\" placeholder=\"object or text\"><select "
            "id=\"code\"><option "
            "value=\"\">every code</option>";
    for (const std::string& code : codes) out_ << "<option>" << code << "</option>";
    out_ << "</select><select id=\"severity\"><option value=\"\">every "
            "severity</option><option>error</option><option>"
            "warning</option><option>note</option></select><span id=\"shown\"></span></div>\n"
            "<table "
            "id=\"findings\"><thead><tr><th>code</th><th>severity</th><th>what</th><th>where</th></"
            "tr></thead><tbody>\n";
    for (const Finding& finding : report_.findings) write_finding(finding);
    out_ << "</tbody></table>\n";
    for (const auto& [code, hidden] : report_.hidden) {
      out_ << "<p>" << code << ": " << hidden.total() << " more, counted and not listed.</p>\n";
    }
  }

  void write_finding(const Finding& finding) {
    const std::string_view severity = to_string(finding.severity);
    out_ << "<tr data-code=\"" << finding.code->id << "\" data-severity=\"" << severity
         << "\"><td><code>" << finding.code->id << "</code></td><td class=\"" << severity << "\">"
         << severity << (finding.waived_by.empty() ? "" : " (waived)") << "</td><td>"
         << xml_text(finding.message);
    if (!finding.notes.empty()) {
      out_ << "<details><summary>" << finding.notes.size()
           << (finding.notes.size() == 1 ? " note" : " notes") << "</summary><ul>";
      for (const Note& note : finding.notes) {
        out_ << "<li>" << xml_text(note.message);
        if (!note.location.file.empty())
          out_ << " <code>" << xml_text(to_string(note.location)) << "</code>";
        out_ << "</li>";
      }
      out_ << "</ul></details>";
    }
    const std::string fix = finding.fix.empty() ? std::string(finding.code->fix) : finding.fix;
    out_ << "<details><summary>what to do</summary>" << xml_text(fix) << "</details></td><td><code>"
         << xml_text(to_string(finding.location)) << "</code>";
    if (!finding.object.empty()) out_ << "<br>" << xml_text(finding.object);
    if (finding.where) {
      out_ << fmt::format("<br>({:g}, {:g}, {:g}) um", finding.where->x_um, finding.where->y_um,
                          finding.where->z_um);
    }
    out_ << "</td></tr>\n";
  }

  void write_section(const Section& section) {
    out_ << "<h2>" << xml_text(section.title) << "</h2>\n";
    std::visit([&](const auto& content) { write_content(content); }, section.content);
  }

  void write_content(const Table& table) {
    out_ << "<div class=\"scroll\"><table><thead><tr>";
    for (const Table::Column& column : table.columns) {
      out_ << (column.number ? "<th class=\"n\">" : "<th>") << xml_text(column.title) << "</th>";
    }
    out_ << "</tr></thead><tbody>\n";
    for (const auto& row : table.rows) {
      out_ << "<tr>";
      for (std::size_t i = 0; i < row.size(); ++i) {
        const bool number = i < table.columns.size() && table.columns[i].number;
        out_ << (number ? "<td class=\"n\">" : "<td>") << xml_text(row[i]) << "</td>";
      }
      out_ << "</tr>\n";
    }
    out_ << "</tbody></table></div>\n";
  }

  void write_content(const Series& series) {
    SceneView view;
    view.name = "curves";
    view.frame = series.y_title + " over " + series.x_title;
    for (const Series::Curve& curve : series.curves) {
      SceneShape shape;
      shape.kind = SceneShape::Kind::kPolyline;
      shape.style = "wire";
      shape.label = curve.name;
      for (const auto& [x, y] : curve.points) {
        if (std::isfinite(x) && std::isfinite(y)) shape.points.push_back({x, y});
      }
      view.shapes.push_back(std::move(shape));
    }
    out_ << "<figure>" << svg_of_view(view, {}, 720) << "</figure>\n";
  }

  void write_content(const Tree& tree) {
    out_ << "<ul><li>" << xml_text(tree.text);
    for (const Tree& child : tree.children) write_content(child);
    out_ << "</li></ul>\n";
  }

  const Report& report_;
  const RenderContext& context_;
  std::ostream& out_;
};

}  // namespace

void render_html(const Report& report, const RenderContext& context, std::ostream& out) {
  HtmlWriter(report, context, out).write();
}

}  // namespace sealring::core

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <fmt/format.h>

#include <ostream>
#include <set>

#include "core/report/printable.h"
#include "core/report/source_lines.h"
#include "core/report/text_parts.h"

namespace sealring::core {

namespace {

/// Up to this many waived findings are named; more are only counted.
constexpr std::size_t kFewWaived = 5;

class TextWriter {
 public:
  TextWriter(const Report& report, const RenderContext& context, std::ostream& out)
      : report_(report),
        context_(context),
        out_(out),
        paint_(context.colour),
        sources_(context.root) {}

  void write() {
    for (const Finding& finding : report_.findings) {
      if (finding.waived_by.empty() && !finding.in_baseline) write_finding(finding);
    }
    write_waived();
    for (const Section& section : report_.sections) {
      write_section(section, paint_, out_);
      out_ << '\n';
    }
    write_closing(report_, context_, out_);
  }

 private:
  void write_excerpt(const Location& place) {
    const auto line = sources_.line(place.file, place.line);
    if (line) out_ << excerpt(*line, place.line, place.column, place.end_column, paint_);
  }

  void write_fact(std::string_view name, const std::string& value) {
    if (!value.empty()) out_ << "   = " << name << ": " << printable(value) << '\n';
  }

  void write_finding(const Finding& finding) {
    out_ << headline(finding, paint_) << '\n';
    write_excerpt(finding.location);
    for (const Note& note : finding.notes) {
      out_ << note_line(note, paint_) << '\n';
      write_excerpt(note.location);
    }
    write_fact("object", finding.object);
    if (finding.where) write_fact("where", where_text(*finding.where));
    for (const Share& share : finding.shares) {
      write_fact("share", fmt::format("{} holds {:.9g} {} in {}", to_string(share.owner), share.value,
                                      share.unit, share.what));
    }
    // The advice of the code itself is worth saying once; what was found out for this one, always.
    const bool first_of_code = advised_.insert(finding.code->id).second;
    write_fact("fix", !finding.fix.empty() ? finding.fix
                      : first_of_code      ? std::string(finding.code->fix)
                                           : "");
  }

  static std::string where_text(const Where& where) {
    std::string text = fmt::format("x {} um, y {} um, z {} um", where.x_um, where.y_um, where.z_um);
    if (!where.side.empty()) text = where.side + " side, " + text;
    return where.die.empty() ? text : "die " + where.die + ", " + text;
  }

  void write_waived() {
    std::vector<const Finding*> waived;
    for (const Finding& finding : report_.findings) {
      if (!finding.waived_by.empty()) waived.push_back(&finding);
    }
    if (waived.size() > kFewWaived) return;
    for (const Finding* finding : waived) {
      out_ << paint_.severity(Severity::kNote, "waived:") << ' ' << headline(*finding, Paint(false))
           << ": " << printable(finding->waived_by) << '\n';
    }
  }

  const Report& report_;
  const RenderContext& context_;
  std::ostream& out_;
  Paint paint_;
  SourceLines sources_;
  std::set<std::string_view> advised_;
};

}  // namespace

void render_text(const Report& report, const RenderContext& context, std::ostream& out) {
  TextWriter(report, context, out).write();
}

}  // namespace sealring::core

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/select/frozen_entries.h"

#include <array>
#include <type_traits>

#include "core/files/csv.h"
#include "core/units/parse.h"
#include "sdcgen/select/frozen.h"

namespace sealring::sdcgen {

namespace {

constexpr std::array<std::string_view, 20> kColumns{
    "kind",  "instance",     "id",     "state",    "why",     "relation", "groups",
    "from",  "through",      "to",     "objects",  "amounts", "clock",    "flags",
    "value", "driving_cell", "reason", "document", "place",   "citation"};

const core::Unit& si_unit() {
  static const core::Unit kUnit{"", core::Rational(1)};
  return kUnit;
}

std::string packed(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') {
      out += "%7C";
    } else if (c == ';') {
      out += "%3B";
    } else if (c == '%') {
      out += "%25";
    } else {
      out += c;
    }
  }
  return out;
}

std::string unpacked(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view code = text.substr(i, 3);
    const char c = code == "%7C" ? '|' : code == "%3B" ? ';' : code == "%25" ? '%' : '\0';
    out += c != '\0' ? c : text[i];
    if (c != '\0') i += 2;
  }
  return out;
}

std::vector<std::string_view> split(std::string_view text, char sign) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(sign), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

template <class Items, class Text>
std::string join(const Items& items, char sign, Text&& text) {
  std::string out;
  for (const auto& item : items) {
    if (!out.empty()) out += sign;
    out += text(item);
  }
  return out;
}

std::string objects_text(const std::vector<SelectedObject>& objects) {
  return join(objects, '|', [](const SelectedObject& object) {
    return std::string(to_string(object.kind)) + ":" + packed(object.path);
  });
}

std::array<std::string, kColumns.size()> fields_of(const SelectedEntry& entry) {
  const auto names = [](const std::vector<std::string>& list) { return join(list, '|', packed); };
  return {std::string(to_string(entry.kind)),
          entry.instance,
          entry.id,
          std::string(to_string(entry.state)),
          entry.why,
          std::string(to_string(entry.relation)),
          join(entry.groups, ';', names),
          objects_text(entry.from),
          objects_text(entry.through),
          objects_text(entry.to),
          objects_text(entry.objects),
          join(entry.amounts, '|',
               [](const Amount& amount) {
                 return amount.role + "=" + exact_text({amount.si}, si_unit());
               }),
          entry.clock,
          names(entry.flags),
          entry.value,
          entry.driving_cell,
          entry.reason,
          entry.document,
          entry.place,
          entry.citation};
}

/// Reads one row back.
class RowReader {
 public:
  RowReader(const core::CsvTable& table, std::size_t row) : table_(table), row_(row) {}

  std::string text() { return std::string(table_.cell(row_, column_++).text); }

  template <class List>
  auto word(const List& values) -> std::remove_cvref_t<decltype(*std::begin(values))> {
    const std::string given = text();
    for (const auto value : values) {
      if (given == to_string(value)) return value;
    }
    good_ = false;
    return *std::begin(values);
  }

  std::optional<SelectedEntry> read() {
    SelectedEntry entry;
    entry.kind = word(kEntryOrder);
    entry.instance = text();
    entry.id = text();
    entry.state =
        word(std::array{EntryState::kActive, EntryState::kNotApplicable, EntryState::kCandidate});
    entry.why = text();
    entry.relation =
        word(std::array{RelationKind::kSynchronous, RelationKind::kAsynchronous,
                        RelationKind::kLogicallyExclusive, RelationKind::kPhysicallyExclusive});
    const std::string groups = text();
    for (const std::string_view group : split(groups, ';')) {
      entry.groups.emplace_back();
      for (const std::string_view name : split(group, '|'))
        entry.groups.back().push_back(unpacked(name));
    }
    for (auto* objects : {&entry.from, &entry.through, &entry.to, &entry.objects})
      *objects = read_objects();
    const std::string amounts = text();
    for (const std::string_view amount : split(amounts, '|')) {
      const std::size_t equals = std::min(amount.rfind('='), amount.size());
      const auto value = parse_exact(amount.substr(std::min(equals + 1, amount.size())), si_unit());
      good_ = good_ && value.has_value();
      entry.amounts.push_back(
          {std::string(amount.substr(0, equals)), value.value_or(core::Time{}).si});
    }
    entry.clock = text();
    const std::string flags = text();
    for (const std::string_view flag : split(flags, '|')) entry.flags.push_back(unpacked(flag));
    for (std::string* field : {&entry.value, &entry.driving_cell, &entry.reason, &entry.document,
                               &entry.place, &entry.citation})
      *field = text();
    return good_ ? std::optional(std::move(entry)) : std::nullopt;
  }

 private:
  std::vector<SelectedObject> read_objects() {
    std::vector<SelectedObject> objects;
    const std::string list = text();
    for (const std::string_view item : split(list, '|')) {
      const std::size_t colon = item.find(':');
      bool known = false;
      for (const auto kind : {ObjectPattern::Kind::kPort, ObjectPattern::Kind::kPin,
                              ObjectPattern::Kind::kCell, ObjectPattern::Kind::kClock}) {
        if (item.substr(0, colon) != to_string(kind)) continue;
        known = true;
        objects.push_back({kind, unpacked(item.substr(colon + 1))});
      }
      good_ = good_ && known;
    }
    return objects;
  }

  const core::CsvTable& table_;
  std::size_t row_;
  std::size_t column_ = 0;
  bool good_ = true;
};

}  // namespace

std::string write_entries_csv(const Selection& selection) {
  std::string csv;
  for (const std::string_view column : kColumns) append_csv_field(csv, column);
  csv += '\n';
  for (const SelectedEntry& entry : selection.entries) {
    for (const std::string& field : fields_of(entry)) append_csv_field(csv, field);
    csv += '\n';
  }
  return csv;
}

bool parse_entries_csv(const std::string& csv, Selection& selection) {
  // A list without entries has no row, which a table file may not have.
  if (csv.find('\n') + 1 == csv.size()) return true;
  core::InputFile file;
  file.text = csv;
  core::CollectingSink problems;
  const auto table = core::parse_csv(std::move(file), problems);
  if (!table || !problems.findings.empty() || table->header().size() != kColumns.size())
    return false;
  for (std::size_t row = 0; row < table->rows(); ++row) {
    auto entry = RowReader(*table, row).read();
    if (!entry) return false;
    selection.entries.push_back(std::move(*entry));
  }
  return true;
}

}  // namespace sealring::sdcgen

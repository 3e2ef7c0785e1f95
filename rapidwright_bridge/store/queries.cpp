// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/library.h"

namespace sealring::rapidwright_bridge {
namespace {

using core::Expected;

constexpr std::size_t kLeastPrefix = 8;

constexpr const char* kCircuits =
    "SELECT c.key, c.name, c.netlist, c.constraints, (SELECT count(*) FROM rwb_port p WHERE "
    "p.circuit = c.id), "
    "(SELECT count(*) FROM rwb_implementation i WHERE i.circuit = c.id), "
    "(SELECT count(*) FROM rwb_implementation i WHERE i.circuit = c.id AND i.outcome = 'passed'), "
    "(SELECT count(*) FROM rwb_implementation i WHERE i.circuit = c.id AND i.outcome = 'failed'), "
    "(SELECT count(*) FROM rwb_use u JOIN rwb_implementation i ON i.id = u.implementation WHERE "
    "i.circuit = c.id) "
    "FROM rwb_circuit c ";

constexpr const char* kImplementations =
    "SELECT i.id, i.key, i.part, i.speed, i.tool, i.pblock, i.shape, i.place_directive, "
    "i.route_directive, "
    "i.uncertainty, i.outcome, i.note, i.format, i.positions, (SELECT count(*) FROM rwb_use u "
    "WHERE u.implementation = "
    "i.id) FROM rwb_implementation i ";

CircuitRow circuit_row(const core::Statement& s) {
  return {.key = s.text(0),
          .name = s.text(1),
          .netlist = s.text(2),
          .constraints = s.text(3),
          .ports = s.integer(4),
          .implementations = s.integer(5),
          .passed = s.integer(6),
          .failed = s.integer(7),
          .used = s.integer(8)};
}

/// Calls `take` for each row of a query with one text value.
template <class Take>
Expected<void> each_row(core::Database& database, const std::string& sql, const std::string& value,
                        Take&& take) {
  auto statement = database.prepare(sql);
  if (!statement) return core::Unexpected(statement.error());
  if (sql.find("?1") != std::string::npos) statement->bind(1, std::string_view(value));
  while (true) {
    const auto row = statement->step();
    if (!row) return core::Unexpected(row.error());
    if (!*row) return {};
    take(*statement);
  }
}

}  // namespace

Expected<std::vector<CircuitRow>> Library::list() {
  std::vector<CircuitRow> rows;
  const auto done = each_row(database_, std::string(kCircuits) + "ORDER BY c.name, c.key", "",
                             [&](const core::Statement& s) { rows.push_back(circuit_row(s)); });
  if (!done) return core::Unexpected(done.error());
  return rows;
}

Expected<std::vector<std::string>> Library::find(const std::string& name_or_key) {
  std::vector<std::string> keys;
  const auto take = [&](const core::Statement& s) { keys.push_back(s.text(0)); };
  auto done = each_row(database_,
                       "SELECT c.key FROM rwb_name n JOIN rwb_circuit c ON c.id = n.circuit WHERE "
                       "n.name = ?1 ORDER BY c.key",
                       name_or_key, take);
  if (!done) return core::Unexpected(done.error());
  const bool hex = name_or_key.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (keys.empty() && hex && name_or_key.size() >= kLeastPrefix) {
    // A range of the index instead of LIKE, which would read the whole table.
    done = each_row(database_,
                    "SELECT key FROM rwb_circuit WHERE key >= ?1 AND key < ?1 || 'g' ORDER BY key",
                    name_or_key, take);
    if (!done) return core::Unexpected(done.error());
  }
  return keys;
}

Expected<void> Library::fill(ImplementationRow& row, std::int64_t id) {
  const std::string value = std::to_string(id);
  auto done = each_row(
      database_,
      "SELECT name, sha256 FROM rwb_artifact WHERE implementation = CAST(?1 AS INTEGER) ORDER BY "
      "sha256",
      value, [&](const core::Statement& s) { row.artifacts.emplace_back(s.text(0), s.text(1)); });
  if (!done) return done;
  done = each_row(
      database_,
      "SELECT name, value FROM rwb_figure WHERE implementation = CAST(?1 AS INTEGER) ORDER BY name",
      value, [&](const core::Statement& s) { row.figures.emplace_back(s.text(0), s.text(1)); });
  if (!done) return done;
  return each_row(database_,
                  "SELECT kind, verdict, reasons FROM rwb_check WHERE implementation = CAST(?1 AS "
                  "INTEGER) ORDER BY kind",
                  value, [&](const core::Statement& s) {
                    row.checks.push_back({s.text(0), s.text(1), s.text(2)});
                  });
}

Expected<std::vector<ImplementationRow>> Library::implementations(const char* where,
                                                                  const std::string& value) {
  std::vector<ImplementationRow> rows;
  std::vector<std::int64_t> ids;
  auto done = each_row(database_, std::string(kImplementations) + where, value,
                       [&](const core::Statement& s) {
                         ids.push_back(s.integer(0));
                         ImplementationRow row{.key = s.text(1),
                                               .part = s.text(2),
                                               .speed = s.text(3),
                                               .tool = s.text(4),
                                               .pblock = s.text(5),
                                               .shape = s.text(6),
                                               .place_directive = s.text(7),
                                               .route_directive = s.text(8),
                                               .clock_uncertainty_ns = s.text(9),
                                               .outcome = s.text(10),
                                               .note = s.text(11),
                                               .checkpoint_format = s.integer(12),
                                               .used = s.integer(14)};
                         if (!s.is_null(13)) row.positions = s.integer(13);
                         rows.push_back(std::move(row));
                       });
  if (!done) return core::Unexpected(done.error());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    done = fill(rows[i], ids[i]);
    if (!done) return core::Unexpected(done.error());
  }
  return rows;
}

Expected<std::optional<ImplementationRow>> Library::implementation(const std::string& key) {
  auto rows = implementations("WHERE i.key = ?1", key);
  if (!rows) return core::Unexpected(rows.error());
  if (rows->empty()) return std::nullopt;
  return std::move(rows->front());
}

Expected<std::optional<CircuitDetail>> Library::show(const std::string& key) {
  std::optional<CircuitDetail> detail;
  auto done =
      each_row(database_, std::string(kCircuits) + "WHERE c.key = ?1", key,
               [&](const core::Statement& s) { detail = CircuitDetail{.row = circuit_row(s)}; });
  if (!done) return core::Unexpected(done.error());
  if (!detail) return detail;
  done = each_row(database_,
                  "SELECT n.name FROM rwb_name n JOIN rwb_circuit c ON c.id = n.circuit WHERE "
                  "c.key = ?1 ORDER BY n.name",
                  key, [&](const core::Statement& s) { detail->names.push_back(s.text(0)); });
  if (!done) return core::Unexpected(done.error());
  done = each_row(database_,
                  "SELECT p.name, p.direction, p.lefthand, p.righthand, p.width, p.bus FROM "
                  "rwb_port p JOIN rwb_circuit c ON c.id "
                  "= p.circuit WHERE c.key = ?1 ORDER BY p.position",
                  key, [&](const core::Statement& s) {
                    detail->ports.push_back({.name = s.text(0),
                                             .direction = static_cast<PortDirection>(s.integer(1)),
                                             .left = s.integer(2),
                                             .right = s.integer(3),
                                             .width = static_cast<std::uint32_t>(s.integer(4)),
                                             .bus = s.integer(5) != 0});
                  });
  if (!done) return core::Unexpected(done.error());
  done = each_row(database_,
                  "SELECT e.what FROM rwb_event e JOIN rwb_circuit c ON c.id = e.circuit WHERE "
                  "c.key = ?1 ORDER BY e.id",
                  key, [&](const core::Statement& s) { detail->history.push_back(s.text(0)); });
  if (!done) return core::Unexpected(done.error());
  auto rows = implementations(
      "WHERE i.circuit = (SELECT id FROM rwb_circuit WHERE key = ?1) ORDER BY i.id", key);
  if (!rows) return core::Unexpected(rows.error());
  detail->implementations = std::move(*rows);
  return detail;
}

Expected<std::vector<std::pair<std::string, std::string>>> Library::failed_shapes(
    const std::string& circuit, const std::string& device) {
  std::vector<std::pair<std::string, std::string>> shapes;
  auto statement = database_.prepare(
      "SELECT DISTINCT i.pblock, i.note FROM rwb_implementation i JOIN rwb_circuit c ON c.id = "
      "i.circuit WHERE c.key = ?1 "
      "AND i.device = ?2 AND i.outcome = 'failed' AND NOT EXISTS (SELECT 1 FROM rwb_implementation "
      "p WHERE p.circuit = "
      "i.circuit AND p.device = i.device AND p.pblock = i.pblock AND p.outcome = 'passed') ORDER "
      "BY i.pblock, i.note");
  if (!statement) return core::Unexpected(statement.error());
  statement->bind(1, std::string_view(circuit)).bind(2, std::string_view(device));
  while (true) {
    const auto row = statement->step();
    if (!row) return core::Unexpected(row.error());
    if (!*row) return shapes;
    shapes.emplace_back(statement->text(0), statement->text(1));
  }
}

}  // namespace sealring::rapidwright_bridge

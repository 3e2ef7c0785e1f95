// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/library.h"

#include <algorithm>
#include <array>

namespace sealring::rapidwright_bridge {
namespace {

using core::Expected;
using core::Failure;

constexpr std::array<std::string_view, 2> kMigrations = {
    "CREATE TABLE rwb_circuit(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT "
    "NULL, netlist TEXT NOT "
    "NULL, constraints TEXT NOT NULL) STRICT;"
    "CREATE TABLE rwb_name(name TEXT NOT NULL, circuit INTEGER NOT NULL REFERENCES "
    "rwb_circuit(id), PRIMARY KEY(name, "
    "circuit)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE rwb_port(circuit INTEGER NOT NULL REFERENCES rwb_circuit(id), position INTEGER "
    "NOT NULL, name TEXT "
    "NOT NULL, direction INTEGER NOT NULL, lefthand INTEGER NOT NULL, righthand INTEGER NOT NULL, "
    "width INTEGER NOT NULL, bus "
    "INTEGER NOT NULL, PRIMARY KEY(circuit, position)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE rwb_implementation(id INTEGER PRIMARY KEY, circuit INTEGER NOT NULL REFERENCES "
    "rwb_circuit(id), key "
    "TEXT NOT NULL UNIQUE, device TEXT NOT NULL, part TEXT NOT NULL, speed TEXT NOT NULL, tool "
    "TEXT NOT NULL, pblock "
    "TEXT NOT NULL, shape TEXT NOT NULL, place_directive TEXT NOT NULL, route_directive TEXT NOT "
    "NULL, uncertainty TEXT "
    "NOT NULL, outcome TEXT NOT NULL, note TEXT NOT NULL, format INTEGER NOT NULL, positions "
    "INTEGER) STRICT;"
    "CREATE INDEX rwb_implementation_circuit ON rwb_implementation(circuit);"
    "CREATE TABLE rwb_artifact(key TEXT PRIMARY KEY, implementation INTEGER NOT NULL REFERENCES "
    "rwb_implementation(id), "
    "name TEXT NOT NULL, sha256 TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX rwb_artifact_implementation ON rwb_artifact(implementation);"
    "CREATE TABLE rwb_figure(implementation INTEGER NOT NULL REFERENCES rwb_implementation(id), "
    "name TEXT NOT NULL, "
    "value TEXT NOT NULL, PRIMARY KEY(implementation, name)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE rwb_check(implementation INTEGER NOT NULL REFERENCES rwb_implementation(id), "
    "kind TEXT NOT NULL, "
    "verdict TEXT NOT NULL, reasons TEXT NOT NULL, PRIMARY KEY(implementation, kind)) STRICT, "
    "WITHOUT ROWID;"
    "CREATE TABLE rwb_use(implementation INTEGER NOT NULL REFERENCES rwb_implementation(id), "
    "project TEXT NOT NULL, "
    "version TEXT NOT NULL, instances INTEGER NOT NULL, PRIMARY KEY(implementation, project, "
    "version)) STRICT, WITHOUT "
    "ROWID;"
    "CREATE TABLE rwb_event(id INTEGER PRIMARY KEY, circuit INTEGER NOT NULL REFERENCES "
    "rwb_circuit(id), what TEXT NOT "
    "NULL) STRICT;"
    "CREATE INDEX rwb_event_circuit ON rwb_event(circuit);",
    "CREATE INDEX rwb_name_circuit ON rwb_name(circuit);"};

/// Runs a statement made of SQL and text values.
template <class... Values>
Expected<void> run(core::Database& database, const char* sql, const Values&... values) {
  auto statement = database.prepare(sql);
  if (!statement) return core::Unexpected(statement.error());
  int index = 0;
  (statement->bind(++index, values), ...);
  return statement->run();
}

Expected<std::vector<std::string>> texts(core::Database& database, const char* sql,
                                         const std::string& value) {
  auto statement = database.prepare(sql);
  if (!statement) return core::Unexpected(statement.error());
  if (!value.empty()) statement->bind(1, value);
  std::vector<std::string> out;
  while (true) {
    const auto row = statement->step();
    if (!row) return core::Unexpected(row.error());
    if (!*row) return out;
    out.push_back(statement->text(0));
  }
}

std::int64_t number(bool value) {
  return value ? 1 : 0;
}

}  // namespace

Expected<Library> Library::open(const std::filesystem::path& file, bool read_only) {
  auto database = core::Database::open(
      file, read_only ? core::Database::Mode::kReadOnly : core::Database::Mode::kReadWrite);
  if (!database) return core::Unexpected(database.error());
  Library library(std::move(*database));
  if (!read_only) {
    const auto done = library.database_.migrate("rwb", kMigrations);
    if (!done) return core::Unexpected(done.error());
  }
  return library;
}

Expected<std::int64_t> Library::id_of(const char* sql, const std::string& key) {
  auto statement = database_.prepare(sql);
  if (!statement) return core::Unexpected(statement.error());
  statement->bind(1, std::string_view(key));
  const auto row = statement->step();
  if (!row) return core::Unexpected(row.error());
  return *row ? statement->integer(0) : -1;
}

Expected<void> Library::event(std::int64_t circuit, const std::string& text) {
  return run(database_, "INSERT INTO rwb_event(circuit, what) VALUES(?1, ?2)", circuit,
             std::string_view(text));
}

Expected<std::int64_t> Library::put_circuit(const ModuleRecord& record, AddOutcome& outcome) {
  constexpr const char* kFind = "SELECT id FROM rwb_circuit WHERE key = ?1";
  outcome.circuit = circuit_key(record.circuit);
  auto id = id_of(kFind, outcome.circuit);
  if (!id) return id;
  if (*id < 0) {
    outcome.new_circuit = true;
    auto done =
        run(database_,
            "INSERT INTO rwb_circuit(key, name, netlist, constraints) VALUES(?1, ?2, ?3, ?4)",
            std::string_view(outcome.circuit), std::string_view(record.name),
            std::string_view(record.circuit.netlist), std::string_view(record.circuit.constraints));
    if (!done) return core::Unexpected(done.error());
    id = id_of(kFind, outcome.circuit);
    if (!id) return id;
    std::int64_t position = 0;
    for (const PortInfo& port : record.circuit.ports) {
      done = run(database_, "INSERT INTO rwb_port VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", *id,
                 position++, std::string_view(port.name), static_cast<std::int64_t>(port.direction),
                 port.left, port.right, static_cast<std::int64_t>(port.width), number(port.bus));
      if (!done) return core::Unexpected(done.error());
    }
    done = event(*id, "circuit added as '" + record.name + "'");
    if (!done) return core::Unexpected(done.error());
  }
  const auto named = run(database_, "INSERT OR IGNORE INTO rwb_name(name, circuit) VALUES(?1, ?2)",
                         std::string_view(record.name), *id);
  if (!named) return core::Unexpected(named.error());
  return id;
}

Expected<void> Library::put_implementation(const ModuleRecord& record, std::int64_t circuit,
                                           AddOutcome& outcome) {
  constexpr const char* kFind = "SELECT id FROM rwb_implementation WHERE key = ?1";
  ImplementationIdentity identity = record.implementation;
  identity.circuit = outcome.circuit;
  outcome.implementation = implementation_key(identity);
  auto id = id_of(kFind, outcome.implementation);
  if (!id) return core::Unexpected(id.error());
  if (*id < 0) {
    outcome.new_implementation = true;
    const std::string part = to_string(identity.part);
    const auto done = run(
        database_,
        "INSERT INTO rwb_implementation(circuit, key, device, part, speed, tool, pblock, shape, "
        "place_directive, "
        "route_directive, uncertainty, outcome, note, format) "
        "VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14)",
        circuit, std::string_view(outcome.implementation), std::string_view(identity.part.device),
        std::string_view(part), std::string_view(identity.part.speed),
        std::string_view(identity.tool), std::string_view(identity.pblock),
        std::string_view(record.shape), std::string_view(identity.place_directive),
        std::string_view(identity.route_directive), std::string_view(identity.clock_uncertainty_ns),
        std::string_view(record.outcome), std::string_view(record.note), record.checkpoint_format);
    if (!done) return done;
    id = id_of(kFind, outcome.implementation);
    if (!id) return core::Unexpected(id.error());
  } else {
    // Adding it once more without evidence does not take away what was shown.
    const auto done =
        run(database_,
            "UPDATE rwb_implementation SET outcome = ?2, note = ?3 WHERE id = ?1 AND ?2 <> "
            "'unchecked'",
            *id, std::string_view(record.outcome), std::string_view(record.note));
    if (!done) return done;
  }
  const auto told = event(circuit, "implementation " + outcome.implementation.substr(0, 12) + " " +
                                       record.outcome + " in pblock '" + identity.pblock + "'" +
                                       (record.note.empty() ? "" : ": " + record.note));
  if (!told) return told;
  return put_details(record, *id, outcome);
}

Expected<void> Library::put_details(const ModuleRecord& record, std::int64_t id,
                                    AddOutcome& outcome) {
  if (!record.checkpoint_sha256.empty()) {
    ImplementationIdentity identity = record.implementation;
    identity.circuit = outcome.circuit;
    const std::string key = artifact_key(identity, record.checkpoint_sha256);
    const auto done = run(database_, "INSERT OR IGNORE INTO rwb_artifact VALUES(?1, ?2, ?3, ?4)",
                          std::string_view(key), id, std::string_view(record.checkpoint_name),
                          std::string_view(record.checkpoint_sha256));
    if (!done) return done;
    outcome.new_artifact = database_.changes() > 0;
  }
  for (const auto& [name, value] : record.figures) {
    const auto done = run(database_, "INSERT OR REPLACE INTO rwb_figure VALUES(?1, ?2, ?3)", id,
                          std::string_view(name), std::string_view(value));
    if (!done) return done;
  }
  for (const RecordedCheck& check : record.checks) {
    const auto done = run(database_, "INSERT OR REPLACE INTO rwb_check VALUES(?1, ?2, ?3, ?4)", id,
                          std::string_view(check.kind), std::string_view(check.verdict),
                          std::string_view(check.reasons));
    if (!done) return done;
  }
  return {};
}

Expected<AddOutcome> Library::add_within(const ModuleRecord& record) {
  AddOutcome outcome;
  const auto circuit = put_circuit(record, outcome);
  if (!circuit) return core::Unexpected(circuit.error());
  if (record.has_implementation) {
    const auto done = put_implementation(record, *circuit, outcome);
    if (!done) return core::Unexpected(done.error());
  }
  auto others = texts(database_,
                      "SELECT c.key FROM rwb_name n JOIN rwb_circuit c ON c.id = n.circuit WHERE "
                      "n.name = ?1 ORDER BY c.key",
                      record.name);
  if (!others) return core::Unexpected(others.error());
  std::erase(*others, outcome.circuit);
  outcome.same_name = std::move(*others);
  return outcome;
}

Expected<AddOutcome> Library::add(const ModuleRecord& record) {
  auto transaction = core::Transaction::begin(database_);
  if (!transaction) return core::Unexpected(transaction.error());
  auto outcome = add_within(record);
  if (!outcome) return outcome;
  const auto done = transaction->commit();
  if (!done) return core::Unexpected(done.error());
  return outcome;
}

Expected<void> Library::add_all(const std::vector<ModuleRecord>& records) {
  auto transaction = core::Transaction::begin(database_);
  if (!transaction) return core::Unexpected(transaction.error());
  for (const ModuleRecord& record : records) {
    const auto outcome = add_within(record);
    if (!outcome) return core::Unexpected(outcome.error());
  }
  return transaction->commit();
}

Expected<void> Library::use(const std::string& implementation, const std::string& project,
                            const std::string& version, std::int64_t instances) {
  const auto id = id_of("SELECT id FROM rwb_implementation WHERE key = ?1", implementation);
  if (!id) return core::Unexpected(id.error());
  if (*id < 0)
    return core::Unexpected(
        Failure{"RWB-0302", "no implementation '" + implementation + "' in the library", {}});
  return run(database_, "INSERT OR REPLACE INTO rwb_use VALUES(?1, ?2, ?3, ?4)", *id,
             std::string_view(project), std::string_view(version), instances);
}

Expected<std::vector<std::string>> Library::names() {
  return texts(database_, "SELECT DISTINCT name FROM rwb_name ORDER BY name", "");
}

}  // namespace sealring::rapidwright_bridge

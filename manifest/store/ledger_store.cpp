// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/store/ledger_store.h"

#include <sqlite3.h>

#include <array>

#include "core/files/digest.h"
#include "manifest/formats/base64.h"
#include "manifest/signing/dsse.h"
#include "manifest/signing/note.h"
#include "manifest/signing/statement.h"

namespace sealring::manifest {

namespace {

using core::Expected;
using core::Unexpected;

// Times are labels; order is the sequence. A final state of a run cannot be followed by another: that is what keeps a
// runner that was paused and taken over from completing its run afterwards.
constexpr std::array<std::string_view, 1> kMigrations = {R"sql(
CREATE TABLE man_record(
  sequence INTEGER PRIMARY KEY NOT NULL,
  kind TEXT NOT NULL CHECK(kind IN ('run', 'execution', 'query')),
  key TEXT NOT NULL,
  state TEXT NOT NULL CHECK(state IN ('', 'created', 'running', 'completed', 'failed', 'timeout', 'interrupted',
                                      'lost')),
  at_ns INTEGER NOT NULL,
  body TEXT NOT NULL,
  hash BLOB NOT NULL CHECK(length(hash) = 32)) STRICT;
CREATE INDEX man_record_key ON man_record(kind, key, sequence);
CREATE TABLE man_entry(
  position INTEGER PRIMARY KEY NOT NULL,
  kind TEXT NOT NULL CHECK(kind IN ('seal', 'verdict')),
  key TEXT NOT NULL,
  envelope BLOB NOT NULL) STRICT;
CREATE INDEX man_entry_key ON man_entry(kind, key, position);
CREATE UNIQUE INDEX man_entry_seal ON man_entry(key) WHERE kind = 'seal';
CREATE TABLE man_node(
  level INTEGER NOT NULL,
  place INTEGER NOT NULL,
  hash BLOB NOT NULL CHECK(length(hash) = 32),
  PRIMARY KEY(level, place)) STRICT, WITHOUT ROWID;
CREATE TABLE man_checkpoint(
  sequence INTEGER PRIMARY KEY NOT NULL,
  size INTEGER NOT NULL,
  note BLOB NOT NULL,
  digest BLOB NOT NULL CHECK(length(digest) = 32)) STRICT;
CREATE TRIGGER man_record_keep BEFORE UPDATE ON man_record BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER man_record_stay BEFORE DELETE ON man_record BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER man_entry_keep BEFORE UPDATE ON man_entry BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;
CREATE TRIGGER man_entry_stay BEFORE DELETE ON man_entry BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;
CREATE TRIGGER man_node_keep BEFORE UPDATE ON man_node BEGIN SELECT RAISE(ABORT, 'hashes are append-only'); END;
CREATE TRIGGER man_node_stay BEFORE DELETE ON man_node BEGIN SELECT RAISE(ABORT, 'hashes are append-only'); END;
CREATE TRIGGER man_checkpoint_keep BEFORE UPDATE ON man_checkpoint BEGIN
  SELECT RAISE(ABORT, 'checkpoints are append-only'); END;
CREATE TRIGGER man_checkpoint_stay BEFORE DELETE ON man_checkpoint BEGIN
  SELECT RAISE(ABORT, 'checkpoints are append-only'); END;
CREATE TRIGGER man_record_final BEFORE INSERT ON man_record
  WHEN NEW.kind = 'run' AND EXISTS(SELECT 1 FROM man_record WHERE kind = 'run' AND key = NEW.key AND
    state IN ('completed', 'failed', 'timeout', 'interrupted', 'lost'))
  BEGIN SELECT RAISE(ABORT, 'the run has ended'); END;
)sql"};

/// Nothing this program does to the ledger needs more than reading and inserting.
int append_only(void* /*user*/, int action, const char* first, const char* second,
                const char* /*database*/, const char* /*trigger*/) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_INSERT:
    case SQLITE_FUNCTION:
    case SQLITE_TRANSACTION: return SQLITE_OK;
    case SQLITE_PRAGMA:  // to ask is free, to set is not
      return second == nullptr || std::string_view(first) == "integrity_check" ? SQLITE_OK
                                                                               : SQLITE_DENY;
    default: return SQLITE_DENY;
  }
}

constexpr std::string_view kRecordColumns = "sequence, kind, key, state, at_ns, body, hash";

LedgerRecord record_of(const core::Statement& row) {
  return {static_cast<std::uint64_t>(row.integer(0)),
          row.text(1),
          row.text(2),
          row.text(3),
          row.integer(4),
          row.text(5)};
}

LedgerEntry entry_of(const core::Statement& row) {
  return {static_cast<std::uint64_t>(row.integer(0)), row.text(1), row.text(2), row.text(3)};
}

/// Hash of a record and everything before it.
std::string chain_hash(std::string_view before, const LedgerRecord& record) {
  core::Sha256 hash;
  hash.update_field(before);
  hash.update_field(std::to_string(record.sequence));
  hash.update_field(record.kind);
  hash.update_field(record.key);
  hash.update_field(record.state);
  hash.update_field(std::to_string(record.at_ns));
  hash.update_field(record.body);
  return hex_decode(hash.finish_hex()).value();
}

template <class T>
Unexpected pass_on(Expected<T>& failed) {
  return Unexpected(std::move(failed.error()));
}

std::int64_t signed_of(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}

}  // namespace

std::optional<std::pair<std::string, std::string>> entry_identity(std::string_view text) {
  core::CollectingSink quiet;
  const std::optional<Envelope> envelope = parse_envelope(text, "entry", quiet);
  if (!envelope || envelope->payload_type != kInTotoPayloadType) return {};
  const std::optional<Json> payload = parse_json(envelope->payload, "entry", quiet);
  if (!payload) return {};
  const std::string type = payload->text_at({"predicateType"});
  if (type == kProvenancePredicate) {
    return std::pair("seal",
                     payload->text_at({"predicate", "runDetails", "metadata", "invocationId"}));
  }
  if (type == kVerdictPredicate) {
    return std::pair("verdict", payload->text_at({"predicate", "resourceUri"}));
  }
  return {};
}

Expected<LedgerStore> LedgerStore::open(const std::filesystem::path& file,
                                        core::Database::Mode mode) {
  Expected<core::Database> database = core::Database::open(file, mode);
  if (!database) return pass_on(database);
  Expected<void> ready = database->migrate("manifest", kMigrations);
  // REPLACE would delete rows past the triggers without recursive_triggers.
  if (ready) ready = database->execute("PRAGMA recursive_triggers=ON; PRAGMA synchronous=FULL");
  if (!ready) return pass_on(ready);
  sqlite3_set_authorizer(database->handle(), append_only, nullptr);
  return LedgerStore(std::move(*database));
}

Expected<std::uint64_t> LedgerStore::append_record(std::string_view kind, std::string_view key,
                                                   std::string_view state, std::int64_t at_ns,
                                                   std::string_view body) {
  Expected<core::Transaction> transaction = core::Transaction::begin(database_);
  if (!transaction) return pass_on(transaction);
  LedgerRecord record{0,     std::string(kind), std::string(key), std::string(state),
                      at_ns, std::string(body)};
  std::string before;
  {
    Expected<core::Statement> last =
        database_.prepare("SELECT sequence, hash FROM man_record ORDER BY sequence DESC LIMIT 1");
    if (!last) return pass_on(last);
    Expected<bool> row = last->step();
    if (!row) return pass_on(row);
    if (*row) {
      record.sequence = static_cast<std::uint64_t>(last->integer(0)) + 1;
      before = last->text(1);
    }
  }
  Expected<core::Statement> insert = database_.prepare(
      "INSERT INTO man_record(sequence, kind, key, state, at_ns, body, hash) VALUES(?, ?, ?, ?, ?, "
      "?, ?)");
  if (!insert) return pass_on(insert);
  insert->bind(1, signed_of(record.sequence)).bind(2, kind).bind(3, key).bind(4, state);
  insert->bind(5, at_ns).bind(6, body).bind_blob(7, chain_hash(before, record));
  Expected<void> done = insert->run();
  if (done) done = transaction->commit();
  if (!done) return pass_on(done);
  return record.sequence;
}

Expected<std::optional<LedgerRecord>> LedgerStore::latest(std::string_view kind,
                                                          std::string_view key) {
  Expected<core::Statement> select = database_.prepare(
      "SELECT " + std::string(kRecordColumns) +
      " FROM man_record WHERE kind = ? AND key = ? ORDER BY sequence DESC LIMIT 1");
  if (!select) return pass_on(select);
  Expected<bool> row = select->bind(1, kind).bind(2, key).step();
  if (!row) return pass_on(row);
  if (!*row) return std::optional<LedgerRecord>();
  return std::optional<LedgerRecord>(record_of(*select));
}

Expected<std::uint64_t> LedgerStore::count_records(std::string_view kind, std::string_view key) {
  Expected<core::Statement> select =
      database_.prepare("SELECT count(*) FROM man_record WHERE kind = ? AND key = ?");
  if (!select) return pass_on(select);
  Expected<bool> row = select->bind(1, kind).bind(2, key).step();
  if (!row) return pass_on(row);
  return static_cast<std::uint64_t>(select->integer(0));
}

Expected<void> LedgerStore::each_record(const std::function<void(const LedgerRecord&)>& visit) {
  Expected<core::Statement> select = database_.prepare("SELECT " + std::string(kRecordColumns) +
                                                       " FROM man_record ORDER BY sequence");
  if (!select) return pass_on(select);
  for (;;) {
    Expected<bool> row = select->step();
    if (!row) return pass_on(row);
    if (!*row) return {};
    visit(record_of(*select));
  }
}

Expected<void> LedgerStore::each_record_of(std::string_view kind,
                                           const std::function<void(const LedgerRecord&)>& visit) {
  Expected<core::Statement> select =
      database_.prepare("SELECT " + std::string(kRecordColumns) +
                        " FROM man_record WHERE kind = ? ORDER BY sequence");
  if (!select) return pass_on(select);
  select->bind(1, kind);
  for (;;) {
    Expected<bool> row = select->step();
    if (!row) return pass_on(row);
    if (!*row) return {};
    visit(record_of(*select));
  }
}

Expected<std::string> LedgerStore::node(unsigned level, std::uint64_t index) {
  Expected<core::Statement> select =
      database_.prepare("SELECT hash FROM man_node WHERE level = ? AND place = ?");
  if (!select) return pass_on(select);
  Expected<bool> row =
      select->bind(1, static_cast<std::int64_t>(level)).bind(2, signed_of(index)).step();
  if (!row) return pass_on(row);
  if (!*row) {
    return Unexpected({"IO-0702",
                       "the ledger lacks the hash of level " + std::to_string(level) + ", place " +
                           std::to_string(index) + "; put it back from a copy",
                       {}});
  }
  return select->text(0);
}

NodeSource LedgerStore::node_source(std::optional<core::Failure>& failure) {
  return [this, &failure](unsigned level, std::uint64_t index) {
    Expected<std::string> hash = node(level, index);
    if (hash) return std::move(*hash);
    if (!failure) failure = std::move(hash.error());
    return std::string(32, '\0');
  };
}

Expected<void> LedgerStore::append_leaf(std::uint64_t position, const LedgerEntry& entry) {
  Expected<core::Statement> insert =
      database_.prepare("INSERT INTO man_entry(position, kind, key, envelope) VALUES(?, ?, ?, ?)");
  if (!insert) return pass_on(insert);
  insert->bind(1, signed_of(position)).bind(2, entry.kind).bind(3, entry.key);
  Expected<void> done = insert->bind_blob(4, entry.envelope).run();
  if (!done) return done;
  Expected<core::Statement> hashes =
      database_.prepare("INSERT INTO man_node(level, place, hash) VALUES(?, ?, ?)");
  if (!hashes) return pass_on(hashes);
  std::string hash = leaf_hash(entry.envelope);
  std::uint64_t place = position;
  for (unsigned level = 0;; ++level) {
    hashes->bind(1, static_cast<std::int64_t>(level)).bind(2, signed_of(place));
    done = hashes->bind_blob(3, hash).run();
    if (!done || place % 2 == 0) return done;
    Expected<std::string> left = node(level, place - 1);
    if (!left) return pass_on(left);
    hash = node_hash(*left, hash);
    place /= 2;
  }
}

Expected<std::uint64_t> LedgerStore::append_entries(const std::vector<LedgerEntry>& entries) {
  Expected<core::Transaction> transaction = core::Transaction::begin(database_);
  if (!transaction) return pass_on(transaction);
  Expected<std::uint64_t> first = size();
  if (!first) return first;
  std::uint64_t position = *first;
  for (const LedgerEntry& entry : entries) {
    Expected<void> done = append_leaf(position++, entry);
    if (!done) return pass_on(done);
  }
  Expected<void> done = transaction->commit();
  if (!done) return pass_on(done);
  return *first;
}

Expected<std::optional<LedgerEntry>> LedgerStore::entry(std::uint64_t position) {
  Expected<core::Statement> select =
      database_.prepare("SELECT position, kind, key, envelope FROM man_entry WHERE position = ?");
  if (!select) return pass_on(select);
  Expected<bool> row = select->bind(1, signed_of(position)).step();
  if (!row) return pass_on(row);
  if (!*row) return std::optional<LedgerEntry>();
  return std::optional<LedgerEntry>(entry_of(*select));
}

Expected<std::optional<LedgerEntry>> LedgerStore::find_entry(std::string_view kind,
                                                             std::string_view key) {
  Expected<core::Statement> select = database_.prepare(
      "SELECT position, kind, key, envelope FROM man_entry WHERE kind = ? AND key = ? ORDER BY "
      "position DESC LIMIT 1");
  if (!select) return pass_on(select);
  Expected<bool> row = select->bind(1, kind).bind(2, key).step();
  if (!row) return pass_on(row);
  if (!*row) return std::optional<LedgerEntry>();
  return std::optional<LedgerEntry>(entry_of(*select));
}

Expected<void> LedgerStore::each_entry(const std::function<void(const LedgerEntry&)>& visit) {
  Expected<core::Statement> select =
      database_.prepare("SELECT position, kind, key, envelope FROM man_entry ORDER BY position");
  if (!select) return pass_on(select);
  for (;;) {
    Expected<bool> row = select->step();
    if (!row) return pass_on(row);
    if (!*row) return {};
    visit(entry_of(*select));
  }
}

Expected<std::uint64_t> LedgerStore::size() {
  Expected<core::Statement> select =
      database_.prepare("SELECT coalesce(max(position) + 1, 0) FROM man_entry");
  if (!select) return pass_on(select);
  Expected<bool> row = select->step();
  if (!row) return pass_on(row);
  return static_cast<std::uint64_t>(select->integer(0));
}

Expected<std::string> LedgerStore::root(std::uint64_t size) {
  std::optional<core::Failure> failure;
  std::string hash = tree_root(size, node_source(failure));
  if (failure) return Unexpected(std::move(*failure));
  return hash;
}

Expected<std::vector<std::string>> LedgerStore::prove_inclusion(std::uint64_t position,
                                                                std::uint64_t size) {
  std::optional<core::Failure> failure;
  std::vector<std::string> proof = inclusion_proof(position, size, node_source(failure));
  if (failure) return Unexpected(std::move(*failure));
  return proof;
}

Expected<std::vector<std::string>> LedgerStore::prove_consistency(std::uint64_t size1,
                                                                  std::uint64_t size2) {
  std::optional<core::Failure> failure;
  std::vector<std::string> proof = consistency_proof(size1, size2, node_source(failure));
  if (failure) return Unexpected(std::move(*failure));
  return proof;
}

Expected<void> LedgerStore::add_checkpoint(std::uint64_t size, std::string_view note) {
  Expected<core::Statement> insert =
      database_.prepare("INSERT INTO man_checkpoint(size, note, digest) VALUES(?, ?, ?)");
  if (!insert) return pass_on(insert);
  return insert->bind(1, signed_of(size)).bind_blob(2, note).bind_blob(3, sha256_raw(note)).run();
}

Expected<std::vector<std::string>> LedgerStore::checkpoints() {
  std::vector<std::string> notes;
  Expected<core::Statement> select =
      database_.prepare("SELECT note, digest, size FROM man_checkpoint ORDER BY sequence");
  if (!select) return pass_on(select);
  for (;;) {
    Expected<bool> row = select->step();
    if (!row) return pass_on(row);
    if (!*row) return notes;
    notes.push_back(select->text(0));
    core::CollectingSink quiet;
    const auto checkpoint = parse_checkpoint(notes.back(), "checkpoint", quiet);
    if (sha256_raw(notes.back()) != select->text(1) || !checkpoint ||
        signed_of(checkpoint->size) != select->integer(2)) {
      return Unexpected({"IO-0702",
                         "checkpoint " + std::to_string(notes.size() - 1) +
                             " of the ledger was changed; put the ledger back from a copy",
                         {}});
    }
  }
}

}  // namespace sealring::manifest

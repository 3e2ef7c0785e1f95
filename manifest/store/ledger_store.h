// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/store/sqlite.h"
#include "manifest/store/merkle.h"

namespace sealring::manifest {

/// One record of the chain: what this workspace did, in order.
struct LedgerRecord {
  std::uint64_t sequence = 0;
  std::string kind;        ///< "run", "execution", "query"
  std::string key;         ///< run id, execution id, submission
  std::string state;       ///< of a run
  std::int64_t at_ns = 0;  ///< wall clock, a label only: order is the sequence
  std::string body;        ///< JSON text
};

/// One entry of the log: a signed envelope at its position.
struct LedgerEntry {
  std::uint64_t position = 0;
  std::string kind;  ///< "seal" or "verdict"
  std::string key;   ///< of a seal: the run id; of a verdict: the resource
  std::string envelope;
};

/// What kind of entry an envelope is and its key, read from its payload; nothing when it is neither.
std::optional<std::pair<std::string, std::string>> entry_identity(std::string_view envelope);

/// `ledger.db`: a hash-chained list of records and an RFC 6962 log of envelopes, both append-only. Failures are those
/// of core::Database; IO-0704 also when a rule of the ledger forbids the change (a run that ended, a second seal).
class LedgerStore {
 public:
  /// Opens or creates the file (its folder must exist).
  static core::Expected<LedgerStore> open(const std::filesystem::path& file,
                                          core::Database::Mode mode);

  /// Appends one record in a transaction of its own and returns its sequence number.
  core::Expected<std::uint64_t> append_record(std::string_view kind, std::string_view key,
                                              std::string_view state, std::int64_t at_ns,
                                              std::string_view body);
  core::Expected<std::optional<LedgerRecord>> latest(std::string_view kind, std::string_view key);
  core::Expected<std::uint64_t> count_records(std::string_view kind, std::string_view key);
  core::Expected<void> each_record(const std::function<void(const LedgerRecord&)>& visit);
  /// Only those of one kind, in order.
  core::Expected<void> each_record_of(std::string_view kind,
                                      const std::function<void(const LedgerRecord&)>& visit);

  /// Appends envelopes in one transaction; returns the position of the first.
  core::Expected<std::uint64_t> append_entries(const std::vector<LedgerEntry>& entries);
  core::Expected<std::optional<LedgerEntry>> entry(std::uint64_t position);
  core::Expected<std::optional<LedgerEntry>> find_entry(std::string_view kind,
                                                        std::string_view key);
  core::Expected<void> each_entry(const std::function<void(const LedgerEntry&)>& visit);

  core::Expected<std::uint64_t> size();
  core::Expected<std::string> leaf(std::uint64_t position) { return node(0, position); }
  core::Expected<std::string> root(std::uint64_t size);
  core::Expected<std::vector<std::string>> prove_inclusion(std::uint64_t position,
                                                           std::uint64_t size);
  core::Expected<std::vector<std::string>> prove_consistency(std::uint64_t size1,
                                                             std::uint64_t size2);

  core::Expected<void> add_checkpoint(std::uint64_t size, std::string_view note);
  core::Expected<std::vector<std::string>> checkpoints();  ///< notes, oldest first

  /// Reads everything and recomputes every hash. Reports MAN-0401 (not a sound database), MAN-0402 (entry or tree),
  /// MAN-0406 (record). Returns the number of entries and records looked at.
  std::pair<std::uint64_t, std::uint64_t> verify(core::Sink& sink);

  core::Database& database() { return database_; }

 private:
  explicit LedgerStore(core::Database database) : database_(std::move(database)) {}
  core::Expected<void> append_leaf(std::uint64_t position, const LedgerEntry& entry);
  core::Expected<std::string> node(unsigned level, std::uint64_t index);
  NodeSource node_source(std::optional<core::Failure>& failure);
  void verify_records(core::Sink& sink, std::uint64_t& count);
  void verify_entries(core::Sink& sink, std::uint64_t& count);
  core::Database database_;
};

}  // namespace sealring::manifest

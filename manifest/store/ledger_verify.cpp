// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <map>

#include "core/files/digest.h"
#include "manifest/codes.h"
#include "manifest/formats/base64.h"
#include "manifest/signing/note.h"
#include "manifest/store/ledger_store.h"

// Recomputes every hash of a ledger from what its rows say.
namespace sealring::manifest {

namespace {

void report(const core::Code& code, std::string message, const std::string& object,
            core::Sink& sink) {
  sink.report(core::make_finding(code, std::move(message)).on(object, "ledger"));
}

void damaged(const core::Failure& failure, core::Sink& sink) {
  report(codes::kLedgerDamaged, failure.message, "ledger", sink);
}

/// The nodes of a growing tree: what the ledger must hold for the leaves seen so far.
class Shadow {
 public:
  /// Takes one leaf and calls `visit(level, place, hash)` for every node it completes.
  template <class Visit>
  void add(std::string hash, Visit&& visit) {
    std::uint64_t place = size_++;
    for (unsigned level = 0;; ++level) {
      visit(level, place, hash);
      if (edge_.size() <= level) edge_.emplace_back();
      if (place % 2 == 0) {
        edge_[level] = std::move(hash);
        return;
      }
      hash = node_hash(edge_[level], hash);
      place /= 2;
    }
  }

 private:
  std::uint64_t size_ = 0;
  std::vector<std::string> edge_;
};

}  // namespace

void LedgerStore::verify_records(core::Sink& sink, std::uint64_t& count) {
  core::Expected<core::Statement> select = database_.prepare(
      "SELECT sequence, kind, key, state, at_ns, body, hash FROM man_record ORDER BY sequence");
  if (!select) return damaged(select.error(), sink);
  std::string before;
  for (;;) {
    core::Expected<bool> row = select->step();
    if (!row) return damaged(row.error(), sink);
    if (!*row) return;
    core::Sha256 hash;
    hash.update_field(before);
    for (int column = 0; column < 6; ++column) {
      const bool number = column == 0 || column == 4;
      hash.update_field(number ? std::to_string(select->integer(column)) : select->text(column));
    }
    const std::string name = "record " + std::to_string(count);
    const std::string stored = select->text(6);
    if (select->integer(0) != static_cast<std::int64_t>(count)) {
      return report(codes::kRecordAltered, name + " is missing", name, sink);
    }
    if (hex_encode(stored) != hash.finish_hex()) {
      return report(codes::kRecordAltered, name + " does not match its hash", name, sink);
    }
    before = stored;
    ++count;
  }
}

void LedgerStore::verify_entries(core::Sink& sink, std::uint64_t& count) {
  core::Expected<core::Statement> nodes =
      database_.prepare("SELECT hash FROM man_node WHERE level = ? AND place = ?");
  if (!nodes) return damaged(nodes.error(), sink);
  Shadow shadow;
  std::uint64_t node_count = 0;
  bool good = true;
  const core::Expected<void> read = each_entry([&](const LedgerEntry& entry) {
    const std::string name = "entry " + std::to_string(count);
    if (entry.position != count) {
      if (good) report(codes::kEntryAltered, name + " is missing", name, sink);
      good = false;
    }
    const auto identity = entry_identity(entry.envelope);
    if (!identity || identity->first != entry.kind || identity->second != entry.key) {
      report(codes::kEntryAltered,
             name + " is filed as " + entry.kind + " '" + entry.key +
                 "', which its envelope does not say",
             name, sink);
    }
    shadow.add(leaf_hash(entry.envelope), [&](unsigned level, std::uint64_t place,
                                              const std::string& hash) {
      ++node_count;
      nodes->bind(1, static_cast<std::int64_t>(level)).bind(2, static_cast<std::int64_t>(place));
      const core::Expected<bool> row = nodes->step();
      if (good && (!row || !*row || nodes->text(0) != hash)) {
        report(codes::kEntryAltered,
               level == 0 ? name + " does not match its leaf hash"
                          : "the tree above " + name + " does not match its entries (level " +
                                std::to_string(level) + ")",
               name, sink);
        good = false;
      }
      nodes->reset();
    });
    ++count;
  });
  if (!read) return damaged(read.error(), sink);
  core::Expected<core::Statement> total = database_.prepare("SELECT count(*) FROM man_node");
  if (!total) return damaged(total.error(), sink);
  const core::Expected<bool> row = total->step();
  if (!row || static_cast<std::uint64_t>(total->integer(0)) != node_count) {
    report(codes::kEntryAltered, "the tree holds hashes of entries that are not there", "tree",
           sink);
  }
}

std::pair<std::uint64_t, std::uint64_t> LedgerStore::verify(core::Sink& sink) {
  std::uint64_t entries = 0;
  std::uint64_t records = 0;
  if (const core::Expected<void> sound = database_.check(); !sound) damaged(sound.error(), sink);
  verify_records(sink, records);
  verify_entries(sink, entries);
  const core::Expected<std::vector<std::string>> notes = checkpoints();
  if (!notes) {
    damaged(notes.error(), sink);
    return {entries, records};
  }
  std::size_t number = 0;
  for (const std::string& note : *notes) {
    const std::string name = "checkpoint " + std::to_string(number++);
    const std::size_t split = note.rfind("\n\n");
    const auto checkpoint = parse_checkpoint(note.substr(0, split + 1), name, sink);
    if (!checkpoint) continue;
    if (checkpoint->size > entries) {
      report(codes::kLedgerRolledBack,
             name + " states " + std::to_string(checkpoint->size) + " entries, the ledger holds " +
                 std::to_string(entries),
             name, sink);
      continue;
    }
    const core::Expected<std::string> hash = root(checkpoint->size);
    if (!hash || *hash != checkpoint->root) {
      report(codes::kLedgerRolledBack,
             name + " states another root than its " + std::to_string(checkpoint->size) +
                 " entries have",
             name, sink);
    }
  }
  return {entries, records};
}

}  // namespace sealring::manifest

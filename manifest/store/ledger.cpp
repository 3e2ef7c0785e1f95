// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/ledger.h"

#include <set>

#include "core/files/atomic_write.h"
#include "core/store/clock.h"
#include "manifest/checks/submission.h"
#include "manifest/codes.h"
#include "manifest/formats/json.h"
#include "manifest/keys.h"
#include "manifest/runner/records.h"
#include "manifest/signing/signers.h"
#include "manifest/store/content_store.h"
#include "manifest/store/receipt.h"

namespace sealring::manifest {

namespace {

constexpr const char* kEntriesFile = "entries.jsonl";
constexpr const char* kCheckpointFile = "checkpoint";

template <class T>
std::nullopt_t failed(const core::Expected<T>& result, core::Sink& sink) {
  report_failure(result.error(), sink);
  return std::nullopt;
}

void report(const core::Code& code, std::string message, const std::string& object,
            core::Sink& sink) {
  sink.report(core::make_finding(code, std::move(message)).on(object, "ledger"));
}

/// Verifies one envelope of a log under the trust file; its kind says which role must have signed.
bool check_envelope(const LedgerEntry& entry, const Trust& trust, core::Sink& sink) {
  const std::string name = "entry " + std::to_string(entry.position);
  const auto envelope = parse_envelope(entry.envelope, name, sink);
  if (!envelope) return false;
  const std::string role = entry.kind == "verdict" ? "grader" : "runner";
  return !accepted_signers(*envelope, trust, role, entry.position, name, sink).empty();
}

/// Every content that seals list must be in the store.
void check_contents(const core::Workspace& workspace, LedgerStore& ledger, LedgerCheck& result,
                    core::Sink& sink) {
  core::Expected<ContentStore> store = ContentStore::open(workspace.content());
  if (!store) {
    report_failure(store.error(), sink);
    return;
  }
  std::set<std::string> looked;
  const core::Expected<void> read = ledger.each_entry([&](const LedgerEntry& entry) {
    if (entry.kind != "seal") return;
    core::CollectingSink quiet;
    const auto envelope = parse_envelope(entry.envelope, "entry", quiet);
    const auto statement =
        envelope ? parse_statement(envelope->payload, "entry", quiet) : std::nullopt;
    if (!statement) return;
    for (const Subject& subject : statement->subjects) {
      if (!looked.insert(subject.sha256).second || store->get(subject.sha256)) continue;
      sink.report(core::make_finding(codes::kContentMissing,
                                     "content " + subject.sha256.substr(0, 12) + "... of '" +
                                         subject.name + "' is not in the store")
                      .on("run " + entry.key, subject.name));
    }
  });
  if (!read) report_failure(read.error(), sink);
  result.contents = store->verify(sink);
}

/// Reads a checkpoint note and the size and root it states, under the trusted log keys.
std::optional<Checkpoint> open_checkpoint(const std::string& text, const Trust& trust,
                                          const std::string& name, core::Sink& sink) {
  const auto note = open_note(text, log_keys(trust), name, sink);
  return note ? parse_checkpoint(note->text, name, sink) : std::nullopt;
}

void check_against(LedgerStore& ledger, std::uint64_t size, const Checkpoint& checkpoint,
                   const std::string& name, core::Sink& sink) {
  if (checkpoint.size > size) {
    return report(codes::kLedgerRolledBack,
                  "checkpoint '" + name + "' states " + std::to_string(checkpoint.size) +
                      " entries, the ledger holds " + std::to_string(size),
                  name, sink);
  }
  const auto root = ledger.root(checkpoint.size);
  if (!root || *root != checkpoint.root) {
    report(codes::kLedgerRolledBack,
           "the first " + std::to_string(checkpoint.size) +
               " entries of the ledger are not those "
               "checkpoint '" +
               name + "' describes",
           name, sink);
  }
}

}  // namespace

namespace {

/// What a record is about, from its body; a body that cannot be read leaves the line as it is.
void describe(const LedgerRecord& record, LogLine& line) {
  core::CollectingSink quiet;
  const std::optional<Json> body = parse_json(record.body, "record", quiet);
  if (!body) return;
  if (record.kind == "run") line.what = body->text_at({"task"}) + "/" + body->text_at({"stage"});
  if (record.kind != "execution") return;
  line.state = body->text_at({"outcome"});
  const std::optional<Json> execution = parse_json(body->text_at({"record"}), "record", quiet);
  if (execution) line.what = execution->text_at({"verb"});
}

}  // namespace

std::optional<std::vector<LogLine>> ledger_log(const core::Workspace& workspace, bool records,
                                               core::Sink& sink) {
  std::optional<LedgerStore> ledger = open_ledger(workspace, core::Database::Mode::kReadOnly, sink);
  if (!ledger) return {};
  std::vector<LogLine> lines;
  const auto entries = ledger->each_entry([&](const LedgerEntry& entry) {
    lines.push_back({entry.position, true, entry.kind, entry.key, "", "", ""});
  });
  if (!entries) return failed(entries, sink);
  if (!records) return lines;
  const auto read = ledger->each_record([&](const LedgerRecord& record) {
    const std::chrono::system_clock::time_point time{
        std::chrono::duration_cast<std::chrono::system_clock::duration>(
            std::chrono::nanoseconds(record.at_ns))};
    lines.push_back({record.sequence, false, record.kind, record.key, record.state,
                     core::utc_instant(time), ""});
    describe(record, lines.back());
  });
  if (!read) return failed(read, sink);
  return lines;
}

std::optional<std::string> ledger_checkpoint(const core::Workspace& workspace,
                                             const std::filesystem::path& key,
                                             const std::string& passphrase,
                                             const std::string& origin, core::Sink& sink) {
  const std::optional<SigningKey> signer = load_key(key, passphrase, sink);
  if (!signer) return {};
  std::optional<LedgerStore> ledger =
      open_ledger(workspace, core::Database::Mode::kReadWrite, sink);
  if (!ledger) return {};
  core::Expected<std::string> note = make_checkpoint(*ledger, origin, *signer);
  if (!note) return failed(note, sink);
  return std::move(*note);
}

std::optional<std::string> ledger_prove(const core::Workspace& workspace, const std::string& run,
                                        core::Sink& sink) {
  std::optional<LedgerStore> ledger = open_ledger(workspace, core::Database::Mode::kReadOnly, sink);
  if (!ledger) return {};
  const auto entry = ledger->find_entry("seal", run);
  if (!entry) return failed(entry, sink);
  if (!*entry) {
    report(codes::kRunUnknown, "no seal of run '" + run + "' in this workspace", run, sink);
    return {};
  }
  const auto receipt = make_receipt(*ledger, (*entry)->position);
  if (receipt) return to_text(*receipt);
  if (receipt.error().code != "MAN-0405") return failed(receipt, sink);
  report(codes::kProofInvalid, receipt.error().message, run, sink);
  return {};
}

LedgerCheck ledger_verify(const core::Workspace& workspace, const std::optional<Trust>& trust,
                          const core::InputReader& reader,
                          const std::vector<std::filesystem::path>& checkpoints, core::Sink& sink) {
  LedgerCheck result;
  core::Expected<LedgerStore> ledger =
      LedgerStore::open(workspace.ledger(), core::Database::Mode::kReadOnly);
  if (!ledger) {
    // Damage is a finding about the ledger; a file that is not there or not readable is an input fault.
    if (ledger.error().code == "IO-0702") {
      report(codes::kLedgerDamaged, ledger.error().message, "ledger", sink);
    } else {
      report_failure(ledger.error(), sink);
    }
    return result;
  }
  std::tie(result.entries, result.records) = ledger->verify(sink);
  check_contents(workspace, *ledger, result, sink);
  if (!trust) return result;
  const auto read = ledger->each_entry([&](const LedgerEntry& entry) {
    result.signatures += check_envelope(entry, *trust, sink) ? 1 : 0;
  });
  if (!read) report(codes::kLedgerDamaged, read.error().message, "ledger", sink);
  if (const auto notes = ledger->checkpoints()) {
    for (const std::string& note : *notes) {
      const std::string name = "kept checkpoint " + std::to_string(result.checkpoints++);
      open_checkpoint(note, *trust, name, sink);
    }
  }
  for (const std::filesystem::path& file : checkpoints) {
    const auto input = reader.read(file, 1U << 20U, sink);
    const auto checkpoint =
        input ? open_checkpoint(input->text, *trust, input->name, sink) : std::nullopt;
    if (!checkpoint) continue;
    ++result.checkpoints;
    check_against(*ledger, result.entries, *checkpoint, input->name, sink);
  }
  return result;
}

LedgerCheck ledger_verify_export(const core::InputReader& reader,
                                 const std::filesystem::path& folder, const Trust& trust,
                                 core::Sink& sink) {
  LedgerCheck result;
  const auto entries = reader.read(folder / kEntriesFile, reader.limits().design, sink);
  const auto note = reader.read(folder / kCheckpointFile, 1U << 20U, sink);
  if (!entries || !note) return result;
  std::vector<std::vector<std::string>> levels(1);
  std::string_view rest = entries->text;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) {
      report(codes::kEntryAltered, "'" + entries->name + "' ends in the middle of an entry",
             entries->name, sink);
      return result;
    }
    const std::string text(rest.substr(0, end));
    rest.remove_prefix(end + 1);
    const auto identity = entry_identity(text);
    const std::string name = "entry " + std::to_string(result.entries);
    if (!identity) {
      report(codes::kEntryAltered, name + " is neither a manifest nor a verdict", name, sink);
    } else if (check_envelope({result.entries, identity->first, identity->second, text}, trust,
                              sink)) {
      ++result.signatures;
    }
    std::string hash = leaf_hash(text);
    for (std::size_t level = 0;; ++level) {
      if (levels.size() <= level) levels.emplace_back();
      levels[level].push_back(hash);
      const std::size_t count = levels[level].size();
      if (count % 2 != 0) break;
      hash = node_hash(levels[level][count - 2], hash);
    }
    ++result.entries;
  }
  const auto checkpoint = open_checkpoint(note->text, trust, note->name, sink);
  if (!checkpoint) return result;
  ++result.checkpoints;
  const NodeSource node = [&](unsigned level, std::uint64_t index) { return levels[level][index]; };
  if (checkpoint->size != result.entries || tree_root(result.entries, node) != checkpoint->root) {
    report(codes::kLedgerRolledBack,
           "checkpoint '" + note->name + "' states " + std::to_string(checkpoint->size) +
               " entries under another root than the " + std::to_string(result.entries) +
               " entries of the export",
           note->name, sink);
  }
  return result;
}

std::optional<std::uint64_t> export_ledger(const core::Workspace& workspace,
                                           const std::filesystem::path& folder, core::Sink& sink) {
  std::optional<LedgerStore> ledger = open_ledger(workspace, core::Database::Mode::kReadOnly, sink);
  if (!ledger) return {};
  const auto notes = ledger->checkpoints();
  if (!notes) return failed(notes, sink);
  core::CollectingSink quiet;
  const std::string newest = notes->empty() ? "" : notes->back();
  const auto checkpoint =
      parse_checkpoint(newest.substr(0, newest.rfind("\n\n") + 1), "checkpoint", quiet);
  if (!checkpoint) {
    report(codes::kProofInvalid,
           "the ledger holds no checkpoint; make one with `manifest ledger checkpoint`",
           "checkpoint", sink);
    return {};
  }
  std::string text;
  const auto read = ledger->each_entry([&](const LedgerEntry& entry) {
    if (entry.position < checkpoint->size) text += entry.envelope + "\n";
  });
  if (!read) return failed(read, sink);
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  core::Expected<void> done = core::write_atomically(folder / kEntriesFile, text);
  if (done) done = core::write_atomically(folder / kCheckpointFile, newest);
  if (!done) return failed(done, sink);
  return checkpoint->size;
}

std::optional<std::string> export_bundle(const core::Workspace& workspace,
                                         const std::vector<std::string>& runs, core::Sink& sink) {
  std::optional<LedgerStore> ledger = open_ledger(workspace, core::Database::Mode::kReadOnly, sink);
  if (!ledger) return {};
  const std::set<std::string> wanted(runs.begin(), runs.end());
  std::set<std::string> found;
  std::string text;
  const auto read = ledger->each_entry([&](const LedgerEntry& entry) {
    if (entry.kind != "seal" || (!wanted.empty() && !wanted.contains(entry.key))) return;
    found.insert(entry.key);
    text += entry.envelope + "\n";
  });
  if (!read) return failed(read, sink);
  bool complete = !found.empty();
  for (const std::string& run : wanted) {
    if (found.contains(run)) continue;
    complete = false;
    report(codes::kRunUnknown, "no seal of run '" + run + "' in this workspace", run, sink);
  }
  if (!complete && wanted.empty()) {
    report(codes::kNothingToAudit, "the ledger of this workspace holds no seal", "ledger", sink);
  }
  if (!complete) return {};
  return text;
}

}  // namespace sealring::manifest

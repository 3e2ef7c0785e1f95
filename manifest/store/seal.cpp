// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/seal.h"

#include <atomic>
#include <thread>

#include "core/files/atomic_write.h"
#include "core/files/digest.h"
#include "core/store/clock.h"
#include "manifest/codes.h"
#include "manifest/keys.h"
#include "manifest/runner/records.h"
#include "manifest/runner/staging.h"
#include "manifest/signing/dsse.h"
#include "manifest/signing/provenance.h"
#include "manifest/store/content_store.h"
#include "manifest/store/receipt.h"

namespace sealring::manifest {

namespace {

/// What became of one file that was to be copied into the store.
struct Stored {
  std::optional<Content> content;
  std::string problem;
};

/// The steps of one seal, in the order that makes it safe to stop anywhere.
class Sealer {
 public:
  Sealer(const core::Workspace& workspace, const SealOptions& options, core::Sink& sink)
      : workspace_(workspace), options_(options), sink_(sink) {}

  std::optional<SealResult> run();

 private:
  bool store_files(const RunFolder& folder, const std::vector<FileRecord>& files, bool logs);
  bool store_all();
  std::optional<std::string> sign();
  bool load_keys();
  bool enter();
  bool write_out(const Receipt& receipt);
  bool failed(const core::Failure& failure) {
    report_failure(failure, sink_);
    return false;
  }

  const core::Workspace& workspace_;
  const SealOptions& options_;
  core::Sink& sink_;
  std::optional<LedgerStore> ledger_;
  std::optional<ContentStore> content_;
  RunRecord record_;
  std::vector<SigningKey> keys_;  ///< the runner's first
  std::string envelope_;
  SealResult result_;
};

/// Copies the files into the store, two at a time where there are many: most of the time goes into system calls.
std::vector<Stored> copy_all(ContentStore& content, int dir, const std::vector<FileRecord>& files) {
  std::vector<Stored> stored(files.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < files.size(); i = next++) {
      const Descriptor from = open_beneath(dir, files[i].path, stored[i].problem);
      if (from) stored[i].content = content.put(from.get(), stored[i].problem);
    }
  };
  constexpr std::size_t kWorthAThread = 64;
  std::thread second;
  if (files.size() >= kWorthAThread) second = std::thread(work);
  work();
  if (second.joinable()) second.join();
  return stored;
}

bool Sealer::store_files(const RunFolder& folder, const std::vector<FileRecord>& files, bool logs) {
  const Descriptor dir = open_folder(logs ? folder.root : folder.work());
  const std::vector<Stored> stored = copy_all(*content_, dir.get(), files);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const FileRecord& file = files[i];
    const auto& [content, problem] = stored[i];
    if (content && content->sha256 == file.sha256) {
      result_.files += 1;
      result_.bytes += content->bytes;
      continue;
    }
    const bool other = content.has_value();
    if (problem.find("stored") != std::string::npos ||
        problem.find("copied") != std::string::npos) {
      return failed(
          {"IO-0008", "output '" + file.path + "' " + problem + "; nothing was sealed", {}});
    }
    sink_.report(core::make_finding(
                     other || problem.find("changed") != std::string::npos ? codes::kOutputChanged
                                                                           : codes::kUnsafeOutput,
                     "output '" + file.path + "' " +
                         (other ? "changed between the end of the run and its sealing" : problem))
                     .on(file.path, "output"));
    return false;
  }
  return true;
}

bool Sealer::store_all() {
  core::Expected<ContentStore> content = ContentStore::open(workspace_.content());
  if (!content) return failed(content.error());
  content_ = std::move(*content);
  const RunFolder folder = run_folder(workspace_, record_.id);
  if (!store_files(folder, record_.outputs, false) || !store_files(folder, record_.logs, true)) {
    return false;
  }
  const core::Expected<void> durable = content_->sync();
  return durable ? true : failed(durable.error());
}

/// Signs, then reads the very bytes back as a verifier would: what cannot be verified is never entered.
std::optional<std::string> Sealer::sign() {
  const Statement statement = to_provenance(record_, options_.runner, options_.version);
  std::vector<const SigningKey*> signers;
  std::vector<std::string> expected;
  for (const SigningKey& key : keys_) {
    signers.push_back(&key);
    expected.push_back(key.public_key());
  }
  std::string text = sign_envelope(kInTotoPayloadType, statement_text(statement), signers);
  const auto envelope = parse_envelope(text, kManifestFile, sink_);
  if (!envelope || verified_keys(*envelope, expected).size() != expected.size()) return {};
  const auto read = parse_statement(envelope->payload, kManifestFile, sink_);
  if (!read || !read_provenance(*read, kManifestFile, sink_)) return {};
  return text;
}

bool Sealer::enter() {
  auto known = ledger_->find_entry("seal", record_.id);
  if (!known) return failed(known.error());
  if (!*known) {
    if (!store_all()) return false;
    std::optional<std::string> text = sign();
    if (!text) return false;
    const auto position = ledger_->append_entries({{0, "seal", record_.id, *text}});
    if (!position) {
      known = ledger_->find_entry("seal", record_.id);  // another sealer of the same run was first
      if (!known || !*known) return failed(position.error());
    } else {
      envelope_ = std::move(*text);
      result_.position = *position;
      return true;
    }
  }
  result_.already = true;
  envelope_ = (*known)->envelope;
  result_.position = (*known)->position;
  result_.files = record_.outputs.size();
  core::Expected<ContentStore> content = ContentStore::open(workspace_.content());
  if (!content) return failed(content.error());
  content_ = std::move(*content);
  return true;
}

bool Sealer::write_out(const Receipt& receipt) {
  const std::filesystem::path& out = options_.out_dir;
  std::error_code error;
  std::filesystem::create_directories(out, error);
  for (const FileRecord& file : record_.outputs) {
    const Descriptor from = content_->get(file.sha256);
    std::string problem = "is not in the store";
    if (!from ||
        (problem.clear(), !write_beneath(out, file.path, from.get(), file.executable, problem))) {
      return failed({"IO-0008",
                     "output '" + file.path + "' " + problem +
                         "; the run is sealed in the ledger, its submission is incomplete",
                     {}});
    }
  }
  core::Expected<void> done = core::write_atomically(out / kReceiptFile, to_text(receipt));
  if (done) done = core::write_atomically(out / kManifestFile, envelope_);
  return done ? true : failed(done.error());
}

/// One key given twice would count once, so it is refused rather than signed with.
bool Sealer::load_keys() {
  std::vector<std::filesystem::path> files = {options_.key};
  files.insert(files.end(), options_.co_signers.begin(), options_.co_signers.end());
  for (const std::filesystem::path& file : files) {
    std::optional<SigningKey> key = load_key(file, options_.passphrase, sink_);
    if (!key) return false;
    for (const SigningKey& other : keys_) {
      if (other.public_key() != key->public_key()) continue;
      sink_.report(
          core::make_finding(codes::kKeyUnusable,
                             "key '" + file.string() + "' is given twice; one key counts once")
              .on(file.string(), "key"));
      return false;
    }
    keys_.push_back(std::move(*key));
  }
  return true;
}

std::optional<SealResult> Sealer::run() {
  if (!load_keys()) return {};
  const core::SystemClock clock;
  RunLedger runs(workspace_, clock, sink_);
  if (!runs.open()) return {};
  std::optional<RunRecord> record = runs.find(options_.run);
  if (!record) return {};
  if (record->state != RunState::kCompleted) {
    sink_.report(core::make_finding(codes::kNotSealable, "run " + record->id + " is in state '" +
                                                             std::string(to_string(record->state)) +
                                                             "'; only 'completed' can be sealed")
                     .on(record->id, "run"));
    return {};
  }
  record_ = std::move(*record);
  if (record_.outputs.empty()) {
    sink_.report(
        core::make_finding(codes::kNotSealable,
                           "run " + record_.id + " made no output; there is nothing to seal")
            .on(record_.id, "run"));
    return {};
  }
  result_.run = record_.id;
  ledger_ = open_ledger(workspace_, core::Database::Mode::kReadWrite, sink_);
  if (!ledger_ || !enter()) return {};
  const auto checkpoint = make_checkpoint(*ledger_, options_.runner, keys_.front());
  const auto receipt = checkpoint ? make_receipt(*ledger_, result_.position)
                                  : core::Expected<Receipt>(core::Unexpected(checkpoint.error()));
  if (!receipt) {
    failed(receipt.error());
    return {};
  }
  result_.manifest_sha256 = core::sha256_hex(envelope_);
  if (!options_.out_dir.empty() && !write_out(*receipt)) return {};
  return result_;
}

}  // namespace

std::optional<SealResult> seal(const core::Workspace& workspace, const SealOptions& options,
                               core::Sink& sink) {
  return Sealer(workspace, options, sink).run();
}

}  // namespace sealring::manifest

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/checks/submission.h"

#include <set>

#include "core/files/digest.h"
#include "manifest/codes.h"
#include "manifest/seal.h"
#include "manifest/signing/signers.h"
#include "manifest/store/files.h"
#include "manifest/store/receipt.h"

namespace sealring::manifest {

namespace {

constexpr const char* kRunFile =
    "run.json";  // what `manifest run --json` prints, kept beside a half-product

/// A file of the folder as text; "" when it is not there.
std::string text_of(const std::filesystem::path& file) {
  std::string problem;
  const Descriptor folder = open_folder(file.parent_path());
  const Descriptor opened =
      folder ? open_beneath(folder.get(), file.filename().string(), problem) : Descriptor();
  if (!opened) return {};
  core::CollectingSink quiet;
  const core::InputReader reader(file.parent_path());
  const auto input = reader.read(file, kLargestManifest, quiet);
  return input ? input->text : std::string();
}

/// Without a manifest: an unsigned record may still say why there is none. It is only ever a reason to refuse.
void report_unsealed(const std::filesystem::path& folder, const std::string& name,
                     core::Sink& sink) {
  core::CollectingSink quiet;
  const std::string text = text_of(folder / kRunFile);
  const std::optional<Json> json = text.empty() ? std::nullopt : parse_json(text, name, quiet);
  const Json* run = json ? json->find("run") : nullptr;
  const std::string state = run != nullptr ? run->text_at({"state"}) : "";
  const std::optional<RunState> known = parse_run_state(state);
  if (known && *known != RunState::kCompleted) {
    sink.report(core::make_finding(codes::kHalfProduct, "the run of submission '" + name +
                                                            "' ended as '" + state +
                                                            "'; its reports are a half-product")
                    .on(name, "manifest"));
    return;
  }
  sink.report(core::make_finding(codes::kNotSealed, "submission '" + name + "' holds no '" +
                                                        std::string(kManifestFile) + "'")
                  .on(name, "manifest"));
}

}  // namespace

std::optional<VerifiedManifest> verify_manifest(const std::string& text, const std::string& receipt,
                                                const Trust& trust, const std::string& name,
                                                core::Sink& sink) {
  const std::optional<Envelope> envelope = parse_envelope(text, name, sink);
  if (!envelope) return {};
  VerifiedManifest manifest;
  manifest.text = text;
  manifest.sha256 = core::sha256_hex(text);
  if (!receipt.empty()) {
    const std::string receipt_name = name + " (" + kReceiptFile + ")";
    const std::optional<Receipt> parsed = parse_receipt(receipt, receipt_name, sink);
    if (!parsed) return {};
    manifest.position = check_receipt(*parsed, text, trust, receipt_name, sink);
    if (!manifest.position) return {};
  }
  const std::vector<const TrustedKey*> signers =
      accepted_signers(*envelope, trust, "runner", manifest.position, name, sink);
  if (signers.empty()) return {};
  if (envelope->payload_type != kInTotoPayloadType) {
    sink.report(core::make_finding(codes::kPayloadType,
                                   "payload type is '" + envelope->payload_type + "', '" +
                                       std::string(kInTotoPayloadType) + "' was expected")
                    .at({name})
                    .on(name, "payload"));
    return {};
  }
  const std::optional<Statement> statement = parse_statement(envelope->payload, name, sink);
  if (!statement) return {};
  std::optional<Provenance> provenance = read_provenance(*statement, name, sink);
  if (!provenance) return {};
  for (const TrustedKey* key : signers) {
    if (key->id == provenance->runner) manifest.signer = key->id;
  }
  if (manifest.signer.empty()) {
    sink.report(core::make_finding(codes::kRunnerMismatch,
                                   "the statement names runner '" + provenance->runner +
                                       "', its key belongs to '" + signers.front()->id + "'")
                    .at({name})
                    .on(name, "runner"));
    return {};
  }
  if (provenance->record.state != RunState::kCompleted) {
    sink.report(core::make_finding(codes::kHalfProduct,
                                   "the run of '" + name + "' ended as '" +
                                       std::string(to_string(provenance->record.state)) + "'")
                    .on(name, "state"));
    return {};
  }
  manifest.provenance = std::move(*provenance);
  return manifest;
}

std::optional<VerifiedManifest> open_submission(const core::InputReader& reader,
                                                const std::filesystem::path& folder,
                                                const Trust& trust, core::Sink& sink) {
  const std::string name = reader.shown(folder);
  std::error_code error;
  if (!std::filesystem::exists(folder / kManifestFile, error)) {
    report_unsealed(folder, name, sink);
    return {};
  }
  const auto input = reader.read(folder / kManifestFile, kLargestManifest, sink);
  if (!input) return {};
  return verify_manifest(input->text, text_of(folder / kReceiptFile), trust, input->name, sink);
}

std::uint64_t check_files(const std::filesystem::path& folder, const std::string& name,
                          const RunRecord& record, core::Severity unlisted, core::Sink& sink) {
  const Descriptor dir = open_folder(folder);
  std::uint64_t count = 0;
  std::set<std::string> listed;
  std::set<std::string> folders;
  for (const FileRecord& file : record.outputs) {
    listed.insert(file.path);
    const std::size_t slash = file.path.find('/');
    if (slash != std::string::npos) folders.insert(file.path.substr(0, slash + 1));
    std::string problem;
    std::error_code error;
    const std::filesystem::path place = folder / file.path;
    if (!std::filesystem::exists(std::filesystem::symlink_status(place, error))) {
      sink.report(core::make_finding(codes::kMissingFile,
                                     "'" + file.path + "' is listed in the manifest and missing")
                      .on(name, file.path));
      continue;
    }
    const Descriptor opened = open_beneath(dir.get(), file.path, problem);
    const auto content = opened ? read_content(opened.get(), -1, true, problem) : std::nullopt;
    ++count;
    if (!content) {
      sink.report(core::make_finding(codes::kUnsafeOutput, "'" + file.path + "' " + problem)
                      .on(name, file.path));
    } else if (content->sha256 != file.sha256) {
      sink.report(core::make_finding(codes::kBytesChanged,
                                     "'" + file.path + "' was changed after it was sealed")
                      .on(name, file.path)
                      .note("sealed as " + file.sha256 + ", is now " + content->sha256));
    }
  }
  const auto visit = [&](const std::string& path, const std::string&) {
    const std::size_t slash = path.find('/');
    if (slash == std::string::npos || !folders.contains(path.substr(0, slash + 1))) return;
    if (listed.contains(path)) return;
    sink.report(
        core::make_finding(codes::kUnlistedReport, "'" + path + "' is not listed in the manifest")
            .on(name, path)
            .as(unlisted));
  };
  std::string problem;
  if (!dir || !each_file(dir.get(), 10'000'000, visit, problem)) {
    sink.report(
        core::make_finding(codes::kUnsafeOutput, "folder '" + name + "' " + problem).on(name, "."));
  }
  return count;
}

}  // namespace sealring::manifest

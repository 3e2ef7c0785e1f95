// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/verify.h"

#include <algorithm>

#include "core/codes.h"
#include "manifest/checks/submission.h"
#include "manifest/codes.h"

namespace sealring::manifest {

core::Verdict verdict_of(const std::vector<core::Finding>& reasons) {
  bool refused = false;
  bool unclear = false;
  for (const core::Finding& reason : reasons) {
    if (reason.severity != core::Severity::kError) continue;
    if (reason.kind == core::FindingClass::kInput) return core::Verdict::kError;
    const bool lacks =
        reason.code == &codes::kNothingCompared || reason.code == &codes::kReportInconclusive;
    (lacks ? unclear : refused) = true;
  }
  if (refused) return core::Verdict::kFail;
  return unclear ? core::Verdict::kInconclusive : core::Verdict::kPass;
}

std::vector<std::string> reason_codes(const Judgement& judgement) {
  std::vector<std::string> ids;
  for (const core::Finding& reason : judgement.reasons) {
    std::string id(reason.code->id);
    if (reason.severity != core::Severity::kError) continue;
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(std::move(id));
  }
  return ids;
}

int exit_status(const std::vector<Judgement>& judgements) {
  if (judgements.empty()) return 2;
  int status = 0;
  for (const Judgement& judgement : judgements) {
    if (judgement.verdict == core::Verdict::kError) return 2;
    if (judgement.verdict != core::Verdict::kPass) status = 1;
  }
  return status;
}

namespace {

Judgement judge(std::string name, std::vector<core::Finding> reasons) {
  const core::Verdict verdict = verdict_of(reasons);
  return {std::move(name), verdict, std::move(reasons)};
}

Judgement verify_folder(const core::InputReader& reader, const std::filesystem::path& folder,
                        const Trust& trust, VerifyResult& result) {
  core::CollectingSink sink;
  const auto manifest = open_submission(reader, folder, trust, sink);
  if (manifest) {
    result.manifests += 1;
    result.files += check_files(folder, reader.shown(folder), manifest->provenance.record,
                                core::Severity::kWarning, sink);
  }
  return judge(reader.shown(folder), std::move(sink.findings));
}

void verify_bundle(const core::InputFile& input, const Trust& trust, VerifyResult& result) {
  std::string_view rest = input.text;
  std::size_t line = 0;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string text(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++line;
    if (text.empty()) continue;
    core::CollectingSink sink;
    const std::string name = input.name + ":" + std::to_string(line);
    if (verify_manifest(text, "", trust, name, sink)) result.manifests += 1;
    result.judgements.push_back(judge(name, std::move(sink.findings)));
  }
}

}  // namespace

VerifyResult verify(const core::InputReader& reader,
                    const std::vector<std::filesystem::path>& targets, const Trust& trust) {
  VerifyResult result;
  for (const std::filesystem::path& target : targets) {
    std::error_code error;
    if (std::filesystem::is_directory(target, error)) {
      result.judgements.push_back(verify_folder(reader, target, trust, result));
      continue;
    }
    core::CollectingSink sink;
    const auto input = reader.read(target, kLargestManifest, sink);
    if (input && target.extension() == ".jsonl") {
      verify_bundle(*input, trust, result);
      continue;
    }
    if (input && verify_manifest(input->text, "", trust, input->name, sink)) result.manifests += 1;
    result.judgements.push_back(judge(reader.shown(target), std::move(sink.findings)));
  }
  return result;
}

}  // namespace sealring::manifest

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>

#include "cli/codes.h"
#include "cli/commands/all.h"

namespace sealring::cli {

namespace {

class WaiverAdd final : public Verb {
 public:
  VerbInfo info() const override {
    return {
        "waiver",
        "add",
        "append one waiver to a file of accepted findings",
        {"sealring waiver add --object 'u_phy/*' --code SDC-0401 --reason 'reviewed with timing'",
         "sealring waiver add --fingerprint 3f6c… --reason 'mock-up only' --expires 2027-03-31"},
        false};
  }

  void declare(Options& options) override {
    options
        .option("--object", "GLOB", &object_, "objects it covers ('*' any run, '?' one character)")
        .option("--file", "GLOB", &file_, "files it covers")
        .option("--fingerprint", "HEX", &fingerprint_, "the one finding it covers")
        .option("--code", "CODE", &code_, "only findings of this code")
        .option("--content-sha256", "HEX", &content_,
                "holds only while the content has this digest")
        .required("--reason", "TEXT", &reason_, "why the finding is accepted")
        .option("--owner", "NAME", &owner_, "who decided")
        .option("--expires", "YYYY-MM-DD", &expires_, "last day it holds")
        .option("--waivers", "FILE", &target_, "the file to append to");
  }

  int run(Context& context) override {
    core::Waiver waiver;
    int scopes = 0;
    const auto scope = [&](const std::optional<std::string>& text, core::Waiver::Scope kind) {
      if (!text) return;
      waiver.scope = kind;
      waiver.pattern = *text;
      ++scopes;
    };
    scope(object_, core::Waiver::Scope::kObject);
    scope(file_, core::Waiver::Scope::kFile);
    scope(fingerprint_, core::Waiver::Scope::kFingerprint);
    if (scopes != 1) {
      return fail(context, {std::string(codes::kBadUsage.id),
                            "give exactly one of --object, --file and --fingerprint",
                            {}});
    }
    if (code_ && context.catalogue.find(*code_) == nullptr) {
      return fail(context,
                  {std::string(codes::kUnknownCode.id), "unknown code '" + *code_ + "'", {}});
    }
    waiver.code = code_.value_or("");
    waiver.content_sha256 = content_.value_or("");
    waiver.reason = reason_;
    waiver.owner = owner_.value_or("");
    waiver.expires = expires_.value_or("");
    return append(context, waiver);
  }

 private:
  /// The file with the new entry must still read without a finding, else it is left as it was.
  int append(Context& context, const core::Waiver& waiver) const {
    std::string text;
    if (std::filesystem::exists(target_)) {
      std::ifstream stream(target_);
      text.assign(std::istreambuf_iterator<char>(stream), {});
    } else {
      text = "schema: sealring.waivers/1\nwaivers:\n";
    }
    if (!text.empty() && text.back() != '\n') text += '\n';
    text += core::to_yaml(waiver);
    const std::filesystem::path trial = target_ + ".new";
    int status = write_result(context, trial.string(), text);
    if (status != 0) return status;
    core::CollectingSink sink;
    core::read_waivers(context.reader(), trial, sink);
    for (const core::Finding& finding : sink.findings) {
      fail(context, {std::string(finding.code->id), finding.message, finding.location});
    }
    std::error_code error;
    if (!sink.findings.empty()) {
      std::filesystem::remove(trial, error);
      return 2;
    }
    std::filesystem::rename(trial, target_, error);
    if (error)
      return fail(context, {"IO-0008", "cannot write '" + target_ + "': " + error.message(), {}});
    if (!context.quiet) context.err << "added to " << target_ << "\n";
    return 0;
  }

  std::optional<std::string> object_;
  std::optional<std::string> file_;
  std::optional<std::string> fingerprint_;
  std::optional<std::string> code_;
  std::optional<std::string> content_;
  std::optional<std::string> owner_;
  std::optional<std::string> expires_;
  std::string reason_;
  std::string target_ = "waivers.yaml";
};

}  // namespace

std::unique_ptr<Verb> make_waiver_add() {
  return std::make_unique<WaiverAdd>();
}

}  // namespace sealring::cli

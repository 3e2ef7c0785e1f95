// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/diagnostics/policy.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <unordered_map>

#include "core/codes.h"

namespace sealring::core {

namespace {

bool blocks(const Finding& finding) {
  return finding.kind == FindingClass::kInput && finding.severity == Severity::kError;
}

/// Length of the longest entry that is the id or a prefix of it; 0 when none is.
std::size_t longest_match(const std::vector<std::string>& entries, std::string_view id) {
  const auto same_letter = [](unsigned char a, unsigned char b) {
    return std::toupper(a) == std::toupper(b);
  };
  std::size_t longest = 0;
  for (const std::string& entry : entries) {
    const bool matches = entry.size() <= id.size() &&
                         std::equal(entry.begin(), entry.end(), id.begin(), same_letter);
    if (matches) longest = std::max(longest, entry.size());
  }
  return longest;
}

bool wanted(const FindingPolicy& policy, const Finding& finding, bool honour_select) {
  if (blocks(finding)) return true;
  const std::size_t ignored = longest_match(policy.ignore, finding.code->id);
  const std::size_t selected = longest_match(policy.select, finding.code->id);
  if (honour_select && !policy.select.empty() && selected == 0) return false;
  return ignored == 0 || selected > ignored;
}

void set_severity(const FindingPolicy& policy, Finding& finding) {
  if (blocks(finding)) return;
  const auto it = policy.severity.find(std::string(finding.code->id));
  if (it != policy.severity.end()) finding.severity = it->second;
}

std::string describe(const Waiver& waiver) {
  static constexpr std::string_view kScope[] = {"object", "file", "fingerprint"};
  std::string text = "waiver for ";
  text += kScope[static_cast<std::size_t>(waiver.scope)];
  text += " '" + waiver.pattern + "'";
  if (!waiver.code.empty()) text += " and code " + waiver.code;
  return text;
}

Finding about(const Waiver& waiver, const Code& code, const std::string& what) {
  return make_finding(code, describe(waiver) + what)
      .at(waiver.location)
      .on("waivers:" + waiver.pattern, waiver.code);
}

std::string_view content_of(const Finding& finding) {
  for (const auto& [name, value] : finding.properties) {
    if (name == "content_sha256") return value;
  }
  return {};
}

/// Finds the waivers that may cover a finding without trying every one: patterns without wildcards by lookup.
class WaiverIndex {
 public:
  explicit WaiverIndex(const std::vector<Waiver>& items) : items_(items) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Waiver& waiver = items[i];
      const bool literal = waiver.scope == Waiver::Scope::kFingerprint ||
                           waiver.pattern.find_first_of("*?") == std::string::npos;
      if (literal) {
        literal_[static_cast<std::size_t>(waiver.scope)][waiver.pattern].push_back(i);
      } else {
        globs_.push_back(i);
      }
    }
  }

  /// Indices of the waivers whose scope and code cover `finding`, in file order.
  std::vector<std::size_t> covering(const Finding& finding) const {
    std::vector<std::size_t> found;
    const auto look_up = [&](Waiver::Scope scope, const std::string& text) {
      const auto& table = literal_[static_cast<std::size_t>(scope)];
      if (table.empty()) return;
      const auto it = table.find(text);
      if (it != table.end()) found.insert(found.end(), it->second.begin(), it->second.end());
    };
    look_up(Waiver::Scope::kObject, finding.object);
    look_up(Waiver::Scope::kFile, finding.location.file);
    if (!literal_[static_cast<std::size_t>(Waiver::Scope::kFingerprint)].empty()) {
      look_up(Waiver::Scope::kFingerprint, fingerprint(finding));
    }
    found.insert(found.end(), globs_.begin(), globs_.end());
    std::erase_if(found, [&](std::size_t i) { return !covers(items_[i], finding); });
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  const std::vector<Waiver>& items_;
  std::unordered_map<std::string, std::vector<std::size_t>> literal_[3];
  std::vector<std::size_t> globs_;
};

/// Marks findings as waived and remembers what became of each waiver.
class WaiverJudge {
 public:
  WaiverJudge(const FindingPolicy& policy, const std::string& today)
      : policy_(policy), today_(today), index_(policy.waivers.items), fates_(items().size()) {}

  void judge(Finding& finding) {
    const std::vector<std::size_t> covering = index_.covering(finding);
    std::vector<std::size_t> lapsed;
    for (const std::size_t i : covering) {
      const Waiver& waiver = items()[i];
      fates_[i].matched = true;
      if (blocks(finding)) {
        finding.notes.push_back(
            {waiver.location, "this waiver has no effect: an input error cannot be waived"});
      } else if (!waiver.expires.empty() && waiver.expires < today_) {
        fates_[i].expired = true;
      } else if (!waiver.content_sha256.empty() && waiver.content_sha256 != content_of(finding)) {
        lapsed.push_back(i);
      } else if (finding.waived_by.empty()) {
        finding.waived_by = waiver.reason;
      }
    }
    if (!finding.waived_by.empty()) return;
    for (const std::size_t i : lapsed) {
      if (fates_[i].lapsed) continue;
      fates_[i].lapsed = true;
      fates_[i].content = content_of(finding);
      fates_[i].lapsed_at = finding.location;
    }
  }

  /// Expired, lapsed and unused waivers.
  std::vector<Finding> findings(bool judge_unused) const {
    std::vector<Finding> found;
    for (std::size_t i = 0; i < items().size(); ++i) {
      const Waiver& waiver = items()[i];
      const Fate& fate = fates_[i];
      if (fate.expired) {
        found.push_back(about(waiver, codes::kWaiverExpired, " expired on " + waiver.expires));
      }
      if (fate.lapsed) {
        const std::string now = fate.content.empty()
                                    ? "the finding names no content"
                                    : "the content is now " + fate.content.substr(0, 12) + "...";
        found.push_back(
            about(waiver, codes::kWaiverLapsed,
                  " was given for content " + waiver.content_sha256.substr(0, 12) + "..., " + now)
                .note("the finding it was given for", fate.lapsed_at));
      }
      if (!fate.matched && judge_unused && could_match(waiver)) {
        const bool old = !waiver.expires.empty() && waiver.expires < today_;
        found.push_back(
            about(waiver, codes::kWaiverUnused,
                  old ? " matched nothing and expired on " + waiver.expires : " matched nothing"));
      }
    }
    return found;
  }

 private:
  struct Fate {
    bool matched = false;
    bool expired = false;
    bool lapsed = false;
    std::string content;
    Location lapsed_at;
  };

  const std::vector<Waiver>& items() const { return policy_.waivers.items; }

  bool could_match(const Waiver& waiver) const {
    const auto& ran = policy_.rules_run;
    return waiver.code.empty() || ran.empty() ||
           std::find(ran.begin(), ran.end(), waiver.code) != ran.end();
  }

  const FindingPolicy& policy_;
  const std::string& today_;
  WaiverIndex index_;
  std::vector<Fate> fates_;
};

/// Keeps at most `limit` findings per code, those that count before waived and known ones, and counts the rest.
void cap(std::vector<Finding>& findings, std::uint64_t limit, HiddenFindings& hidden) {
  std::vector<std::size_t> order(findings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_partition(order.begin(), order.end(), [&](std::size_t i) {
    return findings[i].waived_by.empty() && !findings[i].in_baseline;
  });
  std::unordered_map<std::string_view, std::uint64_t> listed;
  std::vector<bool> drop(findings.size(), false);
  for (const std::size_t i : order) {
    const std::string_view id = findings[i].code->id;
    if (++listed[id] <= limit) continue;
    drop[i] = true;
    hidden[std::string(id)].add(findings[i]);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (drop[i]) continue;
    if (kept != i) findings[kept] = std::move(findings[i]);
    ++kept;
  }
  findings.erase(findings.begin() + static_cast<std::ptrdiff_t>(kept), findings.end());
}

}  // namespace

PolicyOutcome apply_policy(std::vector<Finding> findings, const FindingPolicy& policy,
                           const std::string& today) {
  PolicyOutcome outcome;
  // Severities first: whether a finding blocks depends on them, and nothing below may change that again.
  for (Finding& finding : findings) set_severity(policy, finding);
  outcome.blocking =
      static_cast<std::uint64_t>(std::count_if(findings.begin(), findings.end(), blocks));
  WaiverJudge judge(policy, today);
  if (!policy.waivers.items.empty()) {
    for (Finding& finding : findings) judge.judge(finding);
  }
  std::erase_if(findings, [&](const Finding& f) { return !wanted(policy, f, true); });
  for (Finding& finding : judge.findings(outcome.blocking == 0)) {
    set_severity(policy, finding);
    if (wanted(policy, finding, false)) findings.push_back(std::move(finding));
  }
  std::stable_sort(findings.begin(), findings.end(), output_order);
  for (Finding& finding : findings) {
    if (blocks(finding)) continue;
    finding.in_baseline =
        policy.baseline && policy.baseline->fingerprints.count(fingerprint(finding)) != 0;
    const bool open = finding.waived_by.empty() && !finding.in_baseline;
    if (open && policy.fail_on && finding.severity >= *policy.fail_on) ++outcome.failing;
  }
  if (policy.max_findings != 0) cap(findings, policy.max_findings, outcome.hidden);
  outcome.findings = std::move(findings);
  return outcome;
}

}  // namespace sealring::core

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/commands/sdc_shared.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/process/process.h"

namespace sealring::cli {

namespace {

nlohmann::ordered_json view_to_json(const sdcgen::ViewResult& view) {
  const sdcgen::Proof& proof = view.proof;
  nlohmann::ordered_json json;
  json["view"] = view.view;
  json["sdc"] = view.sdc;
  json["lines"] = view.lines;
  json["clocks"] = {{"active", view.active},
                    {"unused", view.unused},
                    {"emitted", view.emitted},
                    {"counted_raw", view.counted_raw}};
  json["entries"] = {{"active", view.entries},
                     {"not_applicable", view.not_applicable},
                     {"candidates", view.candidates}};
  nlohmann::ordered_json touched = nlohmann::ordered_json::array();
  for (const sdcgen::Proof::Touched& one : proof.touched)
    touched.push_back(
        {{"entry", one.entry}, {"start_points", one.starts}, {"end_points", one.ends}});
  json["proof"] = {{"status", to_string(proof.status)},
                   {"engine", proof.engine},
                   {"clocks_missing", proof.clocks_missing},
                   {"clocks_unexpected", proof.clocks_unexpected},
                   {"queries", proof.queries},
                   {"queries_empty", proof.queries_empty},
                   {"unclocked_registers", proof.unclocked_registers},
                   {"unconstrained_endpoints", proof.unconstrained_endpoints},
                   {"entries_compared", proof.entries},
                   {"pairs_compared", proof.pairs_compared},
                   {"pairs_probed", proof.pairs_probed},
                   {"exceptions", touched}};
  if (!proof.reused_from.empty()) json["proof"]["reused_from"] = proof.reused_from;
  return json;
}

}  // namespace

namespace {

/// Open questions, one list, by owner.
nlohmann::ordered_json questions_to_json(const std::vector<core::Finding>& findings) {
  std::vector<const core::Finding*> open;
  for (const core::Finding& finding : findings) {
    if (sdcgen::is_question(finding)) open.push_back(&finding);
  }
  std::stable_sort(open.begin(), open.end(), [](const core::Finding* a, const core::Finding* b) {
    return a->owner < b->owner;
  });
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const core::Finding* finding : open)
    list.push_back({{"owner", to_string(finding->owner)},
                    {"object", finding->object},
                    {"question", finding->message},
                    {"place", core::to_string(finding->location)}});
  return list;
}

nlohmann::ordered_json modes_to_json(const sdcgen::ModeCount& modes) {
  nlohmann::ordered_json json;
  if (modes.legal.empty()) {
    json["legal"] = nullptr;
  } else {
    json["legal"] = modes.legal;
  }
  json["components"] = modes.components;
  json["configured"] = modes.configured;
  json["proved"] = modes.proved;
  return json;
}

}  // namespace

void describe_views(const sdcgen::GenerateResult& result, bool proof_asked, CheckResult& check) {
  std::uint64_t clocks = 0;
  std::uint64_t proofs = 0;
  std::uint64_t queries = 0;
  core::Table table{{{"view", false},
                     {"active", true},
                     {"unused", true},
                     {"proof", false},
                     {"engine", false},
                     {"SDC", false}},
                    {}};
  for (const sdcgen::ViewResult& view : result.views) {
    clocks += view.active;
    queries += view.proof.queries;
    const bool verdict = view.proof.status == sdcgen::ProofStatus::kProved ||
                         view.proof.status == sdcgen::ProofStatus::kFailed;
    proofs += verdict ? 1 : 0;
    table.rows.push_back({view.view, std::to_string(view.active), std::to_string(view.unused),
                          std::string(to_string(view.proof.status)),
                          view.proof.reused_from.empty()
                              ? view.proof.engine
                              : "as in execution " + view.proof.reused_from,
                          view.sdc});
    if (!verdict && proof_asked) {
      check.not_checked.push_back(
          {"proof of view " + view.view, std::string(to_string(view.proof.status))});
    }
  }
  check.checked = {{"views", result.views.size()},
                   {"active clocks", clocks},
                   {"proofs", proofs},
                   {"object queries", queries}};
  if (!result.views.empty()) {
    check.sections.push_back({"Views", table});
    const std::string legal =
        result.modes.legal.empty() ? "more than can be counted" : result.modes.legal;
    check.sections.push_back(
        {"Mode combinations",
         core::Table{{{"proved", true}, {"legal", true}, {"independent parts", true}},
                     {{std::to_string(result.modes.proved), legal,
                       std::to_string(result.modes.components)}}}});
  }
  check.main_result =
      [result, questions = questions_to_json(check.findings)](nlohmann::ordered_json& document) {
        document["config"] = result.config;
        document["written"] = result.files;
        document["mode_combinations"] = modes_to_json(result.modes);
        document["questions"] = questions;
        document["views"] = nlohmann::ordered_json::array();
        for (const sdcgen::ViewResult& view : result.views)
          document["views"].push_back(view_to_json(view));
      };
  check.record = result.record;
}

std::string sta_path() {
  const auto path = core::find_tool("sta");
  return path ? path->string() : std::string();
}

unsigned thread_count(const Context& context) {
  return context.jobs > 0 ? static_cast<unsigned>(context.jobs)
                          : std::max(1U, std::thread::hardware_concurrency());
}

std::filesystem::path proof_cache(const Context& context) {
  std::error_code error;
  const bool there =
      context.workspace && std::filesystem::is_directory(context.workspace->root, error);
  return there ? context.workspace->cache() : std::filesystem::path();
}

}  // namespace sealring::cli

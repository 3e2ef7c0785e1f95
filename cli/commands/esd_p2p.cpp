// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/codes.h"
#include "cli/commands/all.h"
#include "cli/commands/esd_shared.h"
#include "esd/format.h"
#include "esd/node_list.h"
#include "esd/p2p.h"
#include "esd/project_codes.h"
#include "esd/read_network.h"
#include "esd/result_codes.h"

namespace sealring::cli {

namespace {

struct Question {
  std::vector<esd::Terminal> terminals;
  std::vector<esd::TerminalPair> pairs;
};

class EsdP2p final : public Verb {
 public:
  VerbInfo info() const override {
    return {"esd",
            "p2p",
            "exact effective resistance from pads to clamps, over all parallel routes",
            {"sealring esd p2p --network grid.spice --from pads.txt --to clamps.txt --merge-from "
             "--json",
             "sealring esd p2p esd.yaml"},
            true};
  }

  void declare(Options& options) override {
    options
        .positional("ESD.yaml", &project_, "project (sealring.esd/1); its p2p rules are checked",
                    false)
        .option("--network", "FILE", &network_,
                "a bare network instead of a project (SPICE, DSPF, SPEF; .gz, .xz)")
        .option("--network-format", "FORMAT", &format_, "format of the network",
                {"auto", "spice", "dspf", "spef"})
        .several("--from", "NODE", &from_,
                 "nodes, or files that list nodes, where the current enters")
        .several("--to", "NODE", &to_, "nodes, or files that list nodes, where it leaves")
        .flag("--merge-from", &merge_from_, "take all --from nodes as one, ideally shorted")
        .flag("--merge-to", &merge_to_, "take all --to nodes as one, ideally shorted");
    solver_.declare(options);
    checks_.declare(options);
  }

  int run(Context& context) override;

 private:
  bool usage(CheckResult& result) const;
  void answer(Context& context, const esd::Network& network, CheckResult& result);
  void describe(const Question& question, const esd::P2pResult& answer, CheckResult& result) const;

  std::optional<std::string> project_;
  std::optional<std::string> network_;
  std::string format_ = "auto";
  std::vector<std::string> from_;
  std::vector<std::string> to_;
  bool merge_from_ = false;
  bool merge_to_ = false;
  EsdSolverOptions solver_;
  EsdCheckOptions checks_;
};

bool EsdP2p::usage(CheckResult& result) const {
  std::string problem;
  if (!network_) problem = "name a project (ESD.yaml), or a bare network with --network FILE";
  if (network_ && project_)
    problem = "'" + *project_ + "' and --network are given; name one of them";
  if (network_ && from_.empty())
    problem = "--from is missing; name a node or a file that lists nodes";
  if (network_ && to_.empty()) problem = "--to is missing; name a node or a file that lists nodes";
  if (problem.empty()) return true;
  result.findings.push_back(core::make_finding(codes::kBadUsage, problem).on("esd p2p", problem));
  return false;
}

void EsdP2p::describe(const Question& question, const esd::P2pResult& answer,
                      CheckResult& result) const {
  core::Table table;
  table.columns = {{"from"}, {"to"}, {"R (ohm)", true}};
  std::uint64_t answered = 0;
  for (std::size_t i = 0; i < question.pairs.size(); ++i) {
    const std::string& from = question.terminals[question.pairs[i].from].label;
    const std::string& to = question.terminals[question.pairs[i].to].label;
    const double ohm = answer.ohm[i];
    std::string text = esd::format_number(ohm);
    if (std::isnan(ohm)) {
      text = "not computed";
    } else {
      ++answered;
    }
    if (ohm == esd::kOpenOhm) {
      text = "unreachable";
      result.findings.push_back(
          core::make_finding(esd::codes::kUnreachable,
                             "no conductor joins '" + from + "' and '" + to + "'")
              .on(from + " to " + to, "p2p"));
    } else if (ohm == 0) {
      result.findings.push_back(
          core::make_finding(esd::codes::kSameTerminal,
                             "'" + from + "' and '" + to +
                                 "' are one node (0 ohm); nothing is measured between them")
              .on(from + " to " + to, "p2p"));
    }
    table.rows.push_back({from, to, text});
  }
  result.checked.emplace_back("pairs", answered);
  result.sections.push_back({"effective resistance over all parallel routes", std::move(table)});
  result.schema = "sealring.esd.p2p/1";
  result.main_result = [question, answer, merge_from = merge_from_,
                        merge_to = merge_to_](nlohmann::ordered_json& document) {
    document["merge_from"] = merge_from;
    document["merge_to"] = merge_to;
    auto& pairs = document["pairs"] = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < question.pairs.size(); ++i) {
      nlohmann::ordered_json pair;
      pair["from"] = question.terminals[question.pairs[i].from].label;
      pair["to"] = question.terminals[question.pairs[i].to].label;
      const double ohm = answer.ohm[i];
      pair["ohm"] =
          std::isfinite(ohm) ? nlohmann::ordered_json(ohm) : nlohmann::ordered_json(nullptr);
      if (!std::isfinite(ohm)) pair["state"] = std::isnan(ohm) ? "not computed" : "unreachable";
      pairs.push_back(std::move(pair));
    }
  };
}

void EsdP2p::answer(Context& context, const esd::Network& network, CheckResult& result) {
  core::CollectingSink sink;
  const core::InputReader reader = context.reader();
  Question question;
  const auto from = esd::read_terminals(network, reader, from_, merge_from_, "--from", sink);
  const auto to = esd::read_terminals(network, reader, to_, merge_to_, "--to", sink);
  question.terminals = from;
  question.terminals.insert(question.terminals.end(), to.begin(), to.end());
  for (std::uint32_t i = 0; i < from.size(); ++i) {
    for (std::uint32_t j = 0; j < to.size(); ++j) {
      question.pairs.push_back({i, static_cast<std::uint32_t>(from.size()) + j});
    }
  }
  esd::P2pResult solved;
  {
    ProgressLine progress(context);
    esd::SolverOptions options = solver_.solver(context);
    options.progress = tell_progress(progress);
    solved = esd::point_to_point(network, question.terminals, question.pairs, options, sink);
  }
  tell_phases(context, solved.counts);
  std::move(sink.findings.begin(), sink.findings.end(), std::back_inserter(result.findings));
  describe(question, solved, result);
}

int EsdP2p::run(Context& context) {
  if (project_ && !network_)
    return run_esd_check(context, "esd p2p", *project_, solver_, checks_, {true, false});
  CheckResult result;
  result.verb = "esd p2p";
  result.rules_run = {std::string(esd::codes::kUnreachable.id)};
  if (usage(result)) {
    core::CollectingSink sink;
    esd::NetworkOptions options;
    options.format = *esd::parse_network_format(format_);
    const auto network = esd::read_network(context.reader(), *network_, options, sink);
    result.findings = std::move(sink.findings);
    if (network) {
      add_network(*network, result);
      result.record.verb = "esd p2p";
      result.record.add_input("network", network->files.front().name,
                              network->files.front().sha256);
      answer(context, *network, result);
    }
  }
  return finish_check(context, std::move(result));
}

}  // namespace

std::unique_ptr<Verb> make_esd_p2p() {
  return std::make_unique<EsdP2p>();
}

}  // namespace sealring::cli

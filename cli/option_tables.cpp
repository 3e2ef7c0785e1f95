// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/command_line.h"

namespace sealring::cli {

Options global_option_table(GlobalOptions& values) {
  Options table;
  table.flag("-q,--quiet", &values.quiet, "no summary and no progress on stderr")
      .flag("-v,--verbose", &values.verbose, "say what is being done on stderr")
      .option("--color", "WHEN", &values.colour, "colour: flag > NO_COLOR > FORCE_COLOR > terminal",
              {"auto", "always", "never"})
      .option("--progress", "WHEN", &values.progress, "a status line on stderr",
              {"auto", "always", "never"})
      .option("-j,--jobs", "N", &values.jobs, "threads; 0 is one per processor")
      .option("-C", "DIR", &values.directory, "work in this folder")
      .option("--settings", "FILE", &values.settings, "use this sealring.yaml")
      .flag("--no-settings", &values.no_settings, "use no sealring.yaml")
      .option("--workspace", "DIR", &values.workspace,
              "the folder that holds sealring.yaml and .sealring")
      .option("-D", "KEY=VALUE", &values.define, "set one key of sealring.yaml for this run");
  return table;
}

Options finding_option_table(FindingOptions& values) {
  Options table;
  table
      .option("--format", "FORMAT[=FILE]", &values.format,
              "output form; may be given several times, each with its own file")
      .flag("--json", &values.json, "short for --format json")
      .option("-o,--output", "FILE", &values.output,
              "write the result to a file (whole or not at all)")
      .option("--select", "CODE", &values.select, "report only these codes or prefixes")
      .option("--ignore", "CODE", &values.ignore, "leave out these codes or prefixes")
      .option("--severity", "CODE=LEVEL", &values.severity, "change the severity of a code")
      .option("--fail-on", "LEVEL", &values.fail_on, "lowest severity that gives exit status 1",
              {"error", "warning", "note", "never"})
      .option("--waivers", "FILE", &values.waivers, "accepted findings")
      .option("--baseline", "FILE", &values.baseline,
              "an earlier JSON report: only new findings fail")
      .option("--max-findings", "N", &values.max_findings,
              "list at most N per code; counts stay exact")
      .flag("--statistics", &values.statistics, "a count per code at the end")
      .option("--stats", "FILE", &values.stats, "write times and memory of this run as JSON")
      .flag("--exit-zero", &values.exit_zero, "exit status 0 instead of 1 (never instead of 2)");
  return table;
}

std::string group_summary(const std::string& group) {
  if (group == "sdc") return "timing constraints (SDC) from IP tables, proved in OpenSTA";
  if (group == "stack") return "multi-die stacks: assemble, prove connectivity and alignment";
  if (group == "esd") return "discharge paths: topology, resistance and current density";
  if (group == "manifest") return "runs of any tool: seal, verify, grade, audit";
  if (group == "manifest ledger") return "the append-only log of sealed manifests";
  if (group == "manifest key") return "signed statements about keys: revocation and rotation";
  if (group == "reuse") return "pre-implemented FPGA modules: check, keep, place, cost";
  if (group == "config") return "settings of a project (sealring.yaml)";
  if (group == "waiver") return "accepted findings";
  return "";
}

std::vector<BoundVerb> bind_verbs(FindingOptions& findings) {
  std::vector<BoundVerb> bound;
  for (std::unique_ptr<Verb>& verb : all_verbs()) {
    BoundVerb entry;
    entry.info = verb->info();
    verb->declare(entry.options);
    if (entry.info.reports_findings) entry.finding_options = finding_option_table(findings);
    entry.verb = std::move(verb);
    bound.push_back(std::move(entry));
  }
  return bound;
}

}  // namespace sealring::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/commands/all.h"
#include "core/process/process.h"
#include "core/report/json_model.h"
#include "sdcgen/sta_dialect.h"

namespace sealring::cli {

namespace {

/// An external tool that some verb runs.
struct Tool {
  std::string name;
  std::vector<std::string> version_arguments;
  std::string used_for;
  std::string debian_package;
};

const std::array<Tool, 5>& tools() {
  static const std::array<Tool, 5> kTools{{
      {"sta", {"-version"}, "proof of constraints (sdc generate, sdc check)", "opensta"},
      {"klayout", {"-v"}, "viewing marker databases (.lyrdb)", "klayout"},
      {"yosys", {"-V"}, "synthesis in reuse flows", "yosys"},
      {"vivado", {"-version"}, "implementation runs of a sweep (reuse sweep)", ""},
      {"sbatch", {"--version"}, "distribution of esd runs (--executor slurm)", "slurm-client"},
  }};
  return kTools;
}

struct Probe {
  std::string path;  ///< empty: not found
  std::string version;
};

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

Probe probe(const Tool& tool, core::ProcessRunner& runner) {
  const auto path = core::find_tool(tool.name);
  if (!path) return {};
  core::ProcessSpec spec;
  spec.argv = {path->string()};
  spec.argv.insert(spec.argv.end(), tool.version_arguments.begin(), tool.version_arguments.end());
  spec.time_limit = std::chrono::seconds(20);
  const auto result = runner.run(spec);
  if (!result) return {path->string(), "does not start: " + result.error().message};
  std::string line = first_line(result->standard_output);
  if (line.empty()) line = first_line(result->standard_error);
  if (line.empty()) line = core::describe_end(*result) + ", no version printed";
  return {path->string(), line};
}

class Doctor final : public Verb {
 public:
  VerbInfo info() const override {
    return {"",
            "doctor",
            "which external tools are here, and what each is used for",
            {"sealring doctor", "sealring doctor --json"},
            false};
  }

  void declare(Options& options) override { options.flag("--json", &json_, "as JSON"); }

  int run(Context& context) override {
    core::SystemProcessRunner runner;
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Tool& tool : tools()) {
      const Probe found = probe(tool, runner);
      std::string remark;
      if (tool.name == "sta" && !found.path.empty())
        remark = sdcgen::describe_dialect(found.version);
      if (json_) {
        list.push_back({{"name", tool.name},
                        {"found", !found.path.empty()},
                        {"path", found.path},
                        {"version", found.version},
                        {"used_for", tool.used_for},
                        {"remark", remark}});
        continue;
      }
      context.out << (found.path.empty() ? "missing  " : "found    ") << tool.name;
      if (!found.path.empty()) context.out << "  " << found.version << "  (" << found.path << ")";
      context.out << "\n         for " << tool.used_for << "\n";
      if (!remark.empty()) context.out << "         " << remark << "\n";
      if (found.path.empty() && !tool.debian_package.empty()) {
        context.out << "         Debian package: " << tool.debian_package << "\n";
      }
    }
    if (json_) context.out << core::dump({{"schema", "sealring.doctor/1"}, {"tools", list}});
    return 0;
  }

 private:
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_doctor() {
  return std::make_unique<Doctor>();
}

}  // namespace sealring::cli

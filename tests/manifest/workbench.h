// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/store/clock.h"
#include "manifest/keys.h"
#include "manifest/run.h"
#include "manifest/seal.h"
#include "manifest/trust.h"
#include "tests/manifest/support.h"

namespace sealring::manifest::testing {

/// A workspace with a runner's and a grader's key, a trust file, and a run description of the caller's making.
class Workbench {
 public:
  Workbench() {
    core::CollectingSink sink;
    const auto runner = generate_key(dir_ / "runner.key", "", sink);
    const auto grader = generate_key(dir_ / "grader.key", "", sink);
    write_file(dir_ / "trust.yaml",
               "schema: sealring.trust/1\nkeys:\n  - {id: runner, public_key: '" +
                   runner->public_key + "', roles: [runner, log]}\n" +
                   "  - {id: grader, public_key: '" + grader->public_key + "', roles: [grader]}\n");
  }

  const fs::path& path() const { return dir_.path(); }
  fs::path operator/(const std::string& name) const { return dir_ / name; }
  core::Workspace workspace() const { return {dir_.path()}; }
  core::InputReader reader() const { return core::InputReader(dir_.path()); }

  Trust trust() const {
    core::CollectingSink sink;
    auto trust = read_trust(reader(), dir_ / "trust.yaml", sink);
    EXPECT_TRUE(trust) << spoken(sink);
    return trust.value_or(Trust{});
  }

  /// Writes a one-stage description ("custom") with `body` indented below the stage.
  void describe(const std::string& body, const std::string& stage = "custom") const {
    std::string text = "schema: sealring.run/1\ntask: t\nstages:\n  " + stage + ":\n";
    if (body.find("costs:") == std::string::npos) text += "    costs: {}\n";
    std::size_t at = 0;
    while (at < body.size()) {
      const std::size_t end = std::min(body.find('\n', at), body.size());
      text += "    " + body.substr(at, end - at) + "\n";
      at = end + 1;
    }
    write_file(dir_ / "run.yaml", text);
  }

  std::optional<RunRecord> run(const std::vector<std::string>& command, core::Sink& sink,
                               const std::vector<fs::path>& protect = {}) const {
    const auto spec = read_run_spec(reader(), dir_ / "run.yaml", sink);
    if (!spec) return {};
    RunOptions options;
    options.command = command;
    options.protect = protect;
    const core::SystemClock clock;
    return manifest::run(workspace(), *spec, options, clock, sink);
  }
  std::optional<RunRecord> shell(const std::string& script, core::Sink& sink) const {
    return run({"sh", "-c", script}, sink);
  }

  std::optional<SealResult> seal(const std::string& id, core::Sink& sink,
                                 const std::string& out = "submission",
                                 const std::string& key = "runner.key") const {
    SealOptions options;
    options.run = id;
    options.key = dir_ / key;
    options.runner = "runner";
    options.version = "test";
    if (!out.empty()) options.out_dir = dir_ / out;
    return manifest::seal(workspace(), options, sink);
  }

  /// A sealed run of `script`, in `out`; its execution id.
  std::string sealed(const std::string& script, const std::string& out = "submission") const {
    core::CollectingSink sink;
    const auto record = shell(script, sink);
    EXPECT_TRUE(record && record->state == RunState::kCompleted) << spoken(sink);
    if (!record) return "";
    EXPECT_TRUE(seal(record->id, sink, out)) << spoken(sink);
    return record->id;
  }

 private:
  TempDir dir_;
};

}  // namespace sealring::manifest::testing

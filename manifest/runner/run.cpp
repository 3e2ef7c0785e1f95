// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/run.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "core/process/process.h"
#include "core/store/execution_record.h"
#include "manifest/codes.h"
#include "manifest/formats/json.h"
#include "manifest/readers/reports.h"
#include "manifest/runner/lease.h"
#include "manifest/runner/records.h"
#include "manifest/runner/staging.h"
#include "manifest/runner/supervisor.h"
#include "manifest/runner/tools.h"

namespace sealring::manifest {

namespace {

/// One execution from its first record to its last.
class Execution {
 public:
  Execution(const core::Workspace& workspace, const StageSpec& stage, const RunOptions& options,
            const core::Clock& clock, core::Sink& sink)
      : workspace_(workspace), stage_(stage), options_(options), clock_(clock), sink_(sink) {}

  std::optional<RunRecord> run(const std::string& task);

 private:
  void describe(const std::string& task);
  bool prepare();
  bool acquire_licence();
  void command(CommandEnd& end);
  void judge(const CommandEnd& end);
  void judge_exit(const CommandEnd& end);
  void collect();
  void check_reports();
  void check_budgets();
  void record_logs();
  void fail(RunState state, FailureClass kind, std::string reason);
  std::vector<std::pair<std::string, std::string>> environment() const;

  const core::Workspace& workspace_;
  const StageSpec& stage_;
  const RunOptions& options_;
  const core::Clock& clock_;
  core::Sink& sink_;
  RunRecord record_;
  RunFolder folder_;
  std::optional<Sandbox> sandbox_;
  bool taken_over_ = false;
};

void Execution::fail(RunState state, FailureClass kind, std::string reason) {
  record_.state = state;
  record_.failure = kind;
  record_.reason = std::move(reason);
}

void Execution::describe(const std::string& task) {
  record_.id = core::new_execution_id();
  record_.task = task;
  record_.stage = stage_.name;
  record_.command = options_.command;
  record_.parameters = stage_.parameters;
  record_.without = stage_.without;
  record_.reports = stage_.reports;
  record_.costs = stage_.costs;
  for (const std::string& name : stage_.pass_environment) {
    if (const char* value = std::getenv(name.c_str())) record_.environment[name] = value;
  }
  for (const auto& [name, value] : stage_.set_environment) record_.environment[name] = value;
  folder_ = run_folder(workspace_, record_.id);
}

std::vector<std::pair<std::string, std::string>> Execution::environment() const {
  std::vector<std::pair<std::string, std::string>> out(record_.environment.begin(),
                                                       record_.environment.end());
  const char* path = std::getenv("PATH");
  if (!record_.environment.contains("PATH")) {
    out.emplace_back("PATH", path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
  }
  out.emplace_back("TMPDIR", folder_.temporary().string());
  out.emplace_back("HOME", folder_.work().string());
  out.emplace_back("SEALRING_EXECUTION", record_.id);
  return out;
}

bool Execution::prepare() {
  if (!make_folders(folder_, sink_)) return false;
  auto inputs = stage_inputs(stage_, folder_, std::filesystem::absolute(workspace_.root), sink_);
  auto tools = probe_tools(stage_, sink_);
  if (!inputs || !tools) return false;
  record_.inputs = std::move(*inputs);
  record_.tools = std::move(*tools);
  SandboxPlan plan;
  plan.disabled = !stage_.sandboxed;
  plan.writable = stage_.writable;
  plan.writable.push_back(folder_.work());
  plan.writable.push_back(folder_.temporary());
  plan.protected_ = stage_.protect;
  plan.protected_.insert(plan.protected_.end(), options_.protect.begin(), options_.protect.end());
  plan.protected_.push_back(workspace_.state());
  for (std::filesystem::path& path : plan.writable) path = std::filesystem::absolute(path);
  for (std::filesystem::path& path : plan.protected_) path = std::filesystem::absolute(path);
  std::string problem;
  sandbox_ = Sandbox::prepare(plan, problem);
  if (sandbox_ && sandbox_->user() && !hand_over(folder_, *sandbox_->user())) {
    sandbox_.reset();
    problem = "the folder of the run cannot be given to another user";
  }
  if (!sandbox_) {
    sink_.report(core::make_finding(codes::kSandboxUnavailable, problem).on("sandbox", "run"));
    return false;
  }
  record_.sandbox = sandbox_->name();
  return true;
}

bool Execution::acquire_licence() {
  if (stage_.licence.empty()) return true;
  record_.licence = LicenceRecord{stage_.licence, 0, 0};
  if (stage_.acquire.empty()) return true;
  core::ProcessSpec spec;
  spec.argv = stage_.acquire;
  if (stage_.wall_s) spec.time_limit = std::chrono::seconds(*stage_.wall_s);
  core::SystemProcessRunner runner;
  const core::Expected<core::ProcessResult> result = runner.run(spec);
  if (result) record_.licence->wait_ms = static_cast<std::uint64_t>(result->wall.count());
  if (result && result->end == core::ProcessResult::End::kExited && result->exit_code == 0) {
    return true;
  }
  fail(RunState::kFailed, FailureClass::kToolEnvironment,
       "licence '" + stage_.licence + "' was not granted: " +
           (result ? core::describe_end(*result) : std::string("its command cannot be started")));
  return false;
}

void Execution::command(CommandEnd& end) {
  CommandSpec spec;
  spec.argv = options_.command;
  spec.environment = environment();
  spec.program = core::find_tool(spec.argv.front()).value_or(spec.argv.front());
  spec.directory = folder_.work();
  spec.standard_output = folder_.output_log();
  spec.standard_error = folder_.error_log();
  if (stage_.wall_s) spec.limits.wall_ms = *stage_.wall_s * 1000U;
  spec.limits.cpu_s = stage_.cpu_s;
  if (stage_.memory_mib) spec.limits.memory_bytes = *stage_.memory_mib << 20U;
  if (stage_.output_mib) spec.limits.output_bytes = *stage_.output_mib << 20U;
  spec.sandbox = &*sandbox_;
  Lease lease = own_lease(record_.epoch);
  const auto started = [&](pid_t supervisor) {
    lease.supervisor = supervisor;
    lease.supervisor_start = process_start(supervisor);
    write_lease(folder_.lease(), lease);
  };
  const auto turn = [&] {
    const std::optional<Lease> now = read_lease(folder_.lease());
    taken_over_ = taken_over_ || (now && now->epoch > record_.epoch);
    if (taken_over_) return false;
    renew(lease);
    write_lease(folder_.lease(), lease);
    return !core::interrupt_requested();
  };
  const core::Expected<CommandEnd> result = supervise(spec, kLeasePeriod, started, turn);
  end.kind = CommandEnd::Kind::kNotStarted;
  end.code = errno;
  if (result) end = *result;
}

void Execution::judge_exit(const CommandEnd& end) {
  if (end.code == 0) {
    record_.state = RunState::kCompleted;
    return;
  }
  const std::string log =
      tail_of(folder_.output_log(), 1U << 16U) + tail_of(folder_.error_log(), 1U << 16U);
  fail(RunState::kFailed, classify_failure(stage_, log),
       "the command ended with " + record_.ending);
}

void Execution::judge(const CommandEnd& end) {
  record_.wall_ms = end.wall_ms;
  record_.cpu_ms = end.cpu_ms;
  record_.peak_memory_bytes = end.peak_memory_bytes;
  if (record_.licence) record_.licence->held_ms = end.wall_ms;
  switch (end.kind) {
    case CommandEnd::Kind::kExited:
      record_.ending = "exit status " + std::to_string(end.code);
      judge_exit(end);
      break;
    case CommandEnd::Kind::kSignalled: {
      record_.ending = "killed by signal " + std::to_string(end.code);
      const bool limit =
          end.code == SIGXCPU || end.code == SIGXFSZ ||
          (end.code == SIGKILL && stage_.cpu_s && end.cpu_ms >= *stage_.cpu_s * 1000U);
      if (limit) {
        fail(RunState::kTimeout, FailureClass::kBudget,
             std::string("the command was stopped at its limit of ") +
                 (end.code == SIGXFSZ ? "output" : "processor time"));
      } else {
        fail(RunState::kFailed, FailureClass::kToolEnvironment,
             "the command was " + record_.ending + " (" + ::strsignal(end.code) + ")");
      }
      break;
    }
    case CommandEnd::Kind::kWallLimit:
      record_.ending = "stopped";
      fail(RunState::kTimeout, FailureClass::kBudget,
           "the command was stopped after " + std::to_string(stage_.wall_s.value_or(0)) +
               " s, the limit of wall time");
      break;
    case CommandEnd::Kind::kNotStarted:
      record_.ending = "not started";
      fail(RunState::kFailed, FailureClass::kToolEnvironment,
           "cannot start '" + options_.command.front() + "': " + std::strerror(end.code));
      sink_.report(core::make_finding(codes::kRunNotStarted, record_.reason).on("run", "start"));
      break;
    case CommandEnd::Kind::kCancelled:
    case CommandEnd::Kind::kVanished:
      record_.ending = "stopped";
      fail(RunState::kInterrupted, FailureClass::kToolEnvironment,
           "the run was stopped from outside before the command ended");
      break;
  }
}

void Execution::collect() {
  core::CountingSink counted(sink_);
  if (!inputs_unchanged(stage_, folder_, record_.inputs, counted) &&
      record_.state == RunState::kCompleted) {
    fail(RunState::kFailed, FailureClass::kToolEnvironment,
         "an input changed while the command ran");
  }
  auto outputs = collect_outputs(stage_, folder_, counted);
  if (outputs) record_.outputs = std::move(*outputs);
  if (!outputs && record_.state == RunState::kCompleted) {
    fail(RunState::kFailed, FailureClass::kToolEnvironment, "an output is no plain file");
  }
  if (record_.state == RunState::kCompleted) check_reports();
  if (record_.state == RunState::kCompleted) check_budgets();
  record_logs();
}

void Execution::check_reports() {
  for (const ReportRecord& report : stage_.reports) {
    std::string problem;
    const Descriptor work = open_folder(folder_.work());
    const Descriptor file = open_beneath(work.get(), report.path, problem);
    if (!file && !report.required) continue;
    core::CollectingSink faults;
    const bool whole =
        file && report.format == "file"
            ? read_content(file.get(), -1, false, problem).value_or(Content{}).bytes > 0
            : file && read_report_file(report, file.get(), faults).has_value();
    if (whole) continue;
    const std::string why = !file ? "was not written"
                            : faults.findings.empty()
                                ? "is empty"
                                : "was refused: " + faults.findings.front().message;
    sink_.report(core::make_finding(codes::kReportMissing,
                                    (report.required ? "required report '" : "report '") +
                                        report.path + "' " + why)
                     .on(report.path, report.role));
    if (report.required) {
      fail(RunState::kFailed, FailureClass::kToolEnvironment,
           "required report '" + report.path + "' " + why);
    }
  }
}

void Execution::check_budgets() {
  std::map<std::string, std::int64_t> used = record_.costs;
  std::uint64_t bytes = 0;
  for (const FileRecord& file : record_.outputs) bytes += file.bytes;
  const auto over = [&](const std::string& name, std::uint64_t value, std::uint64_t limit) {
    const std::string text =
        name + " is " + std::to_string(value) + ", the budget is " + std::to_string(limit);
    sink_.report(core::make_finding(codes::kOverBudget, text).on(name, "budget"));
    fail(RunState::kFailed, FailureClass::kBudget, text);
  };
  for (const auto& [name, budget] : stage_.budgets) {
    if (used[name] > budget) {
      over(name, static_cast<std::uint64_t>(used[name]), static_cast<std::uint64_t>(budget));
    }
  }
  if (stage_.output_mib && bytes > *stage_.output_mib << 20U) {
    over("output in bytes", bytes, *stage_.output_mib << 20U);
  }
}

void Execution::record_logs() {
  for (const std::filesystem::path& file : {folder_.output_log(), folder_.error_log()}) {
    std::string problem;
    const auto content = hash_path(file, problem);
    if (!content) continue;
    FileRecord log;
    log.path = file.filename().string();
    log.sha256 = content->sha256;
    log.bytes = content->bytes;
    record_.logs.push_back(std::move(log));
  }
}

std::optional<RunRecord> Execution::run(const std::string& task) {
  describe(task);
  RunLedger ledger(workspace_, clock_, sink_);
  record_.started = core::utc_instant(clock_.now());
  if (!ledger.open() || !prepare()) return {};
  write_lease(folder_.lease(),
              own_lease(record_.epoch));  // before the record: a run in the ledger has a holder
  if (!ledger.append(record_)) return {};
  CommandEnd end;
  const bool licensed = acquire_licence();
  if (licensed) {
    record_.state = RunState::kRunning;
    if (!ledger.append(record_)) return {};
    command(end);
    judge(end);
  }
  record_.finished = core::utc_instant(clock_.now());
  if (licensed) collect();
  std::optional<RunRecord> done = ledger.finish(record_);
  if (done && done->state == record_.state) report_state(*done, sink_);
  return done;
}

}  // namespace

std::optional<RunRecord> run(const core::Workspace& workspace, const RunSpec& spec,
                             const RunOptions& options, const core::Clock& clock,
                             core::Sink& sink) {
  const auto fault = [&](const std::string& message) {
    sink.report(
        core::make_finding(codes::kRunSpecFault, message).at({spec.name}).on(spec.name, "run"));
    return std::nullopt;
  };
  if (options.command.empty()) return fault("no command is given behind '--'");
  if (options.stage.empty() && spec.stages.size() != 1) {
    return fault("the run description holds " + std::to_string(spec.stages.size()) +
                 " stages; name one with --stage");
  }
  std::string known;
  for (const StageSpec& stage : spec.stages) {
    known += (known.empty() ? "" : ", ") + stage.name;
    if (!options.stage.empty() && stage.name != options.stage) continue;
    return Execution(workspace, stage, options, clock, sink).run(spec.task);
  }
  return fault("the run description holds no stage '" + options.stage + "'; it holds " + known);
}

}  // namespace sealring::manifest

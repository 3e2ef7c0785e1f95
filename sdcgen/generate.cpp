// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/generate.h"

#include <algorithm>
#include <map>
#include <set>
#include <thread>

#include "core/diagnostics/suggest.h"
#include "sdcgen/codes.h"
#include "sdcgen/emit/output_set.h"
#include "sdcgen/emit/sdc_writer.h"
#include "sdcgen/emit/trace_file.h"
#include "sdcgen/prove/prove_view.h"
#include "sdcgen/prove/views.h"
#include "sdcgen/rules/mode_combinations.h"
#include "sdcgen/rules/raw_count.h"
#include "sdcgen/select/frozen.h"

namespace sealring::sdcgen {

using core::make_finding;

namespace {

/// One view on its way through the steps.
struct ViewWork {
  View view;
  FrozenList list;
  Selection frozen;  ///< parsed back from the list: the only thing that later steps see
  SdcText sdc;
  ViewResult result;
};

class Generator {
 public:
  Generator(const core::InputReader& reader, const GenerateOptions& options,
            core::ProcessRunner& runner, core::Sink& sink)
      : reader_(reader),
        options_(options),
        runner_(runner),
        sink_(sink),
        outputs_(options.out_dir) {}

  core::Expected<GenerateResult> run() {
    GenerateResult result;
    result.config = reader_.shown(options_.config);
    project_ = read_project(reader_, options_.config, sink_);
    if (project_ == nullptr) return result;
    result.record = record_of(*project_, "sdc generate");
    const std::vector<View> views = chosen_views(*project_, options_.views, sink_);
    combinations_ = count_mode_combinations(*project_, sink_);
    result.modes = {combinations_.legal, combinations_.components, combinations_.configured, 0};
    if (sink_.errors == 0 || options_.step == Step::kSelect || options_.step == Step::kAll)
      take_lists(views);
    if (sink_.errors == 0) make_sdc();
    if (sink_.errors > 0) return finish(std::move(result));
    if (auto written = write(); !written) return tl::unexpected(written.error());
    result.written = true;
    for (const std::string& name : outputs_.names())
      result.files.push_back(reader_.shown(options_.out_dir / name));
    if (options_.step == Step::kAll || options_.step == Step::kConstraints) prove();
    return finish(std::move(result));
  }

 private:
  /// A combination counts as proved when every view of its design mode was.
  std::uint64_t proved_combinations() const {
    std::map<std::size_t, bool> proved;
    for (const auto& [mode, number] : combinations_.of_mode) {
      bool all = false;
      for (const View& view : project_->config.views()) {
        if (view.mode != mode) continue;
        const auto work = std::find_if(work_.begin(), work_.end(), [&](const ViewWork& one) {
          return one.view.name() == view.name();
        });
        all = work != work_.end() && work->result.proof.status == ProofStatus::kProved;
        if (!all) break;
      }
      proved[number] = proved[number] || all;
    }
    return static_cast<std::uint64_t>(
        std::count_if(proved.begin(), proved.end(), [](const auto& one) { return one.second; }));
  }

  GenerateResult finish(GenerateResult result) {
    result.modes.proved = proved_combinations();
    for (ViewWork& work : work_) {
      work.result.active = work.frozen.count(ClockState::kActive);
      work.result.unused = work.frozen.count(ClockState::kUnused);
      work.result.entries = work.frozen.count(EntryState::kActive);
      work.result.not_applicable = work.frozen.count(EntryState::kNotApplicable);
      work.result.candidates = work.frozen.count(EntryState::kCandidate);
      result.views.push_back(std::move(work.result));
    }
    return result;
  }

  bool selects() const { return options_.step == Step::kSelect || options_.step == Step::kAll; }

  /// Frozen list of every view: made now, or taken from the output folder.
  void take_lists(const std::vector<View>& views) {
    std::map<std::string, Selection> by_mode;
    for (const View& view : views) {
      ViewWork work;
      work.view = view;
      work.result.view = view.name();
      if (selects()) {
        // Views that differ in flow stage or corner only ask the same tables.
        auto [entry, is_new] = by_mode.try_emplace(view.mode);
        if (is_new) entry->second = select_clocks(*project_, view, sink_);
        if (sink_.errors > 0 && is_new) continue;
        const Selection selection = select_view(*project_, entry->second, view, sink_);
        if (sink_.errors > 0) continue;
        work.list = freeze(*project_, selection);
      } else if (auto list =
                     read_frozen(reader_, project_->config, view, options_.out_dir, sink_)) {
        work.list = std::move(*list);
      } else {
        continue;
      }
      auto frozen = parse_frozen(work.list, frozen_csv_name(project_->config, view), view, sink_);
      if (!frozen) continue;
      work.frozen = std::move(*frozen);
      work.result.counted_raw = count_raw_tables(*project_, reader_, work.frozen, sink_);
      work_.push_back(std::move(work));
    }
  }

  std::string sdc_name(const View& view) const {
    return project_->config.top + "." + view.name() + ".sdc";
  }
  std::string clocks_name(const View& view) const {
    return project_->config.top + "." + view.name() + ".clocks.sdc";
  }

  void make_sdc() {
    if (options_.step == Step::kSelect) return;
    for (ViewWork& work : work_) {
      const SdcUnits units = units_of(*project_, work.view.corner);
      const std::vector<SdcSection> clocks = write_clocks(work.frozen, units.time);
      for (const SdcSection& section : clocks) work.result.emitted += section.lines.size();
      work.sdc = assemble_sdc(*project_, work.frozen, work.list, clocks, nullptr);
      if (options_.step == Step::kClocks) continue;
      if (options_.step == Step::kConstraints && !clocks_step_holds(work)) continue;
      clocks_text_.push_back(work.sdc.text);
      const std::vector<SdcSection> constraints = write_constraints(work.frozen, units);
      work.sdc = assemble_sdc(*project_, work.frozen, work.list, clocks, &constraints);
      work.result.sdc = reader_.shown(options_.out_dir / sdc_name(work.view));
      work.result.lines =
          static_cast<std::uint64_t>(std::count(work.sdc.text.begin(), work.sdc.text.end(), '\n'));
    }
  }

  /// Step constraints goes on from step clocks only if its file is what the frozen list gives.
  bool clocks_step_holds(const ViewWork& work) {
    const std::string name = clocks_name(work.view);
    core::CollectingSink quiet;
    const auto file = reader_.read(options_.out_dir / name, reader_.limits().design, quiet);
    if (file && file->text == work.sdc.text) return true;
    const std::string shown = reader_.shown(options_.out_dir / name);
    if (!file) {
      sink_.report(make_finding(codes::kFrozenMissing,
                                "no '" + name + "' in the output folder; run --step clocks first")
                       .at({shown})
                       .on(work.view.name(), "clocks"));
      return false;
    }
    const auto [a, b] = std::mismatch(file->text.begin(), file->text.end(), work.sdc.text.begin(),
                                      work.sdc.text.end());
    const auto line = static_cast<std::uint32_t>(std::count(file->text.begin(), a, '\n') + 1);
    sink_.report(
        make_finding(codes::kClocksChanged,
                     "'" + name + "' differs from the frozen list at line " + std::to_string(line))
            .at({shown, line})
            .on(work.view.name(), "clocks"));
    return false;
  }

  core::Expected<void> write() {
    std::vector<TracedSdc> traced;
    for (std::size_t i = 0; i < work_.size(); ++i) {
      const ViewWork& work = work_[i];
      std::vector<std::pair<std::string, const std::string*>> files;
      if (selects()) {
        files.emplace_back(frozen_csv_name(project_->config, work.view), &work.list.csv);
        files.emplace_back(frozen_entries_name(project_->config, work.view),
                           &work.list.entries_csv);
        files.emplace_back(frozen_json_name(project_->config, work.view), &work.list.json);
      }
      if (options_.step == Step::kClocks)
        files.emplace_back(clocks_name(work.view), &work.sdc.text);
      if (options_.step == Step::kAll) files.emplace_back(clocks_name(work.view), &clocks_text_[i]);
      if (options_.step == Step::kAll || options_.step == Step::kConstraints) {
        files.emplace_back(sdc_name(work.view), &work.sdc.text);
        traced.push_back({sdc_name(work.view), &work.frozen, &work.sdc});
      }
      for (const auto& [name, text] : files) {
        if (auto staged = outputs_.stage(name, *text); !staged) return staged;
      }
    }
    if (!traced.empty()) {
      if (auto staged = outputs_.stage("trace.json", write_trace(traced)); !staged) return staged;
    }
    warn_stale();
    return outputs_.commit();
  }

  /// An SDC of this design that this run does not make would be taken for one of its views.
  void warn_stale() {
    std::set<std::string> known;
    for (const View& view : project_->config.views()) {
      known.insert(sdc_name(view));
      known.insert(clocks_name(view));
    }
    std::error_code error;
    std::vector<std::string> stale;
    for (const auto& entry : std::filesystem::directory_iterator(options_.out_dir, error)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with(project_->config.top + ".") && name.ends_with(".sdc") &&
          !known.contains(name))
        stale.push_back(name);
    }
    std::sort(stale.begin(), stale.end());
    for (const std::string& name : stale) {
      sink_.report(make_finding(codes::kStaleOutput,
                                "'" + name + "' in '" + reader_.shown(options_.out_dir) +
                                    "' is of no view of this configuration; a flow that reads the "
                                    "whole folder would load it")
                       .at({reader_.shown(options_.out_dir / name)})
                       .on(project_->config.top, name));
    }
  }

  void prove() {
    std::vector<ProofTask> tasks;
    for (ViewWork& work : work_)
      tasks.push_back({&work.frozen, &work.sdc.text, work.result.sdc, &work.result.proof});
    prove_all(*project_, reader_, runner_,
              {options_.prove, options_.sta, options_.limits, options_.jobs, options_.proof_cache,
               options_.tool_build},
              tasks, sink_);
  }

  const core::InputReader& reader_;
  const GenerateOptions& options_;
  core::ProcessRunner& runner_;
  core::CountingSink sink_;
  OutputSet outputs_;
  std::unique_ptr<Project> project_;
  ModeCombinations combinations_;
  std::vector<ViewWork> work_;
  std::vector<std::string> clocks_text_;  ///< step clocks' files, by view
};

}  // namespace

core::Expected<GenerateResult> generate(const core::InputReader& reader,
                                        const GenerateOptions& options, core::ProcessRunner& runner,
                                        core::Sink& sink) {
  core::CollectingSink collected;
  auto result = Generator(reader, options, runner, collected).run();
  pass_on_once(collected, sink);
  return result;
}

}  // namespace sealring::sdcgen

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <atomic>
#include <fstream>
#include <mutex>
#include <thread>

#include "core/files/atomic_write.h"
#include "rapidwright_bridge/codes.h"
#include "rapidwright_bridge/sweep.h"

namespace sealring::rapidwright_bridge {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEndFile = "run_end.txt";
constexpr const char* kConsole = "console.txt";

std::string replace_all(std::string text, const std::string& from, const std::string& to) {
  std::size_t at = 0;
  while ((at = text.find(from, at)) != std::string::npos) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

bool has_line(const fs::path& file, const std::string& wanted) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line == wanted) return true;
  }
  return false;
}

/// Whether any text file of a run holds its final marker.
bool marker_found(const PlannedRun& run, const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string extension = entry.path().extension().string();
    if (entry.is_regular_file(error) &&
        (extension == ".txt" || extension == ".log" || extension == ".vdi") &&
        entry.path().filename() != kEndFile && has_line(entry.path(), final_marker(run)))
      return true;
  }
  return false;
}

void report_not_written(const PlannedRun& run, const std::string& what, const std::string& why,
                        core::Sink& sink, std::mutex& lock) {
  const std::lock_guard guard(lock);
  sink.report(
      core::make_finding(codes::kSweepNotWritten, what + " of run '" + run.name + "': " + why)
          .at({run.name})
          .on(run.name, what));
}

/// What a run left stays: a result with its final marker is kept, anything else goes to the folder "stale".
bool set_aside(const PlannedRun& run, const fs::path& folder, core::Sink& sink, std::mutex& lock) {
  std::error_code error;
  std::vector<fs::path> old;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().filename() != "stale") old.push_back(entry.path());
  }
  if (old.empty()) return true;
  std::ranges::sort(old);
  fs::path stale = folder / "stale";
  for (int n = 1; fs::exists(stale, error); ++n) stale = folder / ("stale" + std::to_string(n));
  fs::create_directories(stale, error);
  for (const fs::path& path : old) {
    if (!error) fs::rename(path, stale / path.filename(), error);
  }
  if (error) {
    report_not_written(run, "folder of earlier files", error.message(), sink, lock);
    return false;
  }
  const std::lock_guard guard(lock);
  sink.report(core::make_finding(codes::kOldReportSetAside,
                                 std::to_string(old.size()) +
                                     " files of an earlier attempt of run '" + run.name +
                                     "' were moved to '" + stale.filename().string() + "'")
                  .at({run.name})
                  .on(run.name, "stale"));
  return true;
}

std::string end_text(const RunEnd& end) {
  return "started " + std::to_string(end.started ? 1 : 0) + "\nfinished " +
         std::to_string(end.finished ? 1 : 0) + "\ninterrupted " +
         std::to_string(end.interrupted ? 1 : 0) + "\nelapsed_s " + std::to_string(end.elapsed_s) +
         "\ncpu_s " + std::to_string(end.cpu_s) + "\nhow " + end.how + "\n";
}

bool write_script(const SweepDefinition& definition, const PlannedRun& run, const fs::path& folder,
                  core::Sink& sink, std::mutex& lock) {
  if (!definition.command.empty()) return true;
  const auto done = core::write_atomically(folder / "run.tcl", vivado_script(definition, run));
  if (!done) report_not_written(run, "script", done.error().message, sink, lock);
  return done.has_value();
}

void report_failed(const PlannedRun& run, const RunEnd& end, core::Sink& sink, std::mutex& lock) {
  const std::lock_guard guard(lock);
  sink.report(core::make_finding(codes::kRunFailed,
                                 "run '" + run.name + "' ended with " + end.how +
                                     " and without its final marker: its reports are not used")
                  .at({run.name})
                  .on(run.name, "end"));
}

}  // namespace

RunEnd ToolRunner::run(const PlannedRun& run, const fs::path& folder) {
  core::ProcessSpec spec;
  spec.directory = folder;
  if (definition_.time_limit.count() > 0) spec.time_limit = definition_.time_limit;
  if (definition_.command.empty()) {
    spec.argv = {tool_.string(), "-mode",      "batch",   "-nojournal", "-notrace",
                 "-log",         "vivado.log", "-source", "run.tcl"};
  } else {
    spec.argv = definition_.command;
    spec.argv.front() = tool_.string();
    for (std::string& word : spec.argv) {
      word = replace_all(word, "{run}", run.name);
      word = replace_all(word, "{pblock}", canonical_ranges(definition_.pblocks[run.pblock]));
      word = replace_all(word, "{place}", run.place_directive);
      word = replace_all(word, "{route}", run.route_directive);
      word = replace_all(word, "{uncertainty}", core::format_decimal(run.uncertainty_ns, 12));
      word = replace_all(word, "{period}", core::format_decimal(definition_.period_ns, 12));
      word = replace_all(word, "{part}", to_string(definition_.part));
      word = replace_all(word, "{folder}", fs::absolute(definition_.folder).string());
      word = replace_all(word, "{input}",
                         fs::absolute(definition_.folder / definition_.checkpoint).string());
    }
  }
  RunEnd end;
  const auto result = process_.run(spec);
  if (!result) {
    end.how = result.error().message;
    return end;
  }
  end.started = true;
  end.interrupted = result->end == core::ProcessResult::End::kInterrupted;
  end.how = core::describe_end(*result);
  end.elapsed_s = static_cast<double>(result->wall.count()) / 1000;
  end.cpu_s = static_cast<double>(result->cpu.count()) / 1000;
  std::ofstream(folder / kConsole) << result->standard_output << result->standard_error;
  // The exit status is told, not believed: tools end with 0 after violations and with 1 after mere warnings.
  end.finished = result->end == core::ProcessResult::End::kExited && marker_found(run, folder);
  return end;
}

RunEnd RecordedRunner::run(const PlannedRun& run, const fs::path& folder) {
  RunEnd end;
  std::error_code error;
  const fs::path from = root_ / run.name;
  if (!fs::is_directory(from, error)) {
    end.how = "no record of it in '" + root_.filename().string() + "'";
    return end;
  }
  end.started = true;
  fs::copy(from, folder, fs::copy_options::recursive | fs::copy_options::overwrite_existing, error);
  end.how = error ? error.message() : std::string("a record that was copied");
  end.finished = !error && marker_found(run, folder);
  return end;
}

bool write_scripts(const SweepDefinition& definition, const fs::path& folder, core::Sink& sink) {
  std::mutex lock;
  bool good = true;
  for (const PlannedRun& run : plan_runs(definition)) {
    std::error_code error;
    fs::create_directories(folder / run.name, error);
    if (error) {
      report_not_written(run, "folder", error.message(), sink, lock);
      return false;
    }
    good = write_script(definition, run, folder / run.name, sink, lock) && good;
  }
  return good;
}

bool run_sweep(const SweepDefinition& definition, const SweepOptions& options, SweepRunner& runner,
               core::Sink& sink) {
  const std::vector<PlannedRun> runs = plan_runs(definition);
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> good = true;
  std::mutex lock;
  const auto work = [&] {
    while (!core::interrupt_requested()) {
      const std::size_t i = next++;
      if (i >= runs.size()) return;
      const PlannedRun& run = runs[i];
      const fs::path folder = options.folder / run.name;
      std::error_code error;
      fs::create_directories(folder, error);
      if (error) {
        report_not_written(run, "folder", error.message(), sink, lock);
        good = false;
        continue;
      }
      if (fs::exists(folder / kEndFile, error) && marker_found(run, folder)) continue;
      if (!set_aside(run, folder, sink, lock) ||
          !write_script(definition, run, folder, sink, lock)) {
        good = false;
        continue;
      }
      const RunEnd end = runner.run(run, folder);
      if (const auto done = core::write_atomically(folder / kEndFile, end_text(end)); !done) {
        report_not_written(run, "record", done.error().message, sink, lock);
        good = false;
      }
      if (!end.finished) report_failed(run, end, sink, lock);
    }
  };
  const std::uint64_t count =
      std::clamp<std::uint64_t>(options.jobs, 1, static_cast<std::uint64_t>(definition.slots));
  std::vector<std::thread> threads;
  for (std::uint64_t t = 1; t < count; ++t) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return good;
}

}  // namespace sealring::rapidwright_bridge

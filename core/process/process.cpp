// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/process/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "core/process/interrupt.h"
#include "core/process/launch.h"

namespace sealring::core {

namespace {

using std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

/// Between the request to end and the end by force.
constexpr milliseconds kGrace{2000};
/// How long output of processes that the child left behind is still waited for.
constexpr milliseconds kLinger{1000};
/// How often the memory of the child is looked at.
constexpr milliseconds kSample{50};
constexpr std::size_t kReadSize = 1U << 16U;

/// The reading side of one pipe.
struct Stream {
  Descriptor descriptor;
  std::string* bytes = nullptr;
  std::uint64_t limit = 0;
  bool over_limit = false;

  bool open() const { return descriptor.get() >= 0; }

  /// Takes what is there, at most `rounds` buffers; closes the pipe at its end.
  void drain(int rounds) {
    std::array<char, kReadSize> buffer;
    while (open() && rounds-- > 0) {
      const ssize_t got = ::read(descriptor.get(), buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) return;
      if (got <= 0) {
        descriptor.close();
        return;
      }
      const std::uint64_t room = limit - bytes->size();
      const auto count = static_cast<std::uint64_t>(got);
      over_limit = over_limit || count > room;
      bytes->append(buffer.data(), static_cast<std::size_t>(std::min(count, room)));
    }
  }
};

std::uint64_t resident_bytes_of_this_process() {
  std::uint64_t pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "re")) {
    unsigned long long size = 0;
    unsigned long long resident = 0;
    if (std::fscanf(file, "%llu %llu", &size, &resident) == 2) pages = resident;
    std::fclose(file);
  }
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// Highest resident size of a running process so far; 0 when it has gone.
std::uint64_t resident_peak_of(pid_t child) {
  std::FILE* file = std::fopen(fmt::format("/proc/{}/status", child).c_str(), "re");
  if (file == nullptr) return 0;
  std::array<char, 256> line{};
  unsigned long long kilobytes = 0;
  while (std::fgets(line.data(), line.size(), file) != nullptr) {
    if (std::sscanf(line.data(), "VmHWM: %llu kB", &kilobytes) == 1) break;
  }
  std::fclose(file);
  return kilobytes * 1024;
}

milliseconds as_milliseconds(const timeval& time) {
  return std::chrono::duration_cast<milliseconds>(std::chrono::seconds(time.tv_sec) +
                                                  std::chrono::microseconds(time.tv_usec));
}

/// One running child, from its start until it has been waited for.
class Run {
 public:
  Run(const ProcessSpec& spec, Launched launched, SteadyClock::time_point start,
      std::uint64_t own_size)
      : spec_(spec), launched_(std::move(launched)), start_(start), own_size_(own_size) {
    output_ = {std::move(launched_.output), &result_.standard_output, spec.output_limit_bytes};
    error_ = {std::move(launched_.error), &result_.standard_error, spec.output_limit_bytes};
    start_error_ = {std::move(launched_.start_error), &start_error_bytes_, kReadSize};
  }

  Expected<ProcessResult> finish() {
    while (!done()) {
      wait_for_event();
      output_.drain(4);
      error_.drain(4);
      start_error_.drain(1);
      sample_memory();
      if (!exited_at_ && child_has_exited()) exited_at_ = SteadyClock::now();
      if (!exited_at_) look_for_reasons_to_stop();
    }
    // The child is not waited for yet, so its group id still belongs to it alone.
    ::kill(-launched_.child, SIGKILL);
    drain_the_rest();
    return collect();
  }

 private:
  bool stopping() const { return stop_at_.has_value(); }

  bool done() const {
    if (!exited_at_) return false;
    if (!output_.open() && !error_.open()) return true;
    return stopping() || over_limit() || SteadyClock::now() - *exited_at_ >= kLinger;
  }

  bool over_limit() const { return output_.over_limit || error_.over_limit; }

  void wait_for_event() {
    std::array<pollfd, 5> events{{{output_.descriptor.get(), POLLIN, 0},
                                  {error_.descriptor.get(), POLLIN, 0},
                                  {start_error_.descriptor.get(), POLLIN, 0},
                                  {exited_at_ ? -1 : launched_.child_event.get(), POLLIN, 0},
                                  {stopping() || exited_at_ ? -1 : interrupt_event(), POLLIN, 0}}};
    ::poll(events.data(), events.size(), static_cast<int>(time_to_wait().count()));
  }

  milliseconds time_to_wait() const {
    milliseconds wait = kSample;
    const auto until = [&](SteadyClock::time_point when) {
      const auto left = std::chrono::ceil<milliseconds>(when - SteadyClock::now());
      wait = std::clamp(left, milliseconds{0}, wait);
    };
    if (stopping() && !killed_) until(*stop_at_ + kGrace);
    if (!stopping() && spec_.time_limit) until(start_ + *spec_.time_limit);
    return wait;
  }

  bool child_has_exited() const {
    siginfo_t info{};
    const int status =
        ::waitid(P_PID, static_cast<id_t>(launched_.child), &info, WEXITED | WNOHANG | WNOWAIT);
    return (status == 0 && info.si_pid != 0) || (status < 0 && errno == ECHILD);
  }

  void look_for_reasons_to_stop() {
    const auto now = SteadyClock::now();
    if (!stopping()) {
      using End = ProcessResult::End;
      if (over_limit()) {
        stop(End::kOutputLimit, now);
        ::kill(-launched_.child, SIGKILL);
        killed_ = true;
      } else if (interrupt_requested()) {
        stop(End::kInterrupted, now);
        ::kill(-launched_.child, SIGTERM);
      } else if (spec_.time_limit && now - start_ >= *spec_.time_limit) {
        stop(End::kTimeout, now);
        ::kill(-launched_.child, SIGTERM);
      }
    } else if (!killed_ && now - *stop_at_ >= kGrace) {
      ::kill(-launched_.child, SIGKILL);
      killed_ = true;
    }
  }

  void stop(ProcessResult::End reason, SteadyClock::time_point now) {
    reason_ = reason;
    stop_at_ = now;
  }

  void sample_memory() {
    const auto now = SteadyClock::now();
    if (exited_at_ || start_error_.open() || now < next_sample_) return;
    sampled_peak_ = std::max(sampled_peak_, resident_peak_of(launched_.child));
    next_sample_ = now + kSample;
  }

  /// What lies in the pipes; a process outside the group may hold them open, its later output is not waited for.
  void drain_the_rest() {
    const int pipe_capacity_rounds = 16;
    output_.drain(pipe_capacity_rounds);
    error_.drain(pipe_capacity_rounds);
    start_error_.drain(1);
  }

  Expected<ProcessResult> collect() {
    int status = 0;
    rusage usage{};
    pid_t waited = -1;
    do {
      waited = ::wait4(launched_.child, &status, 0, &usage);
    } while (waited < 0 && errno == EINTR);
    if (!start_error_bytes_.empty()) return cannot_start(spec_, start_error_bytes_);
    if (waited < 0) {
      return Unexpected({"IO-0601",
                         fmt::format("'{}' ran, but its exit status was lost ({}); start the "
                                     "program with SIGCHLD not ignored",
                                     spec_.argv.front(), std::strerror(errno)),
                         {}});
    }
    using End = ProcessResult::End;
    if (!stopping() && over_limit()) reason_ = End::kOutputLimit;
    if (reason_) {
      result_.end = *reason_;
    } else if (WIFSIGNALED(status)) {
      result_.end = End::kSignalled;
    }
    if (WIFEXITED(status)) result_.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) result_.signal = WTERMSIG(status);
    result_.wall = std::chrono::duration_cast<milliseconds>(*exited_at_ - start_);
    result_.cpu = as_milliseconds(usage.ru_utime) + as_milliseconds(usage.ru_stime);
    result_.peak_memory_bytes = peak_memory(usage);
    return std::move(result_);
  }

  /// The kernel counts the copy of this program, which the child was before it became the tool, as the child's memory.
  /// Only a figure clearly above that size is the tool's own; below it the samples tell.
  std::uint64_t peak_memory(const rusage& usage) const {
    const std::uint64_t kernel = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
    const std::uint64_t counter_noise = 1U << 20U;
    return kernel > own_size_ + counter_noise ? kernel : sampled_peak_;
  }

  const ProcessSpec& spec_;
  Launched launched_;
  SteadyClock::time_point start_;
  std::uint64_t own_size_;
  ProcessResult result_;
  std::string start_error_bytes_;
  Stream output_;
  Stream error_;
  Stream start_error_;
  std::optional<ProcessResult::End> reason_;
  std::optional<SteadyClock::time_point> stop_at_;
  std::optional<SteadyClock::time_point> exited_at_;
  bool killed_ = false;
  SteadyClock::time_point next_sample_{};
  std::uint64_t sampled_peak_ = 0;
};

}  // namespace

Expected<ProcessResult> SystemProcessRunner::run(const ProcessSpec& spec) {
  if (interrupt_requested()) {
    ProcessResult result;
    result.end = ProcessResult::End::kInterrupted;
    return result;
  }
  const std::uint64_t own_size = resident_bytes_of_this_process();
  const auto start = SteadyClock::now();
  Expected<Launched> launched = launch(spec);
  if (!launched) return Unexpected(launched.error());
  return Run(spec, std::move(*launched), start, own_size).finish();
}

std::string describe_end(const ProcessResult& result) {
  using End = ProcessResult::End;
  const double seconds = static_cast<double>(result.wall.count()) / 1000.0;
  switch (result.end) {
    case End::kExited: return fmt::format("exit status {}", result.exit_code);
    case End::kSignalled: {
      const char* name = ::sigdescr_np(result.signal);
      return fmt::format("killed by signal {} ({})", result.signal,
                         name == nullptr ? "unknown" : name);
    }
    case End::kTimeout: return fmt::format("stopped after {:.3g} s", seconds);
    case End::kOutputLimit:
      return fmt::format("stopped because it wrote more than {} bytes",
                         std::max(result.standard_output.size(), result.standard_error.size()));
    case End::kInterrupted: break;
  }
  return "interrupted";
}

}  // namespace sealring::core

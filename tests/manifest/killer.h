// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <thread>

namespace sealring::manifest::testing {

/// Runs work in processes of their own and kills them with signal 9, at points spread over all that the work does: every
/// other time right before one of the system calls that change something (a debugger's view, counted on a run that was
/// let through), else after a share of the time such a run takes. Every fifth point lies behind the end, and some of the
/// others do.
class Killer {
 public:
  /// `work` returns whether it succeeded; a success is acknowledged through a pipe as its last step.
  using Work = std::function<bool()>;

  /// Measures work unhindered: how long it takes, then how many steps. `next` gives work that was not done yet; it must
  /// succeed.
  bool calibrate(const std::function<Work()>& next) {
    bool good = true;
    for (int i = 0; i < 3; ++i) {  // the first is slower than those that follow
      const Work work = next();
      const auto start = std::chrono::steady_clock::now();
      good = run(work, [](pid_t) {}) && good;
      duration_ = std::chrono::steady_clock::now() - start;
    }
    const bool counted = traced(next(), UINT64_MAX);
    step_of_end_ = counted ? steps_ : 0;
    return good && (counted || steps_ == 0);
  }

  /// Kills the work at the next point; true when it had acknowledged.
  bool kill_next(const Work& work) {
    const double share = std::fmod(static_cast<double>(++points_) * 0.6180339887, 1.0) * 1.25;
    bool done = false;
    if (points_ % 5 == 0) {
      // Behind the end for certain, however much slower or longer this run is than those measured.
      done = run(work, [](pid_t) {});
    } else if (points_ % 2 == 0 && step_of_end_ > 0) {
      const double end = static_cast<double>(step_of_end_);
      done = traced(work, 1 + static_cast<std::uint64_t>(share * end));
    } else {
      done = run(work, [&](pid_t pid) {
        std::this_thread::sleep_for(duration_ * share);
        ::kill(pid, SIGKILL);
      });
      if (done && share < 1) duration_ *= 0.9;
      if (!done && share > 1) duration_ *= 1.1;
    }
    acknowledged_ += done ? 1 : 0;
    return done;
  }

  int acknowledged() const { return acknowledged_; }
  int points() const { return points_; }
  void tell() const {
    std::printf("acknowledged before the kill: %d of %d; killed right before:", acknowledged_,
                points_);
    for (const auto& [name, count] : killed_before_) std::printf(" %s %d", name.c_str(), count);
    std::printf(" (of %llu such calls), else by time over %.0f ms\n",
                static_cast<unsigned long long>(step_of_end_),
                std::chrono::duration<double, std::milli>(duration_).count());
  }

 private:
  /// The calls that change files, their names, or the processes.
  static const char* step_name(std::uint64_t number) {
    static const std::map<std::uint64_t, const char*> kSteps = {
        {SYS_write, "write"},       {SYS_pwrite64, "pwrite"},
        {SYS_fsync, "fsync"},       {SYS_fdatasync, "fdatasync"},
        {SYS_syncfs, "syncfs"},     {SYS_ftruncate, "ftruncate"},
        {SYS_renameat2, "rename"},  {SYS_renameat, "rename"},
        {SYS_unlinkat, "unlink"},   {SYS_mkdirat, "mkdir"},
        {SYS_linkat, "link"},       {SYS_fchmod, "chmod"},
        {SYS_fchmodat, "chmod"},    {SYS_fchownat, "chown"},
        {SYS_clone, "clone"},       {SYS_copy_file_range, "copy"},
        {SYS_sendfile, "sendfile"}, {SYS_openat, "open"},
#ifdef SYS_rename
        {SYS_rename, "rename"},     {SYS_unlink, "unlink"},
        {SYS_mkdir, "mkdir"},       {SYS_link, "link"},
        {SYS_chmod, "chmod"},       {SYS_open, "open"},
#endif
    };
    const auto found = kSteps.find(number);
    return found == kSteps.end() ? nullptr : found->second;
  }

  template <class Entry>
  static bool creates(const Entry& entry) {
    return ((entry.nr == SYS_openat ? entry.args[2] : entry.args[1]) & O_CREAT) != 0;
  }

  static bool run(const Work& work, const std::function<void(pid_t)>& meanwhile) {
    int ends[2];
    if (::pipe(ends) != 0) std::abort();
    const pid_t pid = ::fork();
    if (pid < 0) std::abort();  // never signal process -1
    if (pid == 0) {
      ::close(ends[0]);
      const char word = work() ? 'y' : 'n';
      (void)!::write(ends[1], &word, 1);
      ::_exit(0);
    }
    ::close(ends[1]);
    meanwhile(pid);
    char word = 0;  // the end of the file comes when the process is gone
    const bool acknowledged = ::read(ends[0], &word, 1) == 1 && word == 'y';
    ::close(ends[0]);
    ::waitpid(pid, nullptr, 0);
    return acknowledged;
  }

  /// Lets the work go on until its `last`-th step is about to be taken.
  bool traced(const Work& work, std::uint64_t last) {
    steps_ = 0;
    return run(
        [&] {
          if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(77);
          ::raise(SIGSTOP);
          return work();
        },
        [&](pid_t pid) { follow(pid, last); });
  }

  void follow(pid_t pid, std::uint64_t last) {
    int status = 0;
    if (::waitpid(pid, &status, WUNTRACED) != pid || !WIFSTOPPED(status)) return;
    ::ptrace(PTRACE_SETOPTIONS, pid, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
    long signal = 0;
    while (::ptrace(PTRACE_SYSCALL, pid, nullptr, signal) == 0) {
      siginfo_t about{};
      if (::waitid(P_PID, static_cast<id_t>(pid), &about, WSTOPPED | WEXITED | WNOWAIT) != 0 ||
          about.si_code == CLD_EXITED || about.si_code == CLD_KILLED) {
        return;  // reaped by run()
      }
      ::waitpid(pid, &status, 0);
      signal = WSTOPSIG(status) == (SIGTRAP | 0x80) ? 0 : WSTOPSIG(status);
      if (signal != 0) continue;
      struct __ptrace_syscall_info call{};
      ::ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof(call), &call);
      if (call.op != PTRACE_SYSCALL_INFO_ENTRY) continue;
      const char* name = step_name(call.entry.nr);
      if (name != nullptr && std::string_view(name) == "open" && !creates(call.entry)) continue;
      if (name == nullptr || ++steps_ < last) continue;
      killed_before_[name] += 1;
      ::kill(pid, SIGKILL);
      return;
    }
  }

  std::chrono::duration<double> duration_{};
  std::uint64_t steps_ = 0;        ///< of the run that was traced last
  std::uint64_t step_of_end_ = 0;  ///< steps of a whole run; 0: processes cannot be traced here
  int points_ = 0;
  int acknowledged_ = 0;
  std::map<std::string, int> killed_before_;
};

}  // namespace sealring::manifest::testing

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/runner/supervisor.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace sealring::manifest {

namespace {

using Kind = CommandEnd::Kind;

/// Time since start of the machine: unmoved by changes of the clock, and counting sleep.
std::uint64_t boot_ms() {
  struct timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000U +
         static_cast<std::uint64_t>(now.tv_nsec) / 1000000U;
}

void set_limit(__rlimit_resource which, std::uint64_t value) {
  const struct rlimit limit{value, value};
  ::setrlimit(which, &limit);
}

struct TerminateSet {
  sigset_t set;
  TerminateSet() {
    ::sigemptyset(&set);
    ::sigaddset(&set, SIGTERM);
  }
};
const TerminateSet kTerminate;

/// Everything a child needs, made before the fork: between fork and exec only system calls are made.
struct Prepared {
  const CommandSpec& spec;
  std::vector<char*> argv;
  std::vector<std::string> variables;
  std::vector<char*> environment;
  Descriptor directory;
  Descriptor output;
  Descriptor error;
  Descriptor nothing;
};

core::Unexpected not_started(const std::string& what) {
  return core::Unexpected({"MAN-0301", what + ": " + std::strerror(errno), {}});
}

[[noreturn]] void become_command(const Prepared& prepared, int report) {
  const CommandSpec& spec = prepared.spec;
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int number : {SIGINT, SIGHUP, SIGPIPE, SIGTERM}) ::signal(number, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  bool good = ::fchdir(prepared.directory.get()) == 0 && ::dup2(prepared.nothing.get(), 0) == 0 &&
              ::dup2(prepared.output.get(), 1) == 1 && ::dup2(prepared.error.get(), 2) == 2;
  set_limit(RLIMIT_CORE, 0);
  if (spec.limits.cpu_s) set_limit(RLIMIT_CPU, *spec.limits.cpu_s);
  if (spec.limits.memory_bytes) set_limit(RLIMIT_AS, *spec.limits.memory_bytes);
  if (spec.limits.output_bytes) set_limit(RLIMIT_FSIZE, *spec.limits.output_bytes);
  ::umask(022);
  good = good && (spec.sandbox == nullptr || spec.sandbox->enter());
  // Death of the parent before the request above, or a change of user id, would have cancelled the death signal.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (good) ::execve(spec.program.c_str(), prepared.argv.data(), prepared.environment.data());
  const int error = errno;
  (void)!::write(report, &error, sizeof(error));
  ::_exit(127);
}

/// Ends all processes that were left: as subreaper every orphan is a child of this process.
void end_all(pid_t command) {
  ::kill(-command, SIGKILL);
  for (int round = 0; round < 1000; ++round) {
    std::array<char, 4096> list{};
    const int fd = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    const ssize_t size = fd < 0 ? 0 : ::read(fd, list.data(), list.size() - 1);
    if (fd >= 0) ::close(fd);
    for (char* at = list.data(); size > 0 && *at != '\0';) {
      char* end = at;
      const long pid = std::strtol(at, &end, 10);
      if (end == at) break;
      ::kill(static_cast<pid_t>(pid), SIGKILL);
      at = end;
    }
    int status = 0;
    if (::waitpid(-1, &status, size > 0 ? 0 : WNOHANG) < 0 && errno == ECHILD) return;
  }
}

/// Waits for the command, its time limit, or word from the caller (any byte or end of file cancels).
CommandEnd watch(pid_t command, int control, const RunLimits& limits, std::uint64_t started) {
  CommandEnd end;
  const int handle = static_cast<int>(::syscall(SYS_pidfd_open, command, 0));
  const int signals = ::signalfd(-1, &kTerminate.set, SFD_CLOEXEC);
  std::array<struct pollfd, 3> watched = {
      {{handle, POLLIN, 0}, {control, POLLIN | POLLHUP, 0}, {signals, POLLIN, 0}}};
  bool stopped = false;
  for (;;) {
    const std::uint64_t spent = boot_ms() - started;
    int wait = 1000;
    if (limits.wall_ms) {
      if (spent >= *limits.wall_ms) {
        end.kind = Kind::kWallLimit;
        stopped = true;
        break;
      }
      wait = static_cast<int>(std::min<std::uint64_t>(*limits.wall_ms - spent, 1000));
    }
    const int ready = ::poll(watched.data(), watched.size(), wait);
    if (ready < 0 && errno != EINTR) break;
    if (watched[0].revents != 0) break;
    if (watched[1].revents != 0 || watched[2].revents != 0) {
      end.kind = Kind::kCancelled;
      stopped = true;
      break;
    }
  }
  if (stopped) ::kill(-command, SIGKILL);
  if (stopped) ::kill(command, SIGKILL);
  int status = 0;
  struct rusage usage{};
  while (::wait4(command, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  end.wall_ms = boot_ms() - started;
  end_all(command);
  struct rusage all{};
  ::getrusage(RUSAGE_CHILDREN, &all);
  const auto ms = [](const struct timeval& time) {
    return static_cast<std::uint64_t>(time.tv_sec) * 1000U +
           static_cast<std::uint64_t>(time.tv_usec) / 1000U;
  };
  end.cpu_ms = ms(all.ru_utime) + ms(all.ru_stime);
  end.peak_memory_bytes = static_cast<std::uint64_t>(all.ru_maxrss) * 1024U;
  if (stopped) return end;
  end.kind = WIFEXITED(status) ? Kind::kExited : Kind::kSignalled;
  end.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  return end;
}

[[noreturn]] void be_supervisor(const Prepared& prepared, int control, int result) {
  ::setsid();
  for (const int number : {SIGINT, SIGHUP, SIGPIPE}) ::signal(number, SIG_IGN);
  ::sigprocmask(SIG_BLOCK, &kTerminate.set, nullptr);  // read by signalfd: it cancels the command
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::array<int, 2> report{};
  CommandEnd end;
  end.kind = Kind::kNotStarted;
  const std::uint64_t started = boot_ms();
  if (::pipe2(report.data(), O_CLOEXEC) != 0) {
    end.code = errno;
    (void)!::write(result, &end, sizeof(end));
    ::_exit(1);
  }
  const pid_t command = ::fork();
  if (command == 0) become_command(prepared, report[1]);
  ::close(report[1]);
  int error = 0;
  const bool failed = command < 0 || ::read(report[0], &error, sizeof(error)) == sizeof(error);
  if (failed) {
    end.code = command < 0 ? errno : error;
    if (command > 0) ::waitpid(command, nullptr, 0);
  } else {
    end = watch(command, control, prepared.spec.limits, started);
  }
  (void)!::write(result, &end, sizeof(end));
  ::_exit(0);
}

core::Expected<Prepared> prepare(const CommandSpec& spec) {
  Prepared prepared{spec, {}, {}, {}, {}, {}, {}, {}};
  for (const std::string& word : spec.argv)
    prepared.argv.push_back(const_cast<char*>(word.c_str()));
  prepared.argv.push_back(nullptr);
  for (const auto& [name, value] : spec.environment)
    prepared.variables.push_back(name + "=" + value);
  for (std::string& variable : prepared.variables) prepared.environment.push_back(variable.data());
  prepared.environment.push_back(nullptr);
  prepared.directory = open_folder(spec.directory);
  const auto log = [](const std::filesystem::path& file) {
    return Descriptor(
        ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600));
  };
  prepared.output = log(spec.standard_output);
  prepared.error = log(spec.standard_error);
  prepared.nothing = Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!prepared.directory || !prepared.output || !prepared.error || !prepared.nothing) {
    return not_started("cannot prepare the folder of the run");
  }
  return prepared;
}

}  // namespace

core::Expected<CommandEnd> supervise(const CommandSpec& spec, std::chrono::milliseconds period,
                                     const std::function<void(pid_t)>& started,
                                     const std::function<bool()>& turn) {
  const core::Expected<Prepared> prepared = prepare(spec);
  if (!prepared) return core::Unexpected(prepared.error());
  std::array<int, 2> control{};
  std::array<int, 2> result{};
  if (::pipe2(control.data(), O_CLOEXEC) != 0) return not_started("cannot make a pipe");
  Descriptor control_read(control[0]);
  Descriptor control_write(control[1]);
  if (::pipe2(result.data(), O_CLOEXEC) != 0) return not_started("cannot make a pipe");
  Descriptor result_read(result[0]);
  Descriptor result_write(result[1]);
  const pid_t supervisor = ::fork();
  if (supervisor < 0) return not_started("cannot start a process");
  if (supervisor == 0) {
    ::close(control[1]);
    ::close(result[0]);
    be_supervisor(*prepared, control[0], result[1]);
  }
  control_read = Descriptor();
  result_write = Descriptor();
  started(supervisor);
  CommandEnd end;
  struct pollfd watched{result_read.get(), POLLIN, 0};
  for (;;) {
    const int ready = ::poll(&watched, 1, static_cast<int>(period.count()));
    if (ready > 0) break;
    if (control_write && !turn()) control_write = Descriptor();
  }
  const bool whole = ::read(result_read.get(), &end, sizeof(end)) == sizeof(end);
  while (::waitpid(supervisor, nullptr, 0) < 0 && errno == EINTR) {
  }
  if (!whole) end.kind = Kind::kVanished;
  return end;
}

}  // namespace sealring::manifest

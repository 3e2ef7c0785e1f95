// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/process/launch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace sealring::core {

namespace {

/// Where the child was when it could not go on.
enum class Stage : int { kSetUp, kDirectory, kMemoryLimit, kExecute };

struct StartError {
  Stage stage;
  int error;
};

/// Everything the child needs, made before the fork: between fork and exec only system calls are safe.
struct Plan {
  std::string program;
  std::string directory;
  std::vector<std::string> environment_text;
  std::vector<char*> arguments;
  std::vector<char*> environment;
  std::optional<rlim_t> memory_limit;
  std::array<int, 4> descriptors{};  ///< input, output, error, start error
  pid_t parent = -1;
};

Unexpected failure(const ProcessSpec& spec, std::string_view why, std::string_view advice) {
  const std::string_view tool = spec.argv.empty() ? "" : std::string_view(spec.argv.front());
  return Unexpected({"IO-0601", fmt::format("cannot start '{}': {}; {}", tool, why, advice), {}});
}

Unexpected machine_failure(const ProcessSpec& spec, std::string_view what, int error) {
  return failure(spec, fmt::format("{}: {}", what, std::strerror(error)),
                 "close other programs or raise the limits of this account (ulimit -a)");
}

bool runnable(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

/// Why find_tool gave nothing, as a failure.
Unexpected missing(const ProcessSpec& spec) {
  const std::string& name = spec.argv.front();
  if (name.find('/') == std::string::npos) {
    return failure(spec, "no program of this name in PATH", "install it or add its folder to PATH");
  }
  struct stat status{};
  if (::stat(name.c_str(), &status) != 0) {
    return failure(spec, std::strerror(errno), "correct the path of the program");
  }
  if (S_ISDIR(status.st_mode)) return failure(spec, "it is a folder", "name the program itself");
  return failure(spec, "it is not executable for you", "set its execute permission (chmod +x)");
}

/// Moves a descriptor out of the way of 0, 1 and 2.
int lifted(int descriptor) {
  return ::fcntl(descriptor, F_DUPFD_CLOEXEC, 10);
}

void close_inherited(unsigned first) {
  if (::close_range(first, ~0U, 0) == 0) return;
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  for (rlim_t i = first; i < limit.rlim_cur; ++i) ::close(static_cast<int>(i));
}

void reset_signals() {
  struct sigaction action{};
  action.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &action, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void give_up(int report, Stage stage) {
  const StartError message{stage, errno};
  // Nobody is left to be told when this fails; the exit status says it too.
  if (::write(report, &message, sizeof(message)) < 0) ::_exit(126);
  ::_exit(127);
}

/// Runs in the child. Async-signal-safe calls only.
[[noreturn]] void become_tool(const Plan& plan) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != plan.parent) ::_exit(127);
  reset_signals();
  std::array<int, 4> high{};
  for (std::size_t i = 0; i < high.size(); ++i) high[i] = lifted(plan.descriptors[i]);
  int report = high[3] < 0 ? plan.descriptors[3] : high[3];
  for (const int descriptor : high) {
    if (descriptor < 0) give_up(report, Stage::kSetUp);
  }
  for (int i = 0; i < 3; ++i) {
    if (::dup2(high[static_cast<std::size_t>(i)], i) < 0) give_up(report, Stage::kSetUp);
  }
  if (::dup3(report, 3, O_CLOEXEC) < 0) give_up(report, Stage::kSetUp);
  report = 3;
  close_inherited(4);
  if (!plan.directory.empty() && ::chdir(plan.directory.c_str()) != 0) {
    give_up(report, Stage::kDirectory);
  }
  if (plan.memory_limit) {
    const rlimit limit{*plan.memory_limit, *plan.memory_limit};
    if (::setrlimit(RLIMIT_AS, &limit) != 0) give_up(report, Stage::kMemoryLimit);
  }
  ::execve(plan.program.c_str(), plan.arguments.data(), plan.environment.data());
  give_up(report, Stage::kExecute);
}

/// The bytes for the child as a memory file: no pipe that could block, and the tool may open /dev/stdin again.
Descriptor input_of(const std::string& bytes) {
  if (bytes.empty()) return Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  Descriptor file(::memfd_create("standard_input", MFD_CLOEXEC));
  for (std::size_t done = 0; file.get() >= 0 && done < bytes.size();) {
    const ssize_t count = ::write(file.get(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Descriptor();
    done += static_cast<std::size_t>(count);
  }
  if (file.get() >= 0) ::lseek(file.get(), 0, SEEK_SET);
  return file;
}

struct Pipe {
  Descriptor read;
  Descriptor write;
};

std::optional<Pipe> make_pipe() {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  // Only our side may be non-blocking: the flag belongs to the end, and tools expect to block when they write.
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

Plan make_plan(const ProcessSpec& spec, const std::filesystem::path& program) {
  Plan plan;
  plan.program = program.string();
  plan.directory = spec.directory.string();
  plan.memory_limit = spec.memory_limit_bytes;
  plan.parent = ::getpid();
  for (const std::string& argument : spec.argv) {
    plan.arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  plan.arguments.push_back(nullptr);
  if (spec.environment) {
    for (const auto& [name, value] : *spec.environment) {
      plan.environment_text.push_back(fmt::format("{}={}", name, value));
    }
    for (std::string& entry : plan.environment_text) plan.environment.push_back(entry.data());
  } else {
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
      plan.environment.push_back(*entry);
    }
  }
  plan.environment.push_back(nullptr);
  return plan;
}

/// Forks with every signal blocked, so that no handler of ours runs in the child. `error` is errno of a failed fork.
pid_t fork_quietly(const Plan& plan, int& error) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t child = ::fork();
  if (child == 0) become_tool(plan);
  error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return child;
}

}  // namespace

Expected<Launched> launch(const ProcessSpec& spec) {
  if (spec.argv.empty()) return failure(spec, "the command is empty", "name the program");
  const std::optional<std::filesystem::path> program = find_tool(spec.argv.front());
  if (!program) return missing(spec);
  Descriptor input = input_of(spec.standard_input);
  if (input.get() < 0) return machine_failure(spec, "no room for its input", errno);
  std::optional<Pipe> output = make_pipe();
  std::optional<Pipe> error = make_pipe();
  std::optional<Pipe> start = make_pipe();
  if (!output || !error || !start) return machine_failure(spec, "no pipe", errno);

  Plan plan = make_plan(spec, *program);
  plan.descriptors = {input.get(), output->write.get(), error->write.get(), start->write.get()};
  int fork_error = 0;
  Launched launched;
  launched.child = fork_quietly(plan, fork_error);
  if (launched.child < 0) return machine_failure(spec, "no new process", fork_error);
  ::setpgid(launched.child, launched.child);  // also done by the child: whoever comes first
  launched.child_event = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, launched.child, 0)));
  launched.output = std::move(output->read);
  launched.error = std::move(error->read);
  launched.start_error = std::move(start->read);
  return launched;
}

Unexpected cannot_start(const ProcessSpec& spec, std::string_view start_error) {
  StartError message{Stage::kSetUp, 0};
  std::memcpy(&message, start_error.data(), std::min(start_error.size(), sizeof(message)));
  const char* why = std::strerror(message.error);
  switch (message.stage) {
    case Stage::kSetUp: break;
    case Stage::kDirectory:
      return failure(spec,
                     fmt::format("cannot work in folder '{}': {}", spec.directory.string(), why),
                     "create the folder or correct its name");
    case Stage::kMemoryLimit:
      return failure(spec,
                     fmt::format("memory limit {} bytes was refused: {}",
                                 spec.memory_limit_bytes.value_or(0), why),
                     "give a limit below that of this account (ulimit -v)");
    case Stage::kExecute:
      if (message.error == ENOENT) {
        return failure(spec, "its interpreter or loader is missing",
                       "look at its first line (#!) or install it again");
      }
      if (message.error == ENOEXEC) {
        return failure(spec, "it is no program for this machine",
                       "add a '#!' line to a script, or install the build for this machine");
      }
      if (message.error == E2BIG) {
        return failure(spec, "its arguments and environment are too long",
                       "give it fewer arguments, or pass them in a file");
      }
      if (message.error == ENOMEM || message.error == EAGAIN) {
        return machine_failure(spec, "out of resources", message.error);
      }
      return failure(spec, why, "check that it runs from a shell");
  }
  return machine_failure(spec, "no descriptors", message.error);
}

std::optional<std::filesystem::path> find_tool(const std::string& name) {
  std::error_code ignored;
  if (name.empty()) return std::nullopt;
  if (name.find('/') != std::string::npos) {
    if (!runnable(name)) return std::nullopt;
    return std::filesystem::absolute(name, ignored);
  }
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable == nullptr ? "/usr/local/bin:/usr/bin:/bin" : variable;
  while (true) {
    const std::size_t colon = rest.find(':');
    const std::string_view folder = rest.substr(0, colon);
    const std::string candidate = std::string(folder.empty() ? "." : folder) + '/' + name;
    if (runnable(candidate)) return std::filesystem::absolute(candidate, ignored);
    if (colon == std::string_view::npos) return std::nullopt;
    rest.remove_prefix(colon + 1);
  }
}

}  // namespace sealring::core

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/process/interrupt.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>

#include "core/process/process.h"

namespace sealring::core {

namespace {

// A signal handler can reach nothing but objects of static storage.
std::atomic<bool> requested{false};
std::atomic<int> event{-1};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

extern "C" void sealring_note_interrupt(int) {
  const int saved = errno;
  requested.store(true);
  const int descriptor = event.load();
  const std::uint64_t one = 1;
  // Never read back, so that every run that waits sees it; a full counter is readable already.
  if (descriptor >= 0 && ::write(descriptor, &one, sizeof(one)) < 0) errno = 0;
  errno = saved;
}

/// A signal that was ignored when the program started stays ignored (nohup, background jobs).
void handle(int signal) {
  struct sigaction current{};
  if (::sigaction(signal, nullptr, &current) != 0) return;
  if ((current.sa_flags & SA_SIGINFO) == 0 && current.sa_handler == SIG_IGN) return;
  struct sigaction action{};
  action.sa_handler = sealring_note_interrupt;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

int interrupt_event() {
  return event.load();
}

bool interrupt_requested() {
  return requested.load();
}

void install_interrupt_handler() {
  if (event.load() < 0) event.store(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  handle(SIGINT);
  handle(SIGTERM);
  // An inherited "ignore" would throw the exit status of every child away.
  struct sigaction current{};
  if (::sigaction(SIGCHLD, nullptr, &current) == 0 && current.sa_handler == SIG_IGN) {
    current.sa_handler = SIG_DFL;
    ::sigaction(SIGCHLD, &current, nullptr);
  }
}

}  // namespace sealring::core

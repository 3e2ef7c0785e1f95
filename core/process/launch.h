// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <string_view>
#include <utility>

#include "core/diagnostics/failure.h"
#include "core/process/process.h"

namespace sealring::core {

/// Owns one file descriptor.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }
  int get() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

 private:
  int number_ = -1;
};

/// A child that was forked. Whether the tool itself came to run is told by `start_error`: its end without a byte is
/// success, otherwise the bytes are what `cannot_start` explains.
struct Launched {
  pid_t child = -1;
  Descriptor output;       ///< non-blocking
  Descriptor error;        ///< non-blocking
  Descriptor start_error;  ///< non-blocking
  Descriptor child_event;  ///< readable when the child has ended; may be absent (old kernels)
};

/// Forks; fails with IO-0601 when the tool is missing or the machine refuses.
Expected<Launched> launch(const ProcessSpec& spec);

/// The failure told by the bytes of `start_error`.
Unexpected cannot_start(const ProcessSpec& spec, std::string_view start_error);

}  // namespace sealring::core

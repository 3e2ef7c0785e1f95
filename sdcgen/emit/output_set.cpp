// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/emit/output_set.h"

#include "core/files/atomic_write.h"

namespace sealring::sdcgen {

OutputSet::~OutputSet() {
  std::error_code error;
  if (committed_) return;
  for (const std::string& name : names_) std::filesystem::remove(aside(name), error);
}

core::Expected<void> OutputSet::stage(const std::string& name, std::string_view bytes) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) {
    return core::Unexpected({"IO-0008",
                             "cannot create folder '" + folder_.string() + "': " + error.message() +
                                 "; nothing was written",
                             {}});
  }
  auto written = core::write_atomically(aside(name), bytes);
  if (!written) return written;
  names_.push_back(name);
  return {};
}

core::Expected<void> OutputSet::commit() {
  std::error_code error;
  for (const std::string& name : names_) {
    std::filesystem::rename(aside(name), folder_ / name, error);
    if (error) {
      return core::Unexpected(
          {"IO-0008", "cannot write '" + (folder_ / name).string() + "': " + error.message(), {}});
    }
  }
  committed_ = true;
  return {};
}

}  // namespace sealring::sdcgen

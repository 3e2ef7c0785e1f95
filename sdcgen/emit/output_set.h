// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnostics/failure.h"

namespace sealring::sdcgen {

/// The files of one run: written aside first, put in place together, so that a full disk leaves the folder as it was.
class OutputSet {
 public:
  explicit OutputSet(std::filesystem::path folder) : folder_(std::move(folder)) {}
  ~OutputSet();
  OutputSet(const OutputSet&) = delete;
  OutputSet& operator=(const OutputSet&) = delete;

  /// Writes a file aside. Fails with IO-0008.
  core::Expected<void> stage(const std::string& name, std::string_view bytes);

  /// Moves every staged file to its name.
  core::Expected<void> commit();

  const std::filesystem::path& folder() const { return folder_; }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::filesystem::path aside(const std::string& name) const {
    return folder_ / ("." + name + ".new");
  }
  std::filesystem::path folder_;
  std::vector<std::string> names_;
  bool committed_ = false;
};

}  // namespace sealring::sdcgen

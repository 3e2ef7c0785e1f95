// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/files/yaml.h"
#include "manifest/grade.h"
#include "manifest/run.h"
#include "manifest/trust.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sealring;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  core::CollectingSink sink;
  // These readers take files: one file of this process, written anew for each input.
  const auto folder = std::filesystem::temp_directory_path();
  const auto file = folder / ("fuzz-specs-" + std::to_string(::getpid()));
  std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
  const core::InputReader reader(folder);
  (void)manifest::read_trust(reader, file, sink);
  (void)manifest::read_run_spec(reader, file, sink);
  (void)manifest::read_policy(reader, file, sink);
  return 0;
}

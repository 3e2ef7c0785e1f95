// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstdlib>

#include "core/files/csv.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace core = sealring::core;
  core::CollectingSink sink;
  core::InputFile file{"t.csv", "t.csv", "",
                       std::string(reinterpret_cast<const char*>(data), size)};
  const auto table = core::parse_csv(std::move(file), sink);
  if (!table) {
    // Nothing read is never silent.
    if (sink.findings.empty()) std::abort();
    return 0;
  }
  for (std::size_t row = 0; row < table->rows(); ++row) {
    for (std::size_t column = 0; column < table->header().size(); ++column) {
      if (table->cell(row, column).line == 0) std::abort();
    }
  }
  return 0;
}

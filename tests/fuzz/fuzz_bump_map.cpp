// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstdlib>

#include "stack3d/readers/bump_map.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace core = sealring::core;
  namespace stack3d = sealring::stack3d;
  core::CollectingSink sink;
  core::InputFile file{"t.bmap", "t.bmap", "",
                       std::string(reinterpret_cast<const char*>(data), size)};
  stack3d::NamePool names;
  const stack3d::BumpMap map = stack3d::read_bump_map(std::move(file), "d.regions.r",
                                                      {core::Rational(2000), {}}, names, sink);
  if (map.bumps.empty() && sink.findings.empty()) std::abort();
  for (const stack3d::Bump& bump : map.bumps) {
    const core::Location place = map.locate(bump);
    if (place.line == 0 || map.name(bump).empty()) std::abort();
  }
  return 0;
}

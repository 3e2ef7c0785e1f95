// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "rapidwright_bridge/part.h"
#include "rapidwright_bridge/pblock.h"

/// `.igf` implementation guides of RapidWright: which implementation of which block goes where.
namespace sealring::rapidwright_bridge {

struct GuideImplementation {
  std::int64_t index = 0;
  Pblock pblock;
  std::vector<Pblock> parts;  ///< SUB_IMPL
};

struct GuideInstance {
  std::string name;
  std::int64_t implementation = 0;
  std::string lower_left_site;
  std::uint32_t line = 0;
};

struct GuideClock {
  std::string name;
  std::string period_ns;
  std::string buffer;
};

struct GuideBlock {
  std::string cache_id;
  std::vector<GuideImplementation> implementations;
  std::vector<GuideInstance> instances;
  std::vector<GuideClock> clocks;
};

struct ImplementationGuide {
  Part part;
  std::vector<GuideBlock> blocks;
};

/// Faults are RWB-0007; nothing after one.
std::optional<ImplementationGuide> read_guide(const core::InputFile& file, core::Sink& sink);

}  // namespace sealring::rapidwright_bridge

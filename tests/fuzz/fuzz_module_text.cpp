// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Module metadata, pblocks, guides and constraint text.
#include <cstdlib>

#include "rapidwright_bridge/guide.h"
#include "rapidwright_bridge/metadata.h"
#include "rapidwright_bridge/xdc.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace core = sealring::core;
  namespace rwb = sealring::rapidwright_bridge;
  core::InputFile file;
  file.name = "t.txt";
  file.text.assign(reinterpret_cast<const char*>(data), size);
  core::CollectingSink sink;
  if (!rwb::read_metadata(file, sink) && sink.findings.empty()) std::abort();
  sink.findings.clear();
  if (!rwb::read_pblocks(file, sink) && sink.findings.empty()) std::abort();
  sink.findings.clear();
  if (!rwb::read_guide(file, sink) && sink.findings.empty()) std::abort();
  rwb::XdcFacts facts;
  rwb::read_xdc(file.text, file.name, facts);
  return facts.circuit_digest().size() == 64 ? 0 : 1;
}

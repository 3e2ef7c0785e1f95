// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>

#include "rapidwright_bridge/guide.h"
#include "rapidwright_bridge/metadata.h"
#include "rapidwright_bridge/rules/rules.h"

namespace sealring::rapidwright_bridge {
namespace {

void judge_black_boxes(const EdifDigest& digest, Judge& judge) {
  std::size_t listed = 0;
  for (const std::string& cell : digest.black_boxes) {
    if (++listed > 20) break;
    judge.find(codes::kBlackBox, 0, cell,
               "cell '" + cell + "' of the netlist has no contents (limit 0 black boxes)");
  }
}

void netlist_figures(const EdifDigest& digest, Judge& judge) {
  judge.figure("netlist digest", digest.canonical);
  judge.figure("cells", std::to_string(digest.cells));
  judge.figure("instances", std::to_string(digest.instances));
  judge.figure("nets", std::to_string(digest.nets));
  judge.figure("black boxes", std::to_string(digest.black_box_count));
}

}  // namespace

void judge_netlist(const EdifDigest& digest, Judge& judge) {
  netlist_figures(digest, judge);
  judge_black_boxes(digest, judge);
  if (digest.instances == 0)
    judge.find(codes::kNothingLookedAt, 0, "instances", "the netlist has 0 instances");
}

void judge_checkpoint(const Checkpoint& checkpoint, Judge& judge) {
  judge.figure("format", std::to_string(checkpoint.version));
  judge.figure("netlist", std::string(to_string(checkpoint.encoding)));
  judge.figure("placement", checkpoint.placement ? "present" : "absent");
  judge.figure("routing", checkpoint.routing ? "present" : "absent");
  for (const auto& [name, period] : checkpoint.constraints.clocks)
    judge.figure("clock " + name + " (ns)", period);
  if (checkpoint.netlist) {
    netlist_figures(*checkpoint.netlist, judge);
    judge_black_boxes(*checkpoint.netlist, judge);
  } else if (checkpoint.encoding == NetlistEncoding::kVendor) {
    judge.find(codes::kNetlistUnreadable, 0, "netlist",
               "netlist '" + checkpoint.netlist_name +
                   "' is vendor-encoded and no companion .edf lies beside the checkpoint: write it "
                   "with write_edif");
  } else {
    judge.find(codes::kNothingLookedAt, 0, "netlist", "the checkpoint holds no netlist");
  }
  if (checkpoint.constraints.clocks.empty()) {
    judge.find(
        codes::kNoClockInXdc, 0, "clock",
        "no constraint of the checkpoint defines a clock (create_clock, create_generated_clock)");
  }
  if (checkpoint.placement || checkpoint.routing) {
    judge.find(codes::kNoPlacementProof, 0, "placement",
               "the checkpoint holds placement or routing data, which is not decoded: no route "
               "status report of the same "
               "run proves it whole");
  }
}

void judge_metadata(const ModuleMetadata& metadata, Judge& judge) {
  judge.figure("block", metadata.name);
  judge.figure("ports", std::to_string(metadata.ports.size()));
  judge.figure("connections", metadata.implicit_connections ? "implicit" : "listed");
  for (const Pblock& pblock : metadata.pblocks)
    judge.figure("pblock " + pblock.name, canonical_ranges(pblock));
  if (metadata.pblocks.empty())
    judge.find(codes::kNothingLookedAt, 0, "pblocks", "the module has 0 pblocks");
  if (metadata.ports.empty())
    judge.find(codes::kNothingLookedAt, 0, "ports", "the module has 0 ports");
}

void judge_pblocks(const std::vector<Pblock>& pblocks, Judge& judge) {
  judge.figure("pblocks", std::to_string(pblocks.size()));
  judge.find(codes::kNothingLookedAt, 0, "pblock", "a list of regions proves nothing about a run");
}

void judge_guide(const ImplementationGuide& guide, Judge& judge) {
  std::size_t instances = 0;
  for (const GuideBlock& block : guide.blocks) instances += block.instances.size();
  judge.figure("blocks", std::to_string(guide.blocks.size()));
  judge.figure("instances", std::to_string(instances));
  if (instances == 0)
    judge.find(codes::kNothingLookedAt, 0, "instances", "the guide places 0 instances");
}

}  // namespace sealring::rapidwright_bridge

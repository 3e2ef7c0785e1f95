// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/sink.h"
#include "core/files/input.h"
#include "esd/p2p.h"

namespace sealring::esd {

/// Terminals out of words on a command line: a word is a node of the network, else a file that lists node names, one
/// a line ('#' starts a comment). With `merged` all of them are one terminal, labelled by the words joined with ",".
/// Unknown nodes and empty lists are reported (ESD-0101, ESD-0102) and left out.
std::vector<Terminal> read_terminals(const Network& network, const core::InputReader& reader,
                                     const std::vector<std::string>& words, bool merged,
                                     const std::string& option, core::Sink& sink);

}  // namespace sealring::esd

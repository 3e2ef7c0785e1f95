// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/sink.h"
#include "sdcgen/select/selection.h"

namespace sealring::sdcgen {

/// What the constraints of one view rest on without an answer, each as SDC-0711 with its owner: questions that documents
/// and configuration list, clocks in use without a range in their document, assumed case values (for dft), and flow
/// stages after clock tree synthesis whose clocks are still ideal.
void ask_questions(const Project& project, const Selection& selection, core::Sink& sink);

}  // namespace sealring::sdcgen

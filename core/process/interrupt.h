// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

namespace sealring::core {

/// A descriptor that is readable once an interrupt was requested, for poll(); -1 before install_interrupt_handler().
int interrupt_event();

}  // namespace sealring::core

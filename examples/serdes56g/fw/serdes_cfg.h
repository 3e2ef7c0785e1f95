// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

/* What the firmware of the chip knows of its SerDes; the constraints take their numbers from here too. */
#define SERDES_LANES_LOG2 2
#define SERDES_LANES (1u << SERDES_LANES_LOG2)

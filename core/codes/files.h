// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of reading and writing files: IO-00xx.
namespace sealring::core::codes {

inline constexpr Code kFileMissing{
    .id = "IO-0001",
    .slug = "file-missing",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "An input that was named does not exist.",
    .matters = "What the file holds was not looked at, so no statement about it can be made.",
    .fix = "Correct the path (it is relative to the file that names it) or create the file.",
    .example = "cannot find 'tables/serdes.csv', named here; the folder 'tables' holds serdes0.csv",
};

inline constexpr Code kFileUnreadable{
    .id = "IO-0002",
    .slug = "file-unreadable",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means =
        "An input exists but cannot be read: a folder, no permission, or an error of the disk.",
    .matters = "Its content was not checked.",
    .fix = "Give read permission, or name the file itself.",
    .example = "cannot read 'netlist.v': Permission denied",
};

inline constexpr Code kFileEmpty{
    .id = "IO-0003",
    .slug = "file-empty",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "An input holds no bytes, or nothing but blanks and comments.",
    .matters =
        "An empty file is what a broken copy or a failed run leaves; it is never read as nothing "
        "to report.",
    .fix = "Make the file again at its source.",
    .example = "'serdes.csv' is empty; a table with a header line was expected",
};

inline constexpr Code kFileTooLarge{
    .id = "IO-0004",
    .slug = "file-too-large",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "An input, unpacked where it is compressed, is larger than the limit for its kind.",
    .matters = "Reading it could exhaust the memory of the machine; nothing was parsed.",
    .fix = "Check that this is the file you mean. The limits are input_limits in sealring.yaml.",
    .example = "'soc.yaml' is larger than the limit of 33554432 bytes for YAML",
};

inline constexpr Code kDamagedCompression{
    .id = "IO-0005",
    .slug = "damaged-compression",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A gzip, xz or zstd file does not unpack, or ends too early.",
    .matters = "Part of the content is missing, so results would describe another file.",
    .fix = "Copy the file again and compare its digest with the sender.",
    .example = "'typ.lib.gz' ends in the middle of its gzip data after 81920 bytes",
};

inline constexpr Code kCannotWrite{
    .id = "IO-0008",
    .slug = "cannot-write",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "A result could not be written.",
    .matters = "The result of the run is lost, though nothing half-written was left behind.",
    .fix = "Free some space, create the folder, or give permission; then run again.",
    .example = "cannot write 'out/soc.sdc': No space left on device; nothing was changed",
};

}  // namespace sealring::core::codes

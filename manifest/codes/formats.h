// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of JSON texts and paths: MAN-01xx.
namespace sealring::manifest::codes {

inline constexpr core::Code kJsonSyntax{
    .id = "MAN-0101",
    .slug = "json-syntax",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kTool,
    .means = "A JSON document is not well-formed.",
    .matters = "What it says cannot be read, so nothing in it was accepted.",
    .fix = "Make the file again with the tool that wrote it; do not edit sealed files.",
    .example = "manifest.dsse.json:1:17: ',' or '}' was expected here",
};

inline constexpr core::Code kJsonDuplicateKey{
    .id = "MAN-0102",
    .slug = "json-duplicate-key",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kTool,
    .means = "One JSON object holds the same key twice.",
    .matters =
        "Readers differ in which of the two they take, so a signed text could mean two things.",
    .fix = "Remove one of the two at the source.",
    .example = "key 'result' stands twice in one object",
};

inline constexpr core::Code kJsonEncoding{
    .id = "MAN-0103",
    .slug = "json-encoding",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kTool,
    .means = "A JSON text is not valid UTF-8.",
    .matters = "Different readers would see different text under one signature.",
    .fix = "Write the file as plain UTF-8.",
    .example = "a string is not valid UTF-8",
};

inline constexpr core::Code kJsonLimit{
    .id = "MAN-0104",
    .slug = "json-limit",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kTool,
    .means = "A JSON text is nested deeper than 64 levels.",
    .matters = "Such texts exhaust readers; none is needed in a manifest.",
    .fix = "Flatten the structure.",
    .example = "values are nested deeper than the limit of 64 levels",
};

inline constexpr core::Code kJsonTrailing{
    .id = "MAN-0105",
    .slug = "json-trailing",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kTool,
    .means = "Bytes follow the end of a JSON value.",
    .matters = "A second value could hide behind the one that was checked.",
    .fix = "Cut the file behind the first value.",
    .example = "more bytes follow the end of the JSON value",
};

inline constexpr core::Code kPathEscapes{
    .id = "MAN-0106",
    .slug = "path-escapes",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A path is absolute or has a '..' component.",
    .matters = "It would name a file outside of the submission.",
    .fix = "Name the file relative to the submission's folder.",
    .example = "path '../../etc/passwd' has a '..' component",
};

inline constexpr core::Code kPathForm{
    .id = "MAN-0107",
    .slug = "path-form",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A path is empty, too long, or not in its only normal form.",
    .matters = "Two spellings of one file could carry two digests.",
    .fix = "Write the path without empty or '.' components and without a slash at its end.",
    .example = "path 'a//b' has an empty or '.' component",
};

inline constexpr core::Code kPathCharacters{
    .id = "MAN-0108",
    .slug = "path-characters",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means = "A path holds characters or names that some system treats specially.",
    .matters = "It would be shown, matched or stored as something else than what was signed.",
    .fix = "Rename the file to plain characters.",
    .example = "path 'a\\x09b' holds a control character",
};

inline constexpr core::Code kPathCollision{
    .id = "MAN-0109",
    .slug = "path-collision",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kDesign,
    .owner = core::Owner::kConfig,
    .means =
        "Two paths of one manifest are the same, or fall together when case or accents are folded.",
    .matters = "On another disk one file would silently replace the other.",
    .fix = "Rename one of the two files.",
    .example = "paths 'A.v' and 'a.v' are the same file on some disks",
};

inline constexpr core::Code kJsonByteOrderMark{
    .id = "MAN-0110",
    .slug = "json-byte-order-mark",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kTool,
    .means = "A byte order mark stands before a JSON text.",
    .matters = "Some readers skip it and some do not, so one signature would cover two texts.",
    .fix = "Write the file as plain UTF-8 without the mark.",
    .example = "a byte order mark stands before the JSON text; remove it",
};

inline constexpr core::Code kJsonSurrogate{
    .id = "MAN-0111",
    .slug = "json-surrogate",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kTool,
    .means = "A string holds half of a surrogate pair.",
    .matters = "It stands for no character; readers replace it, drop it, or fail.",
    .fix = "Write the character as UTF-8, or both halves of its pair.",
    .example = "a lone high surrogate stands in a string",
};

inline constexpr core::Code kJsonNumber{
    .id = "MAN-0112",
    .slug = "json-number",
    .severity = core::Severity::kError,
    .kind = core::FindingClass::kInput,
    .owner = core::Owner::kTool,
    .means = "A number is outside the range of a double.",
    .matters = "Readers turn it into infinity or another number, so it changes on the way.",
    .fix = "Write large or exact numbers as strings.",
    .example = "a number is outside the range of a double",
};

}  // namespace sealring::manifest::codes

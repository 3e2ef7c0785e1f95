// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <array>

#include "core/diagnostics/code.h"

/// Codes of the readers and services in core. IO-00xx files, 01xx YAML, 02xx tables, 03xx Verilog, 04xx LEF/DEF,
/// 05xx waivers and baseline, 06xx child processes, 07xx store.
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

inline constexpr Code kYamlSyntax{
    .id = "IO-0101",
    .slug = "yaml-syntax",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The file is not well-formed YAML.",
    .matters = "Nothing after the fault can be trusted, so the file was not used.",
    .fix = "Mend the line; tabs for indentation and unbalanced quotes are the usual causes.",
    .example = "soc.yaml:7:3: end of map not found",
};

inline constexpr Code kYamlDuplicateKey{
    .id = "IO-0102",
    .slug = "yaml-duplicate-key",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "One mapping holds the same key twice.",
    .matters = "Only one of the two values can count, and the file does not say which was meant.",
    .fix = "Remove one of the two.",
    .example = "key 'period' stands twice in this mapping; first at line 12",
};

inline constexpr Code kYamlUnknownKey{
    .id = "IO-0103",
    .slug = "yaml-unknown-key",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A key is not one this file format knows.",
    .matters = "A misspelt key would otherwise be ignored in silence and its default used.",
    .fix = "Correct the spelling; docs/formats.md lists the keys.",
    .example = "unknown key 'instnaces' in the design configuration, did you mean 'instances'?",
};

inline constexpr Code kYamlMissingKey{
    .id = "IO-0104",
    .slug = "yaml-missing-key",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A required key is absent, or its value is empty.",
    .matters = "There is no safe default for it.",
    .fix = "Add the key.",
    .example = "clock 'rx' has no 'kind'",
};

inline constexpr Code kYamlWrongType{
    .id = "IO-0105",
    .slug = "yaml-wrong-type",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A value is of another shape or outside the words allowed.",
    .matters = "It cannot be read as what the format asks for.",
    .fix = "Write the value in the form the message names.",
    .example = "'divide_by' of clock 'rx' is 'two'; a whole number from 1 to 65536 was expected",
};

inline constexpr Code kYamlWrongSchema{
    .id = "IO-0106",
    .slug = "yaml-wrong-schema",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The schema line is missing or names another format or version.",
    .matters = "The file may mean something else than this reader would make of it.",
    .fix = "Name the right file, or add the schema line the message asks for.",
    .example = "'schema' is 'sealring.ip/1'; 'sealring.design/1' was expected here",
};

inline constexpr Code kTableRagged{
    .id = "IO-0201",
    .slug = "table-ragged-row",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A row of a table has more or fewer fields than the header.",
    .matters = "A missing separator shifts every value behind it into the wrong column.",
    .fix = "Add or remove the separators in that row; quote fields that contain a comma.",
    .example = "row has 4 fields, the header has 5",
};

inline constexpr Code kTableQuoting{
    .id = "IO-0202",
    .slug = "table-quoting",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A quoted field is not closed, or text follows its closing quote.",
    .matters = "Where the field ends is not certain, so the row was left out.",
    .fix = "Close the quote, and double a quote inside a quoted field.",
    .example = "quoted field is not closed before the end of the file",
};

inline constexpr Code kTableHeader{
    .id = "IO-0203",
    .slug = "table-header",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The header row lacks a column, has one twice or has one that is not known.",
    .matters = "Values cannot be given their meaning and unit.",
    .fix = "Correct the header; docs/formats.md lists the columns.",
    .example = "column 'period_ps' stands twice in the header",
};

inline constexpr Code kTableNoRows{
    .id = "IO-0204",
    .slug = "table-no-rows",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A table has a header and no rows.",
    .matters = "Nothing at all would be checked against it.",
    .fix = "Add the rows, or name the right table.",
    .example = "table 'serdes.csv' has a header and no rows",
};

inline constexpr Code kVerilogSyntax{
    .id = "IO-0301",
    .slug = "verilog-syntax",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kDesign,
    .means = "A Verilog netlist holds text that the language does not allow at that place.",
    .matters =
        "The declaration or instance there was not read; the reader went on at the next ';'.",
    .fix = "Mend the line, or write the netlist again with the tool that made it.",
    .example = "expected ';' after a net declaration, found 'BUF_X1'",
};

inline constexpr Code kVerilogTruncated{
    .id = "IO-0302",
    .slug = "verilog-truncated",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kDesign,
    .means =
        "A module, comment, attribute, specify block or `ifdef is still open where the file, "
        "or the module, ends.",
    .matters =
        "This is what a broken copy or a killed writer leaves: part of the design is missing.",
    .fix = "Copy or write the netlist again and compare its size with the sender's.",
    .example = "module 'top' has no endmodule before the end of the file",
};

inline constexpr Code kVerilogUnsupported{
    .id = "IO-0303",
    .slug = "verilog-unsupported",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kDesign,
    .means =
        "A construct that holds instances or connections is not read: generate, arrays of "
        "instances, `include, macros with arguments, hierarchical references, SystemVerilog.",
    .matters = "Objects that exist in the design would be taken as missing.",
    .fix = "Give the elaborated netlist as synthesis or place and route writes it.",
    .example = "array of instances 'u_buf[3:0]' of 'BUF_X1' is not read",
};

inline constexpr Code kVerilogBehavioural{
    .id = "IO-0304",
    .slug = "verilog-behavioural",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means =
        "A module holds behavioural text (always, initial, functions, operators) or a "
        "primitive's table. Names of ports, nets and instances are known; what the text "
        "connects is not.",
    .matters =
        "A connection that runs through it cannot be followed and is treated as a black box.",
    .fix = "None is needed for a simulation model; for a block of the design give its netlist.",
    .example = "'always' in module 'ram' is behaviour, not structure, and is not read",
};

inline constexpr Code kVerilogNoModule{
    .id = "IO-0305",
    .slug = "verilog-no-module",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A file given as a netlist holds no module.",
    .matters = "Nothing was read from it, so nothing can be found in it.",
    .fix = "Name the right file.",
    .example = "'constraints.v' holds no module; a Verilog netlist was expected",
};

inline constexpr Code kVerilogDuplicateModule{
    .id = "IO-0306",
    .slug = "verilog-duplicate-module",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "Two definitions of one module were given; the first is kept.",
    .matters = "Which of the two the chip has is not certain.",
    .fix = "Name only one of the two files, or remove one definition.",
    .example = "module 'serdes' is defined a second time; this one is left out",
};

inline constexpr Code kVerilogDuplicateName{
    .id = "IO-0307",
    .slug = "verilog-duplicate-name",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A port, net or instance of one module is declared twice.",
    .matters = "A constraint or connection by that name could mean either.",
    .fix = "Rename or remove one of the two.",
    .example = "instance 'u1' stands twice in module 'top'",
};

inline constexpr Code kVerilogPortUndeclared{
    .id = "IO-0308",
    .slug = "verilog-port-undeclared",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means =
        "A port stands in the port list without a direction, or a direction is declared for a"
        " name that is no port.",
    .matters = "Whether it drives or is driven is not known.",
    .fix = "Add the declaration, or the name to the port list.",
    .example =
        "port 'clk' of module 'top' stands in the port list and is declared neither input, "
        "output nor inout",
};

inline constexpr Code kVerilogRangeConflict{
    .id = "IO-0309",
    .slug = "verilog-range-conflict",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A port and the net of its name are declared with different ranges.",
    .matters = "Bits have no certain place.",
    .fix = "Use the same range in both declarations.",
    .example = "net 'd' is declared with range [3:0], its port with range [7:0]",
};

inline constexpr Code kVerilogImplicitNet{
    .id = "IO-0310",
    .slug = "verilog-implicit-net",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A net is used without declaration where `default_nettype none is in force.",
    .matters = "A misspelt name makes a new net and leaves the meant one open.",
    .fix = "Correct the spelling or declare the net.",
    .example = "net 'clk_coer' is not declared, and `default_nettype none forbids that",
};

inline constexpr Code kVerilogUseBeforeDeclaration{
    .id = "IO-0311",
    .slug = "verilog-use-before-declaration",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "A net is declared after its first use.",
    .matters =
        "Some tools make a one-bit net at the first use and refuse or ignore the declaration.",
    .fix = "Move the declaration before the first use.",
    .example = "net 'd' is used before this declaration, at line 12",
};

inline constexpr Code kVerilogMacro{
    .id = "IO-0312",
    .slug = "verilog-undefined-macro",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A macro is used that nothing defines.",
    .matters = "What should stand in its place is missing from the design.",
    .fix = "Define it before its use or among the defines of the run.",
    .example = "`WIDTH is neither a directive nor a defined macro",
};

inline constexpr Code kVerilogLimit{
    .id = "IO-0313",
    .slug = "verilog-limit",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kDesign,
    .means =
        "A netlist goes beyond a limit of the reader: width of a vector, replication, "
        "nesting, macros, objects in one module, findings of one file.",
    .matters = "What lies beyond the limit was left out.",
    .fix =
        "Check that the number is meant; generated text with a wrong constant is the usual "
        "cause.",
    .example = "range [2147483647:0] is wider than the limit of 1048576 bits",
};

inline constexpr Code kNetlistUnknownPort{
    .id = "IO-0321",
    .slug = "netlist-unknown-port",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "An instance connects a port that its module does not have.",
    .matters = "The net goes nowhere, and the port that was meant is open.",
    .fix = "Correct the name, or give the version of the module that has the port.",
    .example =
        "instance 'u_phy' connects port 'rx_ck', which module 'phy' does not have, did you "
        "mean 'rx_clk'?",
};

inline constexpr Code kNetlistPortTwice{
    .id = "IO-0322",
    .slug = "netlist-port-twice",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "An instance connects one port twice.",
    .matters = "Only one of the two connections can hold.",
    .fix = "Remove one of them.",
    .example = "instance 'u1' connects port 'A' twice",
};

inline constexpr Code kNetlistTooManyConnections{
    .id = "IO-0323",
    .slug = "netlist-too-many-connections",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "An instance connects more positions than its module has ports.",
    .matters =
        "The list was written for another version of the module; every position is in doubt.",
    .fix = "Connect by name, or give the right version of the module.",
    .example = "instance 'u1' connects 4 positions, module 'sub' has 3 ports",
};

inline constexpr Code kNetlistWidth{
    .id = "IO-0324",
    .slug = "netlist-width",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "The two sides of a connection or an assign have different widths.",
    .matters = "Verilog cuts or fills the difference in silence: bits are open or lost.",
    .fix = "Connect as many bits as the port has, or write the constant bits out.",
    .example = "port 'd' of 'u1' has 8 bits, 4 are connected",
};

inline constexpr Code kNetlistSelect{
    .id = "IO-0325",
    .slug = "netlist-select",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means =
        "A bit or part select lies outside the declared range, runs against its order, or is "
        "made on a net without range.",
    .matters = "The bits that are named do not exist.",
    .fix = "Correct the index or the declaration.",
    .example = "'d[8]' lies outside the range [7:0] of net 'd'",
};

inline constexpr Code kNetlistLoop{
    .id = "IO-0326",
    .slug = "netlist-loop",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kDesign,
    .means = "A module contains itself, directly or through others.",
    .matters = "Such a design has no end; nothing below it can be looked up.",
    .fix = "Remove the instance that closes the loop.",
    .example = "module 'a' contains itself: a/u1 (b)/u2 (a)",
};

inline constexpr Code kNetlistParameter{
    .id = "IO-0327",
    .slug = "netlist-parameter",
    .severity = Severity::kNote,
    .kind = FindingClass::kDesign,
    .owner = Owner::kDesign,
    .means = "Widths inside a module depend on parameters, and an instance overrides them.",
    .matters = "The reader knows the default widths only, so these connections were not compared.",
    .fix = "Give the elaborated netlist to have them compared.",
    .example =
        "widths of module 'fifo' depend on parameters that 'u_fifo' overrides; they were not "
        "compared",
};

inline constexpr Code kWaiverUnused{
    .id = "IO-0501",
    .slug = "waiver-unused",
    .severity = Severity::kWarning,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means = "A waiver matched no finding of this run.",
    .matters =
        "Either the problem is gone and the waiver can go, or its scope is misspelt and it never "
        "worked.",
    .fix = "Remove it with `sealring waiver prune`, or correct its scope.",
    .example = "waiver for object 'u_old/*' matched nothing",
};

inline constexpr Code kWaiverExpired{
    .id = "IO-0502",
    .slug = "waiver-expired",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means = "The expiry date of a waiver has passed; it no longer applies.",
    .matters = "The decision was made for a limited time and nobody renewed it.",
    .fix = "Solve the finding, or renew the waiver with a new date and reason.",
    .example = "waiver for object 'u_phy/*' expired on 2026-01-31",
};

inline constexpr Code kWaiverLapsed{
    .id = "IO-0503",
    .slug = "waiver-lapsed",
    .severity = Severity::kError,
    .kind = FindingClass::kDesign,
    .owner = Owner::kConfig,
    .means = "A waiver is bound to a content digest and the content has changed.",
    .matters = "What was accepted is not what is there now.",
    .fix = "Review the finding again and renew the digest.",
    .example =
        "waiver for object 'u_phy/*' was given for content 3f6c..., the content is now 91ab...",
};

inline constexpr Code kWaiverNoScope{
    .id = "IO-0504",
    .slug = "waiver-scope",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A waiver has no scope, or more than one, or a value that cannot be read.",
    .matters = "A waiver without a scope would hide everything.",
    .fix = "Give exactly one of object, file or fingerprint.",
    .example = "waiver has both 'object' and 'file'; exactly one scope is allowed",
};

inline constexpr Code kWaiverNoReason{
    .id = "IO-0505",
    .slug = "waiver-no-reason",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "A waiver gives no reason.",
    .matters = "A reviewer cannot tell a decision from a leftover.",
    .fix = "Add the reason.",
    .example = "waiver for object 'u_phy/*' has no reason",
};

inline constexpr Code kBaselineUnusable{
    .id = "IO-0506",
    .slug = "baseline-unusable",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kConfig,
    .means = "The baseline file is not a findings report of this tool.",
    .matters = "New findings cannot be told from old ones.",
    .fix = "Make it with --format json=FILE.",
    .example = "'base.json' is not a sealring.findings/1 document",
};

inline constexpr Code kToolCannotStart{
    .id = "IO-0601",
    .slug = "tool-cannot-start",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "An external program is missing, is not executable, or the machine refused to run it.",
    .matters = "What that program was to compute or to judge was not computed or judged.",
    .fix = "Install the program or add its folder to PATH; `sealring doctor` lists what is found.",
    .example =
        "cannot start 'sta': no program of this name in PATH; install it or add its folder to PATH",
};

inline constexpr Code kStoreCannotOpen{
    .id = "IO-0701",
    .slug = "store-cannot-open",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "A database of the workspace cannot be opened or created.",
    .matters = "Nothing can be looked up in it or recorded.",
    .fix = "Give permission to the folder, or name another one with --workspace.",
    .example =
        "cannot open store '.sealring/ledger.db': unable to open database file; check that "
        "the folder exists and that you may write in it",
};

inline constexpr Code kStoreDamaged{
    .id = "IO-0702",
    .slug = "store-damaged",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "A database file is not a database, or its content is damaged.",
    .matters = "What it would tell cannot be trusted, so it was not used.",
    .fix = "Put the file back from a copy; cache.db may simply be deleted.",
    .example =
        "store '.sealring/cache.db' is damaged: file is not a database; put it back from a "
        "copy, or delete it when it is only a cache",
};

inline constexpr Code kStoreNewer{
    .id = "IO-0703",
    .slug = "store-newer",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means = "A database was written by a newer version of the program.",
    .matters = "This version would misread it or spoil it.",
    .fix = "Use the newer version of the program.",
    .example =
        "store '.sealring/ledger.db' has version 7 of 'manifest', this program knows up to "
        "5; use a newer program",
};

inline constexpr Code kStoreFailed{
    .id = "IO-0704",
    .slug = "store-failed",
    .severity = Severity::kError,
    .kind = FindingClass::kInput,
    .owner = Owner::kTool,
    .means =
        "A database could not be read or written: busy, full disk, no permission, a rule "
        "of its tables.",
    .matters = "The change was not made; what was there before is unchanged.",
    .fix = "Free some space, or wait until the other run has finished, then run again.",
    .example =
        "store '.sealring/ledger.db' failed: database is locked; another run holds it, run "
        "again when it has finished",
};

inline constexpr std::array kTable{
    &kFileMissing,
    &kFileUnreadable,
    &kFileEmpty,
    &kFileTooLarge,
    &kDamagedCompression,
    &kCannotWrite,
    &kYamlSyntax,
    &kYamlDuplicateKey,
    &kYamlUnknownKey,
    &kYamlMissingKey,
    &kYamlWrongType,
    &kYamlWrongSchema,
    &kTableRagged,
    &kTableQuoting,
    &kTableHeader,
    &kTableNoRows,
    &kVerilogSyntax,
    &kVerilogTruncated,
    &kVerilogUnsupported,
    &kVerilogBehavioural,
    &kVerilogNoModule,
    &kVerilogDuplicateModule,
    &kVerilogDuplicateName,
    &kVerilogPortUndeclared,
    &kVerilogRangeConflict,
    &kVerilogImplicitNet,
    &kVerilogUseBeforeDeclaration,
    &kVerilogMacro,
    &kVerilogLimit,
    &kNetlistUnknownPort,
    &kNetlistPortTwice,
    &kNetlistTooManyConnections,
    &kNetlistWidth,
    &kNetlistSelect,
    &kNetlistLoop,
    &kNetlistParameter,
    &kWaiverUnused,
    &kWaiverExpired,
    &kWaiverLapsed,
    &kWaiverNoScope,
    &kWaiverNoReason,
    &kBaselineUnusable,
    &kToolCannotStart,
    &kStoreCannotOpen,
    &kStoreDamaged,
    &kStoreNewer,
    &kStoreFailed,
};

}  // namespace sealring::core::codes

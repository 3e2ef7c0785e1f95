// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include "core/diagnostics/code.h"

/// Codes of structural Verilog and of the netlist read from it: IO-03xx.
namespace sealring::core::codes {

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

}  // namespace sealring::core::codes

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Regular wiring: widths by rules and written extensions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/esd/layout.h"

namespace sealring::esd::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

/// Rules of the DEF: "wide" on m1 and m2, "half" on m1 alone.
const char* const kDefRules =
    "NONDEFAULTRULES 2 ;\n- wide + HARDSPACING + LAYER m1 WIDTH 200 SPACING 300 WIREEXT 100\n  + "
    "LAYER "
    "m2 WIDTH 400 + VIA VIA1 + MINCUTS v1 1 ;\n- half + LAYER m1 WIDTH 50 ;\nEND NONDEFAULTRULES\n";

std::string lef_with_rule() {
  std::string lef = small_lef();
  lef.insert(
      lef.find("END LIBRARY"),
      "NONDEFAULTRULE thick\n  HARDSPACING ;\n  LAYER m1\n    WIDTH 0.4 ;\n    SPACING 0.1 ;\n  "
      "END m1\n  VIA THICKVIA\n    LAYER m1 ; RECT -0.1 -0.1 0.1 0.1 ;\n    LAYER v1 ; RECT "
      "-0.05 -0.05 0.05 0.05 ;\n    LAYER m2 ; RECT -0.1 -0.1 0.1 0.1 ;\n  END THICKVIA\n  "
      "SPACING\n    SAMENET\n    m1 m1 0.1 ;\n  END SPACING\n  USEVIA VIA1 ;\nEND thick\n");
  return lef;
}

/// Resistance along m1 from (0, 0) to (10000, 0) of the net "sig".
double ohm(const std::string& net, const std::string& to_layer = "m1", core::lefdef::Coord y = 0) {
  ExtractOptions options;
  options.nets = {"sig"};
  const std::vector<Touch> touches = {touch_at("sig", "m1", 0, 0),
                                      touch_at("sig", to_layer, 10000, y)};
  const std::string def = small_def("- VDD + USE POWER ;", kDefRules, "- sig " + net + " ;");
  return between(good_extraction(def, options, touches, lef_with_rule()), 0, 1);
}

TEST(ExtractWiring, WidthOfTheRuleOfTheNet) {
  EXPECT_NEAR(ohm("+ ROUTED m1 ( 0 0 ) ( 10000 0 )"), 40, 1e-9);
  EXPECT_NEAR(ohm("+ NONDEFAULTRULE wide + ROUTED m1 ( 0 0 ) ( 10000 0 )"), 20, 1e-9);
  EXPECT_NEAR(ohm("+ ROUTED m1 ( 0 0 ) ( 10000 0 ) + NONDEFAULTRULE half"), 80, 1e-9)
      << "the rule may stand behind the wiring";
  EXPECT_NEAR(ohm("+ NONDEFAULTRULE thick + ROUTED m1 ( 0 0 ) ( 10000 0 )"), 10, 1e-9)
      << "of the LEF";
  // Behind a via of the LEF: the width of the rule on that layer, or its default.
  const std::string up = " + ROUTED m1 ( 0 0 ) ( 10000 0 ) VIA1 ( * 8000 )";
  EXPECT_NEAR(ohm(up, "m2", 8000), 40 + 4 + 16, 1e-9);
  EXPECT_NEAR(ohm("+ NONDEFAULTRULE wide" + up, "m2", 8000), 20 + 4 + 4, 1e-9);
  EXPECT_NEAR(ohm("+ NONDEFAULTRULE half" + up, "m2", 8000), 80 + 4 + 16, 1e-9);
  EXPECT_NEAR(
      ohm("+ NONDEFAULTRULE thick + ROUTED m1 ( 0 0 ) ( 10000 0 ) THICKVIA ( * 8000 )", "m2", 8000),
      10 + 4 + 16, 1e-9)
      << "a via inside the rule";
}

TEST(ExtractWiring, TaperedPiecesHaveTheirOwnWidth) {
  const std::string half = "( 0 0 ) ( 5000 0 ) NEW m1 ";
  EXPECT_NEAR(ohm("+ NONDEFAULTRULE wide + ROUTED m1 " + half + "TAPER ( 5100 0 0 ) ( 10000 0 )"),
              0.4 * (5.1 / 0.2 + 4.9 / 0.1), 1e-9);
  EXPECT_NEAR(
      ohm("+ NONDEFAULTRULE wide + ROUTED m1 " + half + "TAPERRULE half ( 5100 0 0 ) ( 10000 0 )"),
      0.4 * (5.1 / 0.2 + 4.9 / 0.05), 1e-9);
  EXPECT_NEAR(ohm("+ ROUTED m1 TAPERRULE thick ( 0 0 ) ( 10000 0 )"), 10, 1e-9);
  EXPECT_NEAR(ohm("+ SUBNET s ( a b ) NONDEFAULTRULE wide + ROUTED m1 ( 0 0 ) ( 10000 0 )"), 20,
              1e-9);
  EXPECT_NEAR(ohm("+ SUBNET s ( a b ) NONDEFAULTRULE wide ROUTED m1 ( 0 0 ) ( 10000 0 )"), 20,
              1e-9);
}

TEST(ExtractWiring, AnUnknownRuleIsAnError) {
  for (const std::string net : {"+ NONDEFAULTRULE wider + ROUTED m1 ( 0 0 ) ( 10000 0 )",
                                "+ ROUTED m1 TAPERRULE wider ( 0 0 ) ( 10000 0 )"}) {
    ExtractOptions options;
    options.nets = {"sig"};
    core::CollectingSink sink;
    EXPECT_FALSE(
        extraction_of(layout_of(small_def("- VDD + USE POWER ;", kDefRules, "- sig " + net + " ;"),
                                lef_with_rule()),
                      sink, options));
    const core::Finding finding = first(sink, "ESD-0514");
    EXPECT_THAT(finding.message, HasSubstr("NONDEFAULTRULE 'wider'"));
    EXPECT_THAT(finding.message, HasSubstr("1 use in net 'sig'"));
    EXPECT_EQ(finding.kind, core::FindingClass::kInput);
  }
}

TEST(ExtractWiring, AWrittenExtensionOfZeroIsNone) {
  const auto found = [](const std::string& path, core::lefdef::Coord x) {
    ExtractOptions options;
    options.nets = {"sig"};
    core::CollectingSink sink;
    extraction_of(
        layout_of(small_def("- VDD + USE POWER ;", {}, "- sig + ROUTED m1 " + path + " ;")), sink,
        options, {touch_at("sig", "m1", x, 0)});
    return ids(sink);
  };
  EXPECT_THAT(found("( 0 0 ) ( 1000 0 )", 1040), ::testing::IsEmpty());
  EXPECT_THAT(found("( 0 0 ) ( 1000 0 0 )", 1040), Contains("ESD-0505"));
  EXPECT_THAT(found("( 0 0 ) ( 1000 0 0 )", -40), ::testing::IsEmpty());
  EXPECT_THAT(found("( 0 0 0 ) ( 1000 0 )", -40), Contains("ESD-0505"));
  EXPECT_THAT(found("( 0 0 ) ( 1000 0 200 )", 1190), ::testing::IsEmpty());
}

}  // namespace
}  // namespace sealring::esd::testing

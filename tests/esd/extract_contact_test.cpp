// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// Metal of two nets that meets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/esd/layout.h"

namespace sealring::esd::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

std::vector<core::Finding> meetings(const std::string& special, const ExtractOptions& options = {},
                                    const std::vector<Touch>& touches = {},
                                    const std::string& before = {},
                                    const std::string& lef = small_lef()) {
  core::CollectingSink sink;
  EXPECT_TRUE(extraction_of(layout_of(small_def(special, before), lef), sink, options, touches))
      << "two nets that meet are still extracted";
  std::vector<core::Finding> result;
  for (const core::Finding& finding : sink.findings) {
    if (finding.code->id == "ESD-0513") result.push_back(finding);
  }
  return result;
}

const std::string kVdd = "- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) ;\n- VSS + ROUTED ";

TEST(ExtractContact, case_esd_12) {
  const auto found = meetings(kVdd + "m1 1000 ( 4000 -5000 ) ( 4000 5000 ) ;");
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].message,
            "metal of net 'VDD' and net 'VSS' meets on m1 at (4, 0) um; 1 pair of shapes does");
  EXPECT_EQ(found[0].severity, core::Severity::kError);
  EXPECT_EQ(found[0].kind, core::FindingClass::kDesign);
  EXPECT_EQ(found[0].owner, core::Owner::kDesign);
  EXPECT_EQ(found[0].object, "VDD|VSS");
  ASSERT_TRUE(found[0].where);
  EXPECT_DOUBLE_EQ(found[0].where->x_um, 4);
  EXPECT_DOUBLE_EQ(found[0].where->y_um, 0);
  ASSERT_THAT(found[0].notes, SizeIs(1));
  EXPECT_THAT(found[0].notes[0].message, HasSubstr("'VSS'"));
}

TEST(ExtractContact, OverlapAndCommonEdgesCountCornersDoNot) {
  EXPECT_THAT(meetings(kVdd + "m1 1000 ( 0 1000 ) ( 10000 1000 ) ;"), SizeIs(1));
  EXPECT_THAT(meetings(kVdd + "m1 1000 ( 0 1001 ) ( 10000 1001 ) ;"), IsEmpty());
  EXPECT_THAT(meetings(kVdd + "m1 1000 ( 10000 1000 ) ( 20000 1000 ) ;"), IsEmpty());
  EXPECT_THAT(meetings(kVdd + "m2 1000 ( 0 0 ) ( 10000 0 ) ;"), IsEmpty()) << "another layer";
}

TEST(ExtractContact, OnceForEachPairAndLayer) {
  const auto found = meetings(
      kVdd +
      "m1 1000 ( 7000 0 ) ( 7000 5000 ) NEW m1 1000 ( 4000 0 ) ( 4000 5000 )\nNEW m2 1000 ( 0 "
      "20000 ) ( 9000 20000 ) ;\n- VSS2 + ROUTED m2 1000 ( 5000 9000 ) ( 5000 30000 ) NEW m1 1000 "
      "( 9000 0 ) ( 9000 5000 ) ;");
  ASSERT_THAT(found, SizeIs(3));
  std::vector<std::string> messages;
  for (const core::Finding& finding : found) messages.push_back(finding.message);
  EXPECT_THAT(messages,
              Contains(HasSubstr("'VDD' and net 'VSS' meets on m1 at (4, 0.25) um; 2 pairs")));
  EXPECT_THAT(messages, Contains(HasSubstr("'VDD' and net 'VSS2' meets on m1")));
  EXPECT_THAT(messages, Contains(HasSubstr("'VSS' and net 'VSS2' meets on m2 at (5, 20) um")));
}

TEST(ExtractContact, MetalOfVias) {
  // A via of 0.2 um on a wire of 0.1 um beside a wire of the other net.
  const auto beside = [](int y) {
    return "- VDD + ROUTED m1 100 ( 0 0 ) ( 10000 0 ) VIA1 NEW m2 1000 ( 10000 0 ) ( 10000 5000 ) "
           ";\n"
           "- VSS + ROUTED m1 100 ( 0 " +
           std::to_string(y) + " ) ( 20000 " + std::to_string(y) + " ) ;";
  };
  EXPECT_THAT(meetings(beside(140)), SizeIs(1));
  EXPECT_THAT(meetings(beside(160)), IsEmpty());
  // A stack of vias: its metal on m2 lies in no wire.
  EXPECT_THAT(
      meetings("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) VIA1 VIA2 ;\n- VSS + ROUTED m2 1000 "
               "( 10500 -5000 ) ( 10500 5000 ) ;"),
      SizeIs(1));
}

TEST(ExtractContact, ShapesPolygonsAndSlantingWires) {
  EXPECT_THAT(
      meetings("- VDD + RECT m1 ( 0 0 ) ( 1000 1000 ) ;\n- VSS + RECT m1 ( 1000 500 ) ( 2000 "
               "1500 ) ;"),
      SizeIs(1));
  // Triangles of one square: each hull holds the other, the metal does not meet; moved by 200 it does.
  const auto triangles = [](int by) {
    return "- VDD + POLYGON m1 ( 0 0 ) ( 3000 0 ) ( 0 3000 ) ;\n- VSS + POLYGON m1 ( " +
           std::to_string(3100 - by) + " 100 ) ( " + std::to_string(3100 - by) + " 3100 ) ( " +
           std::to_string(100 - by) + " 3100 ) ;";
  };
  EXPECT_THAT(meetings(triangles(0)), IsEmpty());
  EXPECT_THAT(meetings(triangles(1500)), SizeIs(1));
  const auto slants = [](int by) {
    return "- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 10000 ) ;\n- VSS + ROUTED m1 1000 ( " +
           std::to_string(by) + " 0 ) ( " + std::to_string(by + 10000) + " 10000 ) ;";
  };
  EXPECT_THAT(meetings(slants(1400)), SizeIs(1));
  EXPECT_THAT(meetings(slants(1430)), IsEmpty());
  EXPECT_THAT(
      meetings("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 10000 ) ;\n- VSS + ROUTED m1 1000 ( 5000 "
               "0 ) ( 5000 3780 ) ;"),
      IsEmpty());
  EXPECT_THAT(
      meetings("- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 10000 ) ;\n- VSS + ROUTED m1 1000 ( 5000 "
               "0 ) ( 5000 3800 ) ;"),
      SizeIs(1));
}

TEST(ExtractContact, TouchesAndPinsOfComponentsAreNotMetalOfTheNet) {
  const std::string nets = kVdd + "m1 1000 ( 0 2000 ) ( 10000 2000 ) ;";
  EXPECT_THAT(meetings(nets, {}, {touch_at("VDD", "m1", 5000, 0, 3000)}), IsEmpty());
  std::string lef = small_lef();
  lef.insert(lef.find("END LIBRARY"),
             "MACRO PAD\n  CLASS PAD ;\n  SIZE 4 BY 4 ;\n  PIN A\n    PORT\n      LAYER m1 ;\n     "
             " RECT 0 "
             "0 4 4 ;\n      RECT 1 1 2 2 ;\n    END\n  END A\nEND PAD\n");
  const std::string component =
      "COMPONENTS 1 ;\n- u PAD + PLACED ( 1000 -1000 ) N ;\nEND COMPONENTS\n";
  ExtractOptions options;
  options.component_pins = true;
  const std::string with_pin =
      "- VDD ( u A ) + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) ;\n- VSS + ROUTED m1 1000 ( 0 2000 ) ( "
      "10000 "
      "2000 ) ;";
  EXPECT_THAT(meetings(with_pin, options, {}, component, lef), IsEmpty());
}

TEST(ExtractContact, OrderOfStatementsDoesNotMatter) {
  const std::string vdd = "- VDD + ROUTED m1 1000 ( 0 0 ) ( 10000 0 ) ;\n";
  const std::string vss = "- VSS + ROUTED m1 1000 ( 4000 -5000 ) ( 4000 5000 ) ;\n";
  const auto a = meetings(vdd + vss);
  const auto b = meetings(vss + vdd);
  ASSERT_THAT(a, SizeIs(1));
  ASSERT_THAT(b, SizeIs(1));
  EXPECT_EQ(core::fingerprint(a[0]), core::fingerprint(b[0]));
}

}  // namespace
}  // namespace sealring::esd::testing

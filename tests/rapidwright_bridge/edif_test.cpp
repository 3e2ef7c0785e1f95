// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/edif.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/rapidwright_bridge/support.h"
#include "tests/rapidwright_bridge/synthetic.h"

namespace sealring::rapidwright_bridge {
namespace {

using testing::EdifSpec;
using testing::has;

/// Gives a text in pieces of a chosen size, to cut tokens anywhere.
class PieceSource final : public ByteSource {
 public:
  PieceSource(std::string_view text, std::size_t piece) : rest_(text), piece_(piece) {}
  std::size_t read(char* to, std::size_t room) override {
    const std::size_t count = std::min({room, piece_, rest_.size()});
    std::copy_n(rest_.data(), count, to);
    rest_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view rest_;
  std::size_t piece_;
};

EdifDigest digest(const std::string& text, std::size_t piece = 1U << 20,
                  std::vector<core::Finding>* findings = nullptr) {
  core::CollectingSink sink;
  PieceSource source(text, piece);
  EdifDigest result = digest_edif(source, "core.edf", sink);
  if (findings != nullptr) *findings = sink.findings;
  return result;
}

TEST(Edif, facts_of_one_pass) {
  const EdifDigest d = digest(testing::edif());
  ASSERT_TRUE(d.complete);
  EXPECT_EQ(d.canonical.size(), 64U);
  EXPECT_EQ(d.top, "core");
  EXPECT_EQ(d.program, "Vivado 2022.1");
  EXPECT_EQ(d.part, "xcvu3p-ffvc1517-2-i");
  EXPECT_EQ(d.cells, 3U);
  EXPECT_EQ(d.instances, 2U);
  EXPECT_EQ(d.nets, 4U);
  EXPECT_EQ(d.port_refs, 8U);
  EXPECT_EQ(d.black_box_count, 0U);
  ASSERT_EQ(d.ports.size(), 3U);
  EXPECT_EQ(d.ports[0], (PortInfo{.name = "clk", .direction = PortDirection::kInput}));
  EXPECT_EQ(d.ports[1], (PortInfo{.name = "d",
                                  .direction = PortDirection::kInput,
                                  .left = 1,
                                  .right = 0,
                                  .width = 2,
                                  .bus = true}));
  EXPECT_EQ(d.ports[2].direction, PortDirection::kOutput);
}

TEST(Edif, digest_does_not_depend_on_pieces) {
  const std::string text = testing::edif();
  const std::string whole = digest(text).canonical;
  for (const std::size_t piece : {1U, 2U, 3U, 7U, 64U, 1000U})
    EXPECT_EQ(digest(text, piece).canonical, whole) << piece;
}

TEST(Edif, digest_survives_what_says_when_and_where_it_was_written) {
  const std::string base = digest(testing::edif()).canonical;
  const std::vector<EdifSpec> same = {
      {.time_stamp = "1999 01 01 00 00 00"},
      {.program = "(program \"Other\" (version \"1\"))"},
      {.comment = ""},
      {.comment = "(comment \"a\") (comment \"b)\")"},
      {.properties = "(property LOC (string \"X\")) (property INIT (string \"8'h8E\"))"},
      {.properties = "(property LOC (string \"X\") (owner \"RapidWright\")) (property INIT (string "
                     "\"8'h8E\")) (property src (string \"/a.v:3\"))"},
      {.design_properties = ""},
      {.top = "core_1"},  // the name of a module is a label
  };
  for (const EdifSpec& spec : same)
    EXPECT_EQ(digest(testing::edif(spec)).canonical, base) << testing::edif(spec).substr(0, 200);
  EXPECT_EQ(digest(testing::replace_all(testing::edif(), "\n", "\r\n   ")).canonical, base);
  EXPECT_EQ(digest(testing::replace_all(testing::edif(), "(instance ", "(Instance ")).canonical,
            base);
  EXPECT_EQ(digest("\xEF\xBB\xBF" + testing::edif()).canonical, base);
}

TEST(Edif, digest_tells_circuits_apart) {
  std::vector<std::string> texts = {
      testing::edif(),
      testing::edif({.bram_mode = "READ_FIRST"}),
      testing::edif(
          {.properties = "(property INIT (string \"8'h8F\")) (property LOC (string \"X\"))"}),
      testing::edif({.properties = "(property INIT (string \"8'h8E\"))"}),
      testing::edif({.properties = "(property INIT (string \"8'h8E\")) (property INIT (string "
                                   "\"8'h8E\")) (property LOC (string \"X\"))"}),
      testing::edif(
          {.properties = "(property INIT (string \"X\")) (property LOC (string \"8'h8E\"))"})};
  const std::string base = testing::edif();
  texts.push_back(testing::replace_all(base, "(portref (member d 0)) (portref I0",
                                       "(portref (member d 1)) (portref I0"));
  texts.push_back(testing::replace_all(base, "(portref q) (portref O (instanceref u0))",
                                       "(portref q) (portref DO (instanceref ram))"));
  texts.push_back(
      testing::replace_all(base, "port q (direction OUTPUT)", "port q (direction INOUT)"));
  texts.push_back(testing::replace_all(base, "\"d[1:0]\") 2", "\"d[2:1]\") 2"));
  texts.push_back(testing::replace_all(base, "(cell RAMB36E2 (celltype GENERIC) (view netlist",
                                       "(cell RAMB36E2 (celltype GENERIC) (view other"));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const EdifDigest a = digest(texts[i]);
    ASSERT_TRUE(a.complete) << i;
    for (std::size_t k = 0; k < i; ++k)
      EXPECT_NE(a.canonical, digest(texts[k]).canonical) << i << " and " << k;
  }
}

/// Each single byte of the part that describes the circuit counts, or breaks the syntax.
TEST(Edif, every_changed_name_changes_the_digest) {
  const std::string base = testing::edif();
  const std::string reference = digest(base).canonical;
  std::mt19937 random(7);
  const std::size_t from = base.find("(contents");
  const std::size_t to = base.find("(comment \"Reference");
  std::size_t changed = 0;
  for (std::size_t n = 0; n < 400 * testing::soak(); ++n) {
    std::string text = base;
    const std::size_t at = from + random() % (to - from);
    if (std::isalnum(static_cast<unsigned char>(text[at])) == 0) continue;
    const char other = text[at] == 'z' ? 'y' : 'z';
    text[at] = other;
    const EdifDigest d = digest(text);
    ++changed;
    EXPECT_TRUE(!d.complete || d.canonical != reference) << at << " " << text.substr(at - 10, 20);
  }
  EXPECT_GT(changed, 100U);
}

TEST(Edif, order_of_cells_instances_and_nets_does_not_count_and_order_of_lists_does) {
  const std::string base = testing::edif();
  const std::string a = "(portref clk) (portref CLK (instanceref ram))";
  const std::string b = "(portref CLK (instanceref ram)) (portref clk)";
  EXPECT_EQ(digest(testing::replace_all(base, a, b)).canonical, digest(base).canonical);
  const std::string list = testing::replace_all(
      base, "(net q (joined", "(netbundle nb (listofnets (net x) (net y)))\n(net q (joined");
  const std::string turned = testing::replace_all(list, "(net x) (net y)", "(net y) (net x)");
  EXPECT_NE(digest(list).canonical, digest(turned).canonical);
}

TEST(Edif, black_boxes_are_cells_without_contents_outside_primitives) {
  const std::string text = testing::replace_all(
      testing::edif(), " (Library work (edifLevel 0) (technology (numberDefinition))\n",
      " (Library work (edifLevel 0) (technology (numberDefinition))\n  (cell fifo (celltype "
      "GENERIC) (view v (viewtype NETLIST) (interface (port a (direction INPUT)))))\n");
  const EdifDigest d = digest(text);
  EXPECT_EQ(d.black_boxes, (std::vector<std::string>{"fifo"}));
}

TEST(Edif, faults_name_their_place) {
  const std::string base = testing::edif();
  struct Row {
    std::string text;
    const char* message;
  };
  const std::vector<Row> rows = {
      {base.substr(0, base.size() / 2), "ends inside"},
      {base.substr(0, base.rfind(')')), "ends inside 1 open brackets"},
      {base + ")", "closed that was not opened"},
      {base + "(edif again)", "text follows"},
      {"(library x)", "does not begin with '(edif'"},
      {"hello", "stands outside"},
      {"", "holds no EDIF"},
      {"(edif x (comment \"open", "not closed"},
      {"(edif x (\"y\"))", "keyword was expected"},
      {"(edif x " + std::string(2000, '('), "expected"},
  };
  for (const Row& row : rows) {
    std::vector<core::Finding> findings;
    const EdifDigest d = digest(row.text, 16, &findings);
    EXPECT_FALSE(d.complete) << row.message;
    EXPECT_TRUE(d.canonical.empty());
    ASSERT_TRUE(has(findings, "RWB-0004")) << row.message;
    EXPECT_NE(findings[0].message.find(row.message), std::string::npos) << findings[0].message;
  }
  std::vector<core::Finding> findings;
  digest("(edif x\n (library y\n  )))\n", 1U << 20, &findings);
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].location.line, 3U);
  EXPECT_EQ(findings[0].location.column, 5U);
}

TEST(Edif, whole_netlist) {
  core::CollectingSink sink;
  const auto netlist = read_edif(testing::edif(), "core.edf", sink);
  ASSERT_TRUE(netlist);
  EXPECT_EQ(netlist->unresolved(), 0U);
  ASSERT_NE(netlist->top(), kNoIndex);
  const EdifNetlist::Cell& top = netlist->cells()[netlist->top()];
  EXPECT_EQ(netlist->text(top.original), "core");
  const auto instances = netlist->instances_of(top);
  ASSERT_EQ(instances.size(), 2U);
  EXPECT_EQ(netlist->text(netlist->cells()[instances[1].cell].name), "RAMB36E2");
  const auto properties = netlist->properties_of(instances[0].properties);
  ASSERT_EQ(properties.size(), 2U);
  EXPECT_EQ(netlist->text(properties[0].key), "INIT");
  EXPECT_EQ(netlist->text(properties[0].value), "8'h8E");
  const auto nets = netlist->nets_of(top);
  ASSERT_EQ(nets.size(), 4U);
  EXPECT_EQ(netlist->text(nets[1].original), "d[1]");
  const auto pins = netlist->pins_of(nets[1]);
  ASSERT_EQ(pins.size(), 2U);
  EXPECT_EQ(pins[0].instance, kNoIndex);
  EXPECT_EQ(pins[0].member, 0U);  // counted from the left of [1:0]
  EXPECT_EQ(netlist->text(netlist->port(pins[1].port).name), "I0");
  EXPECT_EQ(netlist->text(netlist->instance(pins[1].instance).name), "u0");
}

TEST(Edif, references_that_name_nothing_are_counted) {
  core::CollectingSink sink;
  const auto netlist =
      read_edif(testing::replace_all(testing::edif(), "(instanceref ram)", "(instanceref gone)"),
                "core.edf", sink);
  ASSERT_TRUE(netlist);
  EXPECT_EQ(netlist->unresolved(), 1U);
}

TEST(Edif, values_names_and_escapes) {
  core::CollectingSink sink;
  const auto netlist = read_edif(
      testing::edif({.properties =
                         "(property A (integer 12)) (property B (boolean (true))) (property "
                         "(rename C \"c[0]\") (number (e 1 3))) (property D (string))"}),
      "core.edf", sink);
  ASSERT_TRUE(netlist);
  const auto p =
      netlist->properties_of(netlist->instances_of(netlist->cells()[netlist->top()])[0].properties);
  ASSERT_EQ(p.size(), 4U);
  EXPECT_EQ(netlist->text(p[0].value), "12");
  EXPECT_EQ(netlist->text(p[1].value), "true");
  EXPECT_EQ(netlist->text(p[2].key), "c[0]");
  EXPECT_EQ(netlist->text(p[3].value), "");
  EXPECT_EQ(unescape_edif("a%34%b"), "a\"b");
  EXPECT_EQ(unescape_edif("%34 37%"), "\"%");
  EXPECT_EQ(unescape_edif("50% of %x%"), "50% of %x%");
}

/// Both readers accept and refuse the same texts, and neither crashes.
TEST(Edif, shortened_and_changed_texts_in_both_readers) {
  const std::string base = testing::edif();
  std::mt19937 random(11);
  for (std::size_t n = 0; n < 500 * testing::soak(); ++n) {
    std::string text = base;
    if (n % 2 == 0) {
      text.resize(random() % text.size());
    } else {
      static constexpr std::string_view kBytes = "() \"xz\n%&\0";
      text[random() % text.size()] = kBytes[random() % kBytes.size()];
    }
    core::CollectingSink sink;
    const bool streamed = digest(text, 100).complete;
    const bool whole = read_edif(text, "x.edf", sink).has_value();
    // What the whole reader takes is well-formed; the stream reads the syntax alone and may take more.
    if (whole) {
      EXPECT_TRUE(streamed) << n;
    }
    if (n % 2 == 0 && text.find_last_not_of(" \n") + 1 < base.find_last_not_of(" \n") + 1) {
      EXPECT_FALSE(streamed);
    }
  }
}

}  // namespace
}  // namespace sealring::rapidwright_bridge

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/units/parse.h"
#include "core/units/quantity.h"
#include "core/units/rational.h"
#include "tests/support/properties.h"

namespace sealring::core {

namespace {

using Int = Rational::Int;
__extension__ using Whole = unsigned __int128;

constexpr Int kLargest = static_cast<Int>(~static_cast<Whole>(0) >> 1U);

std::string show(const Rational& value) {
  return format_decimal(value, 18);
}

/// Fractions whose parts span small, large and awkward sizes.
rc::Gen<Rational> fractions() {
  return rc::gen::map(
      rc::gen::tuple(rc::gen::arbitrary<std::int64_t>(),
                     rc::gen::inRange<std::int64_t>(1, 1'000'000'000), rc::gen::inRange(0, 40)),
      [](const std::tuple<std::int64_t, std::int64_t, int>& parts) {
        const auto& [top, bottom, shift] = parts;
        return Rational(Int{top} >> shift, bottom);
      });
}

/// Decimal text of top/bottom by long division on digits alone, rounded half away from zero.
std::string long_division(std::int64_t top, std::int64_t bottom, int digits) {
  const bool negative = top < 0;
  auto rest = static_cast<Whole>(negative ? -Int{top} : Int{top});
  const auto by = static_cast<Whole>(bottom);
  std::string whole = std::to_string(static_cast<std::uint64_t>(rest / by));
  rest %= by;
  std::string fraction;
  for (int i = 0; i < 60; ++i) {
    rest *= 10;
    fraction += static_cast<char>('0' + static_cast<int>(rest / by));
    rest %= by;
  }
  std::string all = whole + fraction;
  const std::size_t point = whole.size();
  const std::size_t lead = std::min(all.find_first_not_of('0'), all.size());
  const std::size_t keep = lead + static_cast<std::size_t>(digits);
  bool carry = keep < all.size() && all[keep] >= '5';
  for (std::size_t i = keep; i < all.size(); ++i) all[i] = '0';
  for (std::size_t i = keep; carry && i-- > 0;) {
    carry = all[i] == '9';
    all[i] = carry ? '0' : static_cast<char>(all[i] + 1);
  }
  std::string left = (carry ? "1" : "") + all.substr(0, point);
  std::string right = all.substr(point);
  right.erase(right.find_last_not_of('0') + 1);
  if (left.empty()) left = "0";
  const bool zero = right.empty() && left == "0";
  return (negative && !zero ? "-" : "") + left + (right.empty() ? "" : "." + right);
}

}  // namespace

TEST(Rational, keeps_lowest_terms_with_positive_denominator) {
  const Rational value(Int{6}, Int{-4});
  EXPECT_TRUE(value.numerator() == -3 && value.denominator() == 2);
  EXPECT_TRUE(Rational(Int{0}, Int{-7}) == Rational(0));
  EXPECT_FALSE(Rational(Int{1}, Int{0}).valid());
}

TEST(Rational, invalid_compares_unequal_to_everything_and_spreads) {
  const Rational bad = Rational::invalid();
  EXPECT_FALSE(bad == bad);
  EXPECT_FALSE(bad < Rational(1));
  EXPECT_FALSE(bad > Rational(1));
  EXPECT_FALSE((bad + Rational(1)).valid());
  EXPECT_FALSE((Rational(1) - bad).valid());
  EXPECT_FALSE((bad * Rational(0)).valid());
  EXPECT_FALSE((Rational(0) / bad).valid());
  EXPECT_FALSE((Rational(1) / Rational(0)).valid());
  EXPECT_TRUE(std::isnan(bad.to_double()));
  EXPECT_EQ(format_decimal(bad, 3), "invalid");
}

TEST(Rational, overflow_gives_invalid) {
  const Rational top(kLargest, 1);
  EXPECT_TRUE(top.valid());
  EXPECT_FALSE((top + Rational(1)).valid());
  EXPECT_FALSE((top * Rational(2)).valid());
  EXPECT_FALSE((top / Rational(Int{1}, Int{2})).valid());
  EXPECT_FALSE((Rational(1) / top / Rational(3)).valid());
  EXPECT_FALSE(Rational(-kLargest - 1, 1).valid()) << "has no positive counterpart";
  EXPECT_TRUE(Rational(-kLargest - 1, 2).valid()) << "lowest terms fit";
  EXPECT_TRUE((top - top).is_zero());
}

TEST(Rational, compares_where_the_difference_does_not_fit) {
  const Rational a(kLargest, kLargest - 1);
  const Rational b(kLargest - 1, kLargest - 2);
  EXPECT_FALSE((a - b).valid());
  EXPECT_TRUE(a < b);
  EXPECT_TRUE(b > a);
  EXPECT_TRUE(Rational(0) - b < Rational(0) - a);
  EXPECT_TRUE(Rational(-1) < Rational(1));
  EXPECT_TRUE(Rational(0) > Rational(Int{-1}, kLargest));
}

TEST(Rational, to_double_is_the_nearest) {
  EXPECT_EQ(Rational(Int{1}, Int{3}).to_double(), 1.0 / 3.0);
  EXPECT_EQ(Rational(0).to_double(), 0.0);
  EXPECT_EQ(Rational(-5).to_double(), -5.0);
  EXPECT_EQ(power_of_ten(-38).to_double(), 1e-38);
  EXPECT_EQ(power_of_ten(38).to_double(), 1e38);
  // Half-way between two doubles and one part in 2^100 above: rounding twice would give the even one below.
  const Int half_way = ((Int{1} << 53) + 1) << 50;
  EXPECT_EQ(Rational(half_way, Int{1} << 50).to_double(), 9007199254740992.0);
  EXPECT_EQ(Rational(half_way + 1, Int{1} << 50).to_double(), 9007199254740994.0);
}

RC_GTEST_PROP(Rational, to_double_agrees_with_strtod, ()) {
  const auto digits =
      *rc::gen::inRange<std::int64_t>(-1'000'000'000'000'000'000, 1'000'000'000'000'000'000);
  const auto exponent = *rc::gen::inRange(-18, 18);
  const std::string text = std::to_string(digits) + "e" + std::to_string(exponent);
  RC_ASSERT(parse_decimal(text)->to_double() == std::strtod(text.c_str(), nullptr));
}

RC_GTEST_PROP(Rational, addition_and_multiplication_are_a_field, ()) {
  const Rational a = *fractions();
  const Rational b = *fractions();
  const Rational c = *fractions();
  const auto same = [](const Rational& x, const Rational& y) {
    return !x.valid() || !y.valid() || x == y;
  };
  RC_ASSERT(a + b == b + a);
  RC_ASSERT(a * b == b * a);
  RC_ASSERT(same((a + b) + c, a + (b + c)));
  RC_ASSERT(same((a * b) * c, a * (b * c)));
  RC_ASSERT(same(a * (b + c), a * b + a * c));
  RC_ASSERT((a - b) + b == a);
  if (!b.is_zero()) RC_ASSERT(a / b * b == a);
}

RC_GTEST_PROP(Rational, order_agrees_with_the_sign_of_the_difference, ()) {
  const Rational a = *fractions();
  const Rational b = *fractions();
  RC_ASSERT((a < b) == ((a - b).numerator() < 0));
  RC_ASSERT((a == b) == (a - b).is_zero());
  RC_ASSERT((a > b) == (b < a));
}

RC_GTEST_PROP(FormatDecimal, agrees_with_long_division, ()) {
  const auto top = *rc::gen::arbitrary<std::int64_t>();
  const auto bottom = *rc::gen::inRange<std::int64_t>(1, std::numeric_limits<std::int64_t>::max());
  const auto digits = *rc::gen::inRange(1, 19);
  RC_ASSERT(format_decimal(Rational(Int{top}, Int{bottom}), digits) ==
            long_division(top, bottom, digits));
}

TEST(FormatDecimal, examples) {
  EXPECT_EQ(format_decimal(Rational(Int{1}, Int{3}), 12), "0.333333333333");
  EXPECT_EQ(format_decimal(Rational(Int{2}, Int{3}), 1), "0.7");
  EXPECT_EQ(format_decimal(Rational(10000), 12), "10000");
  EXPECT_EQ(format_decimal(Rational(Int{-1}, Int{2}), 3), "-0.5");
  EXPECT_EQ(format_decimal(Rational(12345), 3), "12300");
  EXPECT_EQ(format_decimal(Rational(Int{99999}, Int{10}), 4), "10000");
  EXPECT_EQ(format_decimal(power_of_ten(-38), 5), "0.00000000000000000000000000000000000001");
  EXPECT_EQ(format_decimal(Rational(Int{1}, kLargest), 2),
            "0.0000000000000000000000000000000000000059");
}

RC_GTEST_PROP(ParseDecimal, reads_back_what_format_decimal_wrote, ()) {
  const auto digits =
      *rc::gen::inRange<std::int64_t>(-999'999'999'999'999'999, 999'999'999'999'999'999);
  const auto places = *rc::gen::inRange(0, 18);
  const Rational value = Rational(digits) * power_of_ten(-places);
  const auto read = parse_decimal(show(value));
  RC_ASSERT(read.has_value());
  RC_ASSERT(*read == value);
}

TEST(ParseDecimal, exact) {
  EXPECT_TRUE(*parse_decimal("10.416") == Rational(Int{10416}, Int{1000}));
  EXPECT_TRUE(*parse_decimal("-2e-3") == Rational(Int{-1}, Int{500}));
  EXPECT_TRUE(*parse_decimal("+.5") == Rational(Int{1}, Int{2}));
  EXPECT_TRUE(*parse_decimal("5.") == Rational(5));
  EXPECT_TRUE(*parse_decimal("1E+3") == Rational(1000));
  EXPECT_TRUE(*parse_decimal("0.1") + *parse_decimal("0.2") == *parse_decimal("0.3"));
  EXPECT_TRUE(parse_decimal("-0")->is_zero());
  EXPECT_TRUE(parse_decimal("0e70")->is_zero());
}

TEST(ParseDecimal, refuses_anything_else) {
  for (const char* text : {"",    "-",     "+",
                           ".",   "e5",    "1e",
                           "1e+", "1.2.3", "1 ",
                           " 1",  "1ns",   "0x10",
                           "inf", "nan",   "--1",
                           "+-1", "1e99",  "1_000",
                           "1,5", "1e5e5", "999999999999999999999999999999999999999999"}) {
    EXPECT_FALSE(parse_decimal(text)) << text;
  }
}

TEST(ParseInteger, examples) {
  EXPECT_EQ(parse_integer("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(parse_integer("+7"), 7);
  for (const char* text :
       {"", "+", "-", "++1", "+-1", "9223372036854775808", "1.0", " 1", "1 ", "0x1", "1e3"}) {
    EXPECT_FALSE(parse_integer(text)) << text;
  }
}

TEST(ParseDouble, examples) {
  EXPECT_EQ(parse_double("1e-3"), 0.001);
  EXPECT_EQ(parse_double("-.5"), -0.5);
  EXPECT_EQ(parse_double("+2.5E3"), 2500.0);
  for (const char* text :
       {"", "+", "-", "inf", "-inf", "nan", "0x1p3", "1e999", "1 ", "1u", "+-1", "++1"}) {
    EXPECT_FALSE(parse_double(text)) << text;
  }
}

TEST(Quantity, units_and_their_size) {
  EXPECT_TRUE(parse_unit("ps", Dimension::kTime)->si == power_of_ten(-12));
  EXPECT_TRUE(parse_unit("10ps", Dimension::kTime)->si == power_of_ten(-11));
  EXPECT_EQ(parse_unit("10ps", Dimension::kTime)->name, "10ps");
  EXPECT_EQ(parse_unit("1kohm", Dimension::kResistance)->name, "kohm");
  EXPECT_TRUE(parse_unit("GHz", Dimension::kFrequency)->si == power_of_ten(9));
  EXPECT_TRUE(parse_unit("m", Dimension::kLength)->si == Rational(1));
  EXPECT_TRUE(parse_unit("mm", Dimension::kLength)->si == power_of_ten(-3));
  for (const char* text : {"", "5", "0ps", "-1ps", "PS", "ns ", "kps", "V", "1.2.3ns", "nsec"}) {
    EXPECT_FALSE(parse_unit(text, Dimension::kTime)) << text;
  }
}

TEST(Quantity, parse_needs_a_number_and_a_unit) {
  EXPECT_TRUE(*parse_quantity("10 ns", Dimension::kTime) == power_of_ten(-8));
  EXPECT_TRUE(*parse_quantity("10ns", Dimension::kTime) == power_of_ten(-8));
  EXPECT_TRUE(*parse_quantity("-1e3   um", Dimension::kLength) == Rational(Int{-1}, Int{1000}));
  for (const char* text : {"", "10", "ns", " ns", "10 ", "10 V", "10 5ns", "10 .5ns", "1e3",
                           "10 ns x", "ten ns", "100000000000000000000000000000000000000 Gs"}) {
    EXPECT_FALSE(parse_quantity(text, Dimension::kTime)) << text;
  }
}

TEST(Quantity, format) {
  const Unit ns = *parse_unit("ns", Dimension::kTime);
  EXPECT_EQ(format_in(power_of_ten(-9) / Rational(2), ns), "0.5 ns");
  EXPECT_EQ(format_engineering(power_of_ten(-9) / Rational(2), Dimension::kTime), "500 ps");
  EXPECT_EQ(format_engineering(Rational(2'000'000'000), Dimension::kFrequency), "2 GHz");
  EXPECT_EQ(format_engineering(Rational(0), Dimension::kTime), "0 s");
  EXPECT_EQ(format_engineering(Rational(-1500), Dimension::kResistance), "-1.5 kohm");
  EXPECT_EQ(format_engineering(power_of_ten(-18), Dimension::kCapacitance), "0.001 fF");
}

RC_GTEST_PROP(Quantity, engineering_text_reads_back, ()) {
  const auto digits = *rc::gen::inRange<std::int64_t>(1, 999'999'999'999);
  const Rational value = Rational(digits) * power_of_ten(*rc::gen::inRange(-15, 0));
  const std::string text = format_engineering(value, Dimension::kTime, 18);
  RC_ASSERT(*parse_quantity(text, Dimension::kTime) == value);
}

}  // namespace sealring::core

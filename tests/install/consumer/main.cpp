// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
//
// What a project outside sealring sees: a table is read through core, a period is printed in another unit.
#include <core/files/csv.h>
#include <core/files/yaml.h>
#include <core/units/parse.h>
#include <core/units/quantity.h>

#include <cstdio>

int main() {
  namespace core = sealring::core;
  core::CollectingSink sink;
  const auto table = core::parse_csv({"t.csv", "t.csv", "", "clock,period_ps\ntx,500\n"}, sink);
  const auto node = core::parse_yaml({"t.yaml", "t.yaml", "", "unit: ns\n"}, sink);
  if (!table || node == nullptr || !sink.findings.empty()) return 1;
  const auto from = core::parse_unit("ps", core::Dimension::kTime);
  const auto to = core::parse_unit(node->find("unit")->scalar, core::Dimension::kTime);
  const auto value = core::parse_decimal(table->cell(0, 1).text);
  if (!from || !to || !value) return 1;
  std::puts(core::format_in(*value * from->si, *to).c_str());
  return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace sealring::core {

/// A table to be shown beside the findings. Every row has as many cells as there are columns.
struct Table {
  struct Column {
    std::string title;    ///< with the unit where there is one: "R (ohm)"
    bool number = false;  ///< right-aligned
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};

/// Curves over one axis.
struct Series {
  struct Curve {
    std::string name;
    std::vector<std::pair<double, double>> points;
  };
  std::string x_title;
  std::string y_title;
  std::vector<Curve> curves;
};

/// Nested lines of text.
struct Tree {
  std::string text;
  std::vector<Tree> children;
};

/// A titled block of a report that is not a finding.
struct Section {
  std::string title;
  std::variant<Table, Series, Tree> content;
};

}  // namespace sealring::core

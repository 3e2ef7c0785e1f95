// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sealring::esd {

/// A small full matrix, row by row.
struct DenseMatrix {
  std::size_t n = 0;
  std::vector<double> value;

  explicit DenseMatrix(std::size_t size) : n(size), value(size * size, 0.0) {}
  double& at(std::size_t row, std::size_t column) { return value[row * n + column]; }
  double at(std::size_t row, std::size_t column) const { return value[row * n + column]; }
};

/// Cholesky factor of a symmetric positive semi-definite matrix. An unknown whose pivot vanishes (it repeats earlier
/// ones) is left out: its solution is 0.
class DenseCholesky {
 public:
  explicit DenseCholesky(DenseMatrix matrix);
  void solve(std::span<double> b) const;

 private:
  DenseMatrix lower_;
  std::vector<unsigned char> left_out_;
};

/// Solves a general system by Gaussian elimination with row exchanges; false when it is singular to working accuracy.
bool solve_general(DenseMatrix matrix, std::span<double> b);

}  // namespace sealring::esd

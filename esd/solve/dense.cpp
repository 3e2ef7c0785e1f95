// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/solve/dense.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sealring::esd {

namespace {

constexpr double kVanishing = 1e-14;

double dot(const double* a, const double* b, std::size_t n) {
  double sum[4] = {};
  std::size_t k = 0;
  for (; k + 4 <= n; k += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) sum[lane] += a[k + lane] * b[k + lane];
  }
  double total = (sum[0] + sum[2]) + (sum[1] + sum[3]);
  for (; k < n; ++k) total += a[k] * b[k];
  return total;
}

}  // namespace

DenseCholesky::DenseCholesky(DenseMatrix matrix)
    : lower_(std::move(matrix)), left_out_(lower_.n, 0) {
  for (std::size_t i = 0; i < lower_.n; ++i) {
    double* row = lower_.value.data() + i * lower_.n;
    for (std::size_t j = 0; j < i; ++j) {
      const double* other = lower_.value.data() + j * lower_.n;
      row[j] = left_out_[j] != 0 ? 0 : (row[j] - dot(row, other, j)) / other[j];
    }
    const double pivot = row[i] - dot(row, row, i);
    if (pivot <= kVanishing * std::fabs(row[i])) {
      left_out_[i] = 1;
      row[i] = 1;
    } else {
      row[i] = std::sqrt(pivot);
    }
  }
}

void DenseCholesky::solve(std::span<double> b) const {
  for (std::size_t i = 0; i < lower_.n; ++i) {
    const double* row = lower_.value.data() + i * lower_.n;
    b[i] = left_out_[i] != 0 ? 0 : (b[i] - dot(row, b.data(), i)) / row[i];
  }
  for (std::size_t i = lower_.n; i-- > 0;) {
    if (left_out_[i] != 0) continue;
    const double* row = lower_.value.data() + i * lower_.n;
    b[i] /= row[i];
    for (std::size_t j = 0; j < i; ++j) b[j] -= row[j] * b[i];
  }
  for (std::size_t i = 0; i < lower_.n; ++i) {
    if (left_out_[i] != 0) b[i] = 0;
  }
}

bool solve_general(DenseMatrix matrix, std::span<double> b) {
  const std::size_t n = matrix.n;
  double largest = 0;
  for (const double v : matrix.value) largest = std::max(largest, std::fabs(v));
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::fabs(matrix.at(i, k)) > std::fabs(matrix.at(pivot, k))) pivot = i;
    }
    if (std::fabs(matrix.at(pivot, k)) <= kVanishing * largest) return false;
    if (pivot != k) {
      std::swap_ranges(&matrix.at(k, 0), &matrix.at(k, 0) + n, &matrix.at(pivot, 0));
      std::swap(b[k], b[pivot]);
    }
    const double* head = &matrix.at(k, 0);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = matrix.at(i, k) / head[k];
      if (factor == 0) continue;
      double* row = &matrix.at(i, 0);
      for (std::size_t j = k + 1; j < n; ++j) row[j] -= factor * head[j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= matrix.at(k, j) * b[j];
    b[k] /= matrix.at(k, k);
  }
  return true;
}

}  // namespace sealring::esd

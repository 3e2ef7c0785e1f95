// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace sealring::esd {

/// A symmetric matrix by its upper triangle in compressed columns (diagonal included; rows in any order).
struct SymmetricMatrix {
  std::uint32_t n = 0;
  std::vector<std::uint64_t> column;  ///< n + 1
  std::vector<std::uint32_t> row;
  std::vector<double> value;
};

struct CholeskyOptions {
  enum class Ordering : std::uint8_t {
    kAuto,  ///< AMD below `metis_from` unknowns, METIS from there on
    kAmd,
    kMetis
  };
  Ordering ordering = Ordering::kAuto;
  std::uint32_t metis_from = 50000;
  bool force_64 = false;           ///< use the 64-bit interface whatever the size
  std::uint64_t memory_limit = 0;  ///< bytes; 0: none
};

struct CholeskyFault {
  enum class Kind : std::uint8_t {
    kTooLarge,     ///< the estimate is above the limit: nothing was factored
    kNoMemory,     ///< the allocation failed
    kNotPositive,  ///< the matrix is singular or indefinite to working accuracy
    kInterrupted,  ///< the user asked to stop
    kInternal
  };
  Kind kind = Kind::kInternal;
  std::uint64_t bytes_needed = 0;    ///< estimate, when known
  std::uint64_t factor_entries = 0;  ///< nnz(L), when known
  std::uint32_t column = 0;          ///< kNotPositive: the unknown (of the matrix as given)
  std::string detail;
};

/// The lower factor L of P A P' = L L', by columns, rows ascending, diagonal first. Immutable and safe to share
/// between threads. `int32` while nnz(L) stays below 2^31 entries.
class CholeskyFactor {
 public:
  static tl::expected<CholeskyFactor, CholeskyFault> make(const SymmetricMatrix& matrix,
                                                          const CholeskyOptions& options);
  CholeskyFactor(CholeskyFactor&&) noexcept;
  CholeskyFactor& operator=(CholeskyFactor&&) noexcept;
  ~CholeskyFactor();

  std::uint32_t n() const;
  std::uint64_t entries() const;         ///< nnz(L)
  std::uint64_t bytes() const;           ///< held by L
  std::uint64_t estimated_peak() const;  ///< what was expected before factoring
  bool is_64() const;
  bool used_metis() const;
  /// Seconds of ordering with analysis and of factoring, for --stats only.
  double order_seconds() const;
  double factor_seconds() const;

  /// Place of unknown `i` in the elimination order.
  std::uint32_t position(std::uint32_t i) const;

  /// z = L^-1 P e_i on its elimination-tree path: appends positions and values, root last. `work` holds n zeros and
  /// is left so.
  void forward_path(std::uint32_t i, std::vector<double>& work, std::vector<std::uint32_t>& path,
                    std::vector<double>& z) const;

  /// Solves A x = b for `count` right-hand sides stored one after the other; in place.
  void solve(double* b, std::uint32_t count) const;

 private:
  struct State;
  explicit CholeskyFactor(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace sealring::esd

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// The only file that knows CHOLMOD.
#include "esd/solve/cholesky.h"

#include <cholmod.h>

#include <chrono>
#include <mutex>

#include "core/process/process.h"
#include "esd/build.h"

// Present when the BLAS in use is OpenBLAS with threads; a second BLAS thread makes these factorisations slower.
extern "C" void openblas_set_num_threads(int) __attribute__((weak));
extern "C" char* openblas_get_config() __attribute__((weak));

namespace sealring::esd {

namespace {

using Seconds = std::chrono::duration<double>;
using Tick = std::chrono::steady_clock;

/// The two interfaces of CHOLMOD under one set of names.
struct Api32 {
  using Int = std::int32_t;
  static constexpr int kType = CHOLMOD_INT;
  static constexpr auto kStart = cholmod_start;
  static constexpr auto kFinish = cholmod_finish;
  static constexpr auto kAnalyze = cholmod_analyze_p;
  static constexpr auto kFactorize = cholmod_factorize;
  static constexpr auto kChange = cholmod_change_factor;
  static constexpr auto kFree = cholmod_free_factor;
};
struct Api64 {
  using Int = SuiteSparse_long;
  static constexpr int kType = CHOLMOD_LONG;
  static constexpr auto kStart = cholmod_l_start;
  static constexpr auto kFinish = cholmod_l_finish;
  static constexpr auto kAnalyze = cholmod_l_analyze_p;
  static constexpr auto kFactorize = cholmod_l_factorize;
  static constexpr auto kChange = cholmod_l_change_factor;
  static constexpr auto kFree = cholmod_l_free_factor;
};

constexpr double kMost32 = 2147483647.0;

/// METIS keeps its random numbers and signal handlers in process-wide state, so orderings run one at a time: otherwise
/// the order, and with it the last digits, would depend on the number of threads.
std::mutex& ordering_mutex() {
  static std::mutex mutex;
  return mutex;
}

/// A supernodal factorisation calls BLAS, and OpenBLAS without threads of its own does not guard its work buffers unless
/// it was built to: two factorisations at a time then spoil each other, now and then. So they run one at a time.
/// Simplicial ones (most small parts) call no BLAS.
std::mutex& blas_mutex() {
  static std::mutex mutex;
  return mutex;
}

void quiet(int, const char*, int, const char*) {}

}  // namespace

/// Owns the CHOLMOD objects of one factorisation.
struct CholeskyFactor::State {
  cholmod_common common{};
  cholmod_factor* factor = nullptr;
  bool started = false;
  bool wide = false;
  bool metis = false;
  std::uint64_t entries = 0;
  std::uint64_t estimate = 0;
  double order_seconds = 0;
  double factor_seconds = 0;
  std::vector<std::uint32_t> position;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (wide) {
      release<Api64>();
    } else {
      release<Api32>();
    }
  }
  template <class Api>
  void start() {
    wide = Api::kType == CHOLMOD_LONG;
    started = true;
    Api::kStart(&common);
    common.print = 0;
    common.error_handler = quiet;
    common.final_ll = 1;
    common.postorder = 1;
    common.nmethods = 1;
  }
  template <class Api>
  void release() {
    if (!started) return;
    if (factor != nullptr) Api::kFree(&factor, &common);
    Api::kFinish(&common);
  }
};

namespace {

/// The matrix in CHOLMOD's layout; the index arrays are narrowed or widened copies.
template <class Api>
struct MatrixView {
  using Int = typename Api::Int;
  std::vector<Int> column;
  std::vector<Int> row;
  cholmod_sparse sparse{};

  explicit MatrixView(const SymmetricMatrix& matrix)
      : column(matrix.column.begin(), matrix.column.end()),
        row(matrix.row.begin(), matrix.row.end()) {
    sparse.nrow = matrix.n;
    sparse.ncol = matrix.n;
    sparse.nzmax = matrix.row.size();
    sparse.p = column.data();
    sparse.i = row.data();
    sparse.x = const_cast<double*>(matrix.value.data());  // CHOLMOD does not write to it
    sparse.stype = 1;
    sparse.itype = Api::kType;
    sparse.xtype = CHOLMOD_REAL;
    sparse.dtype = CHOLMOD_DOUBLE;
    sparse.sorted = 0;
    sparse.packed = 1;
  }
};

/// Bytes at the peak: the supernodal factor stays while its columns are packed in place and get row numbers.
std::uint64_t peak_bytes(const cholmod_factor& factor, double entries, std::size_t index_bytes,
                         std::uint64_t matrix_entries) {
  const auto index = static_cast<std::uint64_t>(index_bytes);
  const auto lnz = static_cast<std::uint64_t>(entries);
  const std::uint64_t n = factor.n;
  const std::uint64_t matrix = matrix_entries * (2 * sizeof(double) + 2 * index + 4);
  if (factor.is_super != 0) {
    return factor.xsize * sizeof(double) + factor.ssize * index + lnz * index + n * 6 * index +
           matrix;
  }
  return lnz * (sizeof(double) + index) + n * 10 * index + matrix;
}

CholeskyFault fault_of(const cholmod_common& common, const std::string& step) {
  CholeskyFault fault;
  fault.detail = step + " gave status " + std::to_string(common.status);
  if (common.status == CHOLMOD_OUT_OF_MEMORY) fault.kind = CholeskyFault::Kind::kNoMemory;
  return fault;
}

/// Orders and analyses. With `order` the elimination order is given.
template <class Api>
cholmod_factor* analyse(MatrixView<Api>& view, cholmod_common& common, bool metis,
                        typename Api::Int* order) {
  const std::lock_guard lock(ordering_mutex());
  common.method[0].ordering = metis ? CHOLMOD_METIS : CHOLMOD_AMD;
  if (order != nullptr) common.method[0].ordering = CHOLMOD_GIVEN;
  return Api::kAnalyze(&view.sparse, order, nullptr, 0, &common);
}

template <class Api>
tl::expected<void, CholeskyFault> factorise(MatrixView<Api>& view, cholmod_factor*& factor,
                                            cholmod_common& common) {
  if (openblas_set_num_threads != nullptr) openblas_set_num_threads(1);
  Api::kFactorize(&view.sparse, factor, &common);
  if (common.status == CHOLMOD_NOT_POSDEF ||
      (common.status == CHOLMOD_OK && factor->minor < factor->n)) {
    CholeskyFault fault;
    fault.kind = CholeskyFault::Kind::kNotPositive;
    const auto* order = static_cast<const typename Api::Int*>(factor->Perm);
    if (factor->minor < factor->n) fault.column = static_cast<std::uint32_t>(order[factor->minor]);
    return tl::unexpected(fault);
  }
  if (common.status < CHOLMOD_OK) return tl::unexpected(fault_of(common, "factorisation"));
  Api::kChange(CHOLMOD_REAL, 1, 0, 1, 1, factor, &common);
  if (common.status < CHOLMOD_OK) return tl::unexpected(fault_of(common, "conversion"));
  return {};
}

}  // namespace

namespace {

struct Analysis {
  bool too_wide = false;  ///< the 32-bit interface does not reach: run the 64-bit one
  std::vector<SuiteSparse_long> order;
};

}  // namespace

template <class Api, class State>
static tl::expected<void, CholeskyFault> run(const SymmetricMatrix& matrix,
                                             const CholeskyOptions& options, State& state,
                                             Analysis& analysis) {
  state.template start<Api>();
  MatrixView<Api> view(matrix);
  std::vector<typename Api::Int> given(analysis.order.begin(), analysis.order.end());
  const auto start = Tick::now();
  state.factor =
      analyse<Api>(view, state.common, state.metis, given.empty() ? nullptr : given.data());
  state.order_seconds += Seconds(Tick::now() - start).count();
  if (state.factor == nullptr) {
    analysis.too_wide = state.common.status == CHOLMOD_TOO_LARGE;
    return tl::unexpected(fault_of(state.common, "analysis"));
  }
  const double entries = state.common.lnz;
  const auto* order = static_cast<const typename Api::Int*>(state.factor->Perm);
  if (Api::kType == CHOLMOD_INT &&
      (entries >= kMost32 || static_cast<double>(state.factor->xsize) >= kMost32)) {
    analysis.too_wide = true;
    analysis.order.assign(order, order + matrix.n);
    return tl::unexpected(CholeskyFault{});
  }
  state.entries = static_cast<std::uint64_t>(entries);
  state.estimate =
      peak_bytes(*state.factor, entries, sizeof(typename Api::Int), matrix.value.size());
  if (options.memory_limit != 0 && state.estimate > options.memory_limit) {
    CholeskyFault fault;
    fault.kind = CholeskyFault::Kind::kTooLarge;
    fault.bytes_needed = state.estimate;
    fault.factor_entries = state.entries;
    return tl::unexpected(fault);
  }
  if (core::interrupt_requested()) {
    CholeskyFault fault;
    fault.kind = CholeskyFault::Kind::kInterrupted;
    return tl::unexpected(fault);
  }
  std::unique_lock<std::mutex> one_at_a_time(blas_mutex(), std::defer_lock);
  if (state.factor->is_super != 0) one_at_a_time.lock();
  const auto factoring = Tick::now();
  auto done = factorise<Api>(view, state.factor, state.common);
  state.factor_seconds = Seconds(Tick::now() - factoring).count();
  if (!done) {
    done.error().bytes_needed = state.estimate;
    done.error().factor_entries = state.entries;
    return done;
  }
  state.position.resize(matrix.n);
  const auto* final_order = static_cast<const typename Api::Int*>(state.factor->Perm);
  for (std::uint32_t k = 0; k < matrix.n; ++k) {
    state.position[static_cast<std::size_t>(final_order[k])] = k;
  }
  return {};
}

tl::expected<CholeskyFactor, CholeskyFault> CholeskyFactor::make(const SymmetricMatrix& matrix,
                                                                 const CholeskyOptions& options) {
  Analysis analysis;
  const bool metis =
      options.ordering == CholeskyOptions::Ordering::kMetis ||
      (options.ordering == CholeskyOptions::Ordering::kAuto && matrix.n >= options.metis_from);
  const bool fits = static_cast<double>(matrix.value.size()) < kMost32 / 2;
  auto state = std::make_unique<State>();
  state->metis = metis;
  if (!options.force_64 && fits) {
    const auto done = run<Api32>(matrix, options, *state, analysis);
    if (done) return CholeskyFactor(std::move(state));
    if (!analysis.too_wide) return tl::unexpected(done.error());
    const double spent = state->order_seconds;
    state = std::make_unique<State>();
    state->metis = metis;
    state->order_seconds = spent;
  }
  const auto done = run<Api64>(matrix, options, *state, analysis);
  if (!done) return tl::unexpected(done.error());
  return CholeskyFactor(std::move(state));
}

CholeskyFactor::CholeskyFactor(std::unique_ptr<State> state) : state_(std::move(state)) {}
CholeskyFactor::CholeskyFactor(CholeskyFactor&&) noexcept = default;
CholeskyFactor& CholeskyFactor::operator=(CholeskyFactor&&) noexcept = default;
CholeskyFactor::~CholeskyFactor() = default;

std::uint32_t CholeskyFactor::n() const {
  return static_cast<std::uint32_t>(state_->position.size());
}
std::uint64_t CholeskyFactor::entries() const {
  return state_->entries;
}
std::uint64_t CholeskyFactor::bytes() const {
  const std::uint64_t index = state_->wide ? 8 : 4;
  return state_->factor->nzmax * (8 + index) + n() * (4 * index + 4ULL);
}
std::uint64_t CholeskyFactor::estimated_peak() const {
  return state_->estimate;
}
bool CholeskyFactor::is_64() const {
  return state_->wide;
}
bool CholeskyFactor::used_metis() const {
  return state_->metis;
}
double CholeskyFactor::order_seconds() const {
  return state_->order_seconds;
}
double CholeskyFactor::factor_seconds() const {
  return state_->factor_seconds;
}
std::uint32_t CholeskyFactor::position(std::uint32_t i) const {
  return state_->position[i];
}

namespace {

template <class Int>
void path_solve(const cholmod_factor& factor, std::uint32_t start, double* work,
                std::vector<std::uint32_t>& path, std::vector<double>& z) {
  const auto* column = static_cast<const Int*>(factor.p);
  const auto* count = static_cast<const Int*>(factor.nz);
  const auto* row = static_cast<const Int*>(factor.i);
  const auto* value = static_cast<const double*>(factor.x);
  work[start] = 1;
  for (std::uint32_t k = start;;) {
    const Int begin = column[k];
    const Int end = begin + count[k];
    const double x = work[k] / value[begin];
    work[k] = 0;
    path.push_back(k);
    z.push_back(x);
    for (Int p = begin + 1; p < end; ++p) work[row[p]] -= value[p] * x;
    if (begin + 1 >= end) return;
    k = static_cast<std::uint32_t>(row[begin + 1]);  // the parent in the elimination tree
  }
}

/// Right-hand sides side by side (`Width` per unknown), so that L is read once for all of them.
template <class Int, int Width>
void block_solve(const cholmod_factor& factor, double* x) {
  const auto* column = static_cast<const Int*>(factor.p);
  const auto* count = static_cast<const Int*>(factor.nz);
  const auto* row = static_cast<const Int*>(factor.i);
  const auto* value = static_cast<const double*>(factor.x);
  const auto n = static_cast<Int>(factor.n);
  for (Int k = 0; k < n; ++k) {
    double* xk = x + static_cast<std::size_t>(k) * Width;
    const double scale = 1 / value[column[k]];
    for (int w = 0; w < Width; ++w) xk[w] *= scale;
    for (Int p = column[k] + 1; p < column[k] + count[k]; ++p) {
      double* xr = x + static_cast<std::size_t>(row[p]) * Width;
      for (int w = 0; w < Width; ++w) xr[w] -= value[p] * xk[w];
    }
  }
  for (Int k = n; k-- > 0;) {
    double* xk = x + static_cast<std::size_t>(k) * Width;
    for (Int p = column[k] + 1; p < column[k] + count[k]; ++p) {
      const double* xr = x + static_cast<std::size_t>(row[p]) * Width;
      for (int w = 0; w < Width; ++w) xk[w] -= value[p] * xr[w];
    }
    const double scale = 1 / value[column[k]];
    for (int w = 0; w < Width; ++w) xk[w] *= scale;
  }
}

template <int Width>
void solve_some(const cholmod_factor& factor, bool wide, const std::vector<std::uint32_t>& position,
                double* b) {
  const std::size_t n = position.size();
  std::vector<double> x(n * Width);
  for (std::size_t i = 0; i < n; ++i) {
    for (int w = 0; w < Width; ++w) x[position[i] * std::size_t{Width} + w] = b[w * n + i];
  }
  if (wide) {
    block_solve<SuiteSparse_long, Width>(factor, x.data());
  } else {
    block_solve<std::int32_t, Width>(factor, x.data());
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (int w = 0; w < Width; ++w) b[w * n + i] = x[position[i] * std::size_t{Width} + w];
  }
}

}  // namespace

void CholeskyFactor::forward_path(std::uint32_t i, std::vector<double>& work,
                                  std::vector<std::uint32_t>& path, std::vector<double>& z) const {
  if (state_->wide) {
    path_solve<SuiteSparse_long>(*state_->factor, state_->position[i], work.data(), path, z);
  } else {
    path_solve<std::int32_t>(*state_->factor, state_->position[i], work.data(), path, z);
  }
}

void CholeskyFactor::solve(double* b, std::uint32_t count) const {
  constexpr std::uint32_t kBlock = 8;
  const std::size_t size = n();
  std::uint32_t done = 0;
  for (; done + kBlock <= count; done += kBlock) {
    solve_some<kBlock>(*state_->factor, state_->wide, state_->position, b + done * size);
  }
  for (; done < count; ++done) {
    solve_some<1>(*state_->factor, state_->wide, state_->position, b + done * size);
  }
}

std::string solver_build() {
  std::string text = "CHOLMOD " + std::to_string(CHOLMOD_MAIN_VERSION) + "." +
                     std::to_string(CHOLMOD_SUB_VERSION) + "." +
                     std::to_string(CHOLMOD_SUBSUB_VERSION);
  if (openblas_get_config != nullptr) text += std::string(", ") + openblas_get_config();
  return text;
}

}  // namespace sealring::esd

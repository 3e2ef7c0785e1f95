// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "esd/solve/sharing.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace sealring::esd {

namespace {

constexpr double kTiny = 1e-12;  ///< relative to the whole current or the largest voltage

/// Potentials from currents, all against point 0 of each net.
double grounded(const DenseMatrix& r, std::size_t i, std::size_t j) {
  return (r.at(i, 0) + r.at(j, 0) - r.at(i, j)) / 2;
}

class Solver {
 public:
  explicit Solver(const SharingProblem& problem)
      : p_(problem), n_(problem.branches.size()), active_(n_, 1) {
    prepare();
  }
  SharingResult run();

 private:
  void prepare();
  bool solve();
  bool step();
  void start_with_lowest_triggers();
  double coupling(const SharingProblem::Branch& a, const SharingProblem::Branch& b) const;
  double drive(const SharingProblem::Branch& branch) const;
  double across(std::size_t k) const;
  bool one_per_stage(const std::vector<unsigned char>& active) const;
  void fill(SharingResult& result) const;

  const SharingProblem& p_;
  std::size_t n_;
  std::vector<unsigned char> active_;
  DenseMatrix h_{0};
  std::vector<double> c_;
  std::vector<double> amps_;
  std::vector<double> lift_;  ///< potential of each net's point 0; that of the sink's net is 0
};

double Solver::coupling(const SharingProblem::Branch& a, const SharingProblem::Branch& b) const {
  double sum = 0;
  const auto add = [&](SharingProblem::Place x, SharingProblem::Place y, double sign) {
    if (x.net == y.net) sum += sign * grounded(p_.nets[x.net], x.point, y.point);
  };
  add(a.leaves, b.leaves, 1);
  add(a.enters, b.enters, 1);
  add(a.leaves, b.enters, -1);
  add(a.enters, b.leaves, -1);
  return sum;
}

double Solver::drive(const SharingProblem::Branch& branch) const {
  double sum = 0;
  const auto add = [&](SharingProblem::Place x, SharingProblem::Place y, double amps) {
    if (x.net == y.net) sum += amps * grounded(p_.nets[x.net], x.point, y.point);
  };
  add(branch.leaves, p_.source, -p_.current);
  add(branch.leaves, p_.sink, p_.current);
  add(branch.enters, p_.source, p_.current);
  add(branch.enters, p_.sink, -p_.current);
  return sum;
}

void Solver::prepare() {
  h_ = DenseMatrix(n_);
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = 0; j <= i; ++j)
      h_.at(i, j) = h_.at(j, i) = coupling(p_.branches[i], p_.branches[j]);
    c_.push_back(drive(p_.branches[i]));
  }
}

/// Currents of the active branches and potentials of the nets, from the balance of every branch's voltage and of
/// every net's current.
bool Solver::solve() {
  std::vector<std::size_t> on;
  for (std::size_t k = 0; k < n_; ++k) {
    if (active_[k] != 0) on.push_back(k);
  }
  std::vector<std::size_t> nets;
  std::map<std::size_t, std::size_t> row_of;
  for (std::size_t m = 0; m < p_.nets.size(); ++m) {
    if (m == p_.sink.net) continue;
    row_of[m] = on.size() + nets.size();
    nets.push_back(m);
  }
  DenseMatrix k(on.size() + nets.size());
  std::vector<double> b(k.n, 0.0);
  for (std::size_t i = 0; i < on.size(); ++i) {
    const SharingProblem::Branch& branch = p_.branches[on[i]];
    for (std::size_t j = 0; j < on.size(); ++j) k.at(i, j) = h_.at(on[i], on[j]);
    k.at(i, i) += branch.ron;
    b[i] = -c_[on[i]] - branch.hold;
    const auto net = [&](std::size_t m, double sign) {
      const auto row = row_of.find(m);
      if (row == row_of.end()) return;
      k.at(i, row->second) += sign;
      k.at(row->second, i) += sign;
    };
    net(branch.enters.net, 1);
    net(branch.leaves.net, -1);
  }
  if (const auto row = row_of.find(p_.source.net); row != row_of.end())
    b[row->second] = -p_.current;
  if (!solve_general(k, b)) return false;
  amps_.assign(n_, 0.0);
  for (std::size_t i = 0; i < on.size(); ++i) amps_[on[i]] = b[i];
  lift_.assign(p_.nets.size(), 0.0);
  for (const auto& [m, row] : row_of) lift_[m] = b[row];
  return true;
}

/// Voltage from where a branch leaves to where it enters, as the nets impose it.
double Solver::across(std::size_t k) const {
  double sum = c_[k] + lift_[p_.branches[k].enters.net] - lift_[p_.branches[k].leaves.net];
  for (std::size_t l = 0; l < n_; ++l) sum += h_.at(k, l) * amps_[l];
  return -sum;
}

bool Solver::one_per_stage(const std::vector<unsigned char>& active) const {
  std::map<std::size_t, bool> on;
  for (std::size_t k = 0; k < n_; ++k) on[p_.branches[k].stage] |= active[k] != 0;
  return std::all_of(on.begin(), on.end(), [](const auto& entry) { return entry.second; });
}

/// Switches what must be switched; false when nothing was.
bool Solver::step() {
  std::size_t worst = n_;
  for (std::size_t k = 0; k < n_; ++k) {
    if (active_[k] == 0 || amps_[k] >= -kTiny * p_.current) continue;
    if (worst == n_ || amps_[k] < amps_[worst]) worst = k;
  }
  if (worst != n_) {
    active_[worst] = 0;
    return true;
  }
  double most = 0;
  for (std::size_t k = 0; k < n_; ++k) {
    if (active_[k] != 0) continue;
    const double excess = across(k) - p_.branches[k].trigger;
    if (excess <= 1e-9 * std::max(1e-3, p_.branches[k].trigger)) continue;
    if (worst == n_ || excess > most) {
      worst = k;
      most = excess;
    }
  }
  if (worst == n_) return false;
  active_[worst] = 1;
  return true;
}

void Solver::start_with_lowest_triggers() {
  const bool snapback = std::any_of(p_.branches.begin(), p_.branches.end(), [](const auto& branch) {
    return branch.trigger > branch.hold;
  });
  if (!snapback || !solve()) return;
  std::map<std::size_t, std::size_t> first;
  for (std::size_t k = 0; k < n_; ++k) {
    const auto [at, fresh] = first.emplace(p_.branches[k].stage, k);
    if (fresh) continue;
    const SharingProblem::Branch& best = p_.branches[at->second];
    const SharingProblem::Branch& mine = p_.branches[k];
    const bool lower = mine.trigger < best.trigger;
    const bool nearer = mine.trigger == best.trigger && amps_[k] > amps_[at->second];
    if (lower || nearer) at->second = k;
  }
  std::fill(active_.begin(), active_.end(), 0);
  for (const auto& [stage, k] : first) active_[k] = 1;
}

void Solver::fill(SharingResult& result) const {
  result.amps = amps_;
  result.injected.resize(p_.nets.size());
  for (std::size_t m = 0; m < p_.nets.size(); ++m) result.injected[m].assign(p_.nets[m].n, 0.0);
  result.injected[p_.source.net][p_.source.point] += p_.current;
  result.injected[p_.sink.net][p_.sink.point] -= p_.current;
  double holding = 0;
  double power = 0;
  for (std::size_t k = 0; k < n_; ++k) {
    const SharingProblem::Branch& branch = p_.branches[k];
    result.injected[branch.leaves.net][branch.leaves.point] -= amps_[k];
    result.injected[branch.enters.net][branch.enters.point] += amps_[k];
    holding += branch.hold * amps_[k];
    power += branch.ron * amps_[k] * amps_[k];
  }
  for (std::size_t m = 0; m < p_.nets.size(); ++m) {
    const std::vector<double>& q = result.injected[m];
    for (std::size_t i = 0; i < q.size(); ++i) {
      for (std::size_t j = i + 1; j < q.size(); ++j) power -= q[i] * q[j] * p_.nets[m].at(i, j);
    }
  }
  result.ohm = power / (p_.current * p_.current);
  result.volt = (power + holding) / p_.current;
}

SharingResult Solver::run() {
  SharingResult result;
  start_with_lowest_triggers();
  const std::size_t most = 4 * n_ + 20;
  while (result.steps++ < most) {
    if (!one_per_stage(active_) || !solve()) break;
    if (step()) continue;
    result.converged = true;
    break;
  }
  amps_.resize(n_, 0.0);
  fill(result);
  return result;
}

}  // namespace

SharingResult share_current(const SharingProblem& problem) {
  return Solver(problem).run();
}

}  // namespace sealring::esd

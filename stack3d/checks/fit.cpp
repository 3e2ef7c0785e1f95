// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/checks/fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <map>
#include <numbers>

#include "core/units/rational.h"
#include "stack3d/assemble/plane_grid.h"
#include "stack3d/readers/keys.h"

namespace sealring::stack3d {

namespace {

using Complex = std::complex<double>;

struct FacePin {
  Point at;
  PinId pin = 0;
  std::uint32_t key = 0;
};

/// The turns of the plane, simplest first: among equally good ones the first counts.
constexpr std::array<Orientation, 8> kTurns{{{1, 0, 0, 1, false},
                                             {-1, 0, 0, 1, false},
                                             {1, 0, 0, -1, false},
                                             {-1, 0, 0, -1, false},
                                             {0, -1, 1, 0, false},
                                             {0, 1, -1, 0, false},
                                             {0, 1, 1, 0, false},
                                             {0, -1, -1, 0, false}}};

constexpr std::size_t kSample = 2048;

/// A turn of the plane and a shift, or (for scale and odd angles) z -> factor * z + offset, conjugated first when mirrored.
struct Candidate {
  bool exact = true;
  Orientation turn;
  Point shift;
  bool mirrored = false;
  Complex factor{1, 0};
  Complex offset{0, 0};

  Point apply(const Point& p) const {
    if (exact) {
      const Point turned = turn.apply(p);
      return {turned.x + shift.x, turned.y + shift.y};
    }
    Complex z(static_cast<double>(p.x), static_cast<double>(p.y));
    if (mirrored) z = std::conj(z);
    const Complex moved = factor * z + offset;
    return {std::llround(moved.real()), std::llround(moved.imag())};
  }
};

/// Every n-th of a list, so that at most `most` stay.
template <class T>
std::vector<T> thinned(const std::vector<T>& all, std::size_t most) {
  if (all.size() <= most) return all;
  std::vector<T> result;
  const double step = static_cast<double>(all.size()) / static_cast<double>(most);
  for (std::size_t i = 0; i < most; ++i) {
    result.push_back(all[static_cast<std::size_t>(static_cast<double>(i) * step)]);
  }
  return result;
}

class Fitter {
 public:
  Fitter(const Stack& stack, const Interface& face, const std::vector<std::uint32_t>& keys)
      : stack_(stack), face_(face), keys_(keys) {}

  std::optional<Fit> run() {
    mark_good();
    // Few misses need no fit; this is decided before anything is gathered, since a clean face may hold millions.
    if (is_few(stack_.region(face_.upper).map.bumps.size() - good_count_)) return std::nullopt;
    gather();
    const std::size_t misses = upper_.size() - good_count_;
    if (is_few(misses) || lower_.empty()) return std::nullopt;
    for (const FacePin& pin : lower_) lower_points_.push_back(pin.at);
    const PlaneGrid grid(lower_points_, std::max<Dbu>(face_.capture, 2));
    grid_ = &grid;
    const std::optional<Candidate> best = best_candidate();
    if (!best) return std::nullopt;
    Fit fit = evaluate(*best);
    fit.misses = misses;
    // It must say at least nine of ten misses, and not break what was right.
    if (fit.explained * 10 < misses * 9) return std::nullopt;
    if (fit.pairs.size() < good_count_ + fit.explained - fit.explained / 10) return std::nullopt;
    // Bumps that all stand over one another and lose partners by the move are in place: their names are wrong.
    if (fit.pairs.size() < aligned_) return std::nullopt;
    return fit;
  }

 private:
  void gather_side(const RegionUse& use, std::vector<FacePin>& into,
                   const std::vector<PinId>& elsewhere) {
    const Tier& tier = stack_.tiers[use.tier];
    const Region& region = stack_.region(use);
    PinId pin = tier.first_pin + region.first_bump;
    for (const Bump& bump : region.map.bumps) {
      if (!std::binary_search(elsewhere.begin(), elsewhere.end(), pin)) {
        into.push_back(
            {tier.to_stack.apply(Point{bump.x, bump.y}), pin, keys_[tier.first_node + bump.node]});
      }
      ++pin;
    }
  }

  /// Bumps of a shared face that are right with another die do not count here.
  std::vector<PinId> bonded_elsewhere(const RegionUse& use) const {
    std::vector<PinId> pins;
    for (const Interface& other : stack_.interfaces) {
      if (&other == &face_ || (other.upper != use && other.lower != use)) continue;
      for (std::uint32_t i = 0; i < other.bond_count; ++i) {
        const Bond& bond = stack_.bonds[other.first_bond + i];
        pins.push_back(other.upper == use ? bond.upper : bond.lower);
      }
    }
    std::sort(pins.begin(), pins.end());
    return pins;
  }

  void gather() {
    gather_side(face_.upper, upper_, bonded_elsewhere(face_.upper));
    gather_side(face_.lower, lower_, bonded_elsewhere(face_.lower));
  }

  bool agree(std::uint32_t a, std::uint32_t b) const { return a == 0 || b == 0 || a == b; }

  void mark_good() {
    const Tier& upper = stack_.tiers[face_.upper.tier];
    const Tier& lower = stack_.tiers[face_.lower.tier];
    const Region& region = stack_.region(face_.upper);
    const Region& facing = stack_.region(face_.lower);
    first_upper_ = upper.first_pin + region.first_bump;
    const PinId first_lower = lower.first_pin + facing.first_bump;
    good_.assign(region.map.bumps.size(), false);
    for (const Bump& bump : region.map.bumps)
      keyed_ += keys_[upper.first_node + bump.node] != 0 ? 1U : 0U;
    for (std::uint32_t i = 0; i < face_.bond_count; ++i) {
      const Bond& bond = stack_.bonds[face_.first_bond + i];
      if (bond.type != Bond::Type::kAligned) continue;
      ++aligned_;
      const std::uint32_t a =
          keys_[upper.first_node + region.map.bumps[bond.upper - first_upper_].node];
      const std::uint32_t b =
          keys_[lower.first_node + facing.map.bumps[bond.lower - first_lower].node];
      if (!agree(a, b)) continue;
      good_[bond.upper - first_upper_] = true;
      ++good_count_;
    }
  }

  /// Less than a tenth of the bumps that carry a name (of all, where none does).
  bool is_few(std::size_t misses) const {
    const std::size_t base = keyed_ > 0 ? keyed_ : good_.size();
    return misses < 3 || misses * 10 < base;
  }

  /// Upper and lower bumps whose key is the only one of its kind on either face.
  std::vector<std::pair<Point, Point>> named_pairs() const {
    const auto unique = [](const std::vector<FacePin>& pins) {
      std::vector<std::pair<std::uint32_t, Point>> keyed;
      for (const FacePin& pin : pins) {
        if (pin.key != 0) keyed.emplace_back(pin.key, pin.at);
      }
      std::sort(keyed.begin(), keyed.end(),
                [](const auto& a, const auto& b) { return a.first < b.first; });
      std::vector<std::pair<std::uint32_t, Point>> once;
      for (std::size_t i = 0; i < keyed.size();) {
        std::size_t j = i + 1;
        while (j < keyed.size() && keyed[j].first == keyed[i].first) ++j;
        if (j == i + 1) once.push_back(keyed[i]);
        i = j;
      }
      return once;
    };
    const auto upper = unique(upper_);
    const auto lower = unique(lower_);
    std::vector<std::pair<Point, Point>> pairs;
    auto l = lower.begin();
    for (const auto& [key, at] : upper) {
      while (l != lower.end() && l->first < key) ++l;
      if (l != lower.end() && l->first == key) pairs.emplace_back(at, l->second);
    }
    return pairs;
  }

  /// The shift that most pairs agree on, and how many do.
  static std::pair<Point, std::size_t> common_shift(
      const std::vector<std::pair<Point, Point>>& pairs, const Orientation& turn) {
    std::vector<std::pair<Dbu, Dbu>> shifts;
    for (const auto& [from, to] : pairs) {
      const Point turned = turn.apply(from);
      shifts.emplace_back(to.x - turned.x, to.y - turned.y);
    }
    std::sort(shifts.begin(), shifts.end());
    std::pair<Point, std::size_t> best{{}, 0};
    for (std::size_t i = 0; i < shifts.size();) {
      std::size_t j = i;
      while (j < shifts.size() && shifts[j] == shifts[i]) ++j;
      if (j - i > best.second) best = {{shifts[i].first, shifts[i].second}, j - i};
      i = j;
    }
    return best;
  }

  std::optional<Candidate> from_names(const std::vector<std::pair<Point, Point>>& pairs) const {
    std::optional<Candidate> best;
    std::size_t votes = 0;
    for (const Orientation& turn : kTurns) {
      const auto [shift, count] = common_shift(pairs, turn);
      if (count > votes) {
        votes = count;
        best = Candidate{true, turn, shift};
      }
    }
    if (votes * 10 >= pairs.size() * 6) return best;
    return similarity(pairs);
  }

  /// z -> factor * z + offset through two pairs far apart, tried for several such couples; the one with most votes.
  std::optional<Candidate> similarity(const std::vector<std::pair<Point, Point>>& pairs) const {
    const std::size_t n = pairs.size();
    std::optional<Candidate> best;
    std::size_t votes = n * 6 / 10;
    const auto complex_of = [](const Point& p) {
      return Complex(static_cast<double>(p.x), static_cast<double>(p.y));
    };
    for (std::size_t t = 0; t < 48 && n >= 4; ++t) {
      const std::size_t i = (t * 7919) % n;
      const std::size_t j = (i + n / 2 + t) % n;
      for (const bool mirrored : {false, true}) {
        Complex a = complex_of(pairs[i].first);
        Complex b = complex_of(pairs[j].first);
        if (mirrored) {
          a = std::conj(a);
          b = std::conj(b);
        }
        if (std::abs(b - a) < 1) continue;
        Candidate candidate;
        candidate.exact = false;
        candidate.mirrored = mirrored;
        candidate.factor = (complex_of(pairs[j].second) - complex_of(pairs[i].second)) / (b - a);
        candidate.offset = complex_of(pairs[i].second) - candidate.factor * a;
        if (std::abs(candidate.factor) < 0.01 || std::abs(candidate.factor) > 100) continue;
        std::size_t count = 0;
        for (const auto& [from, to] : pairs) {
          const Point moved = candidate.apply(from);
          if (std::abs(moved.x - to.x) <= slack() && std::abs(moved.y - to.y) <= slack()) ++count;
        }
        if (count > votes) {
          votes = count;
          best = candidate;
        }
      }
    }
    return best;
  }

  /// How far rounding of a general transform may miss.
  Dbu slack() const {
    return std::max<Dbu>(face_.tolerance, std::clamp<Dbu>(face_.pitch / 50, 2, 1000));
  }

  static Box box_of(const std::vector<FacePin>& pins, const Orientation& turn) {
    Point first = turn.apply(pins.front().at);
    Box box{first, first};
    for (const FacePin& pin : pins) {
      const Point p = turn.apply(pin.at);
      box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
      box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
    }
    return box;
  }

  /// Candidates from positions alone: corners and centres of the two bump fields brought together, the commonest distance
  /// between neighbours, and the ratio of the two fields.
  std::vector<Candidate> from_positions() const {
    std::vector<Candidate> result;
    const Box lower = box_of(lower_, kTurns[0]);
    for (const Orientation& turn : kTurns) {
      const Box upper = box_of(upper_, turn);
      for (const Point& shift :
           {Point{lower.low.x - upper.low.x, lower.low.y - upper.low.y},
            Point{lower.high.x - upper.high.x, lower.high.y - upper.high.y},
            Point{lower.centre().x - upper.centre().x, lower.centre().y - upper.centre().y}}) {
        result.push_back({true, turn, shift});
      }
    }
    if (const auto shift = neighbour_shift()) result.push_back({true, kTurns[0], *shift});
    const Box upper = box_of(upper_, kTurns[0]);
    if (upper.width() > 0 && upper.height() > 0 && lower.width() > 0) {
      const double sx = static_cast<double>(lower.width()) / static_cast<double>(upper.width());
      const double sy = static_cast<double>(lower.height()) / static_cast<double>(upper.height());
      if (std::abs(sx - sy) < 1e-3 * sx && std::abs(sx - 1) > 1e-6) {
        Candidate scale;
        scale.exact = false;
        scale.factor = sx;
        scale.offset =
            Complex(static_cast<double>(lower.low.x), static_cast<double>(lower.low.y)) -
            sx * Complex(static_cast<double>(upper.low.x), static_cast<double>(upper.low.y));
        result.push_back(scale);
      }
    }
    return result;
  }

  /// Commonest vector from missing upper bumps to lower bumps within two pitches.
  std::optional<Point> neighbour_shift() const {
    std::map<std::pair<Dbu, Dbu>, std::size_t> votes;
    std::size_t looked = 0;
    for (const FacePin& pin : upper_) {
      if (good_[pin.pin - first_upper_]) continue;
      if (++looked > 256) break;
      grid_->each_within(pin.at, std::max<Dbu>(face_.pitch * 2, 1), [&](std::uint32_t l, double) {
        ++votes[{lower_points_[l].x - pin.at.x, lower_points_[l].y - pin.at.y}];
      });
    }
    const auto best =
        std::max_element(votes.begin(), votes.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (best == votes.end() || best->second < 3) return std::nullopt;
    return Point{best->first.first, best->first.second};
  }

  /// Lower bump at the transformed place of an upper one that agrees with it; kNone when there is none.
  std::uint32_t partner(const Candidate& candidate, const FacePin& pin) const {
    std::uint32_t found = kNone;
    double nearest = 0;
    const Dbu radius = candidate.exact ? face_.tolerance : slack();
    grid_->each_within(candidate.apply(pin.at), radius, [&](std::uint32_t l, double distance) {
      if (!agree(lower_[l].key, pin.key)) return;
      if (found == kNone || distance < nearest) {
        found = l;
        nearest = distance;
      }
    });
    return found;
  }

  std::optional<Candidate> best_candidate() const {
    std::vector<Candidate> candidates;
    const auto pairs = thinned(named_pairs(), kSample);
    if (pairs.size() >= 3) {
      if (auto named = from_names(pairs)) candidates.push_back(*named);
    }
    if (candidates.empty()) candidates = from_positions();
    const std::vector<FacePin> sample = thinned(upper_, kSample);
    std::optional<Candidate> best;
    std::size_t votes = sample.size() / 2;
    for (const Candidate& candidate : candidates) {
      const auto count = static_cast<std::size_t>(
          std::count_if(sample.begin(), sample.end(),
                        [&](const FacePin& pin) { return partner(candidate, pin) != kNone; }));
      if (count > votes) {
        votes = count;
        best = candidate;
      }
    }
    return best;
  }

  Fit evaluate(const Candidate& candidate) const {
    Fit fit;
    std::vector<bool> used(lower_.size());
    for (const FacePin& pin : upper_) {
      const std::uint32_t l = partner(candidate, pin);
      if (l == kNone || used[l]) continue;
      used[l] = true;
      fit.pairs.emplace_back(lower_[l].pin, pin.pin);
      if (!good_[pin.pin - first_upper_]) ++fit.explained;
    }
    const Box box = box_of(upper_, kTurns[0]);
    fit.centre = box.centre();
    const Point moved = candidate.apply(fit.centre);
    fit.shift = {moved.x - fit.centre.x, moved.y - fit.centre.y};
    if (candidate.exact) {
      fit.turn = candidate.turn;
      const bool mirror = candidate.turn.determinant() < 0;
      fit.kind = candidate.turn == kTurns[0] ? Fit::Kind::kShift
                 : mirror                    ? Fit::Kind::kMirror
                                             : Fit::Kind::kRotation;
      return fit;
    }
    fit.scale = std::abs(candidate.factor);
    fit.angle_deg = std::arg(candidate.factor) * 180 / std::numbers::pi;
    if (candidate.mirrored) fit.turn = kTurns[2];
    fit.kind = std::abs(fit.scale - 1) > 1e-5 ? Fit::Kind::kScale
               : candidate.mirrored           ? Fit::Kind::kMirror
                                              : Fit::Kind::kRotation;
    return fit;
  }

  const Stack& stack_;
  const Interface& face_;
  const std::vector<std::uint32_t>& keys_;
  std::vector<FacePin> upper_;
  std::vector<FacePin> lower_;
  std::vector<Point> lower_points_;
  const PlaneGrid* grid_ = nullptr;
  std::vector<bool> good_;
  std::size_t good_count_ = 0;
  std::size_t aligned_ = 0;  ///< bonds in place, whatever their names
  std::size_t keyed_ = 0;
  PinId first_upper_ = 0;
};

std::string decimal(double value, int digits) {
  return core::format_decimal(core::Rational(std::llround(value * 1e9), 1'000'000'000), digits);
}

}  // namespace

std::string describe(const Fit& fit, const Stack& stack) {
  std::string text;
  const std::string turn = to_string(fit.turn);
  if (turn == "MX") text = "mirrored in y (MX)";
  if (turn == "MY") text = "mirrored in x (MY)";
  if (turn == "R90" || turn == "R180" || turn == "R270")
    text = "turned by " + turn.substr(1) + " degrees";
  if (turn == "MX_R90" || turn == "MY_R90") text = "mirrored about a diagonal (" + turn + ")";
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " and ") + part; };
  if (std::abs(fit.angle_deg) > 1e-6) add("turned by " + decimal(fit.angle_deg, 7) + " degrees");
  if (std::abs(fit.scale - 1) > 1e-9) add("scaled by " + decimal(fit.scale, 7));
  if (fit.shift.x != 0 || fit.shift.y != 0 || text.empty()) {
    const auto um = [&](Dbu length) {
      const std::string with_unit = um_text(length, stack.dbu_per_um);
      return with_unit.substr(0, with_unit.find(' '));
    };
    add("moved by (" + um(fit.shift.x) + ", " + um(fit.shift.y) + ") um");
  }
  return text;
}

std::optional<Fit> find_fit(const Stack& stack, const Interface& face,
                            const std::vector<std::uint32_t>& key_of_node) {
  return Fitter(stack, face, key_of_node).run();
}

}  // namespace sealring::stack3d

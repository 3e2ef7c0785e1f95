// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/rules/compare_clocks.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/units/parse.h"
#include "sdcgen/codes.h"

namespace sealring::sdcgen {

namespace {

using core::make_finding;
using core::Time;

constexpr double kRelative = 1e-6;

/// Names with and without backslashes before brackets and slashes are the same object.
std::string plain(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c != '\\') text += c;
  }
  return text;
}

std::string join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
  return text.empty() ? "nothing" : text;
}

class Comparer {
 public:
  Comparer(const Comparison& given, Proof& proof, core::Sink& sink)
      : given_(given), proof_(proof), sink_(sink) {}

  void run() {
    find_commands();
    std::unordered_map<std::string, const StaClock*>& seen = seen_;
    for (const StaClock& clock : given_.seen.clocks) seen.emplace(clock.name, &clock);
    std::unordered_map<std::string, const SelectedClock*> listed;
    for (const SelectedClock& clock : given_.expected.clocks) {
      listed.emplace(clock.name, &clock);
      if (clock.state != ClockState::kActive) continue;
      const auto found = seen.find(clock.name);
      if (found == seen.end()) {
        missing(clock);
      } else {
        compare(clock, *found->second);
      }
    }
    for (const StaClock& clock : given_.seen.clocks) {
      const auto found = listed.find(clock.name);
      if (found == listed.end() || found->second->state != ClockState::kActive) {
        unexpected(clock, found == listed.end() ? nullptr : found->second);
      }
      if (clock.period <= 0) zero_period(clock);
    }
    for (const auto& [name, times] : given_.seen.created) {
      if (times < 2) continue;
      report(codes::kOverwritten, name,
             "clock '" + name + "' is defined " + std::to_string(times) +
                 " times; each definition replaces the one before");
    }
  }

 private:
  /// Line of the first create command that names each clock. Commands that Tcl composes have none, which only costs
  /// the finding its line.
  void find_commands() {
    std::string_view text = given_.sdc;
    for (std::uint32_t line = 1; !text.empty(); ++line) {
      const std::string_view command = text.substr(0, text.find('\n'));
      if (command.starts_with("create_clock") || command.starts_with("create_generated_clock")) {
        const std::vector<std::string> words = split_tcl_words(command);
        const auto name = std::find(words.begin(), words.end(), "-name");
        if (name != words.end() && name + 1 != words.end()) lines_.emplace(*(name + 1), line);
      }
      text.remove_prefix(std::min(command.size() + 1, text.size()));
    }
  }

  core::Location place_of(const std::string& clock) const {
    const auto found = lines_.find(clock);
    if (found == lines_.end()) return {given_.sdc_name};
    return {given_.sdc_name, found->second, 1};
  }

  void report(const core::Code& code, const std::string& name, std::string message,
              const SelectedClock* clock = nullptr) {
    core::Finding finding = make_finding(code, std::move(message))
                                .at(place_of(name))
                                .on(name, given_.expected.view.name());
    if (clock != nullptr && !clock->table_cell.empty()) {
      finding.notes.push_back(
          {{}, "table: " + clock->table_cell + ", specification: " + clock->spec_place});
    }
    sink_.report(std::move(finding));
  }

  /// What a 32-bit float is good for.
  static std::string seven_digits(double value) {
    char text[64];
    std::snprintf(text, sizeof(text), "%.7g", value);
    return text;
  }

  std::string show(double in_unit) const {
    const std::string text = seven_digits(in_unit);
    const auto exact = core::parse_decimal(text);
    return exact ? core::format_engineering(*exact * given_.unit.si, core::Dimension::kTime) : text;
  }
  static std::string show(const Time& time) {
    return core::format_engineering(time.si, core::Dimension::kTime);
  }

  double in_unit(const Time& time) const { return (time.si / given_.unit.si).to_double(); }

  static bool close(double seen, double expected, double scale) {
    return std::abs(seen - expected) <= kRelative * std::abs(scale);
  }

  void missing(const SelectedClock& clock) {
    proof_.clocks_missing.push_back(clock.name);
    report(codes::kClockMissing, clock.name,
           "clock '" + clock.name + "' (" + show(clock.period) + ") is not defined", &clock);
  }

  void unexpected(const StaClock& clock, const SelectedClock* listed) {
    proof_.clocks_unexpected.push_back(clock.name);
    if (listed == nullptr) {
      report(codes::kClockUnexpected, clock.name,
             "clock '" + clock.name + "' is defined and no table has it");
    } else {
      const bool unused = listed->state == ClockState::kUnused;
      report(codes::kUnusedPresent, clock.name,
             "clock '" + clock.name + "' is defined, but it is " +
                 (unused ? "not used (period 0)" : std::string(to_string(listed->state))) +
                 " in view " + given_.expected.view.name(),
             listed);
    }
  }

  void zero_period(const StaClock& clock) {
    report(codes::kZeroPeriod, clock.name,
           "clock '" + clock.name + "' has period 0 after loading" +
               (clock.generated ? "; no master reaches its source" : ""));
  }

  void compare(const SelectedClock& expected, const StaClock& seen) {
    compare_period(expected, seen);
    compare_waveform(expected, seen);
    compare_object(expected, seen);
    compare_generated(expected, seen);
    compare_uncertainty(expected, "setup", expected.setup_uncertainty, seen.setup_uncertainty);
    compare_uncertainty(expected, "hold", expected.hold_uncertainty, seen.hold_uncertainty);
  }

  void compare_period(const SelectedClock& expected, const StaClock& seen) {
    const double wanted = in_unit(expected.period);
    // Generated clocks: get_property prints six decimals, whatever the unit.
    const double tolerance = given_.period_tolerance * wanted + (seen.generated ? 1e-6 : 0);
    if (std::abs(seen.period - wanted) <= tolerance || seen.period <= 0) return;
    if (follows_its_master(expected, seen)) return;
    std::string hint;
    if (close(seen.period, wanted * 1000, wanted * 1000)) hint = ": 1000 x too large";
    if (close(seen.period * 1000, wanted, wanted)) hint = ": 1000 x too small";
    report(codes::kPeriodDiffers, expected.name,
           "period of '" + expected.name + "' is " + show(seen.period) + ", the table says " +
               show(expected.period) + tolerance_words() + hint,
           &expected);
  }

  std::string tolerance_words() const {
    if (given_.period_tolerance <= kRelative) return {};
    return " (tolerance " + seven_digits(given_.period_tolerance * 100) + " %)";
  }

  /// A generated clock whose ratio is right and whose master is wrong has no fault of its own.
  bool follows_its_master(const SelectedClock& expected, const StaClock& seen) const {
    const auto master = seen_.find(expected.master);
    if (!seen.generated || master == seen_.end() || master->second->period <= 0) return false;
    if (!expected.derivation.edges.empty()) return false;
    const double followed = master->second->period *
                            static_cast<double>(expected.derivation.divide_by) /
                            static_cast<double>(expected.derivation.multiply_by);
    return std::abs(seen.period - followed) <= kRelative * followed + 1e-6;
  }

  void compare_waveform(const SelectedClock& expected, const StaClock& seen) {
    if (!seen.waveform || expected.kind == ClockKind::kGenerated) return;
    const double period = in_unit(expected.period);
    const auto near = [&](double seen_edge, double wanted, double scale) {
      return std::abs(seen_edge - wanted) <= given_.period_tolerance * std::abs(scale);
    };
    const double rise = expected.rise ? in_unit(*expected.rise) : 0;
    const double fall = expected.fall ? in_unit(*expected.fall) : period / 2;
    if (near(seen.waveform->first, rise, period) && near(seen.waveform->second, fall, period))
      return;
    // A wrong period moves the default edges too; it has its own finding.
    if (!expected.rise && close(seen.waveform->second, seen.period / 2, seen.period) &&
        seen.waveform->first == 0)
      return;
    report(codes::kWaveformDiffers, expected.name,
           "waveform of '" + expected.name + "' is {" + show(seen.waveform->first) + ", " +
               show(seen.waveform->second) + "}, expected {" +
               (expected.rise ? show(*expected.rise) : "0 s") + ", " +
               (expected.fall ? show(*expected.fall)
                              : show(Time{expected.period.si / core::Rational(2)})) +
               "}",
           &expected);
  }

  void compare_object(const SelectedClock& expected, const StaClock& seen) {
    if (expected.kind == ClockKind::kVirtual) {
      if (seen.sources.empty()) return;
      report(codes::kSourceDiffers, expected.name,
             "virtual clock '" + expected.name + "' stands on " + join(seen.sources), &expected);
      return;
    }
    if (seen.sources.empty()) {
      report(
          codes::kBecameVirtual, expected.name,
          "clock '" + expected.name + "' should stand on '" + expected.object + "' and is virtual",
          &expected);
      return;
    }
    if (seen.sources.size() == 1 && plain(seen.sources.front()) == plain(expected.object)) return;
    report(codes::kSourceDiffers, expected.name,
           "clock '" + expected.name + "' stands on " + join(seen.sources) + ", expected '" +
               expected.object + "'",
           &expected);
  }

  void compare_generated(const SelectedClock& expected, const StaClock& seen) {
    const bool wanted = expected.kind == ClockKind::kGenerated;
    const auto differs = [&](const std::string& what) {
      report(codes::kMasterDiffers, expected.name, "'" + expected.name + "' " + what, &expected);
    };
    if (wanted != seen.generated) {
      differs(wanted
                  ? "is a clock of its own, expected one generated from '" + expected.master + "'"
                  : "is generated from '" + seen.master + "', expected a clock of its own");
      return;
    }
    if (!wanted) return;
    if (!seen.master.empty() && seen.master != expected.master) {
      differs("has master '" + seen.master + "', expected '" + expected.master + "'");
    }
    if (seen.source.size() != 1 || plain(seen.source.front()) != plain(expected.source)) {
      differs("takes its master at " + join(seen.source) + ", expected '" + expected.source + "'");
    }
    Derivation way;
    way.divide_by = seen.divide_by;
    way.multiply_by = seen.multiply_by;
    way.invert = seen.invert;
    way.edges = seen.edges;
    way.combinational = seen.combinational;
    for (const double shift : seen.edge_shift)
      way.edge_shift.push_back(
          {core::parse_decimal(seven_digits(shift)).value_or(core::Rational(0)) * given_.unit.si});
    if (!same_derivation(expected.derivation, way))
      differs("is " + way.describe() + ", expected " + expected.derivation.describe());
  }

  /// Exact fractions: 2/4 and 1/2 are the same ratio; shifts went through 32-bit floats.
  static bool same_derivation(const Derivation& wanted, const Derivation& seen) {
    if (wanted.combinational != seen.combinational || wanted.edges != seen.edges ||
        wanted.invert != seen.invert)
      return false;
    for (std::size_t i = 0; i < wanted.edge_shift.size(); ++i) {
      const double shift = wanted.edge_shift[i].si.to_double();
      const double other = i < seen.edge_shift.size() ? seen.edge_shift[i].si.to_double() : 0;
      if (!close(other, shift, shift)) return false;
    }
    if (wanted.combinational || !wanted.edges.empty()) return true;
    return core::Rational(seen.divide_by) * core::Rational(wanted.multiply_by) ==
           core::Rational(wanted.divide_by) * core::Rational(seen.multiply_by);
  }

  void compare_uncertainty(const SelectedClock& expected, const char* side,
                           const std::optional<Time>& wanted, const std::optional<double>& seen) {
    const double value = wanted ? in_unit(*wanted) : 0;
    if (seen && close(*seen, value, value)) return;
    if (!seen && value == 0) return;
    report(codes::kUncertaintyDiffers, expected.name,
           std::string(side) + " uncertainty of '" + expected.name + "' is " +
               (seen ? show(*seen) : "not set") + ", the table says " +
               (wanted ? show(*wanted) : "none"),
           &expected);
  }

  const Comparison& given_;
  Proof& proof_;
  core::Sink& sink_;
  std::unordered_map<std::string, const StaClock*> seen_;
  std::unordered_map<std::string, std::uint32_t> lines_;
};

std::string name_some(const std::vector<std::string>& names) {
  static constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kShown; ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kShown) text += " and " + std::to_string(names.size() - kShown) + " more";
  return text;
}

}  // namespace

void compare_clocks(const Comparison& comparison, Proof& proof, core::Sink& sink) {
  Comparer(comparison, proof, sink).run();
}

void compare_messages(const Comparison& comparison, Proof& proof, core::Sink& sink) {
  const StaObservation& seen = comparison.seen;
  const std::string view = comparison.expected.view.name();
  const auto report = [&](const core::Code& code, std::uint32_t line, std::string key,
                          std::string message) {
    sink.report(make_finding(code, std::move(message))
                    .at({comparison.sdc_name, line, line != 0 ? 1U : 0U})
                    .on(view, std::move(key)));
  };
  proof.queries = seen.queries.size();
  for (const StaQuery& query : seen.queries) {
    if (query.found != 0) continue;
    ++proof.queries_empty;
    report(codes::kEmptyQuery, 0, query.command + " " + query.arguments,
           query.command + " {" + query.arguments + "} found nothing");
  }
  for (const StaComplaint& complaint : seen.complaints) {
    report(codes::kStaComplaint, complaint.line, complaint.text, "OpenSTA: " + complaint.text);
  }
  for (const std::string& units : seen.set_units) {
    const auto words = split_tcl_words(units);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      if (words[i] != "-time") continue;
      const auto unit = core::parse_unit(words[i + 1], core::Dimension::kTime);
      if (unit && unit->si == comparison.unit.si) continue;
      report(codes::kUnitsIgnored, 0, "set_units " + units,
             "set_units " + units + " is ignored, the Liberty time unit is " +
                 comparison.unit.name + ": every time is read in that unit");
    }
  }
  const auto objects_of = [&](const char* check) -> const std::vector<std::string>* {
    const auto it = seen.checks.find(check);
    return it == seen.checks.end() || it->second.empty() ? nullptr : &it->second;
  };
  if (const auto* names = objects_of("generated_clocks")) {
    for (const std::string& name : *names) {
      report(codes::kNotConnected, 0, name,
             "generated clock '" + name + "' is not connected to a clock source");
    }
  }
  if (const auto* names = objects_of("no_clock")) {
    proof.unclocked_registers = names->size();
    report(codes::kUnclocked, 0, "unclocked",
           std::to_string(names->size()) +
               " register or latch clock pins get no clock: " + name_some(*names));
  }
  if (const auto* names = objects_of("unconstrained_endpoints")) {
    proof.unconstrained_endpoints = names->size();
    report(codes::kUnconstrained, 0, "unconstrained",
           std::to_string(names->size()) + " endpoints are not constrained: " + name_some(*names));
  }
}

}  // namespace sealring::sdcgen

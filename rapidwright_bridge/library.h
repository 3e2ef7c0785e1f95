// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnostics/failure.h"
#include "core/diagnostics/verdict.h"
#include "core/store/sqlite.h"
#include "rapidwright_bridge/edif.h"
#include "rapidwright_bridge/part.h"

/// The module library: one SQLite file, kept by content. A circuit is what it is by its netlist, constraints and ports;
/// its name is a label. Its implementations are what was made of it for one part, tool, region and set of options.
namespace sealring::rapidwright_bridge {

/// What makes a circuit.
struct CircuitIdentity {
  std::string netlist;      ///< canonical digest of the netlist
  std::string constraints;  ///< digest of the constraints that belong to the circuit
  std::vector<PortInfo> ports;
};
std::string circuit_key(const CircuitIdentity& identity);  ///< 64 hex digits
std::string ports_text(const std::vector<PortInfo>& ports);

/// What makes an implementation of a circuit. Checkpoints are artifacts of it: two writes of one design differ in bytes.
struct ImplementationIdentity {
  std::string circuit;  ///< circuit_key
  Part part;
  std::string tool;    ///< "2018.3 build 2449176"
  std::string pblock;  ///< canonical ranges
  std::string place_directive;
  std::string route_directive;
  std::string clock_uncertainty_ns;
};
std::string implementation_key(const ImplementationIdentity& identity);
/// Key of one stored artifact: the implementation and the digest of its checkpoint.
std::string artifact_key(const ImplementationIdentity& identity,
                         const std::string& checkpoint_sha256);

/// One check that was made of an implementation.
struct RecordedCheck {
  std::string kind;  ///< "timing-summary" ...
  std::string verdict;
  std::string reasons;  ///< codes, separated by blanks
};

/// Everything that `add` stores.
struct ModuleRecord {
  std::string name;
  CircuitIdentity circuit;
  ImplementationIdentity implementation;  ///< `circuit` in it is filled in by `add`
  bool has_implementation = false;        ///< otherwise the circuit alone is stored
  std::string outcome;                    ///< "passed", "failed", "inconclusive", "unchecked"
  std::string shape;                      ///< "4 x 5"
  std::string note;                       ///< why a shape failed
  std::string checkpoint_name, checkpoint_sha256;
  std::int64_t checkpoint_format = 0;
  std::vector<std::pair<std::string, std::string>> figures;
  std::vector<RecordedCheck> checks;
};

struct AddOutcome {
  std::string circuit, implementation;  ///< keys
  bool new_circuit = false, new_implementation = false, new_artifact = false;
  std::vector<std::string> same_name;  ///< keys of other circuits with this name
};

struct CircuitRow {
  std::string key, name, netlist, constraints;
  std::int64_t ports = 0, implementations = 0, passed = 0, failed = 0, used = 0;
};

struct ImplementationRow {
  std::string key, part, speed, tool, pblock, shape, place_directive, route_directive,
      clock_uncertainty_ns;
  std::string outcome, note;
  std::int64_t checkpoint_format = 0, used = 0;
  std::optional<std::int64_t> positions;                       ///< legal positions, when known
  std::vector<std::pair<std::string, std::string>> artifacts;  ///< name, sha256
  std::vector<std::pair<std::string, std::string>> figures;
  std::vector<RecordedCheck> checks;
};

struct CircuitDetail {
  CircuitRow row;
  std::vector<std::string> names;
  std::vector<PortInfo> ports;
  std::vector<ImplementationRow> implementations;
  std::vector<std::string> history;  ///< in order of happening
};

class Library {
 public:
  /// Opens or makes the file; `read_only` needs one that is there.
  static core::Expected<Library> open(const std::filesystem::path& file, bool read_only);

  /// Stores a module; what is there already by content is kept and only completed.
  core::Expected<AddOutcome> add(const ModuleRecord& record);

  /// Many at once, in one transaction.
  core::Expected<void> add_all(const std::vector<ModuleRecord>& records);

  core::Expected<std::vector<CircuitRow>> list();

  /// Keys of the circuits with this name, or whose key begins with `name_or_key` (at least 8 digits).
  core::Expected<std::vector<std::string>> find(const std::string& name_or_key);
  core::Expected<std::optional<CircuitDetail>> show(const std::string& key);

  /// Looks one implementation up by its key.
  core::Expected<std::optional<ImplementationRow>> implementation(const std::string& key);

  /// Shapes of a circuit that failed before on this device, with the note that was kept.
  core::Expected<std::vector<std::pair<std::string, std::string>>> failed_shapes(
      const std::string& circuit, const std::string& device);

  /// Counts a use of an implementation in one version of a project.
  core::Expected<void> use(const std::string& implementation, const std::string& project,
                           const std::string& version, std::int64_t instances);

  /// All names, for suggestions.
  core::Expected<std::vector<std::string>> names();

 private:
  explicit Library(core::Database database) : database_(std::move(database)) {}
  core::Expected<AddOutcome> add_within(const ModuleRecord& record);
  core::Expected<std::int64_t> id_of(const char* sql, const std::string& key);
  core::Expected<std::int64_t> put_circuit(const ModuleRecord& record, AddOutcome& outcome);
  core::Expected<void> put_implementation(const ModuleRecord& record, std::int64_t circuit,
                                          AddOutcome& outcome);
  core::Expected<void> put_details(const ModuleRecord& record, std::int64_t implementation,
                                   AddOutcome& outcome);
  core::Expected<void> event(std::int64_t circuit, const std::string& text);
  core::Expected<void> fill(ImplementationRow& row, std::int64_t id);
  core::Expected<std::vector<ImplementationRow>> implementations(const char* where,
                                                                 const std::string& value);

  core::Database database_;
};

}  // namespace sealring::rapidwright_bridge

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/import.h"
#include "sdcgen/import/yaml_text.h"

#include <map>

#include "sdcgen/codes.h"
#include "sdcgen/emit/output_set.h"
#include "sdcgen/readers/hammer.h"
#include "sdcgen/readers/nvdla_spec.h"

namespace sealring::sdcgen {

namespace {

std::string name_of(const ImportOptions& options) {
  if (!options.name.empty()) return options.name;
  const std::string file = options.file.filename().string();
  std::string name;
  for (const char c : file.substr(0, file.find('.')))
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' ? c : '_';
  return name;
}

CHeaderOptions header_options(const ImportOptions& options) {
  CHeaderOptions given;
  for (const std::string& define : options.defines) {
    const std::size_t equals = define.find('=');
    given.defines.emplace_back(define.substr(0, equals),
                               equals == std::string::npos ? "" : define.substr(equals + 1));
  }
  given.include_dirs = options.include_dirs;
  return given;
}

/// Places clocks can be derived from: a generated clock's source is the path of another clock of the file.
const HammerClock* clock_at(const HammerClocks& hammer, const std::string& path) {
  for (const HammerClock& clock : hammer.clocks) {
    if (clock.path == path) return &clock;
  }
  return nullptr;
}

std::string object_line(const std::string& path, const char* port, const char* pin) {
  // A path with levels is a pin; a plain name is a port of the top.
  const bool is_pin = path.find('/') != std::string::npos;
  return std::string(is_pin ? pin : port) + ": " + yaml_text(path);
}

std::string hammer_clock(const HammerClocks& hammer, const HammerClock& clock) {
  std::string text = "  - name: " + yaml_text(clock.name) +
                     "\n    kind: " + (clock.generated ? "generated" : "primary") + "\n    " +
                     object_line(clock.path, "port", "pin") + "\n";
  if (clock.generated) {
    const HammerClock* master = clock_at(hammer, clock.source_path);
    text +=
        "    master: " + (master != nullptr ? yaml_text(master->name) : std::string("external")) +
        "\n    " + object_line(clock.source_path, "source_port", "source_pin") +
        "\n    divide_by: " + std::to_string(clock.divisor) + "\n";
    if (clock.inverted) text += "    invert: true\n";
  }
  return text + "    cite: {section: " + yaml_text(core::to_string(clock.location)) + "}\n";
}

std::string hammer_relations(const HammerClocks& hammer) {
  std::map<std::string, std::string> groups;
  std::size_t alone = 0;
  for (const HammerClock& clock : hammer.clocks) {
    if (clock.generated) continue;
    std::string& group =
        groups[clock.group.empty() ? "\x01" + std::to_string(alone++) : clock.group];
    group += (group.empty() ? "" : ", ") + yaml_text(clock.name);
  }
  if (groups.size() < 2) return {};
  std::string text = "relations:\n  - id: groups\n    kind: asynchronous\n    between: [";
  bool first = true;
  for (const auto& [name, clocks] : groups) {
    text += (first ? "[" : ", [") + clocks + "]";
    first = false;
  }
  return text +
         "]\n    reason: Hammer takes clocks of different groups for asynchronous\n    origin: "
         "{from: extraction, ref: " +
         yaml_text(core::to_string(hammer.location)) + "}\n";
}

}  // namespace

std::optional<Imported> import_hammer(const core::InputReader& reader, const ImportOptions& options,
                                      core::Sink& sink) {
  const auto hammer = read_hammer_clocks(reader, options.file, sink);
  if (!hammer) return std::nullopt;
  const std::string name = name_of(options);
  std::string spec =
      "# Draft from " + hammer->name +
      "; ranges of the document are to be added.\nschema: sealring.ip/1\nip: " + yaml_text(name) +
      "\ndocument: {id: " + yaml_text(hammer->name) +
      ", revision: " + yaml_text(hammer->sha256.substr(0, 12)) + "}\nmodes: [default]\nclocks:\n";
  std::string table =
      "# From " + hammer->name + "\nclock,period_ps,setup_uncertainty_ps,hold_uncertainty_ps\n";
  const core::Unit ps{"ps", core::power_of_ten(-12)};
  const auto in_ps = [&](const HammerTime& time) {
    return core::format_decimal(time.value.si / ps.si, 18);
  };
  for (const HammerClock& clock : hammer->clocks) {
    spec += hammer_clock(*hammer, clock);
    const std::string period = clock.period ? in_ps(*clock.period) : "derived";
    const std::string uncertainty = clock.uncertainty ? in_ps(*clock.uncertainty) : "";
    table += clock.name + "," + period + "," + uncertainty + "," + uncertainty + "\n";
  }
  spec += hammer_relations(*hammer);
  Imported imported;
  imported.clocks = hammer->clocks.size();
  imported.files = {{name + ".ip.yaml", std::move(spec)}, {name + ".csv", std::move(table)}};
  return imported;
}

std::optional<Imported> import_header(const core::InputReader& reader, const ImportOptions& options,
                                      core::Sink& sink) {
  const auto header = read_c_header(reader, options.file, header_options(options), sink);
  if (!header) return std::nullopt;
  Imported imported;
  std::string text = "# From " + header->name + "\nparameters:\n";
  for (const auto& [name, constant] : header->constants) {
    text += "  " + yaml_text(name) + ": " + constant.decimal() + "  # " +
            core::to_string(constant.location) + ", " + std::string(to_string(constant.kind)) +
            "\n";
    ++imported.parameters;
  }
  imported.left_out = header->others.size();
  imported.files = {{name_of(options) + ".parameters.yaml", std::move(text)}};
  return imported;
}

std::optional<Imported> import_nvdla_spec(const core::InputReader& reader,
                                          const ImportOptions& options, core::Sink& sink) {
  const auto spec = read_nvdla_spec(reader, options.file, header_options(options), sink);
  if (!spec) return std::nullopt;
  Imported imported;
  std::string text = "# From " + spec->name + "\nparameters:\n";
  for (const auto& [name, parameter] : spec->parameters) {
    if (!parameter.value) {
      ++imported.left_out;
      continue;
    }
    text += "  " + yaml_text(name) + ": " + std::to_string(*parameter.value) + "  # " +
            core::to_string(parameter.location) + "\n";
    ++imported.parameters;
  }
  imported.files = {{name_of(options) + ".parameters.yaml", std::move(text)}};
  return imported;
}

core::Expected<std::vector<std::string>> write_imported(const core::InputReader& reader,
                                                        const Imported& imported,
                                                        const std::filesystem::path& folder,
                                                        core::Sink& sink) {
  std::vector<std::string> written;
  bool taken = false;
  for (const auto& [name, text] : imported.files) {
    std::error_code error;
    if (!std::filesystem::exists(folder / name, error)) continue;
    taken = true;
    sink.report(core::make_finding(codes::kImportTaken,
                                   "'" + reader.shown(folder / name) + "' is there already")
                    .at({reader.shown(folder / name)})
                    .on(name, "import"));
  }
  if (taken) return written;
  OutputSet outputs(folder);
  for (const auto& [name, text] : imported.files) {
    if (auto staged = outputs.stage(name, text); !staged) return tl::unexpected(staged.error());
  }
  if (auto done = outputs.commit(); !done) return tl::unexpected(done.error());
  for (const std::string& name : outputs.names()) written.push_back(reader.shown(folder / name));
  return written;
}

}  // namespace sealring::sdcgen

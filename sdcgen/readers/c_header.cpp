// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/readers/c_header.h"

#include <algorithm>
#include <utility>

#include "core/diagnostics/suggest.h"
#include "sdcgen/codes/headers.h"
#include "sdcgen/readers/clang_facts.h"

namespace sealring::sdcgen {
namespace {

constexpr std::size_t kMaxErrors = 20;  // listed per header
constexpr std::string_view kProbe = "sealring_probe_";

bool is_cpp_name(const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  return ending == ".hpp" || ending == ".hh" || ending == ".hxx" || ending == ".H";
}

std::vector<std::string> arguments_for(const CHeaderOptions& options, bool cpp) {
  std::vector<std::string> out{"-x", cpp ? "c++-header" : "c-header",
                               cpp ? "-std=c++20" : "-std=c23", "-fsyntax-only", "-ferror-limit=0"};
  for (const auto& [name, value] : options.defines) {
    out.push_back("-D" + name + "=" + (value.empty() ? "1" : value));
  }
  for (const auto& folder : options.include_dirs) out.push_back("-I" + folder.string());
  return out;
}

/// A variable's or enumerator's place in the table.
void add_name(const ClangName& name, CHeader& header) {
  using Kind = HeaderConstant::Kind;
  if (name.evaluated) {
    header.constants[name.name] = {.kind = name.enumerator ? Kind::kEnumerator : Kind::kConstexpr,
                                   .is_unsigned = name.is_unsigned,
                                   .bits = name.bits,
                                   .location = name.location};
    return;
  }
  std::string why = "has no value the compiler knows";
  if (!name.constant) {
    why = "is a variable, not a constant";
  } else if (!name.whole_number) {
    why = "is no whole number: its type is " + name.type;
  }
  header.others[name.name] = {std::move(why), name.location};
}

/// Macros that may be numbers, the last definition of each; the others go into the header at once.
std::map<std::string, core::Location> macros_to_evaluate(const ClangFacts& facts,
                                                         const CHeaderOptions& options,
                                                         CHeader& header) {
  std::map<std::string, core::Location> out;
  for (const auto& [name, value] : options.defines) out[name] = {};
  for (const ClangMacro& macro : facts.macros) {
    out.erase(macro.name);
    header.others.erase(macro.name);
    if (macro.has_arguments) {
      header.others[macro.name] = {"is a macro with arguments", macro.location};
    } else if (macro.empty) {
      header.others[macro.name] = {"is a macro without a value", macro.location};
    } else if (!macro.balanced) {
      header.others[macro.name] = {"is no expression", macro.location};
    } else {
      out[macro.name] = macro.location;
    }
  }
  return out;
}

/// Values of macros: libclang evaluates no macro, but it does evaluate `const auto p = (MACRO);`, and one macro that
/// does not compile leaves the others alone.
void evaluate_macros(const core::InputReader& reader, const std::string& path,
                     const std::vector<std::string>& arguments,
                     const std::map<std::string, core::Location>& macros, CHeader& header) {
  std::string text = "#include \"" + path + "\"\n";
  std::vector<std::string> names;
  for (const auto& [name, location] : macros) {
    text +=
        "const auto " + std::string(kProbe) + std::to_string(names.size()) + " = (" + name + ");\n";
    names.push_back(name);
    header.others[name] = {"is no constant expression", location};
  }
  const auto facts = parse_with_clang(path + ".sealring-probe.h", arguments, &text, reader);
  if (!facts) return;
  for (const ClangName& probe : facts->names) {
    if (!probe.name.starts_with(kProbe)) continue;
    // Each on its own line: what a macro's text might declare besides does not count.
    const std::size_t number = probe.location.line - 2;
    if (number >= names.size() || probe.name != std::string(kProbe) + std::to_string(number))
      continue;
    const std::string& name = names[number];
    const core::Location& place = macros.at(name);
    if (probe.evaluated) {
      header.others.erase(name);
      header.constants[name] = {
          .is_unsigned = probe.is_unsigned, .bits = probe.bits, .location = place};
    } else if (!probe.faulty && !probe.whole_number) {
      header.others[name].why = "is no whole number: its type is " + probe.type;
    }
  }
}

void report_errors(const std::vector<ClangError>& errors, const std::string& name,
                   core::Sink& sink) {
  for (std::size_t i = 0; i < std::min(errors.size(), kMaxErrors); ++i) {
    core::Location place = errors[i].location;
    if (place.file.empty()) place.file = name;
    sink.report(
        make_finding(codes::kHeaderError, "'" + name + "' does not compile: " + errors[i].text)
            .at(place)
            .on(name, errors[i].text));
  }
  if (errors.size() <= kMaxErrors) return;
  sink.report(make_finding(codes::kHeaderError, "'" + name + "' has " +
                                                    std::to_string(errors.size() - kMaxErrors) +
                                                    " further compile errors")
                  .at({.file = name})
                  .on(name, "further"));
}

/// The header and what it includes, with their digests; false when one cannot be read again.
bool record_files(const core::InputReader& reader, const ClangFacts& facts, CHeader& header,
                  core::Sink& sink) {
  bool good = true;
  for (const std::string& file : facts.files) {
    const auto read = reader.read(file, reader.limits().table, sink);
    good = good && read;
    if (read) header.files.push_back({read->name, read->sha256});
  }
  return good;
}

}  // namespace

std::string HeaderConstant::decimal() const {
  return is_unsigned ? std::to_string(bits) : std::to_string(as_signed());
}

std::string_view to_string(HeaderConstant::Kind kind) {
  switch (kind) {
    case HeaderConstant::Kind::kMacro: return "macro";
    case HeaderConstant::Kind::kEnumerator: return "enumerator";
    case HeaderConstant::Kind::kConstexpr: break;
  }
  return "constant";
}

std::optional<CHeader> read_c_header(const core::InputReader& reader,
                                     const std::filesystem::path& path,
                                     const CHeaderOptions& options, core::Sink& sink,
                                     const core::Location& referred_from) {
  // Missing, unreadable and empty files are reported as for every other input.
  const auto file = reader.read(path, reader.limits().table, sink, referred_from);
  if (!file) return std::nullopt;
  const std::string absolute = std::filesystem::absolute(path).string();
  using Language = CHeaderOptions::Language;
  const bool by_name = options.language == Language::kByName;
  bool cpp = options.language == Language::kCpp || (by_name && is_cpp_name(path));
  auto facts = parse_with_clang(absolute, arguments_for(options, cpp), nullptr, reader);
  if (by_name && !cpp && (!facts || !facts->errors.empty())) {
    auto other = parse_with_clang(absolute, arguments_for(options, true), nullptr, reader);
    if (other && other->errors.empty()) {
      cpp = true;
      facts = std::move(other);
    }
  }
  if (!facts) {
    sink.report(make_finding(codes::kHeaderError, "'" + file->name + "' could not be parsed at all")
                    .at(file->at(1))
                    .on(file->name));
    return std::nullopt;
  }
  report_errors(facts->errors, file->name, sink);
  if (!facts->errors.empty()) return std::nullopt;
  CHeader header{.name = file->name};
  if (!record_files(reader, *facts, header, sink)) return std::nullopt;
  for (const ClangName& name : facts->names) add_name(name, header);
  evaluate_macros(reader, absolute, arguments_for(options, cpp),
                  macros_to_evaluate(*facts, options, header), header);
  return header;
}

const HeaderConstant* find_constant(const CHeader& header, const std::string& name,
                                    const core::Location& asked_at, core::Sink& sink) {
  const auto found = header.constants.find(name);
  if (found != header.constants.end()) return &found->second;
  const auto other = header.others.find(name);
  if (other != header.others.end()) {
    sink.report(make_finding(codes::kHeaderNoNumber,
                             "'" + name + "' of '" + header.name + "' " + other->second.why)
                    .at(asked_at)
                    .on(header.name, name)
                    .note("it stands here", other->second.location));
    return nullptr;
  }
  std::vector<std::string> names;
  for (const auto& [each, value] : header.constants) names.push_back(each);
  sink.report(make_finding(codes::kHeaderNoName, "'" + header.name + "' has no constant '" + name +
                                                     "'" + core::did_you_mean(name, names))
                  .at(asked_at)
                  .on(header.name, name));
  return nullptr;
}

}  // namespace sealring::sdcgen

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/readers/nvdla_spec.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "core/diagnostics/suggest.h"
#include "sdcgen/codes/headers.h"
#include "sdcgen/readers/clang_facts.h"
#include "sdcgen/readers/spec_expression.h"

namespace sealring::sdcgen {
namespace {

using core::Rational;

constexpr int kMaxDepth = 100;  // of includes, and of parameters that name one another

/// Lines of a text without its comments; columns stay where they were.
std::vector<std::string> lines_without_comments(std::string text) {
  enum class In { kText, kLine, kBlock, kString } in = In::kText;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '\n') {
      if (in != In::kBlock) in = In::kText;
      continue;
    }
    if (in == In::kText && c == '/' && (next == '/' || next == '*')) {
      in = next == '/' ? In::kLine : In::kBlock;
      text[i] = text[i + 1] = ' ';
      ++i;
    } else if (in == In::kBlock && c == '*' && next == '/') {
      in = In::kText;
      text[i] = text[i + 1] = ' ';
      ++i;
    } else if (in == In::kLine || in == In::kBlock) {
      text[i] = ' ';
    } else if (c == '"') {
      in = in == In::kString ? In::kText : In::kString;
    }
  }
  std::vector<std::string> out(1);
  for (const char c : text) {
    if (c == '\n') {
      out.emplace_back();
    } else if (c != '\r') {
      out.back() += c;
    }
  }
  return out;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// Follows the text of a spec and what it includes, line by line.
class SpecReading {
 public:
  SpecReading(const core::InputReader& reader, const ClangFacts& facts, NvdlaSpec& spec,
              core::Sink& sink)
      : reader_(&reader), facts_(&facts), spec_(&spec), sink_(&sink) {}

  void run(const std::filesystem::path& path) { file(path, 0); }

 private:
  void file(const std::filesystem::path& path, int depth);
  void line(const std::string& text, const core::Location& place);
  void define(const std::string& rest, const core::Location& place);
  void fault(std::string message, const core::Location& place) {
    sink_->report(make_finding(codes::kSpecError, std::move(message)).at(place).on(spec_->name));
  }

  const core::InputReader* reader_;
  const ClangFacts* facts_;
  NvdlaSpec* spec_;
  core::Sink* sink_;
  std::set<std::string> seen_;
};

void SpecReading::file(const std::filesystem::path& path, int depth) {
  const auto read = reader_->read(path, reader_->limits().table, *sink_);
  if (!read) return;
  if (!seen_.insert(path.string()).second || depth > kMaxDepth) {
    fault("'" + read->name +
              "' is included twice; which of its lines count each time is not told apart",
          read->at(1));
    return;
  }
  spec_->files.push_back({read->name, read->sha256});
  const auto found = facts_->skipped.find(path.string());
  const std::set<unsigned> skipped =
      found == facts_->skipped.end() ? std::set<unsigned>{} : found->second;
  const std::vector<std::string> lines = lines_without_comments(read->text);
  bool continued = false;
  for (unsigned number = 1; number <= lines.size(); ++number) {
    const std::string text = trimmed(lines[number - 1]);
    const bool directive = continued || text.starts_with('#');
    continued = directive && text.ends_with('\\');
    if (skipped.contains(number)) continue;
    if (!directive) {
      if (!text.empty()) {
        const auto column =
            static_cast<std::uint32_t>(lines[number - 1].find_first_not_of(" \t") + 1);
        line(text, read->at(number, column));
      }
      continue;
    }
    const auto include = facts_->includes.find({path.string(), number});
    if (include != facts_->includes.end()) file(include->second, depth + 1);
  }
}

void SpecReading::line(const std::string& text, const core::Location& place) {
  constexpr std::string_view kDefine = "%define";
  const bool define_line = text.starts_with(kDefine) && text.size() > kDefine.size() &&
                           (text[kDefine.size()] == ' ' || text[kDefine.size()] == '\t');
  if (define_line) return define(trimmed(text.substr(kDefine.size())), place);
  fault("'" + text.substr(0, 60) + "' is not of the form %define NAME value", place);
}

void SpecReading::define(const std::string& rest, const core::Location& place) {
  const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
  const std::string name = rest.substr(0, end);
  const bool good = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  if (!good) return fault("'" + name + "' is no name of a parameter", place);
  SpecParameter parameter{.text = trimmed(rest.substr(end)), .location = place};
  const auto [found, fresh] = spec_->parameters.try_emplace(name, parameter);
  if (fresh || found->second.text == parameter.text) return;
  sink_->report(make_finding(codes::kSpecDuplicate, "parameter '" + name + "' is defined as '" +
                                                        parameter.text + "', earlier as '" +
                                                        found->second.text + "'")
                    .at(place)
                    .on(spec_->name, name)
                    .note("the earlier definition", found->second.location));
}

/// Computes every value once; parameters may be used before they are defined.
class Evaluation {
 public:
  explicit Evaluation(NvdlaSpec& spec) : spec_(&spec) {}

  void run() {
    for (auto& [name, parameter] : spec_->parameters) {
      const auto value = value_of(name, 0);
      if (!value || !value->is_integer()) continue;
      if (value->numerator() > std::numeric_limits<std::int64_t>::max() ||
          value->numerator() < std::numeric_limits<std::int64_t>::min()) {
        continue;
      }
      parameter.value = static_cast<std::int64_t>(value->numerator());
    }
  }

 private:
  std::optional<Rational> value_of(std::string_view name, int depth) {
    const std::string key(name);
    const auto known = values_.find(key);
    if (known != values_.end()) return known->second;
    const auto found = spec_->parameters.find(key);
    if (found == spec_->parameters.end() || found->second.text.empty() || depth > kMaxDepth)
      return std::nullopt;
    values_[key] = std::nullopt;  // met again while it is computed: it has no value
    const auto value = evaluate_spec_expression(
        found->second.text, [&](std::string_view inner) { return value_of(inner, depth + 1); });
    values_[key] = value;
    return value;
  }

  NvdlaSpec* spec_;
  std::map<std::string, std::optional<Rational>> values_;
};

/// Complaints of the preprocessor; `%define` lines are no C, so those of the parser mean nothing.
bool report_preprocessor_errors(const ClangFacts& facts, const std::string& name,
                                core::Sink& sink) {
  bool good = true;
  for (const ClangError& each : facts.errors) {
    if (!each.by_preprocessor) continue;
    good = false;
    sink.report(make_finding(codes::kSpecError, "'" + name + "': " + each.text)
                    .at(each.location)
                    .on(name, each.text));
  }
  return good;
}

}  // namespace

std::optional<NvdlaSpec> read_nvdla_spec(const core::InputReader& reader,
                                         const std::filesystem::path& path,
                                         const CHeaderOptions& options, core::Sink& sink,
                                         const core::Location& referred_from) {
  const auto file = reader.read(path, reader.limits().table, sink, referred_from);
  if (!file) return std::nullopt;
  std::vector<std::string> arguments{
      "-x", "c", "-undef", "-nostdinc", "-fsyntax-only", "-ferror-limit=0"};
  for (const auto& [name, value] : options.defines) {
    arguments.push_back("-D" + name + "=" + (value.empty() ? "1" : value));
  }
  for (const auto& folder : options.include_dirs) arguments.push_back("-I" + folder.string());
  const std::string absolute = std::filesystem::absolute(path).string();
  const auto facts = parse_with_clang(absolute, arguments, nullptr, reader);
  if (!facts) {
    sink.report(make_finding(codes::kSpecError, "'" + file->name + "' could not be preprocessed")
                    .at(file->at(1))
                    .on(file->name));
    return std::nullopt;
  }
  core::CountingSink counted(sink);
  if (!report_preprocessor_errors(*facts, file->name, counted)) return std::nullopt;
  NvdlaSpec spec{.name = file->name};
  SpecReading(reader, *facts, spec, counted).run(absolute);
  if (spec.parameters.empty() && counted.errors == 0) {
    counted.report(
        make_finding(codes::kSpecError, "'" + file->name + "' defines no parameter with %define")
            .at(file->at(1))
            .on(file->name));
  }
  if (counted.errors > 0) return std::nullopt;
  Evaluation(spec).run();
  return spec;
}

std::optional<std::int64_t> find_parameter(const NvdlaSpec& spec, const std::string& name,
                                           const core::Location& asked_at, core::Sink& sink) {
  const auto found = spec.parameters.find(name);
  if (found == spec.parameters.end()) {
    std::vector<std::string> names;
    for (const auto& [each, value] : spec.parameters) names.push_back(each);
    sink.report(make_finding(codes::kHeaderNoName, "'" + spec.name + "' has no parameter '" + name +
                                                       "'" + core::did_you_mean(name, names))
                    .at(asked_at)
                    .on(spec.name, name));
    return std::nullopt;
  }
  if (found->second.value) return found->second.value;
  const std::string& text = found->second.text;
  sink.report(make_finding(codes::kSpecNoNumber,
                           "parameter '" + name + "' of '" + spec.name + "' is " +
                               (text.empty() ? std::string("a switch without a value")
                                             : "'" + text + "', which is no whole number"))
                  .at(asked_at)
                  .on(spec.name, name)
                  .note("it stands here", found->second.location));
  return std::nullopt;
}

}  // namespace sealring::sdcgen

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/runner/tools.h"

#include <algorithm>
#include <array>
#include <fstream>

#include "core/process/process.h"
#include "manifest/codes.h"
#include "manifest/formats/unicode.h"
#include "manifest/store/files.h"

namespace sealring::manifest {

namespace {

/// First line that says something, with control characters removed.
std::string first_line(const std::string& text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    std::erase_if(line, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    if (line.find_first_not_of(' ') != std::string::npos && valid_utf8(line)) {
      return line.substr(0, 200);
    }
    at = end + 1;
  }
  return {};
}

std::optional<ToolRecord> probe_tool(const ToolSpec& tool, core::Sink& sink) {
  const auto fail = [&](const std::string& what) {
    sink.report(core::make_finding(codes::kToolProbe, "probe of tool '" + tool.name + "' " + what)
                    .on(tool.name, "tool"));
    return std::nullopt;
  };
  const auto program = core::find_tool(tool.probe.front());
  if (!program) return fail("names '" + tool.probe.front() + "', which is not in PATH");
  core::ProcessSpec spec;
  spec.argv = tool.probe;
  spec.time_limit = std::chrono::seconds(20);
  spec.output_limit_bytes = 1U << 20U;
  core::SystemProcessRunner runner;
  const core::Expected<core::ProcessResult> result = runner.run(spec);
  if (!result) return fail("cannot be started");
  if (result->end != core::ProcessResult::End::kExited || result->exit_code != 0) {
    return fail("ended with " + core::describe_end(*result));
  }
  ToolRecord record;
  record.name = tool.name;
  record.build = first_line(result->standard_output);
  if (record.build.empty()) record.build = first_line(result->standard_error);
  if (record.build.empty()) return fail("printed nothing");
  std::string problem;
  const auto content = hash_path(*program, problem);
  if (!content) return fail("cannot be hashed: the program " + problem);
  record.sha256 = content->sha256;
  return record;
}

struct KnownText {
  std::string_view text;
  FailureClass kind;
};
constexpr std::array<KnownText, 9> kKnownTexts = {
    {{"syntax error", FailureClass::kSyntax},
     {"parse error", FailureClass::kSyntax},
     {"licens", FailureClass::kToolEnvironment},
     {"licenc", FailureClass::kToolEnvironment},
     {"not found", FailureClass::kToolEnvironment},
     {"no such file", FailureClass::kToolEnvironment},
     {"permission denied", FailureClass::kToolEnvironment},
     {"shared librar", FailureClass::kToolEnvironment},
     {"segmentation fault", FailureClass::kToolEnvironment}}};

}  // namespace

std::optional<std::vector<ToolRecord>> probe_tools(const StageSpec& stage, core::Sink& sink) {
  std::vector<ToolRecord> records;
  bool good = true;
  for (const ToolSpec& tool : stage.tools) {
    std::optional<ToolRecord> record = probe_tool(tool, sink);
    good = good && record.has_value();
    if (record) records.push_back(std::move(*record));
  }
  if (!good) return {};
  return records;
}

FailureClass classify_failure(const StageSpec& stage, const std::string& log) {
  std::string lower = log;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  for (const auto& [text, kind] : stage.failure_texts) {
    if (log.find(text) != std::string::npos) return kind;
  }
  for (const KnownText& known : kKnownTexts) {
    if (lower.find(known.text) != std::string::npos) return known.kind;
  }
  const bool physical =
      stage.name == "apr" || stage.name == "sta" || stage.name == "gds" || stage.name == "stack";
  return physical ? FailureClass::kPhysical : FailureClass::kFunctional;
}

std::string tail_of(const std::filesystem::path& file, std::size_t limit) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  if (!in) return {};
  const auto size = static_cast<std::size_t>(std::max<std::streamoff>(in.tellg(), 0));
  const std::size_t count = std::min(size, limit);
  in.seekg(static_cast<std::streamoff>(size - count));
  std::string text(count, '\0');
  in.read(text.data(), static_cast<std::streamsize>(count));
  return text;
}

}  // namespace sealring::manifest

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/commands/reuse_shared.h"

#include <nlohmann/json.hpp>

#include "cli/codes.h"
#include "rapidwright_bridge/checkpoint.h"
#include "rapidwright_bridge/codes.h"

namespace sealring::cli {

namespace rwb = rapidwright_bridge;

std::filesystem::path library_path(const Context& context,
                                   const std::optional<std::string>& given) {
  if (given) return *given;
  return context.workspace ? context.workspace->state() / "modules.db"
                           : std::filesystem::path("modules.db");
}

void library_failure(const core::Failure& failure, CheckResult& check) {
  check.findings.push_back(
      core::make_finding(rwb::codes::kLibraryUnusable, failure.message + " [" + failure.code + "]")
          .on("library", failure.code));
}

std::optional<rwb::Library> open_library(const std::filesystem::path& path, bool write,
                                         CheckResult& check) {
  std::error_code error;
  if (!write && !std::filesystem::exists(path, error)) {
    check.findings.push_back(
        core::make_finding(rwb::codes::kLibraryUnusable,
                           "library '" + path.filename().string() + "' does not exist")
            .on("library", "missing"));
    return std::nullopt;
  }
  if (write && path.has_parent_path())
    std::filesystem::create_directories(path.parent_path(), error);
  auto library = rwb::Library::open(path, !write);
  if (!library) {
    library_failure(library.error(), check);
    return std::nullopt;
  }
  return std::move(*library);
}

void bad_option(CheckResult& check, const std::string& option, const std::string& message) {
  check.findings.push_back(
      core::make_finding(codes::kBadUsage, option + ": " + message).on(option, "value"));
}

bool good_tool_version(const std::optional<std::string>& version, CheckResult& check) {
  if (!version || rwb::parse_tool_version(*version)) return true;
  bad_option(check, "--target-tool", "'" + *version + "' is not a version such as 2022.1");
  return false;
}

nlohmann::ordered_json implementation_json(const rwb::ImplementationRow& row) {
  nlohmann::ordered_json out = {{"key", row.key},
                                {"outcome", row.outcome},
                                {"part", row.part},
                                {"speed", row.speed},
                                {"tool", row.tool},
                                {"checkpoint_format", row.checkpoint_format},
                                {"pblock", row.pblock},
                                {"shape", row.shape},
                                {"place_directive", row.place_directive},
                                {"route_directive", row.route_directive},
                                {"clock_uncertainty_ns", row.clock_uncertainty_ns},
                                {"used", row.used},
                                {"note", row.note}};
  out["positions"] =
      row.positions ? nlohmann::ordered_json(*row.positions) : nlohmann::ordered_json(nullptr);
  nlohmann::ordered_json artifacts = nlohmann::ordered_json::array();
  for (const auto& [name, sha256] : row.artifacts)
    artifacts.push_back({{"name", name}, {"sha256", sha256}});
  out["artifacts"] = std::move(artifacts);
  nlohmann::ordered_json figures = nlohmann::ordered_json::object();
  for (const auto& [name, value] : row.figures) figures[name] = value;
  out["figures"] = std::move(figures);
  nlohmann::ordered_json checks = nlohmann::ordered_json::array();
  for (const auto& check : row.checks)
    checks.push_back(
        {{"kind", check.kind}, {"verdict", check.verdict}, {"reasons", check.reasons}});
  out["checks"] = std::move(checks);
  return out;
}

}  // namespace sealring::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/commands/manifest_key.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/codes.h"
#include "cli/commands/manifest_shared.h"
#include "core/units/parse.h"
#include "manifest/ledger.h"
#include "manifest/trust.h"

namespace sealring::cli {

namespace {

/// The position given, else that of the next entry of the workspace's ledger.
std::optional<std::uint64_t> first_position(const Context& context, const KeyEventOptions& options,
                                            core::Sink& sink) {
  if (!options.position) {
    const auto entries = manifest::ledger_log(workspace_of(context), false, sink);
    return entries ? std::optional<std::uint64_t>(entries->size()) : std::nullopt;
  }
  const auto position = core::parse_integer(*options.position);
  if (position && *position >= 0) return static_cast<std::uint64_t>(*position);
  sink.report(core::make_finding(codes::kBadUsage, "'" + *options.position +
                                                       "' is no ledger position; a whole number "
                                                       "from 0 was expected")
                  .on("--position", "usage"));
  return {};
}

}  // namespace

void KeyEventOptions::declare(Options& options) {
  options.positional("ID", &id, "id of the key in the trust file")
      .required("--trust", "FILE", &trust, "trust file that lists the key (sealring.trust/1)")
      .required("--key", "FILE", &signer, "private key that signs: that key itself or an auditor's")
      .required("--events", "FILE", &events,
                "file the signed statement is appended to; the trust file names it under 'events'")
      .option("--position", "N", &position,
              "first ledger position the event is about (default: the next entry)")
      .option("--passphrase-file", "FILE", &passphrase_file, "passphrase of an encrypted key");
}

int finish_key_event(Context& context, const KeyEventOptions& options, const std::string& verb,
                     manifest::KeyEvent event) {
  core::CollectingSink sink;
  const auto trust = manifest::read_trust(context.reader(), options.trust, sink);
  const std::string passphrase = passphrase_from(context, options.passphrase_file, sink);
  const auto position = first_position(context, options, sink);
  std::optional<std::string> line;
  event.id = options.id;
  if (trust && position && sink.findings.empty()) {
    event.position = *position;
    line = manifest::add_key_event(event, options.signer, passphrase, *trust, options.events, sink);
  }
  CheckResult check;
  check.verb = verb;
  check.schema = "sealring.manifest.key/1";
  check.findings = std::move(sink.findings);
  check.checked = {{"statements", line ? 1 : 0}};
  check.main_result = [&](nlohmann::ordered_json& out) {
    out["key"] = event.id;
    if (position) out["position"] = *position;
    out["events"] = options.events;
  };
  if (line) {
    check.sections.push_back(
        {"signed statement in " + options.events,
         core::Tree{"key '" + event.id + "' does not hold from ledger position " +
                        std::to_string(event.position) + " on",
                    {{"it counts where the trust file says 'events: " +
                          std::filesystem::path(options.events).filename().string() + "'",
                      {}}}}});
  }
  const int status = finish_untouched(context, std::move(check));
  return line ? status : 2;
}

}  // namespace sealring::cli

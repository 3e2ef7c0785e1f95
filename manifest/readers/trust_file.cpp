// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <array>

#include "core/diagnostics/suggest.h"
#include "core/files/yaml.h"
#include "manifest/codes.h"
#include "manifest/formats/base64.h"
#include "manifest/signing/crypto.h"
#include "manifest/signing/dsse.h"
#include "manifest/signing/statement.h"
#include "manifest/trust.h"

namespace sealring::manifest {

namespace {

const std::vector<std::string>& known_roles() {
  static const std::vector<std::string> kRoles = {"runner", "grader", "auditor", "log"};
  return kRoles;
}

void fault(const core::Location& place, std::string message, core::Sink& sink) {
  sink.report(core::make_finding(codes::kTrustFileFault, std::move(message))
                  .at(place)
                  .on(place.file, "trust"));
}

constexpr std::int64_t kLastPosition = 9007199254740991;

std::optional<std::uint64_t> position(core::YamlMap& map, std::string_view key) {
  const std::optional<std::int64_t> value = map.get_int(key, 0, kLastPosition);
  if (!value) return {};
  return static_cast<std::uint64_t>(*value);
}

void read_key(const core::YamlNode& node, Trust& trust, core::Sink& sink) {
  core::YamlMap map(node, "key", sink);
  if (!map.valid()) return;
  TrustedKey key;
  key.id = map.require_text("id");
  const std::string text = map.require_text("public_key");
  for (const std::string& role : map.get_texts("roles")) key.roles.insert(role);
  key.valid_from = position(map, "valid_from").value_or(0);
  key.valid_to = position(map, "valid_to");
  key.revoked_at = position(map, "revoked_at");
  map.finish();
  const std::optional<std::string> raw = base64_decode(text);
  if (!raw || raw->size() != 32) {
    fault(node.location, "public_key of '" + key.id + "' is not the base64 of 32 bytes", sink);
    return;
  }
  key.public_key = *raw;
  if (key.roles.empty()) fault(node.location, "key '" + key.id + "' has no role", sink);
  for (const std::string& role : key.roles) {
    if (std::find(known_roles().begin(), known_roles().end(), role) == known_roles().end()) {
      fault(node.location,
            "key '" + key.id + "' has the unknown role '" + role + "'" +
                core::did_you_mean(role, known_roles()),
            sink);
    }
  }
  for (const TrustedKey& other : trust.keys) {
    if (other.id == key.id || other.public_key == key.public_key) {
      fault(node.location,
            "key '" + key.id + "' has the id or the public key of '" + other.id +
                "'; each may stand once",
            sink);
    }
  }
  trust.keys.push_back(std::move(key));
}

void read_thresholds(const core::YamlNode& node, Trust& trust, core::Sink& sink) {
  core::YamlMap map(node, "thresholds", sink);
  if (!map.valid()) return;
  for (const std::string& role : known_roles()) {
    if (map.get(role) == nullptr) continue;
    if (const auto count = map.get_int(role, 1, 1000)) {
      trust.thresholds[role] = static_cast<std::uint64_t>(*count);
    }
  }
  map.finish();
}

void read_events(const core::InputReader& reader, const std::filesystem::path& file,
                 const core::Location& from, Trust& trust, core::Sink& sink) {
  const std::optional<core::InputFile> input = reader.read(file, reader.limits().yaml, sink, from);
  if (!input) return;
  std::string_view rest = input->text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (end > 0) apply_key_event(rest.substr(0, end), input->name, trust, sink);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

}  // namespace

std::uint64_t Trust::threshold(const std::string& role) const {
  const auto found = thresholds.find(role);
  return found == thresholds.end() ? 1 : found->second;
}

const TrustedKey* Trust::find(const std::string& id) const {
  for (const TrustedKey& key : keys) {
    if (key.id == id) return &key;
  }
  return nullptr;
}

bool apply_key_event(std::string_view line, const std::string& name, Trust& trust,
                     core::Sink& sink) {
  const auto refuse = [&](std::string message) {
    fault({name}, std::move(message), sink);
    return false;
  };
  const std::optional<Envelope> envelope = parse_envelope(line, name, sink);
  if (!envelope) return false;
  std::vector<std::string> known;
  for (const TrustedKey& key : trust.keys) known.push_back(key.public_key);
  const std::vector<std::string> signers = verified_keys(*envelope, known);
  const std::optional<Statement> statement = parse_statement(envelope->payload, name, sink);
  if (!statement) return false;
  const Json& event = statement->predicate;
  const std::string id = event.text_at({"key"});
  const auto about = std::find_if(trust.keys.begin(), trust.keys.end(),
                                  [&](const TrustedKey& key) { return key.id == id; });
  const Json* at = event.find("position");
  const std::optional<std::int64_t> where = at != nullptr ? at->as_integer() : std::nullopt;
  if (envelope->payload_type != kInTotoPayloadType ||
      statement->predicate_type != kKeyEventPredicate || about == trust.keys.end() || !where ||
      *where < 0) {
    return refuse("a key event is about no key of the trust file or names no position");
  }
  const bool entitled = std::any_of(trust.keys.begin(), trust.keys.end(), [&](const auto& key) {
    return (key.id == id || key.roles.contains("auditor")) &&
           std::find(signers.begin(), signers.end(), key.public_key) != signers.end();
  });
  if (!entitled) {
    return refuse("the event about key '" + id + "' is signed neither by it nor by an auditor");
  }
  const auto first_bad = static_cast<std::uint64_t>(*where);
  if (event.text_at({"event"}) == "revoke") {
    about->revoked_at = std::min(about->revoked_at.value_or(first_bad), first_bad);
    return true;
  }
  const std::optional<std::string> raw = base64_decode(event.text_at({"new_public_key"}));
  TrustedKey next = *about;
  next.id = event.text_at({"new_key"});
  const bool known_key =
      raw && std::any_of(trust.keys.begin(), trust.keys.end(),
                         [&](const TrustedKey& key) { return key.public_key == *raw; });
  if (event.text_at({"event"}) != "rotate" || !raw || raw->size() != 32 || first_bad == 0 ||
      next.id.empty() || trust.find(next.id) != nullptr || known_key) {
    return refuse("the event about key '" + id + "' is no usable rotation or revocation");
  }
  about->valid_to = std::min(about->valid_to.value_or(first_bad - 1), first_bad - 1);
  next.public_key = *raw;
  next.valid_from = first_bad;
  next.valid_to.reset();
  next.revoked_at.reset();
  trust.keys.push_back(std::move(next));
  return true;
}

std::optional<Trust> read_trust(const core::InputReader& reader, const std::filesystem::path& file,
                                core::Sink& outer) {
  core::CountingSink sink(outer);
  const std::optional<core::InputFile> input = reader.read(file, reader.limits().yaml, sink);
  if (!input) return {};
  const core::YamlNode::Ptr tree = core::parse_yaml(*input, sink);
  if (!tree) return {};
  Trust trust;
  trust.name = input->name;
  trust.sha256 = input->sha256;
  core::YamlMap map(*tree, "the trust file", sink);
  if (!map.valid() || !core::expect_schema(map, "sealring.trust/1", sink)) return {};
  if (const core::YamlNode* keys = map.require("keys")) {
    for (const core::YamlNode::Ptr& item : keys->items) read_key(*item, trust, sink);
  }
  if (const core::YamlNode* thresholds = map.get("thresholds")) {
    read_thresholds(*thresholds, trust, sink);
  }
  const std::optional<std::string> events = map.get_text("events");
  map.finish();
  if (trust.keys.empty()) fault(tree->location, "the trust file holds no key", sink);
  if (sink.errors == 0 && events) {
    read_events(reader, file.parent_path() / *events, map.location(), trust, sink);
  }
  if (sink.errors > 0) return {};
  return trust;
}

}  // namespace sealring::manifest

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/signing/dsse.h"

#include <algorithm>

#include "manifest/codes.h"
#include "manifest/formats/base64.h"
#include "manifest/formats/json.h"

namespace sealring::manifest {

std::string pre_authentication_encoding(std::string_view type, std::string_view body) {
  std::string out = "DSSEv1 " + std::to_string(type.size()) + " ";
  out += type;
  out += " " + std::to_string(body.size()) + " ";
  out += body;
  return out;
}

namespace {

/// Text of a required string member; reports MAN-0201 otherwise.
const std::string* required_text(const Json& object, std::string_view key, const std::string& name,
                                 core::Sink& sink) {
  const Json* value = object.find(key);
  if (value != nullptr && value->is(Json::Kind::kString)) return &value->text();
  sink.report(core::make_finding(codes::kEnvelopeMalformed,
                                 "the envelope has no text '" + std::string(key) + "'")
                  .at({name})
                  .on(name, std::string(key)));
  return nullptr;
}

std::optional<std::string> required_base64(const Json& object, std::string_view key,
                                           const std::string& name, core::Sink& sink) {
  const std::string* text = required_text(object, key, name, sink);
  if (text == nullptr) return {};
  std::optional<std::string> bytes = base64_decode(*text);
  if (!bytes) {
    sink.report(core::make_finding(codes::kEnvelopeMalformed,
                                   "'" + std::string(key) + "' of the envelope is not base64")
                    .at({name})
                    .on(name, std::string(key)));
  }
  return bytes;
}

}  // namespace

std::optional<Envelope> parse_envelope(std::string_view json, const std::string& name,
                                       core::Sink& sink) {
  const std::optional<Json> document = parse_json(json, name, sink);
  if (!document) return {};
  const std::string* type = required_text(*document, "payloadType", name, sink);
  std::optional<std::string> payload = required_base64(*document, "payload", name, sink);
  const Json* signatures = document->find("signatures");
  if (signatures == nullptr || !signatures->is(Json::Kind::kArray) || signatures->items().empty()) {
    sink.report(core::make_finding(codes::kEnvelopeMalformed, "the envelope has no signatures")
                    .at({name})
                    .on(name, "signatures"));
    return {};
  }
  if (type == nullptr || !payload) return {};
  Envelope envelope{*type, std::move(*payload), {}};
  for (const Json& item : signatures->items()) {
    std::optional<std::string> signature = required_base64(item, "sig", name, sink);
    if (!signature) return {};
    envelope.signatures.push_back({item.text_at({"keyid"}), std::move(*signature)});
  }
  return envelope;
}

std::string sign_envelope(std::string_view payload_type, std::string_view payload,
                          const SigningKey& key) {
  return sign_envelope(payload_type, payload, std::vector<const SigningKey*>{&key});
}

std::string sign_envelope(std::string_view payload_type, std::string_view payload,
                          const std::vector<const SigningKey*>& keys) {
  const std::string message = pre_authentication_encoding(payload_type, payload);
  std::vector<Json> signatures;
  for (const SigningKey* key : keys) {
    signatures.push_back(Json::object(
        {{"keyid", key_id(key->public_key())}, {"sig", base64_encode(key->sign(message))}}));
  }
  return canonical(Json::object({{"payload", base64_encode(payload)},
                                 {"payloadType", payload_type},
                                 {"signatures", Json::array(std::move(signatures))}}));
}

std::vector<std::string> verified_keys(const Envelope& envelope,
                                       const std::vector<std::string>& accepted) {
  const std::string message = pre_authentication_encoding(envelope.payload_type, envelope.payload);
  std::vector<std::string> good;
  for (const std::string& key : accepted) {
    if (std::find(good.begin(), good.end(), key) != good.end()) continue;
    for (const EnvelopeSignature& signature : envelope.signatures) {
      if (verify_ed25519(key, message, signature.signature)) {
        good.push_back(key);
        break;
      }
    }
  }
  return good;
}

}  // namespace sealring::manifest

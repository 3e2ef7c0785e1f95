// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/signing/statement.h"

#include <set>

#include "manifest/codes.h"
#include "manifest/formats/base64.h"

namespace sealring::manifest {

namespace {

std::nullopt_t malformed(const std::string& name, std::string message, core::Sink& sink) {
  sink.report(core::make_finding(codes::kStatementMalformed, std::move(message))
                  .at({name})
                  .on(name, "statement"));
  return std::nullopt;
}

/// Digest of a resource: sha256 is demanded; a malformed value of any algorithm is a refusal.
std::optional<std::string> digest_of(const Json& subject, const std::string& label,
                                     const std::string& name, SubjectRule rule, core::Sink& sink) {
  const Json* set = subject.find("digest");
  if (set == nullptr || !set->is(Json::Kind::kObject) || set->members().empty()) {
    return malformed(name, "subject '" + label + "' has no digest", sink);
  }
  for (const Json::Member& member : set->members()) {
    if (!member.second.is(Json::Kind::kString) || member.second.text().empty()) {
      return malformed(name, "digest '" + member.first + "' of subject '" + label + "' is no text",
                       sink);
    }
  }
  const Json* value = set->find("sha256");
  if (value != nullptr && is_sha256_hex(value->text())) return value->text();
  if (rule == SubjectRule::kAnyDigest) return std::string();
  sink.report(
      core::make_finding(codes::kDigestUnusable,
                         "subject '" + label + "' has no sha256 of 64 lower-case hex digits")
          .at({name})
          .on(label, "digest"));
  return {};
}

}  // namespace

std::string statement_text(const Statement& statement) {
  Json subjects = Json::array();
  for (const Subject& subject : statement.subjects) {
    subjects.push(Json::object(
        {{"name", subject.name}, {"digest", Json::object({{"sha256", subject.sha256}})}}));
  }
  return canonical(Json::object({{"_type", kStatementType},
                                 {"subject", std::move(subjects)},
                                 {"predicateType", statement.predicate_type},
                                 {"predicate", statement.predicate}}));
}

std::optional<Statement> parse_statement(std::string_view payload, const std::string& name,
                                         core::Sink& sink, SubjectRule rule) {
  std::optional<Json> document = parse_json(payload, name, sink);
  if (!document) return {};
  if (document->text_at({"_type"}) != kStatementType) {
    return malformed(
        name,
        "the payload is no in-toto Statement v1: '_type' is '" + document->text_at({"_type"}) + "'",
        sink);
  }
  const Json* subjects = document->find("subject");
  if (subjects == nullptr || !subjects->is(Json::Kind::kArray) || subjects->items().empty()) {
    return malformed(name, "the statement has no subject", sink);
  }
  Statement statement;
  std::set<std::string> names;
  for (const Json& item : subjects->items()) {
    std::string label = item.text_at({"name"});
    if (label.empty()) label = item.text_at({"uri"});
    if (label.empty() && rule == SubjectRule::kSha256) {
      return malformed(name, "a subject has no name", sink);
    }
    if (!label.empty() && !names.insert(label).second) {
      return malformed(name, "subject '" + label + "' stands twice", sink);
    }
    std::optional<std::string> digest = digest_of(item, label, name, rule, sink);
    if (!digest) return {};
    statement.subjects.push_back({label, std::move(*digest)});
  }
  statement.predicate_type = document->text_at({"predicateType"});
  if (statement.predicate_type.empty()) {
    return malformed(name, "the statement has no predicateType", sink);
  }
  if (const Json* predicate = document->find("predicate")) statement.predicate = *predicate;
  return statement;
}

}  // namespace sealring::manifest

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/trust.h"

#include "manifest/formats/base64.h"
#include "manifest/keys.h"
#include "manifest/signing/signers.h"
#include "tests/manifest/support.h"

namespace sealring::manifest {
namespace {

using namespace testing;

struct Fixture {
  TempDir dir;
  SigningKey a = std::move(*SigningKey::generate());
  SigningKey b = std::move(*SigningKey::generate());
  SigningKey auditor = std::move(*SigningKey::generate());

  static std::string entry(const std::string& id, const SigningKey& key, const std::string& more) {
    return "  - id: " + id + "\n    public_key: " + base64_encode(key.public_key()) + "\n" + more;
  }
  std::optional<Trust> read(const std::string& text, core::Sink& sink) const {
    write_file(dir / "trust.yaml", "schema: sealring.trust/1\n" + text);
    return read_trust(core::InputReader(dir.path()), dir / "trust.yaml", sink);
  }
  std::string signers(const std::string& text, std::optional<std::uint64_t> position,
                      const std::string& envelope_text = {}) const {
    core::CollectingSink sink;
    const auto trust = read(text, sink);
    EXPECT_TRUE(trust) << spoken(sink);
    if (!trust) return "no trust";
    const std::string signed_text =
        envelope_text.empty() ? sign_envelope(kInTotoPayloadType, "{}", a) : envelope_text;
    const auto envelope = parse_envelope(signed_text, "m", sink);
    accepted_signers(*envelope, *trust, "runner", position, "m", sink);
    return sink.findings.empty() ? "" : std::string(sink.findings[0].code->id);
  }
};

TEST(Trust, a_signer_must_be_known_and_hold_the_role) {
  const Fixture f;
  EXPECT_EQ(f.signers("keys:\n" + Fixture::entry("a", f.a, "    roles: [runner]\n"), {}), "");
  EXPECT_EQ(f.signers("keys:\n" + Fixture::entry("b", f.b, "    roles: [runner]\n"), {}),
            "MAN-0202");
  EXPECT_EQ(f.signers("keys:\n" + Fixture::entry("a", f.a, "    roles: [grader]\n"), {}),
            "MAN-0206");
}

TEST(Trust, validity_is_judged_by_ledger_position) {
  const Fixture f;
  const std::string keys =
      "keys:\n" + Fixture::entry("a", f.a,
                                 "    roles: [runner]\n    valid_from: 5\n    valid_to: 20\n"
                                 "    revoked_at: 15\n");
  EXPECT_EQ(f.signers(keys, {}), "MAN-0207");
  EXPECT_EQ(f.signers(keys, 4), "MAN-0207");
  EXPECT_EQ(f.signers(keys, 5), "");
  EXPECT_EQ(f.signers(keys, 14), "");
  EXPECT_EQ(f.signers(keys, 15), "MAN-0207");
  const std::string bounded =
      "keys:\n" + Fixture::entry("a", f.a, "    roles: [runner]\n    valid_to: 20\n");
  EXPECT_EQ(f.signers(bounded, 20), "");
  EXPECT_EQ(f.signers(bounded, 21), "MAN-0207");
}

TEST(Trust, thresholds_count_keys_not_signatures) {
  const Fixture f;
  const std::string keys = "keys:\n" + Fixture::entry("a", f.a, "    roles: [runner]\n") +
                           Fixture::entry("b", f.b, "    roles: [runner]\n") +
                           "thresholds: {runner: 2}\n";
  const std::string message = pre_authentication_encoding(kInTotoPayloadType, "{}");
  const std::string sig_a = "{\"sig\":\"" + base64_encode(f.a.sign(message)) + "\"}";
  const std::string sig_b = "{\"sig\":\"" + base64_encode(f.b.sign(message)) + "\"}";
  const auto with = [&](const std::string& signatures) {
    return R"({"payload":"e30=","payloadType":"application/vnd.in-toto+json","signatures":[)" +
           signatures + "]}";
  };
  EXPECT_EQ(f.signers(keys, {}, with(sig_a + "," + sig_a)), "MAN-0209");
  EXPECT_EQ(f.signers(keys, {}, with(sig_a + "," + sig_b)), "");
  core::CollectingSink sink;
  EXPECT_FALSE(f.read(
      "keys:\n" + Fixture::entry("a", f.a, "    roles: [runner]\n") + "thresholds: {runner: 0}\n",
      sink));
}

TEST(Trust, faulty_files_give_no_trust) {
  const Fixture f;
  const auto fails = [&](const std::string& text) {
    core::CollectingSink sink;
    EXPECT_FALSE(f.read(text, sink)) << text;
    return sink.findings.empty() ? "" : std::string(sink.findings[0].code->id);
  };
  EXPECT_EQ(fails("keys:\n" + Fixture::entry("a", f.a, "    roles: [runer]\n")), "MAN-0213");
  EXPECT_EQ(fails("keys:\n" + Fixture::entry("a", f.a, "")), "MAN-0213");
  EXPECT_EQ(fails("keys:\n" + Fixture::entry("a", f.a, "    roles: [runner]\n") +
                  Fixture::entry("b", f.a, "    roles: [runner]\n")),
            "MAN-0213");
  EXPECT_EQ(fails("keys:\n  - {id: a, public_key: AAAA, roles: [runner]}\n"), "MAN-0213");
  EXPECT_EQ(fails("keys: []\n"), "MAN-0213");
}

TEST(Trust, revocation_and_rotation_are_signed_statements) {
  const Fixture f;
  const std::string keys = "keys:\n" + Fixture::entry("a", f.a, "    roles: [runner]\n") +
                           Fixture::entry("aud", f.auditor, "    roles: [auditor]\n") +
                           "events: events.jsonl\n";
  const KeyEvent revoke{KeyEvent::Kind::kRevoke, "a", 9, "", ""};
  write_file(f.dir / "events.jsonl", sign_key_event(revoke, f.auditor) + "\n");
  EXPECT_EQ(f.signers(keys, 8), "");
  EXPECT_EQ(f.signers(keys, 9), "MAN-0207");
  const KeyEvent rotate{KeyEvent::Kind::kRotate, "a", 9, "a2", base64_encode(f.b.public_key())};
  write_file(f.dir / "events.jsonl", sign_key_event(rotate, f.a) + "\n");
  EXPECT_EQ(f.signers(keys, 9), "MAN-0207");
  EXPECT_EQ(f.signers(keys, 9, sign_envelope(kInTotoPayloadType, "{}", f.b)), "");
  EXPECT_EQ(f.signers(keys, 8, sign_envelope(kInTotoPayloadType, "{}", f.b)), "MAN-0207");
  // Signed by a stranger: no trust at all rather than trust without the event.
  write_file(f.dir / "events.jsonl", sign_key_event(revoke, f.b) + "\n");
  core::CollectingSink sink;
  EXPECT_FALSE(f.read(keys, sink));
  EXPECT_CODE(sink, "MAN-0213");
}

}  // namespace
}  // namespace sealring::manifest

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <sys/stat.h>

#include "manifest/formats/base64.h"
#include "manifest/keys.h"
#include "manifest/signing/dsse.h"
#include "manifest/signing/note.h"
#include "manifest/signing/signers.h"
#include "manifest/signing/statement.h"
#include "tests/manifest/support.h"

namespace sealring::manifest {
namespace {

using namespace testing;

SigningKey fresh_key() {
  return std::move(*SigningKey::generate());
}

TEST(Dsse, own_envelopes_read_back_and_verify) {
  const SigningKey key = fresh_key();
  const std::string text = sign_envelope(kInTotoPayloadType, "{\"a\":1}", key);
  core::CollectingSink sink;
  const auto envelope = parse_envelope(text, "e.json", sink);
  ASSERT_TRUE(envelope) << spoken(sink);
  EXPECT_EQ(envelope->payload, "{\"a\":1}");
  EXPECT_EQ(verified_keys(*envelope, {key.public_key()}).size(), 1U);
  EXPECT_TRUE(verified_keys(*envelope, {fresh_key().public_key()}).empty());
}

TEST(Dsse, the_signature_covers_the_type) {
  const SigningKey key = fresh_key();
  core::CollectingSink sink;
  auto envelope = parse_envelope(sign_envelope("text/plain", "x", key), "e", sink);
  envelope->payload_type = std::string(kInTotoPayloadType);
  EXPECT_TRUE(verified_keys(*envelope, {key.public_key()}).empty());
}

TEST(Dsse, malformed_envelopes_are_refused) {
  for (const char* text :
       {"{}", "[]", R"({"payload":"YQ==","payloadType":"t","signatures":[]})",
        R"({"payload":"Y!","payloadType":"t","signatures":[{"sig":"YQ=="}]})",
        R"({"payload":"YQ==","signatures":[{"sig":"YQ=="}]})",
        R"({"payload":"YQ==","payloadType":"t","signatures":[{"keyid":"a"}]})"}) {
    core::CollectingSink sink;
    EXPECT_FALSE(parse_envelope(text, "e.json", sink)) << text;
    EXPECT_CODE(sink, "MAN-0201");
  }
}

TEST(Dsse, the_openssl_command_verifies_our_envelope) {
  const TempDir dir;
  const SigningKey key = fresh_key();
  core::CollectingSink sink;
  const auto envelope =
      parse_envelope(sign_envelope(kInTotoPayloadType, "{\"a\":1}", key), "e", sink);
  write_file(dir / "pub.pem", public_key_pem(key.public_key()));
  write_file(dir / "pae", pre_authentication_encoding(envelope->payload_type, envelope->payload));
  write_file(dir / "sig", envelope->signatures[0].signature);
  const std::string base = "cd " + dir.path().string() +
                           " && openssl pkeyutl -verify -pubin -inkey pub.pem -rawin -in pae "
                           "-sigfile sig >/dev/null 2>&1";
  EXPECT_EQ(std::system(base.c_str()), 0);
  write_file(dir / "pae", pre_authentication_encoding("other", envelope->payload));
  EXPECT_NE(std::system(base.c_str()), 0);
}

TEST(Note, own_notes_open_and_changes_are_seen) {
  const SigningKey key = fresh_key();
  const NoteKey vkey{"log.example", key.public_key()};
  const std::string note =
      sign_note(checkpoint_text({"log.example", 7, kSha.substr(0, 32)}), "log.example", key);
  core::CollectingSink sink;
  const auto opened = open_note(note, {vkey}, "n", sink);
  ASSERT_TRUE(opened) << spoken(sink);
  const auto checkpoint = parse_checkpoint(opened->text, "n", sink);
  ASSERT_TRUE(checkpoint);
  EXPECT_EQ(checkpoint->size, 7U);
  EXPECT_EQ(parse_note_key(to_text(vkey))->public_key, vkey.public_key);
  for (std::size_t i = 0; i < note.size(); ++i) {
    std::string changed = note;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    core::CollectingSink seen;
    EXPECT_FALSE(open_note(changed, {vkey}, "n", seen)) << "byte " << i;
    EXPECT_CODE(seen, "MAN-0403");
  }
}

TEST(Note, checkpoints_have_one_form) {
  const std::string root = base64_encode(std::string(32, 'r'));
  for (const std::string& text :
       {"o\n07\n" + root + "\n", "o\n\n" + root + "\n", "\n7\n" + root + "\n",
        "o\n7x\n" + root + "\n", std::string("o\n7\nAAAA\n"), std::string("o\n7\n"),
        "o\n99999999999999999999\n" + root + "\n"}) {
    core::CollectingSink sink;
    EXPECT_FALSE(parse_checkpoint(text, "c", sink)) << text;
    EXPECT_CODE(sink, "MAN-0403");
  }
}

TEST(Statement, faults_are_refused) {
  const std::string type = "\"_type\":\"https://in-toto.io/Statement/v1\"";
  const std::string good = R"("subject":[{"name":"a","digest":{"sha256":")" + kSha + R"("}}])";
  const auto code = [](const std::string& text) {
    core::CollectingSink sink;
    EXPECT_FALSE(parse_statement(text, "s", sink)) << text;
    return sink.findings.empty() ? "" : std::string(sink.findings[0].code->id);
  };
  EXPECT_EQ(code("{" + good + ",\"predicateType\":\"p\"}"), "MAN-0204");
  EXPECT_EQ(code("{" + type + ",\"predicateType\":\"p\"}"), "MAN-0204");
  EXPECT_EQ(code("{" + type + ",\"subject\":[],\"predicateType\":\"p\"}"), "MAN-0204");
  EXPECT_EQ(code("{" + type + "," + good + "}"), "MAN-0204");
  EXPECT_EQ(code("{" + type + R"(,"subject":[{"name":"a"}],"predicateType":"p"})"), "MAN-0204");
  EXPECT_EQ(code("{" + type + R"(,"subject":[{"name":"a","digest":{"md5":"00"}}],)" +
                 "\"predicateType\":\"p\"}"),
            "MAN-0212");
  EXPECT_EQ(code("{" + type + R"(,"subject":[{"name":"a","digest":{"sha256":"00"}}],)" +
                 "\"predicateType\":\"p\"}"),
            "MAN-0212");
}

// One statement names each file once; an empty list of subjects says nothing.
TEST(Statement, case_manifest_45) {
  Statement statement{{{"a", kSha}, {"a", kSha}}, "p", Json::object()};
  core::CollectingSink sink;
  EXPECT_FALSE(parse_statement(statement_text(statement), "s", sink));
  EXPECT_CODE(sink, "MAN-0204");
}

TEST(Keys, keygen_writes_0600_and_never_overwrites) {
  const TempDir dir;
  core::CollectingSink sink;
  const auto pair = generate_key(dir / "runner.key", "", sink);
  ASSERT_TRUE(pair) << spoken(sink);
  struct stat status{};
  ASSERT_EQ(::stat(pair->private_file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0600U);
  const std::string before = read_file(pair->private_file);
  EXPECT_FALSE(generate_key(dir / "runner.key", "", sink));
  EXPECT_CODE(sink, "MAN-0211");
  EXPECT_EQ(read_file(pair->private_file), before);
  const auto key = load_key(pair->private_file, "", sink);
  ASSERT_TRUE(key);
  EXPECT_EQ(base64_encode(key->public_key()), pair->public_key);
}

TEST(Keys, keygen_leaves_no_half_pair) {
  const TempDir dir;
  write_file(dir / "a.key.pub", "mine");
  core::CollectingSink sink;
  EXPECT_FALSE(generate_key(dir / "a.key", "", sink));
  EXPECT_FALSE(fs::exists(dir / "a.key"));
  write_file(dir / "b.key", "mine");
  EXPECT_FALSE(generate_key(dir / "b.key", "", sink));
  EXPECT_FALSE(fs::exists(dir / "b.key.pub"));
  EXPECT_EQ(read_file(dir / "b.key"), "mine");
  EXPECT_FALSE(generate_key(dir / "no/such/c.key", "", sink));
  EXPECT_CODE(sink, "IO-0008");
}

TEST(Keys, unusable_keys_are_refused) {
  const TempDir dir;
  core::CollectingSink sink;
  const auto pair = generate_key(dir / "k", "secret", sink);
  ASSERT_TRUE(pair);
  EXPECT_NE(read_file(dir / "k").find("ENCRYPTED PRIVATE KEY"), std::string::npos);
  EXPECT_TRUE(load_key(dir / "k", "secret", sink));
  EXPECT_SILENT(sink);
  EXPECT_FALSE(load_key(dir / "k", "wrong", sink));
  EXPECT_FALSE(load_key(dir / "k", "", sink));
  EXPECT_FALSE(load_key(dir / "absent", "", sink));
  fs::permissions(dir / "k", fs::perms(0644));
  EXPECT_FALSE(load_key(dir / "k", "secret", sink));
  write_file(dir / "text", "no key");
  fs::permissions(dir / "text", fs::perms(0600));
  EXPECT_FALSE(load_key(dir / "text", "", sink));
  EXPECT_EQ(code_ids(sink.findings), std::vector<std::string>(5, "MAN-0210"));
}

}  // namespace
}  // namespace sealring::manifest

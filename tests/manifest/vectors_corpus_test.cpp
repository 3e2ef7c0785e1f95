// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <charconv>
#include <cstring>
#include <set>

#include "core/files/digest.h"
#include "manifest/formats/base64.h"
#include "manifest/formats/json.h"
#include "manifest/formats/paths.h"
#include "manifest/signing/dsse.h"
#include "manifest/signing/note.h"
#include "manifest/signing/statement.h"
#include "manifest/store/merkle.h"
#include "tests/manifest/support.h"

namespace sealring::manifest {
namespace {

using namespace testing;

Json load(const fs::path& file) {
  core::CollectingSink sink;
  const auto value = parse_json(read_file(file), file.filename(), sink);
  EXPECT_TRUE(value) << file << "\n" << spoken(sink);
  return value.value_or(Json());
}

std::string bytes_at(const Json& json, std::string_view key) {
  return base64_decode(json.text_at({key})).value_or("?");
}

std::vector<std::string> proof_of(const Json& json) {
  std::vector<std::string> proof;
  const Json* steps = json.find("proof");
  if (steps == nullptr) return proof;
  for (const Json& step : steps->items()) {
    proof.push_back(base64_decode(step.text()).value_or("?"));
  }
  return proof;
}

/// Some vectors hold 2^64 - 1 (an index of -1); doubles near 2^64 become that.
std::uint64_t number_at(const Json& json, std::string_view key) {
  const double value = json.find(key)->real();
  return value >= 18446744073709551615.0 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(value);
}

TEST(Vectors, rfc6962_proofs) {
  int seen = 0;
  for (const char* kind : {"inclusion", "consistency"}) {
    for (const auto& entry : fs::recursive_directory_iterator(corpus() / "rfc6962" / kind)) {
      if (entry.path().extension() != ".json") continue;
      const Json v = load(entry.path());
      const bool good =
          std::string_view(kind) == "inclusion"
              ? verify_inclusion(number_at(v, "leafIdx"), number_at(v, "treeSize"),
                                 bytes_at(v, "leafHash"), proof_of(v), bytes_at(v, "root"))
              : verify_consistency(number_at(v, "size1"), number_at(v, "size2"),
                                   bytes_at(v, "root1"), bytes_at(v, "root2"), proof_of(v));
      EXPECT_EQ(good, !v.find("wantErr")->truth()) << entry.path();
      ++seen;
    }
  }
  EXPECT_EQ(seen, 196);
}

TEST(Vectors, rfc6962_reference_tree) {
  const Json v = load(corpus() / "rfc6962/reference-tree.json");
  std::vector<std::string> leaves;
  for (const Json& input : v.find("leaf_inputs_hex")->items()) {
    leaves.push_back(leaf_hash(*hex_decode(input.text())));
    EXPECT_EQ(hex_encode(leaves.back()),
              v.find("leaf_hashes_hex")->items()[leaves.size() - 1].text());
  }
  const NodeSource node = [&](unsigned level, std::uint64_t index) {
    std::function<std::string(unsigned, std::uint64_t)> at = [&](unsigned l, std::uint64_t i) {
      return l == 0 ? leaves[i] : node_hash(at(l - 1, 2 * i), at(l - 1, 2 * i + 1));
    };
    return at(level, index);
  };
  for (std::size_t size = 0; size <= leaves.size(); ++size) {
    EXPECT_EQ(hex_encode(tree_root(size, node)), v.find("root_by_size_hex")->items()[size].text());
  }
}

TEST(Vectors, c2sp_signed_note_and_checkpoints) {
  core::CollectingSink sink;
  std::string vkey = read_file(corpus() / "rfc6962/c2sp-signed-note-1.vkey");
  vkey.erase(vkey.find_last_not_of("\n") + 1);
  const auto key = parse_note_key(vkey);
  ASSERT_TRUE(key);
  EXPECT_EQ(to_text(*key), vkey);
  const std::string note = read_file(corpus() / "rfc6962/c2sp-signed-note-1.txt");
  EXPECT_TRUE(open_note(note, {*key}, "note", sink)) << spoken(sink);
  for (const char* name : {"c2sp-checkpoint-0.txt", "c2sp-cosigned-checkpoint-0.txt"}) {
    const std::string text = read_file(corpus() / "rfc6962" / name);
    const auto checkpoint = parse_checkpoint(text.substr(0, text.find("\n\n") + 1), name, sink);
    ASSERT_TRUE(checkpoint) << spoken(sink);
    EXPECT_EQ(checkpoint->size, 20852163U);
    core::CollectingSink unknown;  // nobody we know signed it
    EXPECT_FALSE(open_note(text, {*key}, name, unknown));
    EXPECT_CODE(unknown, "MAN-0403");
  }
}

TEST(Vectors, rfc8785_files) {
  for (const auto& entry : fs::directory_iterator(corpus() / "jcs/input")) {
    const std::string name = entry.path().filename();
    const std::string out = canonical(load(entry.path()));
    EXPECT_EQ(out, read_file(corpus() / "jcs/output" / name)) << name;
    std::string hex = read_file(corpus() / "jcs/outhex" / (entry.path().stem().string() + ".txt"));
    std::erase_if(hex, [](char c) { return c == ' ' || c == '\n' || c == '\r'; });
    EXPECT_EQ(hex_encode(out), hex) << name;
  }
}

TEST(Vectors, es6_numbers) {
  const std::string text = read_file(corpus() / "jcs/es6-numbers-10000.txt");
  std::size_t at = 0;
  int lines = 0;
  std::string made;
  while (at < text.size()) {
    const std::size_t comma = text.find(',', at);
    const std::size_t end = text.find('\n', comma);
    std::uint64_t bits = 0;
    std::from_chars(text.data() + at, text.data() + comma, bits, 16);
    double value = 0;
    std::memcpy(&value, &bits, sizeof(value));
    made += text.substr(at, comma - at) + "," + ecmascript_number(value) + "\n";
    at = end + 1;
    ++lines;
  }
  EXPECT_EQ(lines, 10000);
  EXPECT_EQ(core::sha256_hex(made).substr(0, 8), "b9f7a8e7");
}

TEST(Vectors, dsse_protocol_and_corner_cases) {
  core::CollectingSink sink;
  const auto envelope =
      parse_envelope(read_file(corpus() / "dsse/protocol-1.0.2-envelope.json"), "e", sink);
  ASSERT_TRUE(envelope);
  const std::string pae = pre_authentication_encoding(envelope->payload_type, envelope->payload);
  EXPECT_EQ(pae, read_file(corpus() / "dsse/protocol-1.0.2-pae.bin"));
  const std::string pem = read_file(corpus() / "dsse/protocol-1.0.2-p256-public.pem");
  EXPECT_TRUE(verify_p256(pem, pae, envelope->signatures[0].signature));
  EXPECT_FALSE(verify_p256(pem, pae + "x", envelope->signatures[0].signature));
  const Json corners = load(corpus() / "dsse/pae-corner-cases.json");
  EXPECT_EQ(corners.items().size(), 9U);
  for (const Json& v : corners.items()) {
    EXPECT_EQ(hex_encode(pre_authentication_encoding(*hex_decode(v.text_at({"type_utf8_hex"})),
                                                     *hex_decode(v.text_at({"body_hex"})))),
              v.text_at({"pae_hex"}));
  }
}

TEST(Vectors, ed25519_envelope_and_key_ids) {
  core::CollectingSink sink;
  const auto raw =
      public_key_from_pem(read_file(corpus() / "keys/ed25519/ed25519-rfc8032-test1-spki.pem"));
  ASSERT_TRUE(raw);
  const Json ids = load(corpus() / "keys/ed25519/identities.json");
  EXPECT_EQ(hex_encode(*raw), ids.text_at({"public_hex"}));
  EXPECT_EQ(key_id(*raw), ids.text_at({"keyid_sha256_spki_der"}));
  EXPECT_EQ(to_text(NoteKey{"sealring.test", *raw}), ids.text_at({"c2sp_vkey"}));
  const Json olpc = Json::object({{"scheme", "ed25519"},
                                  {"keytype", "ed25519"},
                                  {"keyval", Json::object({{"public", hex_encode(*raw)}})}});
  EXPECT_EQ(olpc_canonical(olpc), ids.text_at({"keyid_securesystemslib_preimage"}));
  EXPECT_EQ(core::sha256_hex(olpc_canonical(olpc)), ids.text_at({"keyid_securesystemslib"}));
  const auto envelope =
      parse_envelope(read_file(corpus() / "dsse/ed25519-intoto-test-result.dsse.json"), "e", sink);
  ASSERT_TRUE(envelope);
  EXPECT_EQ(verified_keys(*envelope, {*raw}).size(), 1U);
  const auto key = SigningKey::from_pem(
      read_file(corpus() / "keys/ed25519/ed25519-rfc8032-test1-pkcs8.pem"), "");
  ASSERT_TRUE(key);
  EXPECT_EQ(key->public_key(), *raw);
  EXPECT_EQ(key->sign(pre_authentication_encoding(envelope->payload_type, envelope->payload)),
            envelope->signatures[0].signature);
}

TEST(Vectors, wycheproof_signatures) {
  int seen = 0;
  const auto run = [&](const char* name, auto verify) {
    const Json document = load(corpus() / "wycheproof" / name);
    for (const Json& group : document.find("testGroups")->items()) {
      for (const Json& test : group.find("tests")->items()) {
        const auto message = hex_decode(test.text_at({"msg"}));
        const auto signature = hex_decode(test.text_at({"sig"}));
        const bool good = message && signature && verify(group, *message, *signature);
        EXPECT_EQ(good, test.text_at({"result"}) == "valid")
            << name << " " << canonical(*test.find("tcId")) << test.text_at({"comment"});
        ++seen;
      }
    }
  };
  run("ed25519_test.json", [](const Json& g, const auto& m, const auto& s) {
    return verify_ed25519(*hex_decode(g.text_at({"publicKey", "pk"})), m, s);
  });
  EXPECT_EQ(seen, 151);
  run("ecdsa_secp256r1_sha256_p1363_test.json", [](const Json& g, const auto& m, const auto& s) {
    return verify_p256(g.text_at({"publicKeyPem"}), m, s);
  });
  EXPECT_GT(seen, 300);
}

TEST(Vectors, in_toto_examples_are_statements) {
  int seen = 0;
  for (const auto& entry : fs::directory_iterator(corpus() / "intoto/spec-examples")) {
    const std::string text = read_file(entry.path());
    if (load(entry.path()).text_at({"_type"}) != kStatementType) continue;
    core::CollectingSink sink;
    EXPECT_TRUE(parse_statement(text, entry.path().filename(), sink, SubjectRule::kAnyDigest))
        << entry.path() << spoken(sink);
    ++seen;
  }
  EXPECT_GE(seen, 3);
  core::CollectingSink sink;
  // A real SLSA provenance bundle: its envelope and statement read, and no key of ours signed it.
  const std::string line = read_file(corpus() / "slsa/MODULE.bazel.intoto.jsonl");
  const auto bundle = parse_json(line.substr(0, line.find('\n')), "slsa", sink);
  ASSERT_TRUE(bundle) << spoken(sink);
  const Json* inner = bundle->find("dsseEnvelope");
  ASSERT_NE(inner, nullptr);
  const auto envelope = parse_envelope(canonical(*inner), "slsa", sink);
  ASSERT_TRUE(envelope) << spoken(sink);
  const auto statement = parse_statement(envelope->payload, "slsa", sink);
  ASSERT_TRUE(statement) << spoken(sink);
  EXPECT_EQ(statement->predicate_type, kProvenancePredicate);
  EXPECT_EQ(statement->subjects[0].sha256,
            core::sha256_hex(read_file(corpus() / "slsa/MODULE.bazel")));
}

TEST(Vectors, traps_are_refused_each_with_its_code) {
  const auto code = [](const char* name) {
    core::CollectingSink sink;
    const auto value = parse_json(read_file(corpus() / "traps" / name), name, sink);
    if (value && sink.findings.empty()) {
      std::vector<std::string> paths;
      for (const Json::Member& member : value->members()) {
        if (const auto problem = path_problem(member.second.text())) sink.report(*problem);
        paths.push_back(member.second.text());
      }
      report_collisions(paths, sink);
    }
    return sink.findings.empty() ? "" : std::string(sink.findings[0].code->id);
  };
  EXPECT_EQ(code("bom.json"), "MAN-0110");
  EXPECT_EQ(code("deep-nesting-2000.json"), "MAN-0104");
  EXPECT_EQ(code("dup-key.json"), "MAN-0102");
  EXPECT_EQ(code("dup-key-verdict.json"), "MAN-0102");
  EXPECT_EQ(code("lone-surrogate.json"), "MAN-0111");
  EXPECT_EQ(code("nfc-nfd-paths.json"), "MAN-0109");
  EXPECT_EQ(code("nul-in-path.json"), "MAN-0108");
  EXPECT_EQ(code("number-edge.json"), "MAN-0112");
  EXPECT_EQ(code("overlong-utf8.json"), "MAN-0103");
  EXPECT_EQ(code("trailing-second-value.json"), "MAN-0105");
}

TEST(Vectors, hostile_paths_are_refused) {
  const std::string text = read_file(corpus() / "traps/hostile-paths.tsv");
  std::size_t at = text.find('\n') + 1;
  std::vector<std::string> paths;
  const std::set<std::string> pairs = {"case-pair-1", "case-pair-2", "NFC", "NFD"};
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    const std::size_t tab = line.rfind('\t');
    if (!pairs.contains(line.substr(tab + 1))) {
      EXPECT_TRUE(path_problem(line.substr(0, tab))) << line;
    }
    paths.push_back(line.substr(0, tab));
    at = end + 1;
  }
  EXPECT_EQ(paths.size(), 16U);
  core::CollectingSink sink;
  EXPECT_FALSE(report_collisions(paths, sink));
  EXPECT_EQ(sink.findings.size(), 2U);
}

TEST(Vectors, conformance_envelopes_that_must_fail_do) {
  int seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(corpus() / "sigstore")) {
    if (entry.path().filename() != "bundle.sigstore.json") continue;
    core::CollectingSink sink;
    const auto bundle = parse_json(read_file(entry.path()), "bundle", sink);
    const Json* inner = bundle ? bundle->find("dsseEnvelope") : nullptr;
    const auto envelope =
        parse_envelope(inner != nullptr ? canonical(*inner) : std::string("{}"), "bundle", sink);
    const std::string some_key(32, 'k');
    EXPECT_TRUE(!envelope || verified_keys(*envelope, {some_key}).empty()) << entry.path();
    ++seen;
  }
  EXPECT_GE(seen, 10);
}

}  // namespace
}  // namespace sealring::manifest

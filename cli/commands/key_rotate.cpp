// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/commands/all.h"
#include "cli/commands/manifest_key.h"

namespace sealring::cli {

namespace {

class KeyRotate final : public Verb {
 public:
  VerbInfo info() const override {
    return {"manifest key",
            "rotate",
            "sign that a new key takes the place of one from a ledger position on",
            {"sealring manifest key rotate ci-1 --new-id ci-2 --new-public-key BASE64 --trust "
             "trust.yaml "
             "--key keys/ci-1.key --events key-events.jsonl",
             "sealring manifest key rotate ci-1 --new-id ci-2 --new-public-key BASE64 --trust "
             "trust.yaml "
             "--key keys/auditor.key --events key-events.jsonl --position 4000"},
            true};
  }

  void declare(Options& options) override {
    options_.declare(options);
    options.required("--new-id", "ID", &new_id_, "id of the new key")
        .required("--new-public-key", "BASE64", &new_public_key_, "as printed by manifest keygen");
  }

  int run(Context& context) override {
    manifest::KeyEvent event;
    event.kind = manifest::KeyEvent::Kind::kRotate;
    event.new_id = new_id_;
    event.new_public_key = new_public_key_;
    return finish_key_event(context, options_, "manifest key rotate", event);
  }

 private:
  KeyEventOptions options_;
  std::string new_id_;
  std::string new_public_key_;
};

}  // namespace

std::unique_ptr<Verb> make_key_rotate() {
  return std::make_unique<KeyRotate>();
}

}  // namespace sealring::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/commands/all.h"
#include "cli/commands/manifest_key.h"

namespace sealring::cli {

namespace {

class KeyRevoke final : public Verb {
 public:
  VerbInfo info() const override {
    return {"manifest key",
            "revoke",
            "sign that a key no longer counts from a ledger position on",
            {"sealring manifest key revoke ci-1 --trust trust.yaml --key keys/auditor.key --events "
             "key-events.jsonl",
             "sealring manifest key revoke ci-1 --trust trust.yaml --key keys/ci-1.key --events "
             "key-events.jsonl --position 3900"},
            true};
  }

  void declare(Options& options) override { options_.declare(options); }

  int run(Context& context) override {
    manifest::KeyEvent event;
    event.kind = manifest::KeyEvent::Kind::kRevoke;
    return finish_key_event(context, options_, "manifest key revoke", event);
  }

 private:
  KeyEventOptions options_;
};

}  // namespace

std::unique_ptr<Verb> make_key_revoke() {
  return std::make_unique<KeyRevoke>();
}

}  // namespace sealring::cli

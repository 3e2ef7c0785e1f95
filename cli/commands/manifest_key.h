// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <optional>
#include <string>

#include "cli/verb.h"
#include "manifest/keys.h"

namespace sealring::cli {

/// The options that `manifest key revoke` and `manifest key rotate` share.
struct KeyEventOptions {
  std::string id;
  std::string signer;
  std::string trust;
  std::string events;
  std::optional<std::string> position;
  std::optional<std::string> passphrase_file;

  void declare(Options& options);
};

/// Signs the event, appends it to the file of events and reports it; the verb's exit status.
int finish_key_event(Context& context, const KeyEventOptions& options, const std::string& verb,
                     manifest::KeyEvent event);

}  // namespace sealring::cli

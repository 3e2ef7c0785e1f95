// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/commands/all.h"

namespace sealring::cli {

std::vector<std::unique_ptr<Verb>> all_verbs() {
  std::vector<std::unique_ptr<Verb>> verbs;
  verbs.push_back(make_sdc_generate());
  verbs.push_back(make_sdc_check());
  verbs.push_back(make_sdc_trace());
  verbs.push_back(make_esd_check());
  verbs.push_back(make_esd_p2p());
  verbs.push_back(make_esd_cd());
  verbs.push_back(make_esd_path());
  verbs.push_back(make_check());
  verbs.push_back(make_explain());
  verbs.push_back(make_doctor());
  verbs.push_back(make_version());
  verbs.push_back(make_config_show());
  verbs.push_back(make_config_init());
  verbs.push_back(make_waiver_add());
  verbs.push_back(make_waiver_list());
  verbs.push_back(make_waiver_prune());
  return verbs;
}

}  // namespace sealring::cli

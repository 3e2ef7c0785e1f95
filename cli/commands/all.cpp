// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/commands/all.h"

namespace sealring::cli {

std::vector<std::unique_ptr<Verb>> all_verbs() {
  std::vector<std::unique_ptr<Verb>> verbs;
  verbs.push_back(make_sdc_generate());
  verbs.push_back(make_sdc_check());
  verbs.push_back(make_sdc_diff());
  verbs.push_back(make_sdc_import());
  verbs.push_back(make_sdc_trace());
  verbs.push_back(make_esd_check());
  verbs.push_back(make_esd_ldl());
  verbs.push_back(make_esd_p2p());
  verbs.push_back(make_esd_cd());
  verbs.push_back(make_esd_path());
  verbs.push_back(make_esd_topo());
  verbs.push_back(make_manifest_keygen());
  verbs.push_back(make_manifest_run());
  verbs.push_back(make_manifest_seal());
  verbs.push_back(make_manifest_verify());
  verbs.push_back(make_manifest_grade());
  verbs.push_back(make_manifest_audit());
  verbs.push_back(make_manifest_diff());
  verbs.push_back(make_manifest_stale());
  verbs.push_back(make_manifest_rerun());
  verbs.push_back(make_manifest_coverage());
  verbs.push_back(make_manifest_cost());
  verbs.push_back(make_manifest_export());
  verbs.push_back(make_key_revoke());
  verbs.push_back(make_key_rotate());
  verbs.push_back(make_ledger_log());
  verbs.push_back(make_ledger_checkpoint());
  verbs.push_back(make_ledger_prove());
  verbs.push_back(make_ledger_verify());
  verbs.push_back(make_reuse_add());
  verbs.push_back(make_reuse_list());
  verbs.push_back(make_reuse_show());
  verbs.push_back(make_reuse_check());
  verbs.push_back(make_reuse_sweep());
  verbs.push_back(make_reuse_cost());
  verbs.push_back(make_stack_check());
  verbs.push_back(make_stack_report());
  verbs.push_back(make_stack_export());
  verbs.push_back(make_stack_pads());
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

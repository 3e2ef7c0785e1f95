// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#pragma once

#include <memory>

#include "cli/verb.h"

namespace sealring::cli {

// One function per verb; each lives in the file of its name.
std::unique_ptr<Verb> make_check();
std::unique_ptr<Verb> make_config_init();
std::unique_ptr<Verb> make_config_show();
std::unique_ptr<Verb> make_doctor();
std::unique_ptr<Verb> make_esd_cd();
std::unique_ptr<Verb> make_esd_check();
std::unique_ptr<Verb> make_esd_ldl();
std::unique_ptr<Verb> make_esd_p2p();
std::unique_ptr<Verb> make_esd_path();
std::unique_ptr<Verb> make_esd_topo();
std::unique_ptr<Verb> make_explain();
std::unique_ptr<Verb> make_manifest_keygen();
std::unique_ptr<Verb> make_manifest_run();
std::unique_ptr<Verb> make_manifest_seal();
std::unique_ptr<Verb> make_manifest_verify();
std::unique_ptr<Verb> make_manifest_grade();
std::unique_ptr<Verb> make_manifest_audit();
std::unique_ptr<Verb> make_manifest_cost();
std::unique_ptr<Verb> make_manifest_coverage();
std::unique_ptr<Verb> make_manifest_diff();
std::unique_ptr<Verb> make_manifest_stale();
std::unique_ptr<Verb> make_manifest_rerun();
std::unique_ptr<Verb> make_manifest_export();
std::unique_ptr<Verb> make_key_revoke();
std::unique_ptr<Verb> make_key_rotate();
std::unique_ptr<Verb> make_ledger_log();
std::unique_ptr<Verb> make_ledger_checkpoint();
std::unique_ptr<Verb> make_ledger_prove();
std::unique_ptr<Verb> make_ledger_verify();
std::unique_ptr<Verb> make_reuse_add();
std::unique_ptr<Verb> make_reuse_check();
std::unique_ptr<Verb> make_reuse_cost();
std::unique_ptr<Verb> make_reuse_list();
std::unique_ptr<Verb> make_reuse_show();
std::unique_ptr<Verb> make_reuse_sweep();
std::unique_ptr<Verb> make_sdc_check();
std::unique_ptr<Verb> make_sdc_diff();
std::unique_ptr<Verb> make_sdc_import();
std::unique_ptr<Verb> make_sdc_generate();
std::unique_ptr<Verb> make_sdc_trace();
std::unique_ptr<Verb> make_stack_check();
std::unique_ptr<Verb> make_stack_export();
std::unique_ptr<Verb> make_stack_pads();
std::unique_ptr<Verb> make_stack_report();
std::unique_ptr<Verb> make_version();
std::unique_ptr<Verb> make_waiver_add();
std::unique_ptr<Verb> make_waiver_list();
std::unique_ptr<Verb> make_waiver_prune();

}  // namespace sealring::cli

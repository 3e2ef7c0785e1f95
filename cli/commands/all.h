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
std::unique_ptr<Verb> make_esd_p2p();
std::unique_ptr<Verb> make_esd_path();
std::unique_ptr<Verb> make_explain();
std::unique_ptr<Verb> make_sdc_check();
std::unique_ptr<Verb> make_sdc_generate();
std::unique_ptr<Verb> make_sdc_trace();
std::unique_ptr<Verb> make_version();
std::unique_ptr<Verb> make_waiver_add();
std::unique_ptr<Verb> make_waiver_list();
std::unique_ptr<Verb> make_waiver_prune();

}  // namespace sealring::cli

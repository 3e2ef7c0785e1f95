// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/sta_dialect.h"

#include <array>

namespace sealring::sdcgen {

namespace {

constexpr std::array<StaDialect, 3> kDialects{{
    {"2.0.17", true, "", "Debian 12's version: exits 0 always, goes on after errors"},
    {"2.", false, "", "never run with sealring; expected to behave as 2.0.17"},
    {"3.", false, "set sta_continue_on_error 1",
     "never run with sealring; its source stops read_sdc at the first error unless "
     "sta_continue_on_error is set"},
}};

}  // namespace

const StaDialect& dialect_of(std::string_view version) {
  for (const StaDialect& dialect : kDialects) {
    if (version.starts_with(dialect.version_prefix)) return dialect;
  }
  return kDialects.back();
}

std::string describe_dialect(std::string_view version) {
  const StaDialect& dialect = dialect_of(version);
  return "OpenSTA " + std::string(version) + (dialect.tried ? ": tried with sealring; " : ": ") +
         std::string(dialect.remark);
}

}  // namespace sealring::sdcgen

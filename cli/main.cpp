// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>

#include "cli/codes.h"
#include "cli/program.h"
#include "core/process/process.h"

namespace {

int internal_error(const char* what) {
  std::cerr << "sealring: internal error: " << what << " [" << sealring::cli::codes::kInternal.id
            << "]\n";
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  sealring::core::install_interrupt_handler();
  try {
    return sealring::cli::run_program({argv + 1, argv + argc}, std::cout, std::cerr);
  } catch (const std::exception& error) {
    return internal_error(error.what());
  } catch (...) {
    return internal_error("an exception of unknown kind");
  }
}

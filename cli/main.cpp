// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>

#include "cli/program.h"
#include "core/process/process.h"

int main(int argc, char** argv) {
  sealring::core::install_interrupt_handler();
  try {
    return sealring::cli::run_program({argv + 1, argv + argc}, std::cout, std::cerr);
  } catch (const std::exception& error) {
    std::cerr << "sealring: internal error: " << error.what() << " [CLI-0009]\n";
  } catch (...) {
    std::cerr << "sealring: internal error [CLI-0009]\n";
  }
  return 2;
}

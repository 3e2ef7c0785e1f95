// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
//
// Reading speed of the network formats, and many small nets. Arguments: none, `small N` or `readers MIB`.
#include <cstdlib>

#include "esd/read_network.h"
#include "tests/bench/esd_small_nets.h"

namespace {

namespace esd = sealring::esd;
namespace core = sealring::core;
using namespace sealring::bench;

std::string dspf_text(std::size_t bytes) {
  std::string text =
      "*|DSPF 1.5\n*|DESIGN b\n*|DIVIDER /\n*|DELIMITER :\n.SUBCKT b VDD\n*|NET VDD 1PF\n*|P (VDD "
      "B 0 0 0)\n";
  std::string before = "VDD";
  for (std::uint64_t k = 1; text.size() < bytes; ++k) {
    const std::string node = "VDD:" + std::to_string(k);
    const std::string x = std::to_string(k % 5000) + ".25";
    const std::string far = k % 7 == 0 && k > 1000 ? "VDD:" + std::to_string(k - 1000) : before;
    text += "R" + std::to_string(k) + " " + far + " " + node + " 0.3" + std::to_string(k % 89) +
            " $layer=M" + std::to_string(1 + k % 6) + " $w=0.4 $l=1.2 $X=" + x +
            " $Y=17.5 $X2=" + x + " $Y2=18.7\n";
    if (k % 3 == 0) text += "C" + std::to_string(k) + " " + node + " 0 1.5e-17\n";
    before = node;
  }
  return text + ".ENDS\n";
}

std::string spef_text(std::size_t bytes) {
  std::string text =
      "*SPEF \"IEEE 1481-1998\"\n*DESIGN \"b\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ "
      "]\n*T_UNIT 1 NS\n"
      "*C_UNIT 1 FF\n*R_UNIT 1 OHM\n*L_UNIT 1 HENRY\n*NAME_MAP\n";
  const std::size_t nets = bytes / 4000;
  for (std::size_t n = 1; n <= nets; ++n)
    text += "*" + std::to_string(n) + " u_core/u_alu_" + std::to_string(n) + "/net\n";
  for (std::size_t n = 1; text.size() < bytes; ++n) {
    const std::string id = "*" + std::to_string(1 + n % nets);
    text += "*D_NET " + id + " 12.5\n*CONN\n*P " + id + " I *C 10.5 20.5\n*I " + id +
            "/u1:A I *C 12.5 20.5 *L 0.5 *D BUF\n*CAP\n";
    for (int k = 1; k <= 30; ++k)
      text += std::to_string(k) + " " + id + ":" + std::to_string(k) + " 0.0125\n";
    text += "*RES\n1 " + id + " " + id + ":1 0.25\n";
    for (int k = 1; k < 30; ++k) {
      text += std::to_string(k + 1) + " " + id + ":" + std::to_string(k) + " " + id + ":" +
              std::to_string(k + 1) + " 1.375\n";
    }
    text += "*END\n\n";
  }
  return text;
}

void reader_speed(const char* what, const std::string& text) {
  double best = 1e9;
  std::size_t elements = 0;
  for (int k = 0; k < 3; ++k) {
    core::InputFile file{what, what, "", text};
    core::CollectingSink sink;
    const auto start = Tick::now();
    const auto network = esd::parse_network(file, {}, sink);
    best = std::min(best, since(start));
    if (!network) {
      std::printf("%s was not read: %s\n", what, sink.findings.front().message.c_str());
      return;
    }
    elements = network->elements.size();
  }
  const double mb = static_cast<double>(text.size()) / 1e6;
  std::printf("| %s | %.0f MB | %zu resistors | %.2f s | %.0f MB/s |\n", what, mb, elements, best,
              mb / best);
}

void readers(std::size_t mib) {
  std::printf(
      "\nreading, best of 3, whole network with all checks:\n| format | size | | time | speed "
      "|\n|---|---|---|---|---|\n");
  const Grid grid = GridMaker(static_cast<std::uint32_t>(mib * 20000), 3).make();
  reader_speed("SPICE", spice_of(grid) + ".end\n");
  reader_speed("DSPF", dspf_text(mib << 20));
  reader_speed("SPEF", spef_text(mib << 20));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string part = argc > 1 ? argv[1] : "all";
  const auto number = static_cast<std::uint32_t>(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 0);
  if (part != "readers") solve_small_nets(number != 0 ? number : 24000, {1, 2});
  if (part != "small") readers(number != 0 ? number : 64);
  return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
//
// Reading speed of the network formats, and many small nets. Arguments: none, `small N` or `readers MIB`.
#include <cstdlib>
#include <utility>

#include "esd/p2p.h"
#include "esd/read_network.h"
#include "tests/bench/esd_grid.h"

namespace {

namespace esd = sealring::esd;
namespace core = sealring::core;
using namespace sealring::bench;

/// Many small signal nets, one question each, in one network.
void small_nets(std::uint32_t count) {
  std::mt19937_64 random(5);
  std::string text = "* small nets\n";
  std::vector<std::pair<std::string, std::string>> ends;
  std::uint64_t card = 0;
  for (std::uint32_t net = 0; net < count; ++net) {
    const std::string name = "s" + std::to_string(net) + "_";
    const auto nodes = 12 + static_cast<std::uint32_t>(random() % 40);
    const auto resistor = [&](std::uint32_t a, std::uint32_t b) {
      text += "R" + std::to_string(card++) + " " + name + std::to_string(a) + " " + name +
              std::to_string(b) + " " +
              esd::exact_number(0.01 + static_cast<double>(random() % 1000) / 500) + "\n";
    };
    for (std::uint32_t k = 1; k < nodes; ++k)
      resistor(k - 1 - static_cast<std::uint32_t>(random() % std::min(k, 3U)), k);
    for (std::uint32_t k = 0; k < nodes / 3; ++k)
      resistor(static_cast<std::uint32_t>(random() % nodes),
               static_cast<std::uint32_t>(random() % nodes));
    ends.emplace_back(name + "0", name + std::to_string(nodes - 1));
  }
  text += ".end\n";
  core::InputFile file{"small.sp", "small.sp", "", text};
  core::CollectingSink sink;
  const auto reading = Tick::now();
  const auto network = esd::parse_network(file, {}, sink);
  const double read = since(reading);
  if (!network) {
    std::printf("small nets were not read: %s\n", sink.findings.front().message.c_str());
    return;
  }
  std::vector<esd::Terminal> terminals;
  std::vector<esd::TerminalPair> pairs;
  for (const auto& [from, to] : ends) {
    pairs.push_back({static_cast<std::uint32_t>(terminals.size()),
                     static_cast<std::uint32_t>(terminals.size()) + 1});
    terminals.push_back({from, {network->nodes.find(from).value()}});
    terminals.push_back({to, {network->nodes.find(to).value()}});
  }
  for (const std::uint64_t jobs : {1U, 2U}) {
    esd::SolverOptions options;
    options.jobs = jobs;
    const auto start = Tick::now();
    const esd::P2pResult result = esd::point_to_point(*network, terminals, pairs, options, sink);
    const double total = since(start);
    std::printf("%u small nets (%u nodes), %u threads: %.3f s, %.1f us per net (reading %.2f s)\n",
                count, network->nodes.size(), static_cast<unsigned>(jobs), total,
                1e6 * total / count, read);
    if (result.counts.parts != count)
      std::printf("only %llu nets solved\n", static_cast<unsigned long long>(result.counts.parts));
  }
}

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
  if (part != "readers") small_nets(number != 0 ? number : 24000);
  if (part != "small") readers(number != 0 ? number : 64);
  return 0;
}

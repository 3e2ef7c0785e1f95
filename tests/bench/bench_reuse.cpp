// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// EDIF readers against a scan that finds tokens only, and look-ups in a library of 100000 modules.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/files/digest.h"
#include "rapidwright_bridge/edif.h"
#include "rapidwright_bridge/library.h"
#include "rapidwright_bridge/readers/archive.h"

namespace {

namespace fs = std::filesystem;
namespace core = sealring::core;
namespace rwb = sealring::rapidwright_bridge;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double peak_mb() {
  rusage use{};
  ::getrusage(RUSAGE_SELF, &use);
  return static_cast<double>(use.ru_maxrss) / 1024;
}

/// The bare scan: brackets, strings and words, nothing kept.
std::size_t scan(const std::string& text) {
  std::size_t tokens = 0;
  const char* p = text.data();
  const char* end = p + text.size();
  while (p != end) {
    const char c = *p;
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      ++p;
    } else if (c == '(' || c == ')') {
      ++tokens;
      ++p;
    } else if (c == '"') {
      ++tokens;
      for (++p; p != end && *p != '"';) ++p;
      if (p != end) ++p;
    } else {
      ++tokens;
      while (p != end && *p != ' ' && *p != '\n' && *p != '\t' && *p != '\r' && *p != '(' &&
             *p != ')' && *p != '"')
        ++p;
    }
  }
  return tokens;
}

/// A netlist of about `bytes` bytes, shaped like the ones Vivado writes.
void write_netlist(std::ostream& out, std::uint64_t bytes) {
  out << "(edif big\n (edifversion 2 0 0)\n (edifLevel 0)\n (keywordmap (keywordlevel 0))\n "
         "(Library hdi_primitives (edifLevel 0) "
         "(technology (numberDefinition))\n  (cell FDRE (celltype GENERIC) (view netlist (viewtype "
         "NETLIST) (interface (port Q (direction "
         "OUTPUT)) (port D (direction INPUT)) (port C (direction INPUT))))))\n (Library work "
         "(edifLevel 0) (technology (numberDefinition))\n";
  std::uint64_t written = 400;
  std::uint64_t cell = 0;
  while (written < bytes) {
    std::string text = "  (cell c" + std::to_string(cell) +
                       " (celltype GENERIC) (view v (viewtype NETLIST) (interface (port clk "
                       "(direction INPUT)))\n   (contents\n";
    for (int i = 0; i < 500; ++i) {
      const std::string n = std::to_string(i);
      text += "    (instance (rename data_reg_" + n + "_ \"data_reg[" + n +
              "]\") (viewref netlist (cellref FDRE (libraryref hdi_primitives)))\n"
              "      (property INIT (string \"1'b0\"))\n    )\n";
      text += "    (net (rename n_" + n + "_ \"n[" + n +
              "]\") (joined\n      (portref Q (instanceref data_reg_" + n +
              "_))\n      (portref D (instanceref data_reg_" + std::to_string((i + 1) % 500) +
              "_))\n     )\n    )\n";
    }
    text += "   )))\n";
    out << text;
    written += text.size();
    ++cell;
  }
  out << " )\n (design big (cellref c" << (cell - 1) << " (libraryref work)))\n)\n";
}

/// The 61 MB netlist of the corpus, or one of that size made here.
std::string large_netlist(std::string& name) {
  const char* set = std::getenv("SEALRING_CORPUS");
  const fs::path corpus =
      set != nullptr ? fs::path(set) : fs::path(SEALRING_SOURCE_DIR) / "../shared/data";
  std::string problem;
  if (const auto archive =
          rwb::Archive::open(corpus / "fpga/edif/leon3mp_hierarchical.edf.zip", problem)) {
    for (const rwb::ArchiveMember& member : archive->members()) {
      if (auto text = archive->read(member, 1ULL << 30, problem)) {
        name = "leon3mp";
        return std::move(*text);
      }
    }
  }
  name = "generated";
  std::ostringstream out;
  write_netlist(out, 61000000);
  return std::move(out).str();
}

void row(const std::string& what, double value, const char* unit, double ratio, const char* to) {
  std::printf("%-44s %10.2f %-10s", what.c_str(), value, unit);
  if (ratio > 0) std::printf(" %6.2f x %s", ratio, to);
  std::printf("\n");
}

template <class Work>
double best_of(int times, Work&& work) {
  double best = 1e9;
  for (int i = 0; i < times; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    best = std::min(best, seconds_since(start));
  }
  return best;
}

/// The most memory a process held that read the whole netlist, in a process of its own.
void bench_memory() {
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child == 0) {
    std::string name;
    std::string text = large_netlist(name);
    const double mb = static_cast<double>(text.size()) / 1e6;
    core::CollectingSink sink;
    const auto netlist = rwb::read_edif(std::move(text), name, sink);
    const double peak = peak_mb() * 1.048576;
    if (netlist) row(name + ": peak of the process, whole netlist", peak / mb, "x file", 0, "");
    std::fflush(stdout);
    ::_exit(netlist ? 0 : 1);
  }
  int status = 0;
  if (::waitpid(child, &status, 0) != child || status != 0) std::abort();
}

void bench_in_memory() {
  std::string name;
  const std::string text = large_netlist(name);
  const double mb = static_cast<double>(text.size()) / 1e6;
  std::size_t tokens = 0;
  const double scan_s = best_of(3, [&] { tokens += scan(text); });
  const double bare = mb / scan_s;
  row(name + " " + std::to_string(static_cast<int>(mb)) + " MB: scan for tokens only", bare, "MB/s",
      tokens == 0 ? 0.0 : 1.0, "itself");
  core::CollectingSink sink;
  const double digest_s = best_of(3, [&] {
    const auto source = rwb::memory_source(text);
    if (!rwb::digest_edif(*source, name, sink).complete) std::abort();
  });
  row(name + ": digest and ports", mb / digest_s, "MB/s", mb / digest_s / bare, "bare scan");
  double factor = 0;
  const double full_s = best_of(3, [&] {
    const auto netlist = rwb::read_edif(text, name, sink);
    if (!netlist || netlist->unresolved() != 0) std::abort();
    factor = static_cast<double>(netlist->memory_bytes()) / static_cast<double>(text.size());
  });
  row(name + ": whole netlist, with the copy of its text", mb / full_s, "MB/s", mb / full_s / bare,
      "bare scan");
  row(name + ": memory of the netlist, text included", factor, "x file", 0, "");
}

void bench_stream() {
  const fs::path path =
      fs::temp_directory_path() / ("sealring_bench_" + std::to_string(::getpid()) + ".edf");
  constexpr std::uint64_t kBytes = 1000000000;
  {
    std::ofstream out(path, std::ios::binary);
    write_netlist(out, kBytes);
  }
  const double before = peak_mb();
  core::CollectingSink sink;
  const auto start = std::chrono::steady_clock::now();
  const auto source = rwb::open_file_source(path);
  const rwb::EdifDigest digest = rwb::digest_edif(*source, "big.edf", sink);
  const double s = seconds_since(start);
  fs::remove(path);
  if (!digest.complete) std::abort();
  row("generated 1 GB file: digest and ports", static_cast<double>(digest.bytes) / 1e6 / s, "MB/s",
      0, "");
  row("generated 1 GB file: memory it added", peak_mb() - before, "MB", 0, "");
}

/// Median, the slowest but for one in a hundred, and the slowest.
void look_up_rows(const std::string& what, std::vector<double>& seconds) {
  std::ranges::sort(seconds);
  const std::size_t n = seconds.size();
  row(what + ", median", seconds[n / 2] * 1000, "ms", 0, "");
  row(what + ", 99 of 100 below", seconds[n * 99 / 100] * 1000, "ms", 0, "");
  row(what + ", slowest of " + std::to_string(n), seconds[n - 1] * 1000, "ms", 0, "");
}

void bench_library() {
  const fs::path path =
      fs::temp_directory_path() / ("sealring_bench_" + std::to_string(::getpid()) + ".db");
  fs::remove(path);
  constexpr int kModules = 100000;
  auto library = rwb::Library::open(path, false);
  if (!library) std::abort();
  std::vector<rwb::ModuleRecord> records;
  for (int i = 0; i < kModules; ++i) {
    rwb::ModuleRecord record{.name = "module" + std::to_string(i / 2), .has_implementation = true};
    record.circuit = {core::sha256_hex(std::to_string(i)), "c", {{.name = "clk"}, {.name = "q"}}};
    record.implementation.part = rwb::parse_part("xcvu3p-ffvc1517-2-i");
    record.implementation.pblock =
        "SLICE_X" + std::to_string(i % 100) + "Y0:SLICE_X" + std::to_string(i % 100 + 3) + "Y4";
    record.outcome = "passed";
    record.checkpoint_sha256 = core::sha256_hex("d" + std::to_string(i));
    record.figures = {{"worst setup slack (ns)", "0.1"}};
    records.push_back(std::move(record));
  }
  auto start = std::chrono::steady_clock::now();
  if (!library->add_all(records)) std::abort();
  row("library: add 100000 modules", kModules / seconds_since(start), "modules/s", 0, "");
  // As a verb does it: opened again, read only.
  library = rwb::Library::open(path, true);
  if (!library) std::abort();
  constexpr int kLookups = 2000;
  std::vector<double> by_name, by_key, whole;
  for (int i = 0; i < kLookups; ++i) {
    const rwb::ModuleRecord& record = records[static_cast<std::size_t>(i) * 7919 % kModules];
    const std::string key = rwb::circuit_key(record.circuit);
    start = std::chrono::steady_clock::now();
    const auto keys = library->find(record.name);
    by_name.push_back(seconds_since(start));
    start = std::chrono::steady_clock::now();
    const auto prefix = library->find(key.substr(0, 12));
    by_key.push_back(seconds_since(start));
    start = std::chrono::steady_clock::now();
    const auto detail = library->show(key);
    whole.push_back(seconds_since(start));
    if (!keys || keys->size() != 2 || !prefix || prefix->size() != 1 || !detail || !*detail)
      std::abort();
  }
  look_up_rows("library: look-up by name", by_name);
  look_up_rows("library: look-up by digest prefix", by_key);
  look_up_rows("library: circuit shown whole", whole);
  fs::remove(path);
}

}  // namespace

int main() {
  bench_memory();
  bench_stream();
  bench_in_memory();
  bench_library();
  return 0;
}

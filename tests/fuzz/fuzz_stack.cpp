// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
// A whole description: one input holds several files, parted by lines "%% NAME". The first is the one to check. Rules and
// projects are read the same way.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "stack3d/check.h"
#include "stack3d/export.h"

namespace {

namespace fs = std::filesystem;
namespace core = sealring::core;
namespace stack3d = sealring::stack3d;

/// One folder for all inputs of a run; goes away with the process.
struct Folder {
  Folder() {
    std::string name = (fs::temp_directory_path() / "sealring-fuzz-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path = fs::canonical(name);
  }
  ~Folder() {
    std::error_code error;
    fs::remove_all(path, error);
  }
  fs::path path;
};

const fs::path& folder() {
  static const Folder kFolder;
  return kFolder.path;
}

/// Only names without a folder, so that nothing outside is touched.
bool is_plain(const std::string& name) {
  return !name.empty() && name.size() < 40 && name.find('/') == std::string::npos &&
         name.front() != '.' && name.find('\0') == std::string::npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder())) fs::remove(entry.path(), error);
  std::string name = "top.3dbx";
  const fs::path top = folder() / name;
  std::string text;
  const auto flush = [&] { std::ofstream(folder() / name, std::ios::binary) << text; };
  const std::string all(reinterpret_cast<const char*>(data), size);
  for (std::size_t at = 0; at < all.size();) {
    std::size_t end = all.find('\n', at);
    if (end == std::string::npos) end = all.size();
    const std::string line = all.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("%% ") && is_plain(line.substr(3))) {
      flush();
      name = line.substr(3);
      text.clear();
    } else {
      text += line + "\n";
    }
  }
  flush();
  const core::InputReader reader(folder());
  core::CollectingSink sink;
  stack3d::Rules rules;
  if (fs::exists(folder() / "rules.yaml"))
    rules = stack3d::read_rules(folder() / "rules.yaml", reader, {}, sink);
  stack3d::SignoffSet signoff;
  if (fs::exists(folder() / "stack.yaml")) {
    if (const auto project = stack3d::read_project(folder() / "stack.yaml", reader, sink))
      signoff = project->signoff;
  }
  const auto stack = stack3d::assemble(top, reader, stack3d::assemble_options(rules), sink);
  if (!stack) {
    if (sink.findings.empty()) std::abort();
    return 0;
  }
  stack3d::check(*stack, rules, signoff, {}, sink);
  for (const core::Finding& finding : sink.findings) {
    if (finding.code == nullptr || finding.message.empty()) std::abort();
  }
  stack3d::export_netlist(*stack);
  return 0;
}

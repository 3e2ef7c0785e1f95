// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstdlib>

#include "core/files/yaml.h"

namespace {

namespace core = sealring::core;

std::size_t visit(const core::YamlNode& node, int depth) {
  std::size_t count = 1;
  if (depth > 2000) std::abort();
  for (const auto& item : node.items) count += visit(*item, depth + 1);
  for (const auto& entry : node.entries) count += visit(*entry.value, depth + 1);
  return count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  core::CollectingSink sink;
  const core::InputFile file{"t.yaml", "t.yaml", "",
                             std::string(reinterpret_cast<const char*>(data), size)};
  const core::YamlNode::Ptr root = core::parse_yaml(file, sink);
  if (root == nullptr) {
    if (sink.findings.empty()) std::abort();
    return 0;
  }
  visit(*root, 0);
  if (root->kind == core::YamlNode::Kind::kMapping) {
    core::YamlMap map(*root, "the document", sink);
    core::expect_schema(map, "sealring.ip/1", sink);
    map.get_texts("modes");
    map.get_int("count", 0, 10);
    map.get_bool("flag");
    map.finish();
  }
  return 0;
}

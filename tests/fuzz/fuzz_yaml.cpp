// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <cstdlib>

#include "core/files/yaml.h"

namespace {

namespace core = sealring::core;

/// Every place lies inside the text, and no walk goes deeper than the reader promises.
std::size_t visit(const core::YamlNode& node, const core::InputFile& file, int depth) {
  std::size_t count = 1;
  if (depth > 500) std::abort();
  const core::Location& place = node.location;
  if (place.line == 0 || place.column == 0 || place.column > file.text.size() + 1) std::abort();
  if (place.end_column != 0 && place.end_column < place.column) std::abort();
  for (const auto& item : node.items) count += visit(*item, file, depth + 1);
  for (const auto& entry : node.entries) count += visit(*entry.value, file, depth + 1);
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
  visit(*root, file, 0);
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

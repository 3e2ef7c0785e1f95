// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <array>

#include "core/files/yaml.h"
#include "core/units/parse.h"
#include "stack3d/codes.h"
#include "stack3d/readers/keys.h"
#include "stack3d/signoff.h"

namespace sealring::stack3d {

namespace fs = std::filesystem;
using core::YamlMap;
using core::YamlNode;

namespace {

constexpr std::array<std::string_view, 4> kKinds{"drc", "antenna", "lvs", "esd"};

bool is_digest(const std::string& text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

class ProjectReader {
 public:
  ProjectReader(const fs::path& path, const core::InputReader& reader, core::Sink& sink)
      : folder_(path.parent_path()), reader_(reader), sink_(sink) {}

  std::optional<Project> read(const YamlNode& root) {
    YamlMap map(root, "the project", sink_);
    if (!map.valid()) return std::nullopt;
    core::expect_schema(map, "sealring.stack/1", sink_);
    const YamlNode* stack = map.require("stack");
    if (stack != nullptr && stack->kind == YamlNode::Kind::kScalar) {
      project_.stack = (folder_ / stack->scalar).lexically_normal();
      project_.stack_at = stack->location;
    }
    for (const std::string& netlist : map.get_texts("netlist")) {
      project_.netlists.push_back((folder_ / netlist).lexically_normal());
    }
    if (const YamlNode* rules = map.get("rules")) project_.rules = file(*rules);
    read_digests(map);
    if (const YamlNode* signoff = map.get("signoff")) read_signoff(*signoff);
    map.finish();
    if (project_.stack.empty()) return std::nullopt;
    return std::move(project_);
  }

 private:
  std::optional<FileRef> file(const YamlNode& node) {
    const auto text = core::scalar_text(node, "a file name", sink_);
    if (!text) return std::nullopt;
    const fs::path path = (folder_ / *text).lexically_normal();
    return FileRef{path, node.location, reader_.shown(path), ""};
  }

  void read_digests(YamlMap& map) {
    const YamlNode* node = map.get("digests");
    if (node == nullptr) return;
    if (node->kind != YamlNode::Kind::kMapping) {
      report_bad_value(sink_, node->location, "'digests' of the project", describe(*node),
                       "a mapping");
      return;
    }
    for (const YamlNode::Entry& entry : node->entries) {
      const std::string digest =
          entry.value->kind == YamlNode::Kind::kScalar ? entry.value->scalar : "";
      if (!is_digest(digest)) {
        report_bad_value(sink_, entry.value->location, "the digest of '" + entry.key + "'",
                         describe(*entry.value), "64 hexadecimal digits");
        continue;
      }
      const std::string shown = reader_.shown((folder_ / entry.key).lexically_normal());
      project_.digests[shown] = digest;
      project_.digest_at[shown] = entry.key_location;
    }
  }

  void read_signoff(const YamlNode& node) {
    project_.signoff.asked = true;
    project_.signoff.location = node.location;
    if (node.kind != YamlNode::Kind::kMapping) {
      report_bad_value(sink_, node.location, "'signoff' of the project", describe(node),
                       "a mapping by chiplet");
      return;
    }
    for (const YamlNode::Entry& entry : node.entries) read_entry(entry);
  }

  void read_entry(const YamlNode::Entry& source) {
    SignoffEntry entry;
    entry.chiplet = source.key;
    entry.location = source.key_location;
    YamlMap map(*source.value, "sign-off of '" + source.key + "'", sink_);
    if (!map.valid()) return;
    if (const YamlNode* layout = map.get("layout")) {
      entry.layout = file(*layout);
      if (entry.layout) read_digest_of(*entry.layout);
    }
    if (const YamlNode* decks = map.get("decks")) read_decks(entry, *decks);
    if (const YamlNode* results = map.get("results")) {
      const auto add = [&](const YamlNode& one) {
        if (auto ref = file(one)) read_result(entry, *ref);
      };
      if (results->kind == YamlNode::Kind::kSequence) {
        for (const YamlNode::Ptr& item : results->items) add(*item);
      } else {
        add(*results);
      }
    }
    map.finish();
    project_.signoff.entries.push_back(std::move(entry));
  }

  void read_digest_of(FileRef& ref) {
    const auto content = reader_.read(ref.path, reader_.limits().design, sink_, ref.named_at);
    if (!content) return;
    ref.sha256 = content->sha256;
    project_.sources.push_back({"layout", ref.shown, ref.sha256});
  }

  void read_decks(SignoffEntry& entry, const YamlNode& node) {
    YamlMap map(node, "decks of '" + entry.chiplet + "'", sink_);
    if (!map.valid()) return;
    for (std::string_view kind : kKinds) {
      const YamlNode* deck = map.get(kind);
      if (deck == nullptr) continue;
      YamlMap one(*deck, "deck '" + std::string(kind) + "' of '" + entry.chiplet + "'", sink_);
      if (!one.valid()) continue;
      entry.decks[std::string(kind)] = {one.require_text("name"), one.require_text("revision")};
      one.finish();
    }
    map.finish();
  }

  void read_result(SignoffEntry& entry, const FileRef& ref) {
    SignoffResult result;
    result.file = ref;
    result.location = {ref.shown, 1, 1};
    const auto content = reader_.read(ref.path, reader_.limits().yaml, sink_, ref.named_at);
    if (!content) return;
    result.file.sha256 = content->sha256;
    project_.sources.push_back({"signoff", ref.shown, content->sha256});
    const YamlNode::Ptr root = core::parse_yaml(*content, sink_);
    if (root == nullptr) return;
    YamlMap map(*root, "sign-off result '" + ref.shown + "'", sink_);
    if (!map.valid()) return;
    core::expect_schema(map, "sealring.signoff/1", sink_);
    result.kind = map.get_text("kind").value_or("");
    result.subject = map.get_text("subject").value_or("");
    result.layout_sha256 = map.get_text("layout_sha256").value_or("");
    result.pin_map_sha256 = map.get_text("pin_map_sha256").value_or("");
    result.status = map.get_text("status").value_or("");
    constexpr std::int64_t kMost = 1'000'000'000'000;
    result.violations = map.get_int("violations", 0, kMost).value_or(0);
    result.checks_run = map.get_int("checks_run", 0, kMost).value_or(0);
    if (const YamlNode* deck = map.get("deck")) {
      YamlMap one(*deck, "'deck' of '" + ref.shown + "'", sink_);
      if (one.valid()) {
        result.deck_name = one.get_text("name").value_or("");
        result.deck_revision = one.get_text("revision").value_or("");
        one.finish();
      }
    }
    map.finish();
    judge(result);
    entry.results.push_back(std::move(result));
  }

  /// A bare pass or fail says nothing about this die: it must name what it is bound to.
  void judge(SignoffResult& result) {
    std::string lacks;
    const auto lack = [&](const std::string& what) { lacks += (lacks.empty() ? "" : ", ") + what; };
    const bool known_kind = std::find(kKinds.begin(), kKinds.end(), result.kind) != kKinds.end();
    if (!known_kind) lack("a kind (drc, antenna, lvs or esd)");
    if (result.subject.empty()) lack("the chiplet it is about (subject)");
    if (!is_digest(result.layout_sha256)) lack("the digest of the layout (layout_sha256)");
    if (result.deck_name.empty() || result.deck_revision.empty())
      lack("the deck and its revision (deck)");
    const bool needs_pins = result.kind == "lvs" || result.kind == "esd";
    if (needs_pins && !is_digest(result.pin_map_sha256))
      lack("the digest of the pin map (pin_map_sha256)");
    if (result.status != "clean" && result.status != "findings")
      lack("a status (clean or findings)");
    result.usable = lacks.empty();
    if (result.usable) return;
    sink_.report(core::make_finding(codes::kSignoffBare, "sign-off result '" + result.file.shown +
                                                             "' is refused: it lacks " + lacks)
                     .at(result.location)
                     .on(result.file.shown, "bare"));
  }

  fs::path folder_;
  const core::InputReader& reader_;
  core::Sink& sink_;
  Project project_;
};

}  // namespace

std::optional<Project> read_project(const fs::path& path, const core::InputReader& reader,
                                    core::Sink& sink) {
  const auto file = reader.read(path, reader.limits().yaml, sink);
  if (!file) return std::nullopt;
  const YamlNode::Ptr root = core::parse_yaml(*file, sink);
  if (root == nullptr) return std::nullopt;
  auto project = ProjectReader(path, reader, sink).read(*root);
  if (project) project->sources.push_back({"project", file->name, file->sha256});
  return project;
}

void check_digests(const Project& project, const Stack& stack, core::Sink& sink) {
  for (const auto& [shown, digest] : project.digests) {
    const core::Location& place = project.digest_at.at(shown);
    const Source* used = nullptr;
    for (const auto* list : {&stack.sources, &project.sources}) {
      for (const Source& source : *list) {
        if (source.shown == shown) used = &source;
      }
    }
    if (used == nullptr) {
      sink.report(core::make_finding(codes::kDigestUnused, "the project states a digest for '" +
                                                               shown +
                                                               "', which the stack does not use")
                      .at(place)
                      .on(shown, "digest"));
    } else if (used->sha256 != digest) {
      sink.report(core::make_finding(codes::kStaleFile,
                                     "'" + shown + "' has sha256 " + used->sha256.substr(0, 12) +
                                         "; the project states " + digest.substr(0, 12))
                      .at(place)
                      .on(shown, "digest"));
    }
  }
}

}  // namespace sealring::stack3d

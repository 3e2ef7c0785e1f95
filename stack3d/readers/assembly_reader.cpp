// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <map>

#include "core/diagnostics/suggest.h"
#include "stack3d/codes.h"
#include "stack3d/readers/definitions.h"

namespace sealring::stack3d {

using core::YamlNode;

namespace {

class AssemblyReader {
 public:
  AssemblyReader(const Document& document, const core::InputReader& reader, std::int64_t dbu_per_um,
                 core::Sink& sink)
      : document_(document),
        reader_(reader),
        lengths_(dbu_per_um, document.unit_um, sink),
        sink_(sink) {}

  AssemblyDef read() {
    Keys top(*document_.root, "'" + document_.shown + "'", sink_);
    top.get({"Header", "ChipletDef"});
    if (const YamlNode* design = top.require({"Design"})) read_design(*design);
    each(top.get({"ChipletInst"}), "'ChipletInst'",
         [&](const YamlNode::Entry& entry) { read_instance(entry); });
    each(top.get({"Stack"}), "'Stack'",
         [&](const YamlNode::Entry& entry) { read_placement(entry); });
    each(top.get({"Connection"}), "'Connection'",
         [&](const YamlNode::Entry& entry) { read_connection(entry); });
    each(top.get({"Path"}), "'Path'", [&](const YamlNode::Entry& entry) { read_path(entry); });
    top.finish();
    return std::move(result_);
  }

 private:
  template <class Visit>
  void each(const YamlNode* node, const std::string& what, Visit visit) {
    if (node == nullptr) return;
    if (node->kind != YamlNode::Kind::kMapping) {
      report_bad_value(sink_, node->location, what, describe(*node), "a mapping");
      return;
    }
    for (const YamlNode::Entry& entry : node->entries) visit(entry);
  }

  std::vector<FileRef> files(Keys& keys, std::initializer_list<std::string_view> names) {
    return file_refs(keys.texts(names), document_, reader_, sink_);
  }

  void read_design(const YamlNode& node) {
    Keys keys(node, "'Design'", sink_);
    if (!keys.valid()) return;
    result_.location = node.location;
    keys.require({"name"});
    if (const auto name = keys.text({"name"})) {
      result_.design = name->text;
      result_.location = name->location;
    }
    if (const YamlNode* external = keys.get({"external"})) {
      Keys inner(*external, "'external' of Design", sink_, true);
      if (inner.valid()) {
        result_.verilog = files(inner, {"verilog_file"});
        inner.finish();
      }
    }
    keys.finish();
  }

  void read_instance(const YamlNode::Entry& entry) {
    InstanceDef instance;
    instance.name = entry.key;
    instance.location = entry.key_location;
    Keys keys(*entry.value, "instance '" + entry.key + "'", sink_);
    if (!keys.valid()) return;
    keys.require({"reference"});
    if (const auto reference = keys.text({"reference"})) instance.reference = *reference;
    keys.flag({"is_master"});
    if (const YamlNode* external = keys.get({"external"})) {
      Keys inner(*external, "'external' of instance '" + entry.key + "'", sink_, true);
      if (inner.valid()) {
        instance.verilog = files(inner, {"verilog_file"});
        instance.sdc = files(inner, {"sdc_file"});
        instance.def = files(inner, {"def_file"});
        inner.finish();
      }
    }
    keys.finish();
    result_.instances.push_back(std::move(instance));
  }

  void read_placement(const YamlNode::Entry& entry) {
    const auto instance =
        std::find_if(result_.instances.begin(), result_.instances.end(),
                     [&](const InstanceDef& candidate) { return candidate.name == entry.key; });
    if (instance == result_.instances.end()) {
      std::vector<std::string> names;
      for (const InstanceDef& other : result_.instances) names.push_back(other.name);
      sink_.report(core::make_finding(codes::kUnknownReference,
                                      "'Stack' places '" + entry.key + "', which is no instance" +
                                          core::did_you_mean(entry.key, names))
                       .at(entry.key_location)
                       .on(entry.key, "stack"));
      return;
    }
    Keys keys(*entry.value, "the place of '" + entry.key + "'", sink_);
    if (!keys.valid()) return;
    const YamlNode* loc = keys.require({"loc"});
    Placement placement;
    placement.location = entry.key_location;
    bool complete = loc != nullptr;
    const YamlNode* z = keys.get({"z"});
    if (loc != nullptr) {
      const bool has_z = loc->kind == YamlNode::Kind::kSequence && loc->items.size() == 3;
      const auto xyz = lengths_.read_list(*loc, has_z ? 3 : 2, "'loc' of '" + entry.key + "'");
      if (xyz) placement.low = {(*xyz)[0], (*xyz)[1], has_z ? (*xyz)[2] : 0};
      complete = xyz.has_value();
      if (!has_z && z == nullptr) complete = keys.require({"z"}) != nullptr && complete;
    }
    if (z != nullptr) {
      const auto height = lengths_.read(*z, "'z' of '" + entry.key + "'");
      if (height) placement.low.z = *height;
      complete = complete && height.has_value();
    }
    keys.require({"orient"});
    const auto orient = keys.text({"orient"});
    keys.finish();
    const std::optional<Orientation> orientation =
        orient ? parse_orientation(orient->text) : std::nullopt;
    if (orient && !orientation) {
      sink_.report(core::make_finding(codes::kOrientation,
                                      "'orient' of '" + entry.key + "' is '" + orient->text +
                                          "'; R0 R90 R180 R270 MX MY MZ, products of them such as "
                                          "MZ_MX_R90, or the DEF words N "
                                          "W S E FN FS FW FE were expected")
                       .at(orient->location)
                       .on(entry.key, "orient"));
    }
    if (!orientation || !complete) return;
    placement.orientation = *orientation;
    instance->placement = placement;
  }

  /// One side of a connection; `~` and "~" are the outside.
  std::optional<PlacedText> read_side(Keys& keys, const YamlNode& connection, std::string_view key,
                                      bool& absent) {
    const YamlNode* node = connection.find(key);
    keys.get({key});
    absent = node == nullptr;
    if (node == nullptr || node->kind == YamlNode::Kind::kNull) return std::nullopt;
    const auto text = keys.text({key});
    if (!text || text->text == "~") return std::nullopt;
    return text;
  }

  void read_connection(const YamlNode::Entry& entry) {
    ConnectionDef connection;
    connection.name = entry.key;
    connection.location = entry.key_location;
    Keys keys(*entry.value, "connection '" + entry.key + "'", sink_);
    if (!keys.valid()) return;
    bool no_top = false;
    bool no_bottom = false;
    connection.top = read_side(keys, *entry.value, "top", no_top);
    connection.bottom = read_side(keys, *entry.value, "bot", no_bottom);
    if (no_top) keys.require({"top"});
    if (no_bottom) keys.require({"bot"});
    if (const YamlNode* thickness = keys.get({"thickness"})) {
      connection.thickness = lengths_.read(*thickness, "'thickness' of " + keys.what()).value_or(0);
    }
    keys.finish();
    if (!connection.top && !connection.bottom) {
      report_bad_value(sink_, entry.key_location, keys.what(), "without any region",
                       "at least one region");
      return;
    }
    result_.connections.push_back(std::move(connection));
  }

  void read_path(const YamlNode::Entry& entry) {
    const bool numbered = entry.key.size() > 4 && entry.key.starts_with("Path") &&
                          entry.key[4] != '0' &&
                          entry.key.find_first_not_of("0123456789", 4) == std::string::npos;
    if (!numbered) {
      report_bad_value(sink_, entry.key_location, "a key of 'Path'", "'" + entry.key + "'",
                       "Path1, Path2 ...");
      return;
    }
    PathDef path{entry.key, entry.key_location, {}};
    if (entry.value->kind != YamlNode::Kind::kSequence || entry.value->items.empty()) {
      report_bad_value(sink_, entry.value->location, "'" + entry.key + "'", describe(*entry.value),
                       "a list of regions");
      return;
    }
    for (const YamlNode::Ptr& item : entry.value->items) {
      if (item->kind != YamlNode::Kind::kScalar) {
        report_bad_value(sink_, item->location, "an entry of '" + entry.key + "'", describe(*item),
                         "a region");
        continue;
      }
      path.stops.push_back({item->scalar, item->location});
    }
    result_.paths.push_back(std::move(path));
  }

  const Document& document_;
  const core::InputReader& reader_;
  Lengths lengths_;
  core::Sink& sink_;
  AssemblyDef result_;
};

}  // namespace

std::optional<AssemblyDef> read_assembly(const Document& document, const core::InputReader& reader,
                                         std::int64_t dbu_per_um, core::Sink& sink) {
  const bool has_any = std::any_of(document.root->entries.begin(), document.root->entries.end(),
                                   [](const YamlNode::Entry& entry) {
                                     return entry.key == "Design" || entry.key == "ChipletInst" ||
                                            entry.key == "Stack" || entry.key == "Connection" ||
                                            entry.key == "Path";
                                   });
  if (!has_any) {
    // A file of definitions alone: only its own top-level keys are checked.
    Keys top(*document.root, "'" + document.shown + "'", sink);
    if (top.valid()) {
      top.get({"Header", "ChipletDef"});
      top.finish();
    }
    return std::nullopt;
  }
  return AssemblyReader(document, reader, dbu_per_um, sink).read();
}

}  // namespace sealring::stack3d

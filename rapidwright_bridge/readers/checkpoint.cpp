// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "rapidwright_bridge/checkpoint.h"

#include <algorithm>
#include <array>
#include <pugixml.hpp>

#include "core/units/parse.h"
#include "rapidwright_bridge/codes.h"
#include "rapidwright_bridge/readers/archive.h"

namespace sealring::rapidwright_bridge {
namespace {

constexpr std::uint64_t kXmlLimit = 16ULL << 20;
/// Deflate cannot pack better than 1032 to 1; what claims more is a bomb whatever its size.
constexpr std::uint64_t kMostRatio = 1100;
constexpr std::size_t kMostMembers = 10000;

constexpr std::array<std::string_view, 5> kConstraintTypes = {"XDC", "XDC_EARLY", "XDC_LATE",
                                                              "XDC_BOARD", "XDC_IN_CONTEXT"};

/// Format numbers measured on checkpoints of each tool version.
struct Format {
  int year, minor;
  std::int64_t number;
};
constexpr std::array<Format, 14> kFormats = {{{2015, 4, 4},
                                              {2016, 1, 5},
                                              {2017, 2, 7},
                                              {2017, 4, 9},
                                              {2018, 2, 10},
                                              {2018, 3, 11},
                                              {2020, 2, 15},
                                              {2022, 1, 18},
                                              {2022, 2, 19},
                                              {2023, 2, 21},
                                              {2024, 1, 22},
                                              {2024, 2, 23},
                                              {2025, 1, 24},
                                              {2025, 2, 25}}};

class Reader {
 public:
  Reader(Archive& archive, const std::string& shown, std::uint64_t limit, core::Sink& sink)
      : archive_(archive), limit_(limit), sink_(sink) {
    out_.file = shown;
  }

  std::optional<Checkpoint> read(const std::filesystem::path& companion_root) {
    if (!sizes_are_sane() || !read_xml()) return std::nullopt;
    for (CheckpointMember& member : out_.members)
      member.present = archive_.find(member.name) != nullptr;
    for (const CheckpointMember& member : out_.members) {
      out_.newest = std::max(out_.newest, member.mod_time);
      if (!member.present) {
        damaged("member '" + member.name + "' (" + member.type +
                ") is listed in dcp.xml and not in the archive");
        return std::nullopt;
      }
      note_physical(member.type);
      if (std::ranges::find(kConstraintTypes, member.type) != kConstraintTypes.end() &&
          !read_constraints(member))
        return std::nullopt;
    }
    if (!members_are_whole() || !read_netlist(companion_root)) return std::nullopt;
    return std::move(out_);
  }

 private:
  /// Unpacks every member once, a piece at a time, so that the checksums of the archive are compared.
  bool members_are_whole() {
    std::string piece(1U << 16, '\0');
    for (const ArchiveMember& member : archive_.members()) {
      std::string problem;
      const auto source = archive_.stream(member, problem);
      if (source) {
        while (source->read(piece.data(), piece.size()) != 0) {
        }
        problem = source->problem();
      }
      if (problem.empty()) continue;
      damaged("member '" + member.name + "' cannot be unpacked: " + problem);
      return false;
    }
    return true;
  }

  void report(const core::Code& code, std::string message) {
    sink_.report(
        core::make_finding(code, std::move(message)).at({out_.file}).on(out_.file, "container"));
  }
  void damaged(const std::string& why) {
    report(codes::kCheckpointDamaged, "'" + out_.file + "': " + why);
  }

  bool sizes_are_sane() {
    if (archive_.members().size() > kMostMembers) {
      report(codes::kCheckpointBomb, "'" + out_.file + "' holds " +
                                         std::to_string(archive_.members().size()) +
                                         " members, the limit is " + std::to_string(kMostMembers));
      return false;
    }
    for (const ArchiveMember& member : archive_.members()) {
      const bool ratio = member.unpacked > (1U << 20) &&
                         member.unpacked / std::max<std::uint64_t>(member.packed, 1) > kMostRatio;
      if (member.unpacked <= limit_ && !ratio) continue;
      report(codes::kCheckpointBomb,
             "member '" + member.name + "' of '" + out_.file + "' unpacks from " +
                 std::to_string(member.packed) + " to " + std::to_string(member.unpacked) +
                 " bytes, the limit is " + std::to_string(limit_) + " bytes and " +
                 std::to_string(kMostRatio) + " times the packed size");
      return false;
    }
    return true;
  }

  static std::string name_of(const pugi::xml_node& root, const char* key) {
    return root.child(key).attribute("Name").as_string();
  }

  bool read_xml() {
    const ArchiveMember* member = archive_.find("dcp.xml");
    if (member == nullptr) {
      damaged("the archive has no dcp.xml, so it is not a checkpoint");
      return false;
    }
    std::string problem;
    const auto text = archive_.read(*member, kXmlLimit, problem);
    if (!text) {
      damaged("dcp.xml cannot be read: " + problem);
      return false;
    }
    pugi::xml_document document;
    const auto result =
        document.load_buffer(text->data(), text->size(), pugi::parse_default, pugi::encoding_utf8);
    const pugi::xml_node root = document.child("Checkpoint");
    if (!result || !root) {
      damaged(std::string("dcp.xml is not a checkpoint description: ") +
              (result ? "no <Checkpoint>" : result.description()));
      return false;
    }
    out_.version = core::parse_integer(root.attribute("Version").as_string()).value_or(0);
    out_.build = name_of(root, "BUILD_NUMBER");
    out_.product = name_of(root, "PRODUCT");
    out_.part = parse_part(name_of(root, "Part"));
    out_.top = name_of(root, "Top");
    out_.out_of_context = name_of(root, "OutOfContext") == "1";
    const std::size_t v = out_.product.find(" v");
    if (v != std::string::npos)
      out_.tool_version = out_.product.substr(v + 2, out_.product.find(' ', v + 2) - v - 2);
    read_members(root);
    if (out_.version == 0 || out_.part.empty() || out_.top.empty()) {
      damaged("dcp.xml names no format version, no part or no top");
      return false;
    }
    return true;
  }

  void read_members(const pugi::xml_node& root) {
    for (const pugi::xml_node& node : root.children("File")) {
      CheckpointMember row{
          .type = node.attribute("Type").as_string(),
          .name = node.attribute("Name").as_string(),
          .mod_time = core::parse_integer(node.attribute("ModTime").as_string()).value_or(0)};
      // Some versions list one row twice.
      const bool known = std::ranges::any_of(out_.members, [&](const CheckpointMember& m) {
        return m.type == row.type && m.name == row.name;
      });
      if (!known && !row.name.empty()) out_.members.push_back(std::move(row));
    }
  }

  void note_physical(std::string_view type) {
    if (type == "XDEF") out_.placement = out_.routing = true;
    if (type.starts_with("PHYSDB_PLACE")) out_.placement = true;
    if (type.starts_with("PHYSDB_ROUTE")) out_.routing = true;
  }

  bool read_constraints(const CheckpointMember& member) {
    std::string problem;
    const auto text = archive_.read(*archive_.find(member.name), limit_, problem);
    if (!text) {
      damaged("member '" + member.name + "' cannot be read: " + problem);
      return false;
    }
    read_xdc(*text, out_.file + "!" + member.name, out_.constraints);
    return true;
  }

  bool read_netlist(const std::filesystem::path& companion_root) {
    const CheckpointMember* row = out_.find_type("EDIF");
    if (row == nullptr) return true;
    out_.netlist_name = row->name;
    const ArchiveMember& member = *archive_.find(row->name);
    std::string problem;
    auto source = archive_.stream(member, problem);
    if (source) {
      char head[8] = {};
      const std::size_t got = source->read(head, sizeof head);
      problem = source->problem();
      out_.encoding = encoding_of({head, got});
    }
    if (!problem.empty()) {
      damaged("netlist member '" + row->name + "' cannot be read: " + problem);
      return false;
    }
    if (out_.encoding == NetlistEncoding::kVendor) return read_companion(companion_root);
    source = archive_.stream(member, problem);
    if (out_.encoding == NetlistEncoding::kZstandard) source = zstd_source(std::move(source));
    EdifDigest digest = digest_edif(*source, out_.file + "!" + row->name, sink_);
    if (!digest.complete) return false;
    out_.netlist = std::move(digest);
    return true;
  }

  /// The first byte of a Zstandard frame is '(' too: the four-byte magic is looked at first.
  static NetlistEncoding encoding_of(std::string_view head) {
    if (head.starts_with("\x28\xB5\x2F\xFD")) return NetlistEncoding::kZstandard;
    if (head.size() == 8 && head.starts_with("Xlx") && head.ends_with("EB"))
      return NetlistEncoding::kVendor;
    return NetlistEncoding::kPlain;
  }

  bool read_companion(const std::filesystem::path& root) {
    if (root.empty()) return true;
    std::filesystem::path path = root;
    path += ".edf";
    auto source = open_file_source(path);
    if (!source) return true;
    out_.netlist_name = path.filename().string();
    EdifDigest digest = digest_edif(*source, out_.netlist_name, sink_);
    if (!digest.complete) return false;
    if (digest.top != out_.top) {
      damaged("companion '" + out_.netlist_name + "' is of top '" + digest.top +
              "', the checkpoint is of top '" + out_.top + "'");
      return false;
    }
    out_.companion = true;
    out_.netlist = std::move(digest);
    return true;
  }

  Archive& archive_;
  std::uint64_t limit_;
  core::Sink& sink_;
  Checkpoint out_;
};

void report_container(const std::string& shown, std::string_view head, const std::string& problem,
                      core::Sink& sink) {
  std::string begin;
  for (const char c : head.substr(0, 24)) begin += c >= ' ' && c <= '~' ? c : '.';
  sink.report(core::make_finding(codes::kCheckpointDamaged,
                                 "'" + shown + "' is not a whole ZIP archive: " + problem +
                                     "; it begins with '" + begin + "'")
                  .at({shown})
                  .on(shown, "container"));
}

}  // namespace

std::string_view to_string(NetlistEncoding encoding) {
  switch (encoding) {
    case NetlistEncoding::kPlain: return "plain";
    case NetlistEncoding::kZstandard: return "zstandard";
    case NetlistEncoding::kVendor: return "vendor-encoded";
    case NetlistEncoding::kAbsent: break;
  }
  return "absent";
}

const CheckpointMember* Checkpoint::find_type(std::string_view type) const {
  const auto it =
      std::ranges::find_if(members, [&](const CheckpointMember& m) { return m.type == type; });
  return it == members.end() ? nullptr : &*it;
}

std::optional<Checkpoint> read_checkpoint(const std::filesystem::path& path,
                                          const std::string& shown, std::uint64_t limit,
                                          core::Sink& sink) {
  std::string problem;
  const auto archive = Archive::open(path, problem);
  if (!archive) {
    char head[24] = {};
    const auto source = open_file_source(path);
    const std::size_t got = source ? source->read(head, sizeof head) : 0;
    report_container(shown, {head, got}, problem, sink);
    return std::nullopt;
  }
  std::filesystem::path root = path;
  return Reader(*archive, shown, limit, sink).read(root.replace_extension());
}

std::optional<Checkpoint> read_checkpoint_bytes(const std::string& bytes, const std::string& shown,
                                                std::uint64_t limit, core::Sink& sink,
                                                const std::filesystem::path& root) {
  std::string problem;
  const auto archive = Archive::open_memory(bytes, problem);
  if (!archive) {
    report_container(shown, bytes, problem, sink);
    return std::nullopt;
  }
  return Reader(*archive, shown, limit, sink).read(root);
}

std::optional<std::pair<std::int64_t, std::int64_t>> parse_tool_version(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto year = core::parse_integer(text.substr(0, dot));
  std::string_view rest = text.substr(dot + 1);
  rest = rest.substr(0, rest.find_first_not_of("0123456789"));
  const auto minor = core::parse_integer(rest);
  if (!year || !minor) return std::nullopt;
  return std::pair(*year, *minor);
}

std::int64_t checkpoint_format_of(std::string_view tool_version) {
  const auto version = parse_tool_version(tool_version);
  if (!version) return 0;
  std::int64_t number = 0;
  for (const Format& format : kFormats) {
    if (*version >= std::pair<std::int64_t, std::int64_t>(format.year, format.minor))
      number = format.number;
  }
  return number;
}

}  // namespace sealring::rapidwright_bridge

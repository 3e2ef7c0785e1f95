// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "stack3d/readers/source.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>

#include "core/diagnostics/suggest.h"
#include "core/units/parse.h"
#include "stack3d/codes.h"
#include "stack3d/readers/keys.h"
#include "stack3d/rules.h"

namespace sealring::stack3d {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kFinestGrid = 1'000'000;  // database units in a micrometre: a picometre

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

struct Define {
  std::string key;
  std::string value;
  std::uint32_t line = 0;
  std::size_t used = 0;
  std::uint32_t hidden_line = 0;  // first line where the key stands inside a longer word
};

/// Replaces whole-word uses of the defines in one line.
std::string replace_words(const std::string& line, std::uint32_t number,
                          std::vector<Define>& defines) {
  std::string result;
  std::size_t at = 0;
  while (at < line.size()) {
    Define* match = nullptr;
    for (Define& define : defines) {
      if (line.compare(at, define.key.size(), define.key) != 0) continue;
      const std::size_t end = at + define.key.size();
      const bool starts = at == 0 || !is_word(line[at - 1]) || !is_word(define.key.front());
      const bool ends = end == line.size() || !is_word(line[end]) || !is_word(define.key.back());
      if (starts && ends) {
        match = &define;
        break;
      }
      if (define.hidden_line == 0) define.hidden_line = number;
    }
    if (match != nullptr) {
      result += match->value;
      at += match->key.size();
      ++match->used;
    } else {
      result += line[at++];
    }
  }
  return result;
}

std::string trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return std::string(text);
}

/// Adds the define of a "#!define KEY VALUE" line; longest keys stay in front.
void add_define(std::vector<Define>& defines, const std::string& line, std::uint32_t number,
                const core::InputFile& file, core::Sink& sink) {
  const std::string rest = trimmed(std::string_view(line).substr(8));
  const std::size_t blank = rest.find_first_of(" \t");
  Define define{rest.substr(0, blank),
                blank == std::string::npos ? "" : trimmed(rest.substr(blank)), number};
  const auto report = [&](const std::string& message) {
    sink.report(core::make_finding(codes::kDefine, message)
                    .at(file.at(number, 1))
                    .on(file.name, "define " + define.key));
  };
  if (define.key.empty()) return report("#!define names no word to replace");
  for (const Define& other : defines) {
    if (other.key == define.key) {
      return report("'" + define.key + "' is defined again; the value of line " +
                    std::to_string(other.line) + " stays");
    }
    if (define.value.find(other.key) != std::string::npos) {
      report("the value of '" + define.key + "' holds the word '" + other.key +
             "', which is not replaced inside a define");
    }
  }
  const auto place = std::find_if(defines.begin(), defines.end(), [&](const Define& other) {
    return other.key.size() < define.key.size();
  });
  defines.insert(place, std::move(define));
}

void report_defines(const std::vector<Define>& defines, const core::InputFile& file,
                    core::Sink& sink) {
  for (const Define& define : defines) {
    if (define.used == 0) {
      sink.report(
          core::make_finding(codes::kDefine, "'" + define.key + "' is defined and not used below")
              .at(file.at(define.line, 1))
              .on(file.name, "define " + define.key));
    }
    if (define.hidden_line != 0) {
      sink.report(core::make_finding(codes::kDefine, "'" + define.key +
                                                         "' stands inside a longer word, which is "
                                                         "left as it is; tools that replace any "
                                                         "text would change it")
                      .at(file.at(define.hidden_line, 1))
                      .on(file.name, "hidden define " + define.key));
    }
  }
}

/// Depth-first reader of a description.
class Loader {
 public:
  Loader(const core::InputReader& reader, core::Sink& sink) : reader_(reader), sink_(sink) {}

  std::optional<std::size_t> load(const fs::path& path, const core::Location& named_at) {
    std::error_code error;
    const fs::path canonical = fs::weakly_canonical(path, error);
    const std::string id = error ? path.string() : canonical.string();
    if (const auto known = done_.find(id); known != done_.end()) return known->second;
    if (!open_.insert({id, true}).second) {
      sink_.report(core::make_finding(codes::kInclude,
                                      "'" + reader_.shown(path) +
                                          "' includes itself, directly or through others; it is "
                                          "read once")
                       .at(named_at)
                       .on(reader_.shown(path), "cycle"));
      return std::nullopt;
    }
    std::optional<core::InputFile> file =
        reader_.read(path, reader_.limits().yaml, sink_, named_at);
    if (!file) {
      result.not_read.push_back(reader_.shown(path));
      return std::nullopt;
    }
    Document document;
    document.path = path;
    document.shown = file->name;
    document.is_assembly = path.extension() == ".3dbx";
    result.sources.push_back(
        {document.is_assembly ? "assembly" : "chiplet", file->name, file->sha256});
    apply_defines(*file, sink_);
    document.root = core::parse_yaml(*file, sink_);
    if (document.root == nullptr) {
      result.not_read.push_back(file->name);
      return std::nullopt;
    }
    read_header(document);
    result.files.push_back(std::move(document));
    done_[id] = result.files.size() - 1;
    return done_[id];
  }

  Documents result;

 private:
  void read_header(Document& document) {
    const core::YamlNode* node = document.root->kind == core::YamlNode::Kind::kMapping
                                     ? document.root->find("Header")
                                     : nullptr;
    if (node == nullptr || node->kind == core::YamlNode::Kind::kNull) return;
    Keys header(*node, "Header of '" + document.shown + "'", sink_);
    if (!header.valid()) return;
    header.text({"version"});
    if (const auto unit = header.text({"unit"})) read_unit(document, *unit);
    if (const auto precision = header.number({"precision"})) {
      const bool usable = precision->is_integer() && *precision > core::Rational(0) &&
                          *precision <= core::Rational(kFinestGrid);
      if (usable) {
        document.precision = static_cast<std::int64_t>(precision->numerator());
      } else {
        report_bad_value(sink_, node->find("precision")->location,
                         "'precision' of " + header.what(), describe(*node->find("precision")),
                         "a whole number from 1 to " + std::to_string(kFinestGrid));
      }
    }
    const std::vector<PlacedText> includes = header.texts({"include"});
    header.finish();
    for (const PlacedText& include : includes) read_include(document, include);
  }

  void read_unit(Document& document, const PlacedText& unit) {
    std::string word = unit.text;
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    static const std::map<std::string, core::Rational> kUnits{
        {"micron", 1},
        {"microns", 1},
        {"um", 1},
        {"micrometer", 1},
        {"micrometre", 1},
        {"nm", core::Rational(1, 1000)},
        {"nanometer", core::Rational(1, 1000)},
        {"nanometre", core::Rational(1, 1000)},
        {"mm", 1000},
        {"millimeter", 1000},
        {"millimetre", 1000}};
    if (const auto known = kUnits.find(word); known != kUnits.end()) {
      document.unit_um = known->second;
      return;
    }
    report_bad_value(sink_, unit.location, "'unit' of the header of '" + document.shown + "'",
                     "'" + unit.text + "'", "micron, nm or mm");
  }

  void read_include(Document& document, const PlacedText& include) {
    const std::vector<fs::path> paths = expand_path(document.path.parent_path(), include.text);
    if (paths.empty()) {
      result.not_read.push_back(include.text);
      sink_.report(core::make_finding(codes::kInclude, "no file matches '" + include.text + "'")
                       .at(include.location)
                       .on(document.shown, "include " + include.text)
                       .advise("Name files that exist; the path is relative to this file."));
    }
    for (const fs::path& path : paths) {
      const std::string suffix = path.extension().string();
      if (suffix != ".3dbv" && suffix != ".3dbx") {
        sink_.report(
            core::make_finding(codes::kInclude,
                               "'" + reader_.shown(path) + "' has the suffix '" + suffix +
                                   "'; only .3dbv and .3dbx can be included, so it is not read")
                .at(include.location)
                .on(document.shown, "include " + include.text));
        result.not_read.push_back(reader_.shown(path));
        continue;
      }
      if (const auto number = load(path, include.location)) document.includes.push_back(*number);
    }
  }

  const core::InputReader& reader_;
  core::Sink& sink_;
  std::map<std::string, bool> open_;
  std::map<std::string, std::size_t> done_;
};

/// The coarsest grid that holds the grids of all files.
void choose_grid(Documents& documents, core::Sink& sink) {
  std::int64_t grid = 0;
  const Document* first = nullptr;
  for (const Document& document : documents.files) {
    if (!document.precision) {
      sink.report(
          core::make_finding(codes::kPrecision, "'" + document.shown +
                                                    "' gives no precision in its Header; the grid "
                                                    "of the other files is taken, or 1/1000 um")
              .at({document.shown, 1, 1})
              .on(document.shown, "precision"));
      continue;
    }
    // Points per header unit to points per micrometre.
    const core::Rational per_um = core::Rational(*document.precision) / document.unit_um;
    const std::int64_t own = std::max<std::int64_t>(1, round_half_away(per_um));
    if (grid == 0) {
      grid = own;
      first = &document;
      continue;
    }
    if (own == grid) continue;
    const std::int64_t common = std::lcm(grid, own);
    const bool usable = common <= kFinestGrid;
    sink.report(core::make_finding(codes::kPrecision,
                                   "'" + document.shown + "' has " + std::to_string(own) +
                                       " grid points per um and '" + first->shown + "' " +
                                       std::to_string(grid) + "; " +
                                       std::to_string(usable ? common : grid) + " are used")
                    .at({document.shown, 1, 1})
                    .on(document.shown, "precision"));
    if (usable) grid = common;
  }
  documents.dbu_per_um = grid == 0 ? 1000 : grid;
}

/// Leading tabs become two blanks each (YAML allows no tab there); a trailing carriage return goes.
std::string normalised(std::string line) {
  if (!line.empty() && line.back() == '\r') line.pop_back();
  const std::size_t start = std::min(line.find_first_not_of(" \t"), line.size());
  if (line.find('\t') >= start) return line;
  std::string lead;
  for (std::size_t i = 0; i < start; ++i) lead += line[i] == '\t' ? "  " : " ";
  return lead + line.substr(start);
}

}  // namespace

void apply_defines(core::InputFile& file, core::Sink& sink) {
  std::vector<Define> defines;
  std::string result;
  result.reserve(file.text.size());
  std::uint32_t number = 0;
  std::size_t at = 0;
  while (at < file.text.size()) {
    std::size_t end = file.text.find('\n', at);
    if (end == std::string::npos) end = file.text.size();
    std::string line = file.text.substr(at, end - at);
    at = end + 1;
    ++number;
    if (line.starts_with("#!define")) {
      add_define(defines, line, number, file, sink);
    } else if (!defines.empty() && !trimmed(line).starts_with('#')) {
      line = replace_words(line, number, defines);
    }
    result += normalised(std::move(line));
    result += '\n';
  }
  report_defines(defines, file, sink);
  file.text = std::move(result);
}

std::vector<fs::path> expand_path(const fs::path& folder, const std::string& text) {
  std::string slashed = text;
  std::replace(slashed.begin(), slashed.end(), '\\', '/');
  const fs::path path = folder / slashed;
  const std::string pattern = path.filename().string();
  if (pattern.find_first_of("*?") == std::string::npos) return {path.lexically_normal()};
  std::vector<fs::path> found;
  std::error_code error;
  const fs::path where = path.parent_path().empty() ? fs::path(".") : path.parent_path();
  for (fs::directory_iterator it(where, error), end; !error && it != end; it.increment(error)) {
    if (matches_pattern(it->path().filename().string(), pattern)) {
      found.push_back((path.parent_path() / it->path().filename()).lexically_normal());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::optional<Documents> read_documents(const fs::path& top, const core::InputReader& reader,
                                        core::Sink& sink) {
  Loader loader(reader, sink);
  if (!loader.load(top, {})) return std::nullopt;
  choose_grid(loader.result, sink);
  return std::move(loader.result);
}

}  // namespace sealring::stack3d

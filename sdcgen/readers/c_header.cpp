// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/readers/c_header.h"

#include <algorithm>
#include <utility>

#include "core/diagnostics/suggest.h"
#include "sdcgen/codes/headers.h"
#include "sdcgen/readers/clang_unit.h"

namespace sealring::sdcgen {
namespace {

using clang::take;
using clang::Unit;

constexpr std::size_t kMaxErrors = 20;  // listed per header
constexpr const char* kProbe = "sealring_probe_";

/// A macro of the header before its value is known.
struct Macro {
  std::string name;
  core::Location location;
};

bool ends_in_one_of(const std::filesystem::path& path, const std::vector<std::string>& endings) {
  return std::find(endings.begin(), endings.end(), path.extension().string()) != endings.end();
}

std::vector<std::string> arguments_for(const CHeaderOptions& options, bool cpp) {
  std::vector<std::string> out{"-x",
                               cpp ? "c++" : "c",
                               cpp ? "-std=c++20" : "-std=c23",
                               "-fsyntax-only",
                               "-ferror-limit=0",
                               "-Wno-pragma-once-outside-header"};
  for (const auto& [name, value] : options.defines) {
    out.push_back("-D" + name + "=" + (value.empty() ? "1" : value));
  }
  for (const auto& folder : options.include_dirs) out.push_back("-I" + folder.string());
  return out;
}

std::vector<clang::Complaint> errors_of(const Unit& unit, const core::InputReader& reader) {
  std::vector<clang::Complaint> out = clang::complaints(unit, reader);
  std::erase_if(out, [](const clang::Complaint& c) { return c.severity < CXDiagnostic_Error; });
  return out;
}

/// Collects constants and other names of one unit.
class HeaderReading {
 public:
  HeaderReading(const core::InputReader& reader, const Unit& unit, CHeader& header)
      : reader_(&reader), unit_(&unit), header_(&header) {}

  /// Macros that may be numbers; the rest of the names goes into the header at once.
  std::vector<Macro> names();

 private:
  CXChildVisitResult visit(CXCursor cursor);
  void macro(CXCursor cursor);
  void enumerator(CXCursor cursor);
  void variable(CXCursor cursor);
  std::string qualified(CXCursor cursor) const;
  bool is_balanced(CXCursor macro, bool& empty) const;
  core::Location at(CXCursor cursor) const { return clang::locate(cursor, *reader_); }

  const core::InputReader* reader_;
  const Unit* unit_;
  CHeader* header_;
  std::map<std::string, Macro> macros_;  ///< the last definition of each
};

std::vector<Macro> HeaderReading::names() {
  unit_->each(unit_->root(), [this](CXCursor cursor) { return visit(cursor); });
  std::vector<Macro> out;
  for (auto& [name, macro] : macros_) out.push_back(std::move(macro));
  return out;
}

CXChildVisitResult HeaderReading::visit(CXCursor cursor) {
  const CXCursorKind kind = clang_getCursorKind(cursor);
  if (kind == CXCursor_MacroDefinition) {
    macro(cursor);
    return CXChildVisit_Continue;
  }
  const CXSourceLocation place = clang_getCursorLocation(cursor);
  if (clang_Location_isInSystemHeader(place) != 0) return CXChildVisit_Continue;
  switch (kind) {
    case CXCursor_EnumConstantDecl: enumerator(cursor); return CXChildVisit_Continue;
    case CXCursor_VarDecl: variable(cursor); return CXChildVisit_Continue;
    case CXCursor_EnumDecl:
    case CXCursor_Namespace:
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
    case CXCursor_UnionDecl:
    case CXCursor_LinkageSpec:
    case CXCursor_UnexposedDecl: return CXChildVisit_Recurse;
    default: return CXChildVisit_Continue;
  }
}

void HeaderReading::macro(CXCursor cursor) {
  if (clang_Cursor_isMacroBuiltin(cursor) != 0) return;
  CXFile file = nullptr;
  const CXSourceLocation place = clang_getCursorLocation(cursor);
  clang_getFileLocation(place, &file, nullptr, nullptr, nullptr);
  // Without a file it is the compiler's own or comes from a -D; the latter are added by their names.
  if (file == nullptr || clang_Location_isInSystemHeader(place) != 0) return;
  const std::string name = take(clang_getCursorSpelling(cursor));
  macros_.erase(name);
  header_->others.erase(name);
  if (clang_Cursor_isMacroFunctionLike(cursor) != 0) {
    header_->others[name] = {"is a macro with arguments", at(cursor)};
    return;
  }
  bool empty = false;
  const bool balanced = is_balanced(cursor, empty);
  if (empty) {
    header_->others[name] = {"is a macro without a value", at(cursor)};
  } else if (!balanced) {
    header_->others[name] = {"is no expression", at(cursor)};
  } else {
    macros_[name] = {name, at(cursor)};
  }
}

/// Whether the macro's text can stand in parentheses without closing them or ending a statement.
bool HeaderReading::is_balanced(CXCursor macro, bool& empty) const {
  CXToken* tokens = nullptr;
  unsigned count = 0;
  clang_tokenize(unit_->get(), clang_getCursorExtent(macro), &tokens, &count);
  int depth = 0;
  bool good = true;
  unsigned texts = 0;
  for (unsigned i = 1; i < count; ++i) {  // the first is the name
    if (clang_getTokenKind(tokens[i]) == CXToken_Comment) continue;
    ++texts;
    const std::string text = take(clang_getTokenSpelling(unit_->get(), tokens[i]));
    if (text == "(" || text == "[" || text == "{") ++depth;
    if (text == ")" || text == "]" || text == "}") --depth;
    good = good && depth >= 0 && text != ";" && text != "#";
  }
  clang_disposeTokens(unit_->get(), tokens, count);
  empty = texts == 0;
  return good && depth == 0;
}

/// "ns::Class::name"; an enum without scope adds nothing to its enumerators.
std::string HeaderReading::qualified(CXCursor cursor) const {
  std::string out = take(clang_getCursorSpelling(cursor));
  CXCursor parent = clang_getCursorSemanticParent(cursor);
  while (clang_Cursor_isNull(parent) == 0 &&
         clang_isTranslationUnit(clang_getCursorKind(parent)) == 0) {
    const bool open_enum =
        clang_getCursorKind(parent) == CXCursor_EnumDecl && clang_EnumDecl_isScoped(parent) == 0;
    const std::string scope = take(clang_getCursorSpelling(parent));
    const bool unnamed = scope.empty() || clang_Cursor_isAnonymous(parent) != 0;
    if (!open_enum && !unnamed && clang_getCursorKind(parent) != CXCursor_LinkageSpec) {
      out = scope + "::" + out;
    }
    parent = clang_getCursorSemanticParent(parent);
  }
  return out;
}

void HeaderReading::enumerator(CXCursor cursor) {
  const CXType type =
      clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getCursorSemanticParent(cursor)));
  const bool is_unsigned =
      type.kind == CXType_Bool || (type.kind >= CXType_Char_U && type.kind <= CXType_UInt128);
  header_->constants[qualified(cursor)] = {
      .kind = HeaderConstant::Kind::kEnumerator,
      .is_unsigned = is_unsigned,
      .bits = is_unsigned ? clang_getEnumConstantDeclUnsignedValue(cursor)
                          : static_cast<std::uint64_t>(clang_getEnumConstantDeclValue(cursor)),
      .location = at(cursor)};
}

/// The value a cursor evaluates to, or why it is no whole number.
std::string evaluate(CXCursor cursor, HeaderConstant& into) {
  const CXEvalResult result = clang_Cursor_Evaluate(cursor);
  if (result == nullptr) return "has no value the compiler knows";
  std::string why;
  switch (clang_EvalResult_getKind(result)) {
    case CXEval_Int:
      into.is_unsigned = clang_EvalResult_isUnsignedInt(result) != 0;
      into.bits = into.is_unsigned
                      ? clang_EvalResult_getAsUnsigned(result)
                      : static_cast<std::uint64_t>(clang_EvalResult_getAsLongLong(result));
      break;
    case CXEval_Float: why = "is no whole number: its value is a floating-point number"; break;
    case CXEval_ObjCStrLiteral:
    case CXEval_StrLiteral:
    case CXEval_CFStr: why = "is no whole number: its value is a text"; break;
    default: why = "has no value the compiler knows"; break;
  }
  clang_EvalResult_dispose(result);
  return why;
}

bool is_whole_number(CXType type) {
  const CXType canonical = clang_getCanonicalType(type);
  return (canonical.kind >= CXType_Bool && canonical.kind <= CXType_Int128) ||
         canonical.kind == CXType_Enum;
}

void HeaderReading::variable(CXCursor cursor) {
  const CXType type = clang_getCursorType(cursor);
  const std::string name = qualified(cursor);
  if (clang_isConstQualifiedType(type) == 0) {
    header_->others[name] = {"is a variable, not a constant", at(cursor)};
    return;
  }
  if (!is_whole_number(type)) {
    header_->others[name] = {"is no whole number: its type is " + take(clang_getTypeSpelling(type)),
                             at(cursor)};
    return;
  }
  HeaderConstant constant{.kind = HeaderConstant::Kind::kConstexpr, .location = at(cursor)};
  const std::string why = evaluate(cursor, constant);
  if (why.empty()) {
    header_->constants[name] = constant;
  } else {
    header_->others[name] = {why, at(cursor)};
  }
}

/// Values of macros: libclang evaluates no macro, but it does evaluate `const auto p = (MACRO);`, and one macro that
/// does not compile leaves the others alone.
void evaluate_macros(const core::InputReader& reader, const std::string& path,
                     const std::vector<std::string>& arguments, const std::vector<Macro>& macros,
                     CHeader& header) {
  std::string text = "#include \"" + path + "\"\n";
  for (std::size_t i = 0; i < macros.size(); ++i) {
    text +=
        "const auto " + std::string(kProbe) + std::to_string(i) + " = (" + macros[i].name + ");\n";
  }
  const std::string probe = path + ".sealring-probe.c";
  const Unit unit(probe, arguments, &text);
  std::vector<HeaderConstant> found(macros.size());
  std::vector<std::string> whys(macros.size(), "is no constant expression");
  if (unit.parsed()) {
    unit.each(unit.root(), [&](CXCursor cursor) {
      const std::string name = take(clang_getCursorSpelling(cursor));
      if (clang_getCursorKind(cursor) != CXCursor_VarDecl || !name.starts_with(kProbe)) {
        return CXChildVisit_Continue;
      }
      const std::size_t number = std::stoull(name.substr(std::string(kProbe).size()));
      // Its own line: what a macro's text might declare besides does not count.
      const core::Location place = clang::locate(cursor, reader);
      if (number < macros.size() && place.line == number + 2) {
        whys[number] =
            is_whole_number(clang_getCursorType(cursor)) || clang_isInvalidDeclaration(cursor) != 0
                ? evaluate(cursor, found[number])
                : "is no whole number: its type is " +
                      take(clang_getTypeSpelling(clang_getCursorType(cursor)));
        if (clang_isInvalidDeclaration(cursor) != 0) whys[number] = "is no constant expression";
      }
      return CXChildVisit_Continue;
    });
  }
  for (std::size_t i = 0; i < macros.size(); ++i) {
    if (whys[i].empty()) {
      found[i].location = macros[i].location;
      header.constants[macros[i].name] = found[i];
    } else {
      header.others[macros[i].name] = {whys[i], macros[i].location};
    }
  }
}

void report_errors(const std::vector<clang::Complaint>& errors, const std::string& name,
                   core::Sink& sink) {
  for (std::size_t i = 0; i < std::min(errors.size(), kMaxErrors); ++i) {
    core::Location place = errors[i].location;
    if (place.file.empty()) place.file = name;
    sink.report(
        make_finding(codes::kHeaderError, "'" + name + "' does not compile: " + errors[i].text)
            .at(place)
            .on(name, errors[i].text));
  }
  if (errors.size() <= kMaxErrors) return;
  sink.report(make_finding(codes::kHeaderError, "'" + name + "' has " +
                                                    std::to_string(errors.size() - kMaxErrors) +
                                                    " further compile errors")
                  .at({.file = name})
                  .on(name, "further"));
}

bool record_files(const core::InputReader& reader, const Unit& unit, CHeader& header,
                  core::Sink& sink) {
  bool good = true;
  for (const std::string& file : clang::user_files(unit)) {
    const auto read = reader.read(file, reader.limits().table, sink);
    if (!read) {
      good = false;
      continue;
    }
    header.files.push_back({read->name, read->sha256});
  }
  return good;
}

}  // namespace

std::string HeaderConstant::decimal() const {
  return is_unsigned ? std::to_string(bits) : std::to_string(as_signed());
}

std::string_view to_string(HeaderConstant::Kind kind) {
  switch (kind) {
    case HeaderConstant::Kind::kMacro: return "macro";
    case HeaderConstant::Kind::kEnumerator: return "enumerator";
    case HeaderConstant::Kind::kConstexpr: break;
  }
  return "constant";
}

std::optional<CHeader> read_c_header(const core::InputReader& reader,
                                     const std::filesystem::path& path,
                                     const CHeaderOptions& options, core::Sink& sink,
                                     const core::Location& referred_from) {
  // Missing, unreadable and empty files are reported as for every other input.
  const auto file = reader.read(path, reader.limits().table, sink, referred_from);
  if (!file) return std::nullopt;
  const std::string absolute = std::filesystem::absolute(path).string();
  using Language = CHeaderOptions::Language;
  const bool named_cpp = ends_in_one_of(path, {".hpp", ".hh", ".hxx", ".H"});
  bool cpp =
      options.language == Language::kCpp || (options.language == Language::kByName && named_cpp);
  auto unit = std::make_unique<Unit>(absolute, arguments_for(options, cpp), nullptr);
  auto errors = unit->parsed() ? errors_of(*unit, reader) : std::vector<clang::Complaint>{};
  if (!errors.empty() && options.language == Language::kByName && !cpp) {
    auto other = std::make_unique<Unit>(absolute, arguments_for(options, true), nullptr);
    if (other->parsed() && errors_of(*other, reader).empty()) {
      cpp = true;
      unit = std::move(other);
      errors.clear();
    }
  }
  if (!unit->parsed()) {
    sink.report(make_finding(codes::kHeaderError, "'" + file->name + "' could not be parsed at all")
                    .at(file->at(1))
                    .on(file->name));
    return std::nullopt;
  }
  if (!errors.empty()) {
    report_errors(errors, file->name, sink);
    return std::nullopt;
  }
  CHeader header{.name = file->name};
  if (!record_files(reader, *unit, header, sink)) return std::nullopt;
  std::vector<Macro> macros = HeaderReading(reader, *unit, header).names();
  for (const auto& [name, value] : options.defines) {
    const auto same = [&](const Macro& macro) { return macro.name == name; };
    if (std::none_of(macros.begin(), macros.end(), same) && !header.others.contains(name)) {
      macros.push_back({name, {}});
    }
  }
  evaluate_macros(reader, absolute, arguments_for(options, cpp), macros, header);
  return header;
}

const HeaderConstant* find_constant(const CHeader& header, const std::string& name,
                                    const core::Location& asked_at, core::Sink& sink) {
  const auto found = header.constants.find(name);
  if (found != header.constants.end()) return &found->second;
  const auto other = header.others.find(name);
  if (other != header.others.end()) {
    sink.report(make_finding(codes::kHeaderNoNumber,
                             "'" + name + "' of '" + header.name + "' " + other->second.why)
                    .at(asked_at)
                    .on(header.name, name)
                    .note("it stands here", other->second.location));
    return nullptr;
  }
  std::vector<std::string> names;
  for (const auto& [each, value] : header.constants) names.push_back(each);
  sink.report(make_finding(codes::kHeaderNoName, "'" + header.name + "' has no constant '" + name +
                                                     "'" + core::did_you_mean(name, names))
                  .at(asked_at)
                  .on(header.name, name));
  return nullptr;
}

}  // namespace sealring::sdcgen

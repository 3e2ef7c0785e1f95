// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/readers/clang_facts.h"

#include <clang-c/Index.h>

#include <algorithm>
#include <memory>
#include <type_traits>

namespace sealring::sdcgen {
namespace {

struct Free {
  void operator()(void* index) const { clang_disposeIndex(index); }
  void operator()(CXTranslationUnit unit) const { clang_disposeTranslationUnit(unit); }
};
using Index = std::unique_ptr<std::remove_pointer_t<CXIndex>, Free>;
using Unit = std::unique_ptr<std::remove_pointer_t<CXTranslationUnit>, Free>;

std::string take(CXString text) {
  const char* characters = clang_getCString(text);
  std::string out = characters == nullptr ? "" : characters;
  clang_disposeString(text);
  return out;
}

bool is_whole_number(CXType type) {
  const CXType canonical = clang_getCanonicalType(type);
  return (canonical.kind >= CXType_Bool && canonical.kind <= CXType_Int128) ||
         canonical.kind == CXType_Enum;
}

bool is_unsigned(CXType type) {
  const CXTypeKind kind = clang_getCanonicalType(type).kind;
  return kind >= CXType_Bool && kind <= CXType_UInt128;
}

/// Collects the facts of one unit.
class Collector {
 public:
  Collector(CXTranslationUnit unit, const core::InputReader& reader, ClangFacts& facts)
      : unit_(unit), reader_(&reader), facts_(&facts) {}

  void run() {
    errors();
    files();
    clang_visitChildren(
        clang_getTranslationUnitCursor(unit_),
        [](CXCursor cursor, CXCursor /*parent*/, CXClientData self) {
          return static_cast<Collector*>(self)->visit(cursor);
        },
        this);
  }

 private:
  CXChildVisitResult visit(CXCursor cursor);
  void errors();
  void files();
  void skipped(CXFile file, const std::string& name);
  void include(CXCursor cursor);
  void macro(CXCursor cursor);
  void enumerator(CXCursor cursor);
  void variable(CXCursor cursor);
  std::string qualified(CXCursor cursor) const;
  core::Location locate(CXSourceLocation place) const;
  core::Location locate(CXCursor cursor) const { return locate(clang_getCursorLocation(cursor)); }

  CXTranslationUnit unit_;
  const core::InputReader* reader_;
  ClangFacts* facts_;
};

core::Location Collector::locate(CXSourceLocation place) const {
  CXFile file = nullptr;
  unsigned line = 0;
  unsigned column = 0;
  clang_getFileLocation(place, &file, &line, &column, nullptr);
  if (file == nullptr) return {};
  return {.file = reader_->shown(take(clang_getFileName(file))), .line = line, .column = column};
}

void Collector::errors() {
  const unsigned count = clang_getNumDiagnostics(unit_);
  for (unsigned i = 0; i < count; ++i) {
    CXDiagnostic diagnostic = clang_getDiagnostic(unit_, i);
    if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
      const std::string category = take(clang_getDiagnosticCategoryText(diagnostic));
      facts_->errors.push_back(
          {.by_preprocessor = category != "Parse Issue" && category != "Semantic Issue",
           .text = take(clang_getDiagnosticSpelling(diagnostic)),
           .location = locate(clang_getDiagnosticLocation(diagnostic))});
    }
    clang_disposeDiagnostic(diagnostic);
  }
}

void Collector::files() {
  clang_getInclusions(
      unit_,
      [](CXFile file, CXSourceLocation* /*stack*/, unsigned /*depth*/, CXClientData data) {
        auto* self = static_cast<Collector*>(data);
        if (clang_Location_isInSystemHeader(clang_getLocation(self->unit_, file, 1, 1)) != 0)
          return;
        auto& names = self->facts_->files;
        const std::string name = take(clang_getFileName(file));
        if (std::find(names.begin(), names.end(), name) != names.end()) return;
        names.push_back(name);
        self->skipped(file, name);
      },
      this);
}

/// Lines between the directives of branches that are not taken.
void Collector::skipped(CXFile file, const std::string& name) {
  CXSourceRangeList* ranges = clang_getSkippedRanges(unit_, file);
  for (unsigned i = 0; i < ranges->count; ++i) {
    unsigned first = 0;
    unsigned last = 0;
    clang_getFileLocation(clang_getRangeStart(ranges->ranges[i]), nullptr, &first, nullptr,
                          nullptr);
    clang_getFileLocation(clang_getRangeEnd(ranges->ranges[i]), nullptr, &last, nullptr, nullptr);
    for (unsigned line = first + 1; line < last; ++line) facts_->skipped[name].insert(line);
  }
  clang_disposeSourceRangeList(ranges);
}

CXChildVisitResult Collector::visit(CXCursor cursor) {
  const CXCursorKind kind = clang_getCursorKind(cursor);
  if (kind == CXCursor_InclusionDirective) {
    include(cursor);
    return CXChildVisit_Continue;
  }
  if (clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)) != 0) {
    return CXChildVisit_Continue;
  }
  switch (kind) {
    case CXCursor_MacroDefinition: macro(cursor); return CXChildVisit_Continue;
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

void Collector::include(CXCursor cursor) {
  CXFile in = nullptr;
  unsigned line = 0;
  clang_getFileLocation(clang_getCursorLocation(cursor), &in, &line, nullptr, nullptr);
  CXFile target = clang_getIncludedFile(cursor);
  if (in == nullptr || target == nullptr) return;
  facts_->includes[{take(clang_getFileName(in)), line}] = take(clang_getFileName(target));
}

void Collector::macro(CXCursor cursor) {
  const core::Location place = locate(cursor);
  // Without a file it is the compiler's own or comes from a -D.
  if (place.file.empty() || clang_Cursor_isMacroBuiltin(cursor) != 0) return;
  ClangMacro out{.name = take(clang_getCursorSpelling(cursor)),
                 .has_arguments = clang_Cursor_isMacroFunctionLike(cursor) != 0,
                 .location = place};
  CXToken* tokens = nullptr;
  unsigned count = 0;
  clang_tokenize(unit_, clang_getCursorExtent(cursor), &tokens, &count);
  int depth = 0;
  unsigned texts = 0;
  for (unsigned i = 1; i < count; ++i) {  // the first is the name
    if (clang_getTokenKind(tokens[i]) == CXToken_Comment) continue;
    ++texts;
    const std::string text = take(clang_getTokenSpelling(unit_, tokens[i]));
    if (text == "(" || text == "[" || text == "{") ++depth;
    if (text == ")" || text == "]" || text == "}") --depth;
    out.balanced = out.balanced && depth >= 0 && text != ";" && text != "#";
  }
  clang_disposeTokens(unit_, tokens, count);
  out.balanced = out.balanced && depth == 0;
  out.empty = texts == 0;
  facts_->macros.push_back(std::move(out));
}

std::string Collector::qualified(CXCursor cursor) const {
  std::string out = take(clang_getCursorSpelling(cursor));
  CXCursor parent = clang_getCursorSemanticParent(cursor);
  while (clang_Cursor_isNull(parent) == 0 &&
         clang_isTranslationUnit(clang_getCursorKind(parent)) == 0) {
    const CXCursorKind kind = clang_getCursorKind(parent);
    const bool open_enum = kind == CXCursor_EnumDecl && clang_EnumDecl_isScoped(parent) == 0;
    const std::string scope = take(clang_getCursorSpelling(parent));
    const bool unnamed = scope.empty() || clang_Cursor_isAnonymous(parent) != 0;
    if (!open_enum && !unnamed && kind != CXCursor_LinkageSpec) out.insert(0, scope + "::");
    parent = clang_getCursorSemanticParent(parent);
  }
  return out;
}

void Collector::enumerator(CXCursor cursor) {
  const CXType type = clang_getEnumDeclIntegerType(clang_getCursorSemanticParent(cursor));
  ClangName out{.name = qualified(cursor),
                .enumerator = true,
                .constant = true,
                .whole_number = true,
                .type = take(clang_getTypeSpelling(type)),
                .evaluated = true,
                .is_unsigned = is_unsigned(type),
                .location = locate(cursor)};
  out.bits = out.is_unsigned ? clang_getEnumConstantDeclUnsignedValue(cursor)
                             : static_cast<std::uint64_t>(clang_getEnumConstantDeclValue(cursor));
  facts_->names.push_back(std::move(out));
}

void Collector::variable(CXCursor cursor) {
  const CXType type = clang_getCursorType(cursor);
  ClangName out{.name = qualified(cursor),
                .constant = clang_isConstQualifiedType(type) != 0,
                .whole_number = is_whole_number(type),
                .faulty = clang_isInvalidDeclaration(cursor) != 0,
                .type = take(clang_getTypeSpelling(type)),
                .location = locate(cursor)};
  const CXEvalResult value =
      out.constant && out.whole_number && !out.faulty ? clang_Cursor_Evaluate(cursor) : nullptr;
  if (value != nullptr && clang_EvalResult_getKind(value) == CXEval_Int) {
    out.evaluated = true;
    out.is_unsigned = clang_EvalResult_isUnsignedInt(value) != 0;
    out.bits = out.is_unsigned ? clang_EvalResult_getAsUnsigned(value)
                               : static_cast<std::uint64_t>(clang_EvalResult_getAsLongLong(value));
  }
  if (value != nullptr) clang_EvalResult_dispose(value);
  facts_->names.push_back(std::move(out));
}

}  // namespace

std::optional<ClangFacts> parse_with_clang(const std::string& path,
                                           const std::vector<std::string>& arguments,
                                           const std::string* text,
                                           const core::InputReader& reader) {
  const Index index(clang_createIndex(0, 0));
  std::vector<const char*> words;
  words.reserve(arguments.size());
  for (const std::string& argument : arguments) words.push_back(argument.c_str());
  CXUnsavedFile unsaved{};
  if (text != nullptr) unsaved = {path.c_str(), text->c_str(), text->size()};
  CXTranslationUnit made = nullptr;
  clang_parseTranslationUnit2(
      index.get(), path.c_str(), words.data(), static_cast<int>(words.size()), &unsaved,
      text != nullptr ? 1 : 0,
      CXTranslationUnit_DetailedPreprocessingRecord | CXTranslationUnit_KeepGoing, &made);
  const Unit unit(made);
  if (unit == nullptr) return std::nullopt;
  ClangFacts facts;
  Collector(unit.get(), reader, facts).run();
  return facts;
}

}  // namespace sealring::sdcgen

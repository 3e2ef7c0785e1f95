// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "cli/context.h"

#include "cli/build_info.h"

#include <unistd.h>

#include <cstdlib>
#include <ostream>
#include <string_view>

#include "core/files/atomic_write.h"
#include "core/units/parse.h"

namespace sealring::cli {

namespace fs = std::filesystem;

fs::path Context::root() const {
  return workspace ? workspace->root : fs::current_path();
}

core::InputReader Context::reader() const {
  const auto bytes = [&](std::string_view key, std::uint64_t fallback) {
    const auto mib = core::parse_integer(settings.value(key));
    return mib && *mib > 0 ? static_cast<std::uint64_t>(*mib) << 20U : fallback;
  };
  core::InputLimits limits;
  limits.yaml = bytes("limit_yaml_mib", limits.yaml);
  limits.table = bytes("limit_table_mib", limits.table);
  limits.design = bytes("limit_design_mib", limits.design);
  return core::InputReader(root(), limits);
}

core::RenderContext Context::render_context(bool colour_on) const {
  core::RenderContext render;
  render.root = root();
  render.catalogue = &catalogue;
  render.version = SEALRING_VERSION;
  render.colour = colour_on;
  render.statistics = findings.statistics;
  return render;
}

bool colour_wanted(const Context& context, int descriptor) {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  if (context.colour != "auto") return context.colour == "always";
  if (set("NO_COLOR")) return false;
  if (set("CLICOLOR_FORCE") || set("FORCE_COLOR")) return true;
  const char* terminal = std::getenv("TERM");
  return ::isatty(descriptor) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

int write_result(Context& context, const std::optional<std::string>& file, std::string_view text) {
  if (!file || *file == "-") {
    context.out << text << std::flush;
    if (context.out) return 0;
    return fail(context, {"IO-0008", "cannot write the result to standard output", {}});
  }
  const auto written = core::write_atomically(*file, text);
  return written ? 0 : fail(context, written.error());
}

int fail(Context& context, const core::Failure& failure) {
  const std::string place = core::to_string(failure.location);
  context.err << (place.empty() ? "sealring" : place) << ": error: " << failure.message << " ["
              << failure.code << "]\n";
  return 2;
}

std::string tool_build() {
  return std::string(SEALRING_VERSION) + " " + std::string(kCommit) + " " + std::string(kCompiler) +
         " " + std::string(kBuildType);
}

}  // namespace sealring::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/commands/sdc_shared.h"
#include "sdcgen/import.h"

namespace sealring::cli {

namespace {

class SdcImport final : public Verb {
 public:
  VerbInfo info() const override {
    return {"sdc",
            "import",
            "make a draft specification, a clock table or parameters from a file of another tool",
            {"sealring sdc import hammer chip.yml --out-dir draft",
             "sealring sdc import header fw/serdes_cfg.h --define REV=2 --out-dir draft"},
            true};
  }

  void declare(Options& options) override {
    options.positional("KIND", &kind_, "hammer, header, nvdla-spec or skeleton")
        .positional("FILE", &file_, "the file to read")
        .option("--out-dir", "DIR", &out_dir_, "where the files go; nothing is overwritten")
        .option("--name", "NAME", &name_,
                "name of the IP and of the files; default: the file's name")
        .option("--define", "NAME=VALUE", &defines_,
                "as the compiler's -D; may be given several times")
        .option("--include", "DIR", &include_dirs_,
                "as the compiler's -I; may be given several times")
        .option("--placeholder", "TEXT", &placeholder_,
                "skeletons: what stands for the path of the instance");
  }

  int run(Context& context) override {
    if (kind_ != "hammer" && kind_ != "header" && kind_ != "nvdla-spec" && kind_ != "skeleton")
      return fail(context,
                  {"CLI-0003",
                   "'" + kind_ +
                       "' cannot be imported; hammer, header, nvdla-spec or skeleton was expected",
                   {}});
    core::CollectingSink sink;
    const core::InputReader reader = context.reader();
    sdcgen::ImportOptions options;
    options.file = file_;
    options.name = name_;
    options.defines = defines_;
    options.placeholder = placeholder_;
    options.include_dirs.assign(include_dirs_.begin(), include_dirs_.end());
    const auto imported = kind_ == "hammer"     ? sdcgen::import_hammer(reader, options, sink)
                          : kind_ == "header"   ? sdcgen::import_header(reader, options, sink)
                          : kind_ == "skeleton" ? sdcgen::import_skeleton(reader, options, sink)
                                                : sdcgen::import_nvdla_spec(reader, options, sink);
    std::vector<std::string> written;
    if (imported) {
      auto done = sdcgen::write_imported(reader, *imported, out_dir_, sink);
      if (!done) return fail(context, done.error());
      written = std::move(*done);
    }
    CheckResult check;
    check.verb = "sdc import";
    check.schema = "sealring.sdc.import/1";
    check.findings = std::move(sink.findings);
    if (imported)
      check.checked = {{"clocks", imported->clocks},
                       {"parameters", imported->parameters},
                       {"entries", imported->entries},
                       {"names left out", imported->left_out}};
    core::Table table{{{"written", false}}, {}};
    for (const std::string& file : written) table.rows.push_back({file});
    if (!written.empty()) check.sections.push_back({"Files", table});
    check.main_result = [&written](nlohmann::ordered_json& document) {
      document["written"] = written;
    };
    return finish_check(context, std::move(check));
  }

 private:
  std::string kind_;
  std::string file_;
  std::string out_dir_ = ".";
  std::string name_;
  std::string placeholder_;
  std::vector<std::string> defines_;
  std::vector<std::string> include_dirs_;
};

}  // namespace

std::unique_ptr<Verb> make_sdc_import() {
  return std::make_unique<SdcImport>();
}

}  // namespace sealring::cli

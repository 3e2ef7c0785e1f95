// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/commands/all.h"
#include "core/report/json_model.h"

namespace sealring::cli {

namespace {

class ConfigShow final : public Verb {
 public:
  VerbInfo info() const override {
    return {"config",
            "show",
            "every setting with its value and where that came from",
            {"sealring config show", "sealring config show --json"},
            false};
  }

  void declare(Options& options) override { options.flag("--json", &json_, "as JSON"); }

  int run(Context& context) override {
    const std::vector<Setting>& all = context.settings.all();
    if (json_) {
      nlohmann::ordered_json list = nlohmann::ordered_json::array();
      for (const Setting& setting : all) {
        list.push_back(
            {{"key", setting.key}, {"value", setting.value}, {"origin", setting.origin}});
      }
      context.out << core::dump({{"schema", "sealring.config.show/1"}, {"settings", list}});
      return 0;
    }
    std::size_t key_width = 0;
    std::size_t value_width = 0;
    for (const Setting& setting : all) {
      key_width = std::max(key_width, setting.key.size());
      value_width = std::max(value_width, setting.value.size());
    }
    for (const Setting& setting : all) {
      context.out << setting.key << std::string(key_width - setting.key.size() + 2, ' ')
                  << setting.value << std::string(value_width - setting.value.size() + 2, ' ')
                  << setting.origin << "\n";
    }
    return 0;
  }

 private:
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_config_show() {
  return std::make_unique<ConfigShow>();
}

}  // namespace sealring::cli

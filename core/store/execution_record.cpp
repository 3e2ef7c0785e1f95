// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/store/execution_record.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <system_error>
#include <tuple>

#include "core/files/digest.h"

namespace sealring::core {

namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

/// The number of pairs, then each pair in order: neither fields nor lists can flow into each other.
void add_list(Sha256& hash, Pairs pairs) {
  std::sort(pairs.begin(), pairs.end());
  hash.update_field(std::to_string(pairs.size()));
  for (const auto& [name, value] : pairs) {
    hash.update_field(name);
    hash.update_field(value);
  }
}

nlohmann::json as_json(Pairs pairs) {
  std::sort(pairs.begin(), pairs.end());
  nlohmann::json list = nlohmann::json::array();
  for (const auto& [name, value] : pairs) list.push_back({{"name", name}, {"value", value}});
  return list;
}

}  // namespace

std::string content_key(const ExecutionRecord& record) {
  Pairs inputs;
  inputs.reserve(record.inputs.size());
  for (const InputRecord& input : record.inputs) inputs.emplace_back(input.role, input.sha256);
  Sha256 hash;
  hash.update_field("sealring.execution/1");
  hash.update_field(record.verb);
  add_list(hash, std::move(inputs));
  add_list(hash, record.parameters);
  add_list(hash, record.tools);
  return hash.finish_hex();
}

std::string new_execution_id() {
  std::array<unsigned char, 16> bytes{};
  if (::getentropy(bytes.data(), bytes.size()) != 0) {
    throw std::system_error(errno, std::generic_category(), "no random numbers from the system");
  }
  std::string id = "x-";
  for (const unsigned char byte : bytes) id += fmt::format("{:02x}", byte);
  return id;
}

std::string to_json_text(const ExecutionRecord& record) {
  std::vector<InputRecord> inputs = record.inputs;
  std::sort(inputs.begin(), inputs.end(), [](const InputRecord& a, const InputRecord& b) {
    return std::tie(a.role, a.name, a.sha256) < std::tie(b.role, b.name, b.sha256);
  });
  auto counts = record.counts;
  std::sort(counts.begin(), counts.end());
  nlohmann::json json{{"schema", "sealring.execution/1"},
                      {"content_key", content_key(record)},
                      {"verb", record.verb},
                      {"inputs", nlohmann::json::array()},
                      {"parameters", as_json(record.parameters)},
                      {"tools", as_json(record.tools)},
                      {"counts", nlohmann::json::array()}};
  for (const InputRecord& input : inputs) {
    json["inputs"].push_back(
        {{"role", input.role}, {"name", input.name}, {"sha256", input.sha256}});
  }
  for (const auto& [name, count] : counts) {
    json["counts"].push_back({{"name", name}, {"value", count}});
  }
  // File names need not be UTF-8.
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace sealring::core

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "core/process/process.h"

namespace sealring::core {
namespace {

TEST(ProcessThreadsTest, several_threads_run_children_at_once) {
  std::vector<std::thread> threads;
  std::vector<std::string> outputs(8);
  threads.reserve(outputs.size());
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    threads.emplace_back([i, &outputs] {
      for (int round = 0; round < 5; ++round) {
        ProcessSpec spec;
        spec.argv = {"sh", "-c", "cat; echo " + std::to_string(i)};
        spec.standard_input = "from ";
        const Expected<ProcessResult> result = SystemProcessRunner().run(spec);
        if (result) outputs[i] += result->standard_output;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    std::string expected;
    for (int round = 0; round < 5; ++round) expected += "from " + std::to_string(i) + "\n";
    EXPECT_EQ(outputs[i], expected);
  }
}

}  // namespace
}  // namespace sealring::core

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
//
// Runs a fuzz target without libFuzzer: over every file of the folders named, and over a few inputs that readers
// stumble on. A crash or a sanitizer report ends the program; there is nothing else to check.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void run(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::is_directory(folder)) return files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> awkward = {
      "",
      std::string(1, '\0'),
      "\xef\xbb\xbf",
      "\r\n\r\n",
      std::string("\x1f\x8b\x08\x00", 4),
      "\"",
      std::string(4096, '('),
      std::string(4096, '{'),
      "99999999999999999999999999999999999999999",
      "1e-999999999",
      "\xff\xfe\xff\xff",
  };
  for (const std::string& bytes : awkward) run(bytes);
  std::size_t count = 0;
  for (int i = 1; i < argc; ++i) {
    for (const std::filesystem::path& path : files_below(argv[i])) {
      std::ifstream in(path, std::ios::binary);
      const std::string bytes((std::istreambuf_iterator<char>(in)),
                              std::istreambuf_iterator<char>());
      std::printf("%s: %zu bytes\n", path.filename().c_str(), bytes.size());
      std::fflush(stdout);
      run(bytes);
      ++count;
    }
  }
  std::printf("%zu awkward inputs and %zu files: no crash\n", awkward.size(), count);
  return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "core/files/atomic_write.h"
#include "core/files/decompress.h"
#include "core/files/digest.h"
#include "core/files/input.h"
#include "tests/support/scratch.h"

namespace sealring::core {

namespace {

namespace fs = std::filesystem;
using sealring::testing::brief;
using sealring::testing::read_bytes;
using sealring::testing::Scratch;
using State = Decompressed::State;

/// What the named Debian tool makes of `bytes`: an independent compressor.
std::string packed(const std::string& command, const std::string& bytes) {
  const Scratch scratch;
  scratch.write("in", bytes);
  const std::string line =
      command + " < '" + (scratch / "in").string() + "' > '" + (scratch / "out").string() + "'";
  EXPECT_EQ(std::system(line.c_str()), 0) << line;
  return read_bytes(scratch / "out");
}

struct Tool {
  const char* name;
  const char* command;
};
constexpr Tool kTools[] = {{"gzip", "gzip -n -c"}, {"xz", "xz -c"}, {"zstd", "zstd -q -c"}};

std::string some_text(std::size_t size) {
  std::string text;
  for (std::size_t i = 0; text.size() < size; ++i)
    text += "line " + std::to_string(i * 7919 % 10007) + "\n";
  text.resize(size);
  return text;
}

}  // namespace

TEST(Decompress, what_other_tools_packed) {
  // 65536 and its multiples fill the output buffer exactly.
  for (const Tool& tool : kTools) {
    for (const std::size_t size : {0U, 1U, 65535U, 65536U, 65537U, 131072U, 300000U}) {
      const std::string text = some_text(size);
      const Decompressed result = decompress(packed(tool.command, text), 1U << 20U);
      ASSERT_EQ(result.state, State::kUnpacked)
          << tool.name << " " << size << " " << result.problem;
      EXPECT_TRUE(result.bytes == text) << tool.name << " " << size;
    }
  }
}

TEST(Decompress, several_members) {
  for (const Tool& tool : kTools) {
    const std::string a = some_text(65536);
    const std::string b = some_text(100);
    const std::string both = packed(tool.command, a) + packed(tool.command, b);
    const Decompressed result = decompress(both, 1U << 20U);
    ASSERT_EQ(result.state, State::kUnpacked) << tool.name;
    EXPECT_TRUE(result.bytes == a + b) << tool.name;
  }
}

TEST(Decompress, every_cut_and_every_tail_is_damage) {
  for (const Tool& tool : kTools) {
    const std::string whole = packed(tool.command, some_text(3000));
    for (std::size_t i = 6; i < whole.size(); ++i) {
      const Decompressed cut = decompress(whole.substr(0, i), 1U << 20U);
      ASSERT_EQ(cut.state, State::kDamaged)
          << tool.name << " cut at " << i << " of " << whole.size();
      EXPECT_FALSE(cut.problem.empty());
    }
    EXPECT_EQ(decompress(whole + "tail", 1U << 20U).state, State::kDamaged) << tool.name;
  }
}

TEST(Decompress, bombs_stop_at_the_limit) {
  const std::string zeros(8U << 20U, '\0');
  for (const Tool& tool : kTools) {
    const std::string small = packed(tool.command, zeros);
    EXPECT_LT(small.size(), 10000U) << tool.name;
    EXPECT_EQ(decompress(small, (8U << 20U) - 1).state, State::kTooLarge) << tool.name;
    EXPECT_EQ(decompress(small, 8U << 20U).state, State::kUnpacked) << tool.name;
    EXPECT_EQ(decompress(small, 0).state, State::kTooLarge) << tool.name;
  }
}

TEST(Decompress, anything_else_is_plain) {
  for (const char* text : {"", "a", "\x1f", "module top;", "PK\x03\x04"}) {
    EXPECT_EQ(decompress(text, 10).state, State::kPlain);
  }
}

TEST(Digest, fips_180_vectors) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  Sha256 million;
  for (int i = 0; i < 1000; ++i) million.update(std::string(1000, 'a'));
  EXPECT_EQ(million.finish_hex(),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Digest, borders_of_fields_count) {
  const auto digest = [](std::string_view a, std::string_view b) {
    Sha256 hash;
    hash.update_field(a);
    hash.update_field(b);
    return hash.finish_hex();
  };
  EXPECT_NE(digest("ab", "c"), digest("a", "bc"));
  EXPECT_EQ(digest("a", ""), sha256_hex(std::string("\1\0\0\0\0\0\0\0a\0\0\0\0\0\0\0\0", 17)));
}

TEST(InputReader, reads_and_names_relative_to_the_root) {
  const Scratch scratch;
  const fs::path file = scratch.write("sub/t.yaml", "a: 1\n");
  const InputReader reader(scratch.path());
  CollectingSink sink;
  const auto input = reader.read(file, 100, sink);
  ASSERT_TRUE(input);
  EXPECT_EQ(input->name, "sub/t.yaml");
  EXPECT_EQ(input->text, "a: 1\n");
  EXPECT_EQ(input->sha256, sha256_hex("a: 1\n"));
  EXPECT_EQ(reader.shown(scratch / "sub/../x"), "x");
  EXPECT_EQ(reader.shown("-"), "<stdin>");
}

TEST(InputReader, digest_is_of_the_bytes_on_disk) {
  const Scratch scratch;
  const std::string bytes = packed("gzip -n -c", "a: 1\n");
  const fs::path file = scratch.write("t.yaml.gz", bytes);
  CollectingSink sink;
  const auto input = InputReader(scratch.path()).read(file, 100, sink);
  ASSERT_TRUE(input);
  EXPECT_EQ(input->text, "a: 1\n");
  EXPECT_EQ(input->sha256, sha256_hex(bytes));
}

TEST(InputReader, whatever_cannot_be_read_is_a_finding) {
  const Scratch scratch;
  scratch.write("serdes0.csv", "a\n");
  scratch.write("empty.csv", "");
  scratch.write("large.csv", "12345678901");
  scratch.write("cut.gz", packed("gzip -n -c", some_text(100)).substr(0, 40));
  scratch.write("nothing.gz", packed("gzip -n -c", ""));
  scratch.write("bomb.gz", packed("gzip -n -c", std::string(1000, 'x')));
  fs::create_directory(scratch / "folder");
  fs::create_symlink("loop", scratch / "loop");
  const InputReader reader(scratch.path());
  CollectingSink sink;
  for (const char* name : {"serdes.csv", "no/such.csv", "serdes0.csv/x", "empty.csv", "large.csv",
                           "cut.gz", "nothing.gz", "folder", "loop"}) {
    EXPECT_FALSE(
        reader.read(scratch / name, std::string_view(name) == "large.csv" ? 10 : 100, sink))
        << name;
  }
  EXPECT_FALSE(reader.read(scratch / "bomb.gz", 999, sink));
  EXPECT_TRUE(reader.read(scratch / "large.csv", 11, sink));
  EXPECT_EQ(brief(sink.findings),
            "IO-0001 serdes.csv cannot find 'serdes.csv', did you mean 'serdes0.csv'?\n"
            "IO-0001 no/such.csv cannot find 'no/such.csv'; the folder does not exist\n"
            "IO-0001 serdes0.csv/x cannot find 'serdes0.csv/x'; the folder does not exist\n"
            "IO-0003 empty.csv 'empty.csv' is empty\n"
            "IO-0004 large.csv 'large.csv' is larger than the limit of 10 bytes for its kind\n"
            "IO-0005 cut.gz 'cut.gz' does not unpack: gzip data is damaged or cut off after " +
                sink.findings[5].message.substr(sink.findings[5].message.find("after ") + 6) +
                "\nIO-0003 nothing.gz 'nothing.gz' unpacks to nothing\n"
                "IO-0002 folder 'folder' is a folder; name a file in it\n"
                "IO-0002 loop cannot read 'loop': Too many levels of symbolic links\n"
                "IO-0004 bomb.gz 'bomb.gz' is larger than the limit of 999 bytes for its kind\n");
  for (const Finding& finding : sink.findings) EXPECT_EQ(finding.kind, FindingClass::kInput);
}

TEST(InputReader, trouble_is_placed_where_the_file_is_named) {
  const Scratch scratch;
  CollectingSink sink;
  InputReader(scratch.path()).read(scratch / "x.csv", 10, sink, {"soc.yaml", 4, 9, 14});
  ASSERT_EQ(sink.findings.size(), 1U);
  EXPECT_EQ(to_string(sink.findings[0].location), "soc.yaml:4:9");
}

TEST(InputReader, pipes_are_read_to_the_limit) {
  std::signal(SIGPIPE, SIG_IGN);  // the reader stops before the writer is done
  const Scratch scratch;
  const fs::path pipe = scratch / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::uint64_t limit : {200'000U, 150'000U}) {
    std::thread writer([&] { std::ofstream(pipe) << some_text(200'000); });
    CollectingSink sink;
    const auto input = InputReader(scratch.path()).read(pipe, limit, sink);
    writer.join();
    EXPECT_EQ(input.has_value(), limit == 200'000U);
    if (input) {
      EXPECT_TRUE(input->text == some_text(200'000));
    } else {
      EXPECT_EQ(sink.findings.at(0).code->id, "IO-0004");
    }
  }
}

TEST(WriteAtomically, replaces_and_keeps_the_mode) {
  const Scratch scratch;
  const fs::path file = scratch.write("out.sdc", "old");
  fs::permissions(file, fs::perms(0640));
  ASSERT_TRUE(write_atomically(file, "new"));
  EXPECT_EQ(read_bytes(file), "new");
  EXPECT_EQ(fs::status(file).permissions(), fs::perms(0640));
  ASSERT_TRUE(write_atomically(scratch / "fresh", std::string(1U << 20U, 'x')));
  EXPECT_EQ(fs::file_size(scratch / "fresh"), 1U << 20U);
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), {}), 2) << "no temporary file";
}

TEST(WriteAtomically, follows_a_link) {
  const Scratch scratch;
  scratch.write("real", "old");
  fs::create_symlink("real", scratch / "link");
  ASSERT_TRUE(write_atomically(scratch / "link", "new"));
  EXPECT_TRUE(fs::is_symlink(scratch / "link"));
  EXPECT_EQ(read_bytes(scratch / "real"), "new");
}

TEST(WriteAtomically, devices_are_written_to_not_replaced) {
  ASSERT_TRUE(write_atomically("/dev/null", "x"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const auto full = write_atomically("/dev/full", "x");
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().code, "IO-0008");
  EXPECT_EQ(full.error().message,
            "cannot write '/dev/full': No space left on device; free some space and run again");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(WriteAtomically, failure_leaves_everything_as_it_was) {
  const Scratch scratch;
  scratch.write("file", "old");
  fs::create_directory(scratch / "folder");
  const auto missing = write_atomically(scratch / "no/such", "x");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("create the folder first; nothing was changed"),
            std::string::npos);
  EXPECT_FALSE(write_atomically(scratch / "file/x", "x"));
  EXPECT_FALSE(write_atomically(scratch / "folder", "x"));
  EXPECT_FALSE(write_atomically(scratch / std::string(300, 'n'), "x"));
  EXPECT_EQ(read_bytes(scratch / "file"), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), {}), 2);
}

/// A disk of 64 KiB where the rights to mount one are given; elsewhere a file size limit in a child has the same effect.
TEST(WriteAtomically, full_disk) {
  const Scratch scratch;
  const fs::path disk = scratch / "disk";
  fs::create_directory(disk);
  std::ofstream(disk / "not-mounted");
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=64k") == 0) {
    std::ofstream(disk / "out") << "old";
    const auto result = write_atomically(disk / "out", std::string(1U << 20U, 'x'));
    EXPECT_EQ(read_bytes(disk / "out"), "old");
    const auto files = std::distance(fs::directory_iterator(disk), {});
    ::umount(disk.c_str());
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find("No space left on device"), std::string::npos);
    EXPECT_EQ(files, 1) << "the temporary file is gone";
    return;
  }
  std::ofstream(disk / "out") << "old";
  const auto child = [&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit limit{65536, 65536};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::exit(write_atomically(disk / "out", std::string(1U << 20U, 'x')) ? 1 : 0);
  };
  EXPECT_EXIT(child(), ::testing::ExitedWithCode(0), "");
  EXPECT_EQ(read_bytes(disk / "out"), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(disk), {}), 2);
}

}  // namespace sealring::core

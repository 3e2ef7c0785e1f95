// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/keys.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

#include "core/codes.h"
#include "core/files/atomic_write.h"
#include "manifest/codes.h"
#include "manifest/formats/base64.h"
#include "manifest/runner/records.h"
#include "manifest/signing/crypto.h"
#include "manifest/signing/dsse.h"
#include "manifest/signing/statement.h"
#include "manifest/trust.h"

namespace sealring::manifest {

namespace {

/// Creates `file` anew with `mode`; false with errno set when it exists or cannot be written whole.
bool create_new(const std::filesystem::path& file, mode_t mode, std::string_view bytes) {
  const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  if (fd < 0) return false;
  bool good = ::fchmod(fd, mode) == 0;
  while (good && !bytes.empty()) {
    const ssize_t done = ::write(fd, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    good = done >= 0;
    if (good) bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  good = good && ::fsync(fd) == 0;
  const int error = errno;
  ::close(fd);
  if (!good) ::unlink(file.c_str());
  errno = error;
  return good;
}

void report_not_created(const std::filesystem::path& file, core::Sink& sink) {
  const int error = errno;
  if (error == EEXIST) {
    sink.report(core::make_finding(codes::kKeyExists,
                                   "'" + file.string() + "' exists already; choose another name")
                    .on(file.string(), "key"));
    return;
  }
  sink.report(core::make_finding(core::codes::kCannotWrite, "cannot write '" + file.string() +
                                                                "': " + std::strerror(error) +
                                                                "; no key was made")
                  .on(file.string(), "key"));
}

std::optional<SigningKey> unusable(const std::filesystem::path& file, const std::string& what,
                                   core::Sink& sink) {
  sink.report(core::make_finding(codes::kKeyUnusable, "key '" + file.string() + "' " + what)
                  .on(file.string(), "key"));
  return {};
}

std::string read_descriptor(int fd) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
    if (text.size() > 65536) return text;
  }
}

}  // namespace

std::optional<KeyPair> generate_key(const std::filesystem::path& private_file,
                                    const std::string& passphrase, core::Sink& sink) {
  KeyPair pair;
  pair.private_file = private_file;
  pair.public_file = private_file.string() + ".pub";
  core::Expected<SigningKey> key = SigningKey::generate();
  if (!key) {
    sink.report(core::make_finding(codes::kKeyUnusable, key.error().message));
    return {};
  }
  const std::string raw = key->public_key();
  pair.public_key = base64_encode(raw);
  pair.key_id = key_id(raw);
  // The public half goes first: when it exists already nothing was touched, and a private key is never left alone.
  if (!create_new(pair.public_file, 0644, public_key_pem(raw))) {
    report_not_created(pair.public_file, sink);
    return {};
  }
  if (!create_new(private_file, 0600, key->to_pem(passphrase))) {
    report_not_created(private_file, sink);
    ::unlink(pair.public_file.c_str());
    return {};
  }
  return pair;
}

std::optional<SigningKey> load_key(const std::filesystem::path& file, const std::string& passphrase,
                                   core::Sink& sink) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return unusable(file, std::string("cannot be opened: ") + std::strerror(errno), sink);
  struct stat status{};
  const bool known = ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
  const std::string pem = known ? read_descriptor(fd) : std::string();
  ::close(fd);
  if (!known) return unusable(file, "is not a file", sink);
  if ((status.st_mode & 077U) != 0) {
    std::array<char, 8> mode{};
    std::snprintf(mode.data(), mode.size(), "%04o", status.st_mode & 07777U);
    return unusable(
        file, "can be read by others (mode " + std::string(mode.data()) + "); make it 0600", sink);
  }
  core::Expected<SigningKey> key = SigningKey::from_pem(pem, passphrase);
  if (!key) return unusable(file, "cannot be used: " + key.error().message, sink);
  return std::move(*key);
}

std::optional<std::string> add_key_event(const KeyEvent& event, const std::filesystem::path& signer,
                                         const std::string& passphrase, const Trust& trust,
                                         const std::filesystem::path& events, core::Sink& sink) {
  const std::optional<SigningKey> key = load_key(signer, passphrase, sink);
  if (!key) return {};
  std::string line = sign_key_event(event, *key);
  Trust after = trust;
  if (!apply_key_event(line, "the event", after, sink)) return {};
  std::ifstream old(events, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(old), {}};
  if (!text.empty() && text.back() != '\n') text += '\n';
  const core::Expected<void> done = core::write_atomically(events, text + line + "\n");
  if (done) return line;
  report_failure(done.error(), sink);
  return {};
}

std::string sign_key_event(const KeyEvent& event, const SigningKey& signer) {
  Json predicate =
      Json::object({{"event", event.kind == KeyEvent::Kind::kRevoke ? "revoke" : "rotate"},
                    {"key", event.id},
                    {"position", Json::integer(static_cast<std::int64_t>(event.position))}});
  if (event.kind == KeyEvent::Kind::kRotate) {
    predicate.set("new_key", event.new_id);
    predicate.set("new_public_key", event.new_public_key);
  }
  Statement statement;
  statement.subjects.push_back({"key:" + event.id, hex_encode(sha256_raw(event.id))});
  statement.predicate_type = kKeyEventPredicate;
  statement.predicate = std::move(predicate);
  return sign_envelope(kInTotoPayloadType, statement_text(statement), signer);
}

}  // namespace sealring::manifest

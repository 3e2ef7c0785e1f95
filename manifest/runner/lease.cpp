// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/runner/lease.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <thread>

#include "core/diagnostics/sink.h"
#include "manifest/formats/json.h"
#include "manifest/store/files.h"

namespace sealring::manifest {

namespace {

std::uint64_t boot_ms() {
  struct timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000U +
         static_cast<std::uint64_t>(now.tv_nsec) / 1000000U;
}

std::string slurp(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "?";
}

Json whole(std::uint64_t value) {
  return Json::integer(static_cast<std::int64_t>(value));
}

std::uint64_t number_at(const Json& json, std::string_view key) {
  const Json* value = json.find(key);
  return static_cast<std::uint64_t>(value != nullptr ? value->as_integer().value_or(0) : 0);
}

/// Age of `file` by the clock of its file system: compared with a file written there now.
std::uint64_t age_on_disk_ms(const std::filesystem::path& file) {
  struct stat old{};
  struct stat fresh{};
  std::string name = file.string() + ".now.XXXXXX";
  const Descriptor probe(::mkstemp(name.data()));
  const bool known = ::stat(file.c_str(), &old) == 0 && probe && ::fstat(probe.get(), &fresh) == 0;
  if (probe) ::unlink(name.c_str());
  if (!known) return 0;
  const auto ms = [](const struct timespec& t) { return t.tv_sec * 1000 + t.tv_nsec / 1000000; };
  const auto age = ms(fresh.st_mtim) - ms(old.st_mtim);
  return age > 0 ? static_cast<std::uint64_t>(age) : 0;
}

}  // namespace

std::uint64_t process_start(pid_t pid) {
  const std::string text = slurp("/proc/" + std::to_string(pid) + "/stat");
  std::size_t at = text.rfind(')');
  if (pid <= 0 || at == std::string::npos) return 0;
  if (text.size() > at + 2 && text[at + 2] == 'Z') return 0;  // ended, only not yet collected
  for (int field = 2; field < 22 && at != std::string::npos; ++field) at = text.find(' ', at + 1);
  return at == std::string::npos ? 0 : std::strtoull(text.c_str() + at + 1, nullptr, 10);
}

Lease own_lease(std::uint64_t epoch) {
  Lease lease;
  lease.epoch = epoch;
  lease.host = host_name();
  lease.boot = slurp("/proc/sys/kernel/random/boot_id").substr(0, 36);
  lease.runner = ::getpid();
  lease.runner_start = process_start(lease.runner);
  renew(lease);
  return lease;
}

void renew(Lease& lease) {
  lease.renewed_ms = boot_ms();
}

bool write_lease(const std::filesystem::path& file, const Lease& lease) {
  const std::string text =
      canonical(Json::object({{"epoch", whole(lease.epoch)},
                              {"host", lease.host},
                              {"boot", lease.boot},
                              {"runner", whole(static_cast<std::uint64_t>(lease.runner))},
                              {"runner_start", whole(lease.runner_start)},
                              {"supervisor", whole(static_cast<std::uint64_t>(lease.supervisor))},
                              {"supervisor_start", whole(lease.supervisor_start)},
                              {"renewed_ms", whole(lease.renewed_ms)}}));
  const std::string temporary = file.string() + ".new";
  {
    std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
    if (!(out << text) || !out.flush()) return false;
  }
  return ::rename(temporary.c_str(), file.c_str()) == 0;
}

std::optional<Lease> read_lease(const std::filesystem::path& file) {
  core::CollectingSink quiet;
  const std::optional<Json> json = parse_json(slurp(file), "lease", quiet);
  if (!json || !json->is(Json::Kind::kObject)) return {};
  Lease lease;
  lease.epoch = number_at(*json, "epoch");
  lease.host = json->text_at({"host"});
  lease.boot = json->text_at({"boot"});
  lease.runner = static_cast<pid_t>(number_at(*json, "runner"));
  lease.runner_start = number_at(*json, "runner_start");
  lease.supervisor = static_cast<pid_t>(number_at(*json, "supervisor"));
  lease.supervisor_start = number_at(*json, "supervisor_start");
  lease.renewed_ms = number_at(*json, "renewed_ms");
  return lease;
}

Contact probe(const std::filesystem::path& file, const Lease& lease,
              std::chrono::milliseconds life) {
  const auto limit = static_cast<std::uint64_t>(life.count());
  const Lease here = own_lease(0);
  if (lease.host != here.host) {
    return age_on_disk_ms(file) < limit ? Contact::kElsewhere : Contact::kUnresponsive;
  }
  if (lease.boot != here.boot) return Contact::kGone;
  const std::uint64_t start = process_start(lease.runner);
  if (start == 0 || start != lease.runner_start) return Contact::kGone;
  const std::uint64_t now = boot_ms();
  return now - lease.renewed_ms < limit ? Contact::kAlive : Contact::kUnresponsive;
}

bool end_runner(const Lease& lease, std::chrono::milliseconds patience) {
  const Lease here = own_lease(0);
  if (lease.host != here.host) return false;
  if (lease.boot != here.boot || lease.runner <= 0) return true;
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (;;) {
    const std::uint64_t start = process_start(lease.runner);
    if (start == 0 || start != lease.runner_start) return true;
    ::kill(lease.runner, SIGKILL);
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

bool end_supervisor(const Lease& lease, std::chrono::milliseconds patience) {
  const Lease here = own_lease(0);
  if (lease.host != here.host) return false;
  if (lease.boot != here.boot || lease.supervisor <= 0) return true;
  const auto exists = [&] {
    const std::uint64_t start = process_start(lease.supervisor);
    return start != 0 && start == lease.supervisor_start;
  };
  const auto deadline = std::chrono::steady_clock::now() + patience;
  // Asked to stop, it ends everything the command left; killed, at least the command itself dies with it.
  const auto soft = std::chrono::steady_clock::now() + patience / 2;
  if (exists()) ::kill(lease.supervisor, SIGCONT);
  while (exists()) {
    const auto now = std::chrono::steady_clock::now();
    ::kill(lease.supervisor, now < soft ? SIGTERM : SIGKILL);
    if (now > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace sealring::manifest

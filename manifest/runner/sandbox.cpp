// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/runner/sandbox.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace sealring::manifest {

namespace {

// Landlock rights by the version of its interface that brought them (linux/landlock.h); older headers lack the last.
constexpr std::uint64_t kExecute = 1U << 0U;
constexpr std::uint64_t kWriteFile = 1U << 1U;
constexpr std::uint64_t kReadFile = 1U << 2U;
constexpr std::uint64_t kReadFolder = 1U << 3U;
constexpr std::uint64_t kAllOfVersion1 = (1U << 13U) - 1U;
constexpr std::uint64_t kRefer = 1U << 13U;        // version 2
constexpr std::uint64_t kTruncate = 1U << 14U;     // version 3
constexpr std::uint64_t kDeviceIoctl = 1U << 15U;  // version 5
constexpr std::uint64_t kScopeSignal = 1U << 1U;   // version 6
constexpr std::uint64_t kReading = kExecute | kReadFile | kReadFolder;
constexpr std::uint64_t kOfFiles = kExecute | kWriteFile | kReadFile | kTruncate | kDeviceIoctl;

/// The attribute of version 6; a kernel of an older version is given its beginning.
struct RulesetAttribute {
  std::uint64_t files = 0;
  std::uint64_t network = 0;
  std::uint64_t scoped = 0;
};

long landlock_version() {
  return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

std::uint64_t handled_rights(long version) {
  std::uint64_t rights = kAllOfVersion1;
  if (version >= 2) rights |= kRefer;
  if (version >= 3) rights |= kTruncate;
  if (version >= 5) rights |= kDeviceIoctl;
  return rights;
}

bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

class Rules {
 public:
  Rules(int rules, std::uint64_t handled, const std::vector<std::filesystem::path>& closed)
      : rules_(rules), handled_(handled) {
    for (const std::filesystem::path& path : closed) {
      std::error_code error;
      const std::filesystem::path real = std::filesystem::weakly_canonical(path, error);
      closed_.push_back(error ? path : real);
    }
  }

  /// Allows `rights` on `path` and, for a folder, below it.
  bool allow(const std::filesystem::path& path, std::uint64_t rights) const {
    const Descriptor at(::open(path.c_str(), O_PATH | O_CLOEXEC));
    struct stat status{};
    if (!at || ::fstat(at.get(), &status) != 0) return false;
    if (!S_ISDIR(status.st_mode)) rights &= kOfFiles;
    struct landlock_path_beneath_attr attribute{};
    attribute.allowed_access = rights & handled_;
    attribute.parent_fd = at.get();
    return ::syscall(SYS_landlock_add_rule, rules_, LANDLOCK_RULE_PATH_BENEATH, &attribute, 0) == 0;
  }

  /// Allows reading everything below `folder` except what is closed: rules only add rights, so the folders above a
  /// closed path are opened child by child.
  void allow_reading(const std::filesystem::path& folder) const {
    const auto holds_closed = [&](const std::filesystem::path& path) {
      return std::any_of(closed_.begin(), closed_.end(),
                         [&](const auto& closed) { return is_within(closed, path); });
    };
    if (!holds_closed(folder)) {
      allow(folder, kReading);
      return;
    }
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
      if (std::find(closed_.begin(), closed_.end(), entry.path()) != closed_.end()) continue;
      if (!entry.is_symlink(error)) allow_reading(entry.path());
    }
  }

 private:
  int rules_;
  std::uint64_t handled_;
  std::vector<std::filesystem::path> closed_;
};

/// The rules of the plan under this version of Landlock; an empty descriptor with `problem` set when they cannot be made.
Descriptor landlock_rules(const SandboxPlan& plan, long version, std::string& problem) {
  RulesetAttribute attribute;
  attribute.files = handled_rights(version);
  std::size_t size = sizeof(attribute.files);
  if (version >= 6) {
    attribute.scoped = kScopeSignal;
    size = sizeof(attribute);
  }
  Descriptor rules(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attribute, size, 0)));
  if (!rules) {
    problem = "the kernel refuses Landlock rules";
    return {};
  }
  const Rules made(rules.get(), attribute.files, plan.protected_);
  made.allow_reading("/");
  made.allow("/", kReadFolder);  // names may be listed; content is another right
  for (const char* device :
       {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"}) {
    made.allow(device, kReadFile | kWriteFile | kTruncate);
  }
  for (const std::filesystem::path& folder : plan.writable) {
    if (made.allow(folder, attribute.files)) continue;
    problem = "folder '" + folder.filename().string() +
              "', which the command may write to, cannot be opened";
    return {};
  }
  return rules;
}

/// Whether `user` can walk to `folder`: every folder above it lets others pass.
bool reachable(const std::filesystem::path& folder) {
  for (std::filesystem::path at = folder.parent_path();; at = at.parent_path()) {
    struct stat status{};
    if (::stat(at.c_str(), &status) != 0 || (status.st_mode & S_IXOTH) == 0) return false;
    if (at == at.parent_path()) return true;
  }
}

/// A user id that owns nothing else: high, and different for each run.
uid_t fresh_user() {
  std::array<unsigned char, 2> random{};
  if (::getentropy(random.data(), random.size()) != 0) return 65534;
  return 0x40000000U + random[0] * 256U + random[1];
}

/// Whether this process may become `user` (a container may map few ids).
bool can_become(uid_t user) {
  const Descriptor probe(::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  return probe && ::fchown(probe.get(), user, user) == 0;
}

}  // namespace

std::optional<Sandbox> Sandbox::prepare(const SandboxPlan& plan, std::string& problem) {
  Sandbox sandbox;
  sandbox.disabled_ = plan.disabled;
  if (plan.disabled) return sandbox;
  const bool can_walk = std::all_of(plan.writable.begin(), plan.writable.end(), reachable);
  if (::geteuid() == 0 && can_walk) {
    for (const uid_t user : {fresh_user(), uid_t{65534}}) {
      if (!sandbox.user_ && can_become(user)) sandbox.user_ = user;
    }
  }
  const long version = landlock_version();
  if (version >= 1) {
    sandbox.rules_ = landlock_rules(plan, version, problem);
    if (!sandbox.rules_) return {};  // never less than the kernel can do
  }
  if (sandbox.user_ || sandbox.rules_) return sandbox;
  problem = "neither another user id nor Landlock is available";
  return {};
}

std::string Sandbox::name() const {
  if (disabled_) return "none";
  std::string name = user_ ? "uid" : "";
  if (rules_) name += user_ ? "+landlock" : "landlock";
  return name;
}

bool Sandbox::enter() const {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  if (user_ && (::setgroups(0, nullptr) != 0 || ::setresgid(*user_, *user_, *user_) != 0 ||
                ::setresuid(*user_, *user_, *user_) != 0)) {
    return false;
  }
  return !rules_ || ::syscall(SYS_landlock_restrict_self, rules_.get(), 0) == 0;
}

}  // namespace sealring::manifest

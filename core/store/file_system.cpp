// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "core/store/file_system.h"

#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <system_error>

namespace sealring::core {

namespace {

// statfs(2) and linux/magic.h; the last three are out of the kernel tree and documented by their vendors.
constexpr std::array<std::uint32_t, 17> kNetworkTypes{
    0x00006969,  // NFS
    0x0000517B,  // SMB
    0xFF534D42,  // CIFS
    0xFE534D42,  // SMB2
    0x0000564C,  // NCP
    0x73757245,  // Coda
    0x5346414F,  // AFS
    0x6B414653,  // kAFS
    0x00C36400,  // Ceph
    0x01161970,  // GFS2
    0x7461636F,  // OCFS2
    0x01021997,  // 9p
    0x65735546,  // FUSE: sshfs, virtiofs and many others
    0x0BD00BD0,  // Lustre
    0x47504653,  // GPFS
    0x19830326,  // BeeGFS
    0xAAD7AAEA,  // PanFS
};

}  // namespace

bool is_network_type(std::uint32_t type) {
  return std::find(kNetworkTypes.begin(), kNetworkTypes.end(), type) != kNetworkTypes.end();
}

bool on_network_file_system(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::path place = std::filesystem::absolute(path, error);
  struct statfs status{};
  while (::statfs(place.c_str(), &status) != 0) {
    if (!place.has_relative_path()) return false;
    place = place.parent_path();
  }
  return is_network_type(static_cast<std::uint32_t>(status.f_type));
}

}  // namespace sealring::core

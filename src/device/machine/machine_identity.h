// Text that identifies the machine. It is the same in each process and after each start of the system. On another
// machine it differs, if the systems have ids.
//
// Thread-safety: no shared state.
#pragma once

#include <filesystem>
#include <string>

namespace lanewise::device {

/// Returns the machine id of systemd or D-Bus, if the system has one. Otherwise, for example in containers, returns the
/// machine's names from the firmware; empty if there are none. Reads files below `root`.
std::string read_machine_identity(const std::filesystem::path& root = "/");

}  // namespace lanewise::device

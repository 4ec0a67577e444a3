// Text that identifies the machine. The text is the same in each process and after each start of the system. Another
// machine has another text, provided that both systems have ids.
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

// Small text files of the kernel (sysfs, procfs, cgroupfs), read in one go.
// Thread-safety: free of state.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace lanewise::device {

/// The first 64 KiB of the file, or nothing when it cannot be read.
std::optional<std::string> read_text_file(const std::filesystem::path& path);

/// The decimal number that the file starts with; nothing for a missing file or other text ("max").
std::optional<std::uint64_t> read_number_file(const std::filesystem::path& path);

}  // namespace lanewise::device

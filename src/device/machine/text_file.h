// Reads small text files of the operating system (sysfs, procfs, cgroupfs), each as a whole. Thread-safety: no shared
// state.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace lanewise::device {

/// Returns the first 64 KiB of the file, or nothing if the file cannot be read.
std::optional<std::string> read_text_file(const std::filesystem::path& path);

/// Returns the decimal number with which the file begins; returns nothing if the file is missing or begins with other
/// text ("max").
std::optional<std::uint64_t> read_number_file(const std::filesystem::path& path);

}  // namespace lanewise::device

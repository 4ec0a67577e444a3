// Tells perf the names of kernels. perf reads /tmp/perf-<pid>.map to name addresses that do not belong to a mapped
// file. Thread-safe.
#pragma once

#include <cstddef>
#include <string>

namespace lanewise::device {

/// Adds a line for the code at [base, base + bytes). Writes the line only if the file belongs to the user alone, since
/// any user may create a file or link of that name in /tmp.
void name_for_perf(const std::byte* base, std::size_t bytes, const std::string& name) noexcept;

}  // namespace lanewise::device

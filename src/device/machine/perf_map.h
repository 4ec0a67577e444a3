// Tells perf the names of kernels: perf reads /tmp/perf-<pid>.map when it meets an address that no mapped file
// explains. Thread-safe.
#pragma once

#include <cstddef>
#include <string>

namespace lanewise::device {

/// Adds one line for the code [base, base + bytes). Writes nothing unless the file is the user's own: anybody may
/// put a link of that name into /tmp.
void name_for_perf(const std::byte* base, std::size_t bytes, const std::string& name) noexcept;

}  // namespace lanewise::device

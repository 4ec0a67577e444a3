// Rejects bitcode with attributes at impossible parameters. LLVM's reader allocates memory by the number of the
// parameter that an attribute stands at, so one wrong bit makes it allocate 32 GB. Thread-safe.
#pragma once

#include <cstdint>
#include <span>

namespace lanewise::compiler {

/// False if attributes of `bitcode` stand at parameters that no function has. Unreadable bitcode counts as possible.
bool has_possible_attribute_places(std::span<const std::uint8_t> bitcode);

}  // namespace lanewise::compiler

// Rejects bitcode with attributes at impossible parameters. LLVM's reader allocates memory in proportion to the number
// of the parameter that has an attribute, so one wrong bit makes it allocate 32 GB. Thread-safe.
#pragma once

#include <cstdint>
#include <span>

namespace lanewise::compiler {

/// False if `bitcode` has attributes of parameters that no function has. True for unreadable bitcode, which LLVM's
/// reader rejects.
bool has_possible_attribute_places(std::span<const std::uint8_t> bitcode);

}  // namespace lanewise::compiler

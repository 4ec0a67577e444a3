// Rejects bitcode that gives attributes to parameters with impossible indices. LLVM's reader allocates memory in
// proportion to the index of a parameter that has an attribute. A single wrong bit in this index can make the reader
// allocate 32 GB. Thread-safe.
#pragma once

#include <cstdint>
#include <span>

namespace lanewise::compiler {

/// False if `bitcode` gives attributes to a parameter with an index that no function's parameter has. True for
/// unreadable bitcode, which LLVM's reader rejects.
bool has_possible_attribute_places(std::span<const std::uint8_t> bitcode);

}  // namespace lanewise::compiler

// LLVM's reader of bitcode takes memory by the number of the parameter that an attribute stands at: one wrong bit, and
// it takes 32 GB. Thread-safe.
#pragma once

#include <cstdint>
#include <span>

namespace lanewise::compiler {

/// False where attributes of `bitcode` stand at parameters that no function has. What cannot be read says nothing.
bool has_possible_attribute_places(std::span<const std::uint8_t> bitcode);

}  // namespace lanewise::compiler

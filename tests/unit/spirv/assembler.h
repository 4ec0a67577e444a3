// Assembles SPIR-V from text in the syntax of spirv-as, with the operand tables of the driver. Tests therefore need no
// installed spirv-as, and may use instructions that an installed spirv-as does not know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lanewise::test {

/// Returns the module. If the text is wrong, throws std::runtime_error with the line. Each line contains one
/// instruction; `;` begins a comment; ids have the form `%name`. A literal number has the width of the result type of
/// its instruction.
std::vector<std::byte> assemble(std::string_view text, std::uint32_t version = 0x00010400);

}  // namespace lanewise::test

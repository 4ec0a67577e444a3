// The functions that compiled kernels may call by name: libm, memory functions, and the support functions that X86 code
// generation uses (128-bit division, half conversions). Kernels call all other functions through abi::RuntimeFunctions.
// docs/ir.md lists these functions as part of the IR contract. Thread-safety: constant data.
#pragma once

#include <string_view>

namespace lanewise::device {

/// Returns the address of the function with this name; nullptr if the name is not in the table.
const void* find_import(std::string_view symbol);

}  // namespace lanewise::device

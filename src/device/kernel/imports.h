// The functions that compiled kernels may call by name: libm, memory functions, and the helpers
// that X86 code generation falls back on (128-bit division, half conversions). Everything else a
// kernel calls comes through abi::RuntimeFunctions. docs/ir.md names the table as part of the IR
// contract. Thread-safety: constant data.
#pragma once

#include <string_view>

namespace lanewise::device {

/// Address of an importable function, or nullptr for a name that is not in the table.
const void* find_import(std::string_view symbol);

}  // namespace lanewise::device

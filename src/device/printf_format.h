// The text of one printf call of a kernel (OpenCL C 3.0, section 6.15.14).
// Thread-safety: free of state.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace lanewise::device {

/// Appends the text of one call to `out`; the layout of `arguments` is that of
/// abi::RuntimeFunctions::printf. False, with `out` as it was, for a format that is not OpenCL C's
/// or asks for more arguments than there are.
bool format_printf(std::string& out, const char* format, std::span<const std::byte> arguments);

}  // namespace lanewise::device

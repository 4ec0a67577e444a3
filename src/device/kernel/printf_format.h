// The text of one printf call of a kernel (OpenCL C 3.0, section 6.15.14).
// Thread-safety: free of state.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace lanewise::device {

/// Appends the text of one call to `out`; the layout of `arguments` is that of abi::RuntimeFunctions::printf. A part of
/// the format that is no conversion, or has no argument left, is printed as it stands; then the result is false.
bool format_printf(std::string& out, const char* format, std::span<const std::byte> arguments);

}  // namespace lanewise::device

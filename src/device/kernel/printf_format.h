// Formats one printf call of a kernel (OpenCL C 3.0, section 6.15.14). Thread-safety: no shared state.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace lanewise::device {

/// Appends the text of one call to `out`. `arguments` has the layout of abi::RuntimeFunctions::printf. Returns false if
/// a conversion is invalid or has no argument left; the text of this conversion is then appended unchanged.
bool format_printf(std::string& out, const char* format, std::span<const std::byte> arguments);

}  // namespace lanewise::device

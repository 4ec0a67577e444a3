// Reads strings at addresses that a kernel passes to printf. The addresses may be invalid. Thread-safety: any number of
// threads may call every function.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace lanewise::device {

/// Returns the string up to its terminating 0, or its first `most` characters; returns nothing if the memory cannot be
/// read.
std::optional<std::string> readable_text(const char* text, std::size_t most);

}  // namespace lanewise::device

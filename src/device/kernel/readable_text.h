// Reads texts at addresses that a kernel passes to printf, which may be invalid. Thread-safety: any number of threads
// may call every function.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace lanewise::device {

/// Returns the text up to its terminating 0, or its first `most` characters; nothing if its memory cannot be read.
std::optional<std::string> readable_text(const char* text, std::size_t most);

}  // namespace lanewise::device

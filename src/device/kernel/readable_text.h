// Reads texts whose addresses a kernel gives to printf: such an address may be any number.
// Thread-safety: every function, on any number of threads.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace lanewise::device {

/// Copies the text up to its 0, or its first `most` characters; nothing if its memory cannot be read.
std::optional<std::string> readable_text(const char* text, std::size_t most);

}  // namespace lanewise::device

// Texts whose addresses a kernel gives to printf: any number may be one, and the host reads them.
// Thread-safety: every function, on any number of threads.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace lanewise::device {

/// The text up to its 0, or its first `most` characters; nothing where there is no memory that can be read.
std::optional<std::string> readable_text(const char* text, std::size_t most);

}  // namespace lanewise::device

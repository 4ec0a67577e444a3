// The log that LANEWISE_LOG=1 turns on, on stderr. Thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace lanewise::runtime {

/// Writes one line: "lanewise: " and the text, formatted as by printf. Does nothing when the log is off.
[[gnu::format(printf, 1, 2)]] void log_line(const char* format, ...) noexcept;

/// Returns a value that the user gave, with its length limited and unprintable characters replaced.
std::string printable(std::string_view value);

}  // namespace lanewise::runtime

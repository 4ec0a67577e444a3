// The log, written to stderr with LANEWISE_LOG=1. Thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace lanewise::runtime {

/// Writes a line: "lanewise: " and the text, formatted like printf. Does nothing if the log is off.
[[gnu::format(printf, 1, 2)]] void log_line(const char* format, ...) noexcept;

/// Prepares a value from the user for printing: limits its length and replaces unprintable characters.
std::string printable(std::string_view value);

}  // namespace lanewise::runtime

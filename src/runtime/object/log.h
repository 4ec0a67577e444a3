// The log that LANEWISE_LOG=1 turns on, on stderr. Thread-safe.
#pragma once

namespace lanewise::runtime {

/// Writes one line: "lanewise: " and the text, formatted as by printf. Does nothing when the log is off.
[[gnu::format(printf, 1, 2)]] void log_line(const char* format, ...) noexcept;

}  // namespace lanewise::runtime

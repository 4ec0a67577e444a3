// What LANEWISE_LOG=1 tells, on stderr.
#pragma once

namespace lanewise::runtime {

/// A line of its own, as of printf, behind "lanewise: "; nothing where nobody asked for it.
[[gnu::format(printf, 1, 2)]] void log_line(const char* format, ...) noexcept;

}  // namespace lanewise::runtime

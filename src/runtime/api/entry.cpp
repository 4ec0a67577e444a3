#include "runtime/api/entry.h"

#include <string_view>

#include "runtime/object/log.h"

namespace lanewise::runtime::api {

void log_error(const char* function, cl_int code, const char* text) noexcept {
    // Removes the line break at the end of a build log, since log_line() adds a line break.
    std::string_view line = text;
    if (line.ends_with('\n')) line.remove_suffix(1);
    log_line("%s fails with %s (%d): %.*s", function, error_name(code), code, static_cast<int>(line.size()),
             line.data());
}

void log_error(const char* function, const Error& error) noexcept {
    log_error(function, error.code(), error.message().c_str());
}

}  // namespace lanewise::runtime::api

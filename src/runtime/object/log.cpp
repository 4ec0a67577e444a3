#include "runtime/object/log.h"

#include <algorithm>
#include <cctype>
#include <cstdarg>
#include <cstdio>
#include <new>

#include "device/machine/not_cancelled.h"
#include "runtime/object/config.h"

namespace lanewise::runtime {

namespace {

bool is_log_on() noexcept {
    try {
        return config().log_errors;
    } catch (const std::bad_alloc&) {  // no memory to read the environment variables
        return false;
    }
}

}  // namespace

void log_line(const char* format, ...) noexcept {
    if (!is_log_on()) return;
    const device::NotCancelled meanwhile;
    std::va_list arguments;
    va_start(arguments, format);
    ::flockfile(stderr);
    std::fputs("lanewise: ", stderr);
    std::vfprintf(stderr, format, arguments);
    std::fputc('\n', stderr);
    ::funlockfile(stderr);
    va_end(arguments);
}

std::string printable(std::string_view value) {
    constexpr std::size_t most_characters = 80;
    std::string text(value.substr(0, most_characters));
    std::ranges::replace_if(text, [](unsigned char c) { return !std::isprint(c); }, '?');
    return value.size() > most_characters ? text + "..." : text;
}

}  // namespace lanewise::runtime

#include "runtime/object/log.h"

#include <cstdarg>
#include <cstdio>

#include "device/machine/not_cancelled.h"
#include "runtime/object/config.h"

namespace lanewise::runtime {

void log_line(const char* format, ...) noexcept {
    if (!config().log_errors) return;
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

}  // namespace lanewise::runtime

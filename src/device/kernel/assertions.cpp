#include "device/kernel/assertions.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

void lanewise_assertion_failed(const char* condition, const char* file, std::int32_t line, const char* function,
                               const std::uint64_t* ids) noexcept {
    const auto text = [](const char* given) { return given ? given : "<unknown>"; };
    std::fflush(stdout);
    std::fprintf(stderr,
                 "%s:%" PRId32 ": %s: global id: [%" PRIu64 ",%" PRIu64 ",%" PRIu64 "], local id: [%" PRIu64 ",%" PRIu64
                 ",%" PRIu64 "] Assertion `%s` failed.\n",
                 text(file), line, text(function), ids[0], ids[1], ids[2], ids[3], ids[4], ids[5], text(condition));
    std::abort();
}

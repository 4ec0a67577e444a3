#include "report.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace lanewise::api_fuzz {

Progress* progress = nullptr;
bool tracing = false;

void fail(const std::string& what) {
    std::fprintf(stderr, "fuzz_api: seed %u, step %u, %s: %s\n", progress->seed.load(), progress->step.load(),
                 progress->call.load() ? progress->call.load() : "no call", what.c_str());
    std::abort();
}

void begin_call(const char* name) noexcept {
    progress->call.store(name, std::memory_order_relaxed);
    if (tracing) std::fprintf(stderr, "%u %s\n", progress->step.load(), name);
}

void judge(const char* name, cl_int code, std::initializer_list<cl_int> allowed, bool must_fail) {
    progress->calls.fetch_add(1, std::memory_order_relaxed);
    if (tracing) std::fprintf(stderr, "%u %s: %d\n", progress->step.load(), name, code);
    if (code == CL_SUCCESS) {
        progress->succeeded.fetch_add(1, std::memory_order_relaxed);
        if (must_fail) fail(std::string(name) + " succeeds with an argument that is not valid");
        return;
    }
    if (code == CL_OUT_OF_HOST_MEMORY || code == CL_OUT_OF_RESOURCES) return;
    if (std::ranges::find(allowed, code) != allowed.end()) return;
    fail(std::string(name) + " returns " + std::to_string(code) + ", which is not one of its errors");
}

}  // namespace lanewise::api_fuzz

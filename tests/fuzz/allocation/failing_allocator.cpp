#include "failing_allocator.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void __libc_free(void*);
}

namespace lanewise::fail_allocations {

namespace {

std::atomic<int> armed = 0;
std::atomic<Failures> mode = Failures::none;
std::atomic<long> target = 0;
std::atomic<long> counted = 0;
std::atomic<long> failed = 0;
std::atomic<long> live_bytes = 0;
std::atomic<long> live_blocks = 0;

constexpr int most_frames = 40;

/// The call stack of a request.
struct Origin {
    void* frames[most_frames];
    int count = 0;
};

/// True while this file's own code calls functions that allocate memory; these allocations must not fail.
thread_local bool is_looking = false;

Origin origin_of_request() noexcept {
    is_looking = true;
    Origin origin;
    origin.count = backtrace(origin.frames, most_frames);
    is_looking = false;
    return origin;
}

/// Returns whether `library` is the path of the compiler library. The path contains "/fd/" if the driver has loaded the
/// library from a file in memory (runtime/code/compiler_loader.cpp).
bool is_compiler(const char* library) noexcept {
    return std::strstr(library, "liblanewise-compiler") || std::strstr(library, "/fd/");
}

/// Returns whether a failure of the request would end the process, whatever the driver does. This is true for
/// allocations of static objects of the compiler library, which dlopen() initializes.
bool is_out_of_reach(const Origin& origin) noexcept {
    bool is_of_compiler = false;
    for (int i = 0; i < origin.count; ++i) {
        Dl_info place{};
        if (dladdr(origin.frames[i], &place) == 0 || !place.dli_fname) continue;
        if (is_of_compiler && place.dli_sname && std::strcmp(place.dli_sname, "dlopen") == 0) return true;
        is_of_compiler |= is_compiler(place.dli_fname);
        if (!is_of_compiler && std::strstr(place.dli_fname, "liblanewise")) return false;
    }
    return false;
}

Origin failed_request;

/// Counts a request, and returns whether the request must fail.
bool fails() noexcept {
    if (armed.load(std::memory_order_relaxed) == 0 || is_looking) return false;
    const Origin origin = origin_of_request();
    if (is_out_of_reach(origin)) return false;
    const long number = counted.fetch_add(1);
    const bool chosen = mode == Failures::one ? number == target : mode == Failures::all_from_there && number >= target;
    if (!chosen) return false;
    if (failed++ == 0) failed_request = origin;
    errno = ENOMEM;
    return true;
}

void* noted(void* block) noexcept {
    if (!block) return nullptr;
    live_bytes += static_cast<long>(malloc_usable_size(block));
    ++live_blocks;
    return block;
}

void forget(void* block) noexcept {
    if (!block) return;
    live_bytes -= static_cast<long>(malloc_usable_size(block));
    --live_blocks;
}

template <class Function>
Function next(const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

void prepare_failures(Failures failures, long at) noexcept {
    origin_of_request();  // the first call of backtrace() allocates memory
    mode = failures;
    target = at;
    counted = 0;
    failed = 0;
}

long counted_requests() noexcept { return counted; }
long failed_requests() noexcept { return failed; }

void tell_failure() noexcept {
    armed = 0;
    backtrace_symbols_fd(failed_request.frames, failed_request.count, STDERR_FILENO);
}

Live live_memory() noexcept { return {live_bytes, live_blocks}; }

Armed::Armed() noexcept { ++armed; }
Armed::~Armed() { --armed; }

}  // namespace lanewise::fail_allocations

// The functions below replace the C library's functions in the whole process.
using namespace lanewise::fail_allocations;

extern "C" {

void* malloc(size_t size) { return fails() ? nullptr : noted(__libc_malloc(size)); }

void* calloc(size_t count, size_t size) { return fails() ? nullptr : noted(__libc_calloc(count, size)); }

void* realloc(void* block, size_t size) {
    if (fails()) return nullptr;
    forget(block);
    void* const moved = __libc_realloc(block, size);
    if (!moved && size != 0) return noted(block), nullptr;
    return noted(moved);
}

void free(void* block) {
    forget(block);
    __libc_free(block);
}

void* memalign(size_t alignment, size_t size) { return fails() ? nullptr : noted(__libc_memalign(alignment, size)); }

void* aligned_alloc(size_t alignment, size_t size) {
    return fails() ? nullptr : noted(__libc_memalign(alignment, size));
}

int posix_memalign(void** block, size_t alignment, size_t size) {
    *block = fails() ? nullptr : noted(__libc_memalign(alignment, size));
    return *block ? 0 : ENOMEM;
}

void* mmap(void* address, size_t size, int protection, int flags, int file, off_t offset) {
    static const auto real = next<decltype(&mmap)>("mmap");
    return fails() ? MAP_FAILED : real(address, size, protection, flags, file, offset);
}

int mprotect(void* address, size_t size, int protection) {
    static const auto real = next<decltype(&mprotect)>("mprotect");
    return fails() ? -1 : real(address, size, protection);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
    static const auto real = next<decltype(&pthread_create)>("pthread_create");
    if (fails()) return EAGAIN;
    // Allocations inside of pthread_create must not fail, because pthread_create could not report the failure.
    is_looking = true;
    const int code = real(thread, attributes, start, argument);
    is_looking = false;
    return code;
}
}

// Defines functions that this project and LLVM call, but that the oldest supported C library lacks
// (cmake/LanewiseOldGlibc.cmake). The functions are hidden, so the rest of the process still calls the C library's
// functions.
//
// Thread-safe like the functions that they replace.
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/single_threaded.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>

#define HIDDEN [[gnu::visibility("hidden")]]

// The functions by which C libraries before 2.33 implement stat(). The first argument is the layout of struct stat.
extern "C" {
int __xstat(int layout, const char* path, struct stat* status) noexcept;
int __lxstat(int layout, const char* path, struct stat* status) noexcept;
int __fxstat(int layout, int file, struct stat* status) noexcept;
int __fxstatat(int layout, int folder, const char* path, struct stat* status, int flags) noexcept;
}

namespace {

constexpr int layout_of_stat = 1;  // the only layout on x86-64
static_assert(sizeof(struct stat) == sizeof(struct stat64));

struct stat* same(struct stat64* status) noexcept { return reinterpret_cast<struct stat*>(status); }

using ClockWait = int(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*);
ClockWait* clock_wait = nullptr;

[[gnu::constructor(101)]] void find_clock_wait() {
    clock_wait = reinterpret_cast<ClockWait*>(::dlsym(RTLD_DEFAULT, "pthread_cond_clockwait"));
}

constexpr long nanoseconds = 1'000'000'000;

/// Converts `until`, a time of the clock `clock`, to the corresponding time of the realtime clock.
timespec realtime_of(const timespec& until, clockid_t clock) noexcept {
    timespec now{}, result{};
    ::clock_gettime(clock, &now);
    ::clock_gettime(CLOCK_REALTIME, &result);
    result.tv_sec += until.tv_sec - now.tv_sec;
    result.tv_nsec += until.tv_nsec - now.tv_nsec;
    if (result.tv_nsec < 0) {
        result.tv_nsec += nanoseconds;
        --result.tv_sec;
    } else if (result.tv_nsec >= nanoseconds) {
        result.tv_nsec -= nanoseconds;
        ++result.tv_sec;
    }
    return result;
}

bool is_over(const timespec& until, clockid_t clock) noexcept {
    timespec now{};
    ::clock_gettime(clock, &now);
    return now.tv_sec != until.tv_sec ? now.tv_sec > until.tv_sec : now.tv_nsec >= until.tv_nsec;
}

}  // namespace

extern "C" {

// The value false tells the C++ library and LLVM that other threads may exist, so both count references atomically.
HIDDEN char __libc_single_threaded = 0;

HIDDEN int stat(const char* path, struct stat* status) noexcept { return __xstat(layout_of_stat, path, status); }
HIDDEN int lstat(const char* path, struct stat* status) noexcept { return __lxstat(layout_of_stat, path, status); }
HIDDEN int fstat(int file, struct stat* status) noexcept { return __fxstat(layout_of_stat, file, status); }
HIDDEN int fstatat(int folder, const char* path, struct stat* status, int flags) noexcept {
    return __fxstatat(layout_of_stat, folder, path, status, flags);
}
HIDDEN int stat64(const char* path, struct stat64* status) noexcept { return stat(path, same(status)); }
HIDDEN int lstat64(const char* path, struct stat64* status) noexcept { return lstat(path, same(status)); }
HIDDEN int fstat64(int file, struct stat64* status) noexcept { return fstat(file, same(status)); }
HIDDEN int fstatat64(int folder, const char* path, struct stat64* status, int flags) noexcept {
    return fstatat(folder, path, same(status), flags);
}

/// Calls the C library's function of this name if the library has it (since glibc 2.30). Otherwise waits by the
/// realtime clock, so a change of this clock makes the wait shorter or longer.
HIDDEN int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                  const timespec* until) {
    if (clock_wait) return clock_wait(condition, mutex, clock, until);
    const timespec end = clock == CLOCK_REALTIME ? *until : realtime_of(*until, clock);
    const int result = ::pthread_cond_timedwait(condition, mutex, &end);
    return result == ETIMEDOUT && !is_over(*until, clock) ? 0 : result;
}

// LLVM calls this function (since glibc 2.36) to choose the names of temporary files.
HIDDEN std::uint32_t arc4random() noexcept {
    std::uint32_t value = 0;
    if (::getentropy(&value, sizeof value) == 0) return value;
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint32_t>(now.tv_nsec) ^ static_cast<std::uint32_t>(::getpid()) << 16;
}

// LLVM's memory statistics call this function (since glibc 2.33). The older function mallinfo() returns counts of type
// int.
HIDDEN struct mallinfo2 mallinfo2() noexcept {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    const struct mallinfo old = ::mallinfo();
#pragma GCC diagnostic pop
    const auto wide = [](int count) { return static_cast<std::size_t>(static_cast<unsigned>(count)); };
    return {.arena = wide(old.arena),
            .ordblks = wide(old.ordblks),
            .smblks = wide(old.smblks),
            .hblks = wide(old.hblks),
            .hblkhd = wide(old.hblkhd),
            .usmblks = wide(old.usmblks),
            .fsmblks = wide(old.fsmblks),
            .uordblks = wide(old.uordblks),
            .fordblks = wide(old.fordblks),
            .keepcost = wide(old.keepcost)};
}

}  // extern "C"

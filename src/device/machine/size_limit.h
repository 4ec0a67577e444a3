// Protects the process when the driver writes its own files (cache, dumps, copies of the compiler) under a limit of
// file sizes. For a write beyond RLIMIT_FSIZE the system sends SIGXFSZ. The signal would end the process because of
// files that the program does not know of.
#pragma once

#include <signal.h>
#include <time.h>

namespace lanewise::device {

/// Makes the calling thread's writes beyond the limit fail without a signal, while the object lives. May be nested.
class NoSizeSignal {
public:
    NoSizeSignal() noexcept {
        sigset_t pending;
        was_pending_ = ::sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1;
        const sigset_t set = its_set();
        ::pthread_sigmask(SIG_BLOCK, &set, &before_);
    }
    ~NoSizeSignal() {
        constexpr timespec now{};
        const sigset_t set = its_set();
        while (!was_pending_ && ::sigtimedwait(&set, nullptr, &now) > 0) {
        }
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    NoSizeSignal(const NoSizeSignal&) = delete;
    NoSizeSignal& operator=(const NoSizeSignal&) = delete;

private:
    static sigset_t its_set() noexcept {
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, SIGXFSZ);
        return set;
    }

    sigset_t before_;
    bool was_pending_;
};

}  // namespace lanewise::device

// Protects the process when the driver writes its own files (cache, dumps, copies of the compiler) under a limit of
// file sizes. The system sends SIGXFSZ for a write beyond RLIMIT_FSIZE. This signal would end the process, although the
// application does not know of the driver's files.
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

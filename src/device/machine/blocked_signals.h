// Keeps signals of the process away from the driver's threads. A program that blocks a signal in all of its threads
// expects that no thread of the process receives the signal. A thread inherits the signal mask of its creator, so an
// object of this class must also exist around the creation of each thread.
#pragma once

#include <pthread.h>
#include <signal.h>

namespace lanewise::device {

/// Blocks signals in the calling thread while the object lives. Signals that an instruction of the thread causes are
/// not blocked.
class BlockedSignals {
public:
    BlockedSignals() noexcept {
        sigset_t all;
        sigfillset(&all);
        for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT}) sigdelset(&all, own);
        pthread_sigmask(SIG_BLOCK, &all, &before_);
    }
    ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    BlockedSignals(const BlockedSignals&) = delete;
    BlockedSignals& operator=(const BlockedSignals&) = delete;

private:
    sigset_t before_;
};

}  // namespace lanewise::device

// Keeps the process's signals from the driver's threads: a program that blocks a signal in all its own threads expects
// that no thread receives it. A thread inherits the signal mask of its creator, so a scope of this class belongs around
// every creation of a thread, too.
#pragma once

#include <pthread.h>
#include <signal.h>

namespace lanewise::device {

/// Blocks all signals in the calling thread while the object lives, except those that the thread's own code causes.
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

// Time limit that ends the process of a test if the test hangs.
#pragma once

#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <thread>

namespace lanewise::test {

/// Ends the process after a CPU time of `seconds` on all processors, or after ten times as many seconds of real time.
/// The limit of real time is longer because processes wait on a busy machine.
inline void limit_time(unsigned seconds) {
    // Unblocks the signals that end the process, because a forked process inherits the signal mask of its parent's
    // thread.
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGALRM);
    sigaddset(&ends, SIGPROF);
    pthread_sigmask(SIG_UNBLOCK, &ends, nullptr);
    const auto computed = static_cast<time_t>(seconds) * (std::thread::hardware_concurrency() + 1);
    const itimerval limit = {.it_interval = {}, .it_value = {.tv_sec = computed, .tv_usec = 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
    alarm(10 * seconds);
}

}  // namespace lanewise::test

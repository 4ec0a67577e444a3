// A time limit that ends a test's process when it hangs.
#pragma once

#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <thread>

namespace lanewise::test {

/// Ends the process once it has used the CPU time that all processors offer in `seconds`, or after ten times as long on
/// the clock. Wall time alone is no sign of a hang on a busy machine.
inline void limit_time(unsigned seconds) {
    // Unblocks the signals that end the process: a forked process inherits the signals that its parent's thread had
    // blocked.
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

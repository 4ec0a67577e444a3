// What ends a test's process that hangs.
#pragma once

#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <thread>

namespace lanewise::test {

/// Ends the process once all of the machine's processors could have computed for so long in it, or once it has waited
/// for much longer: on a busy machine what is slow by the wall's clock alone does not hang.
inline void limit_time(unsigned seconds) {
    // The signals that end it; one that the thread which forked had blocked would be blocked here too.
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

// Measures wall time and the CPU time of all threads of the process. Unlike wall time, CPU time hardly depends on other
// processes.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <system_error>

namespace bench {

struct Times {
    double wall = 1e9, cpu = 1e9;
};

inline double seconds_of(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// The CPU time that all threads have used until now (`seconds`), and the CPU time that now() itself takes
/// (`finding_out`). The process clock includes the time of a thread on another CPU only up to the last timer tick of
/// that CPU, which may be before the start of a short run. Reading that thread's own clock brings the thread's part of
/// the process clock up to date.
struct UsedTime {
    double seconds, finding_out;

    static UsedTime now() {
        const double start = seconds_of(CLOCK_THREAD_CPUTIME_ID);
        std::error_code ignored;
        for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
            const int thread = std::atoi(task.path().filename().c_str());
            constexpr int of_a_thread = 6;  // CPUCLOCK_PERTHREAD | CPUCLOCK_SCHED
            seconds_of(static_cast<clockid_t>(~static_cast<unsigned>(thread) << 3 | of_a_thread));
        }
        // Reads `finding_out` before `seconds`. In this order, an interrupt between the two reads may lengthen the
        // measured time, but not shorten it.
        const double finding_out = seconds_of(CLOCK_THREAD_CPUTIME_ID) - start;
        return {seconds_of(CLOCK_PROCESS_CPUTIME_ID), finding_out};
    }
};

/// Returns the times of one run.
template <typename Run>
Times time_run(Run run) {
    const UsedTime before = UsedTime::now();
    const double start = seconds_of(CLOCK_MONOTONIC);
    run();
    const double wall = seconds_of(CLOCK_MONOTONIC) - start;
    const UsedTime after = UsedTime::now();
    return {wall, after.seconds - after.finding_out - before.seconds};
}

inline Times least(Times a, Times b) { return {std::min(a.wall, b.wall), std::min(a.cpu, b.cpu)}; }

/// Returns the shortest times of many runs, since other processes can only make a run slower.
template <typename Run>
Times best_times(benchmark::State& state, Run run) {
    Times best;
    for (auto _ : state) {
        const Times times = time_run(run);
        state.SetIterationTime(times.wall);
        best = least(best, times);
    }
    return best;
}

}  // namespace bench

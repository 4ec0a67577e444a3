// Wall time, and the time that all threads of the process used, which other processes do not lengthen much.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <system_error>

namespace bench {

struct Times {
    double wall, cpu;
};

inline double seconds_of(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// What all threads used until now. Of those that run on other CPUs Linux tells what they had used at their last tick,
/// which may be longer ago than a run takes; it looks anew when it is asked for a thread's own clock.
inline double seconds_of_all_threads() {
    std::error_code ignored;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
        const int thread = std::atoi(task.path().filename().c_str());
        constexpr int of_a_thread = 6;  // CPUCLOCK_PERTHREAD | CPUCLOCK_SCHED
        seconds_of(static_cast<clockid_t>(~static_cast<unsigned>(thread) << 3 | of_a_thread));
    }
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

/// The best of many short runs: other processes can only make a run slower.
template <typename Run>
Times best_times(benchmark::State& state, Run run) {
    Times best{1e9, 1e9};
    for (auto _ : state) {
        const double cpu = seconds_of_all_threads(), wall = seconds_of(CLOCK_MONOTONIC);
        run();
        const double seconds = seconds_of(CLOCK_MONOTONIC) - wall;
        best.cpu = std::min(best.cpu, seconds_of_all_threads() - cpu);
        state.SetIterationTime(seconds);
        best.wall = std::min(best.wall, seconds);
    }
    return best;
}

}  // namespace bench

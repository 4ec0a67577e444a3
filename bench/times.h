// Wall time, and the time that all threads of the process used, which other processes do not lengthen much.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>

namespace bench {

struct Times {
    double wall, cpu;
};

inline double seconds_of(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// The best of many short runs: other processes can only make a run slower.
template <typename Run>
Times best_times(benchmark::State& state, Run run) {
    Times best{1e9, 1e9};
    for (auto _ : state) {
        const double wall = seconds_of(CLOCK_MONOTONIC), cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        run();
        best.cpu = std::min(best.cpu, seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu);
        const double seconds = seconds_of(CLOCK_MONOTONIC) - wall;
        state.SetIterationTime(seconds);
        best.wall = std::min(best.wall, seconds);
    }
    return best;
}

}  // namespace bench

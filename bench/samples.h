// Collects times of single calls or batches, and reports the best and the median of them. On a shared machine, the best
// time shows how fast the driver can be, and the median how fast it usually is. A mean shows neither, since other
// processes lengthen some of the times.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace bench {

class Samples {
public:
    using Clock = std::chrono::steady_clock;

    /// Times `action` once per iteration.
    template <typename Action>
    void take(benchmark::State& state, Action&& action) {
        take(state, [] {}, std::forward<Action>(action));
    }

    /// Times `action` after an untimed `prepare`; the first run is a warm-up.
    template <typename Prepare, typename Action>
    void take(benchmark::State& state, Prepare&& prepare, Action&& action) {
        prepare();
        action();
        for (auto _ : state) {
            prepare();
            const auto start = Clock::now();
            action();
            const std::chrono::duration<double> time = Clock::now() - start;
            state.SetIterationTime(time.count());
            seconds_.push_back(time.count());
        }
        std::sort(seconds_.begin(), seconds_.end());
    }

    /// Reports the microseconds of one operation, where an iteration consists of `parts` equal operations.
    void report_us(benchmark::State& state, double parts = 1) const {
        state.counters["best us"] = best() * 1e6 / parts;
        state.counters["median us"] = median() * 1e6 / parts;
    }
    /// Reports a rate for `amount` units per iteration; `unit` ends in "/s".
    void report_rate(benchmark::State& state, double amount, const char* unit) const {
        state.counters[unit] = amount / best();
    }

    double best() const { return seconds_.empty() ? 0 : seconds_.front(); }
    double median() const { return seconds_.empty() ? 0 : seconds_[seconds_.size() / 2]; }

private:
    std::vector<double> seconds_;
};

}  // namespace bench

// Times of single calls or batches: their best and their median, which a mean over a loop would hide. On
// a shared machine the best is what the driver can do, the median what it mostly does.
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

    /// Times `action`, once an iteration.
    template <typename Action>
    void take(benchmark::State& state, Action&& action) {
        take(state, [] {}, std::forward<Action>(action));
    }

    /// Times `action` after a `prepare` that does not count; the first time is a warm-up.
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

    /// Reports microseconds of one of the `parts` of an iteration.
    void report_us(benchmark::State& state, double parts = 1) const {
        state.counters["best us"] = best() * 1e6 / parts;
        state.counters["median us"] = median() * 1e6 / parts;
    }
    /// Reports the rate of `amount` an iteration; the unit ends in "/s".
    void report_rate(benchmark::State& state, double amount, const char* unit) const {
        state.counters[unit] = amount / best();
    }

    double best() const { return seconds_.empty() ? 0 : seconds_.front(); }
    double median() const { return seconds_.empty() ? 0 : seconds_[seconds_.size() / 2]; }

private:
    std::vector<double> seconds_;
};

}  // namespace bench

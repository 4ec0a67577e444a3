// Measures the machine itself, by plain C++ and threads without OpenCL. The benchmark "native_X" is the reference for
// the OpenCL benchmark "X".
#include <emmintrin.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "samples.h"

namespace {

using bench::Samples;

constexpr std::size_t large = std::size_t{64} << 20;
constexpr double large_gb = static_cast<double>(large) * 1e-9;

/// Runs parallel regions like OpenMP. Between two regions, the threads spin.
class Team {
public:
    Team() {
        for (unsigned i = 1; i < size_; ++i) threads_.emplace_back([this, i] { serve(i); });
    }
    ~Team() {
        work_ = nullptr;
        round_.fetch_add(1, std::memory_order_release);
    }

    /// Calls work(thread, number of threads) on every thread.
    void run(const std::function<void(unsigned, unsigned)>& work) {
        work_ = &work;
        left_.store(size_ - 1, std::memory_order_relaxed);
        round_.fetch_add(1, std::memory_order_release);
        work(0, size_);
        while (left_.load(std::memory_order_acquire) != 0) wait_a_little();
    }

private:
    void serve(unsigned index) {
        for (unsigned seen = 0;; ++seen) {
            while (round_.load(std::memory_order_acquire) == seen) wait_a_little();
            if (!work_) return;
            (*work_)(index, size_);
            left_.fetch_sub(1, std::memory_order_release);
        }
    }
    static void wait_a_little() { _mm_pause(); }

    const unsigned size_ = std::max(1u, std::thread::hardware_concurrency());
    std::atomic<unsigned> round_ = 0;
    std::atomic<unsigned> left_ = 0;
    const std::function<void(unsigned, unsigned)>* work_ = nullptr;
    std::vector<std::jthread> threads_;
};

struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<std::byte[], Free>;

Memory touched(std::size_t bytes) {
    Memory memory(static_cast<std::byte*>(std::aligned_alloc(4096, bytes)));
    std::memset(memory.get(), 1, bytes);
    return memory;
}

void native_empty_kernel_and_finish(benchmark::State& state) {
    Team team;
    Samples samples;
    samples.take(state, [&] { team.run([](unsigned, unsigned) {}); });
    samples.report_us(state);
}
BENCHMARK(native_empty_kernel_and_finish)->UseManualTime();

void native_write_4k(benchmark::State& state) {
    const Memory from = touched(4096), to = touched(4096);
    Samples samples;
    samples.take(state, [&] {
        std::memcpy(to.get(), from.get(), 4096);
        benchmark::ClobberMemory();
    });
    samples.report_us(state);
}
BENCHMARK(native_write_4k)->UseManualTime();
BENCHMARK(native_write_4k)->Name("native_read_4k")->UseManualTime();

/// Measures a memcpy on one thread and a memcpy split over all threads; reports the faster memcpy.
void native_copy(benchmark::State& state) {
    const Memory from = touched(large), to = touched(large);
    Team team;
    bool together = false;
    Samples samples;
    samples.take(
        state, [&] { together = !together; },
        [&] {
            if (!together) {
                std::memcpy(to.get(), from.get(), large);
            } else {
                team.run([&](unsigned thread, unsigned threads) {
                    const std::size_t part = large / threads;
                    std::memcpy(to.get() + thread * part, from.get() + thread * part, part);
                });
            }
        });
    samples.report_rate(state, large_gb, "GB/s");
}
BENCHMARK(native_copy)->Name("native_write_64m")->UseManualTime();
BENCHMARK(native_copy)->Name("native_read_64m")->UseManualTime();
BENCHMARK(native_copy)->Name("native_copy_64m")->UseManualTime();

/// Measures a fill with a pattern by non-temporal stores on all threads.
void native_fill(benchmark::State& state) {
    const Memory to = touched(large);
    Team team;
    Samples samples;
    samples.take(state, [&] {
        team.run([&](unsigned thread, unsigned threads) {
            const std::size_t part = large / threads;
            auto* const out = reinterpret_cast<__m128i*>(to.get() + thread * part);
            const __m128i pattern = _mm_set1_epi32(0x01020304);
            for (std::size_t i = 0; i < part / 16; ++i) _mm_stream_si128(out + i, pattern);
            _mm_sfence();
        });
    });
    samples.report_rate(state, large_gb, "GB/s");
}
BENCHMARK(native_fill)->Name("native_fill_64m")->UseManualTime();

/// Measures STREAM's triad on all threads, with non-temporal stores if the arrays do not fit in the caches.
void native_triad(benchmark::State& state, std::size_t bytes) {
    const Memory a = touched(bytes), b = touched(bytes), c = touched(bytes);
    Team team;
    Samples samples;
    samples.take(state, [&] {
        team.run([&](unsigned thread, unsigned threads) {
            const std::size_t count = bytes / sizeof(float) / threads;
            auto* const out = reinterpret_cast<float*>(a.get()) + thread * count;
            const auto* const left = reinterpret_cast<const float*>(b.get()) + thread * count;
            const auto* const right = reinterpret_cast<const float*>(c.get()) + thread * count;
            const __m128 factor = _mm_set1_ps(3.0f);
            for (std::size_t i = 0; i < count; i += 4) {
                const __m128 sum = _mm_add_ps(_mm_load_ps(left + i), _mm_mul_ps(factor, _mm_load_ps(right + i)));
                if (bytes >= large) {
                    _mm_stream_ps(out + i, sum);
                } else {
                    _mm_store_ps(out + i, sum);
                }
            }
            _mm_sfence();
        });
    });
    samples.report_rate(state, 3e-9 * static_cast<double>(bytes), "GB/s");
}
BENCHMARK_CAPTURE(native_triad, 64m, 64 << 20)->UseManualTime();
BENCHMARK_CAPTURE(native_triad, 256k, 256 << 10)->UseManualTime();

}  // namespace

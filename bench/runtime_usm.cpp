// Measures unified shared memory: allocation and release by one or two threads, and look-ups among many allocations.
// The counter `malloc ratio` is the driver's time divided by the time of malloc() and free() on the same threads.
#include <CL/cl_ext.h>

#include <cstdlib>
#include <random>
#include <string>
#include <thread>

#include "samples.h"
#include "session.h"

namespace {

using bench::Samples;
using bench::session;

struct Functions {
    clHostMemAllocINTEL_fn allocate;
    clMemFreeINTEL_fn free;
    clMemBlockingFreeINTEL_fn blocking_free;
    clGetMemAllocInfoINTEL_fn info;
};

/// Returns the driver's functions for unified shared memory; all are null if the driver lacks the extension.
const Functions& functions() {
    static const Functions found = [] {
        cl_platform_id platform = nullptr;
        clGetDeviceInfo(session().device(), CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr);
        const auto get = [&](const char* name) { return clGetExtensionFunctionAddressForPlatform(platform, name); };
        return Functions{reinterpret_cast<clHostMemAllocINTEL_fn>(get("clHostMemAllocINTEL")),
                         reinterpret_cast<clMemFreeINTEL_fn>(get("clMemFreeINTEL")),
                         reinterpret_cast<clMemBlockingFreeINTEL_fn>(get("clMemBlockingFreeINTEL")),
                         reinterpret_cast<clGetMemAllocInfoINTEL_fn>(get("clGetMemAllocInfoINTEL"))};
    }();
    return found;
}

constexpr int blocks = 32;    // number of blocks that a batch allocates and then frees
constexpr int batches = 100;  // number of batches in a sample

/// Runs `batches` batches on each thread.
template <class Allocate, class Free>
void run_batches(unsigned threads, Allocate&& allocate, Free&& free) {
    const auto work = [&] {
        void* made[blocks];
        for (int batch = 0; batch < batches; ++batch) {
            for (void*& block : made) {
                block = allocate();
                benchmark::DoNotOptimize(block);
            }
            for (void* block : made) free(block);
        }
    };
    if (threads == 1) return work();
    std::thread other(work);
    work();
    other.join();
}

void allocate_and_free(benchmark::State& state, std::size_t bytes, unsigned threads, bool blocks_free) {
    const Functions& usm = functions();
    if (!usm.allocate) return state.SkipWithError("the driver lacks cl_intel_unified_shared_memory");
    cl_context context = session().context();
    Samples driver, library;
    driver.take(state, [&] {
        run_batches(
            threads, [&] { return usm.allocate(context, nullptr, bytes, 0, nullptr); },
            [&](void* block) { blocks_free ? usm.blocking_free(context, block) : usm.free(context, block); });
    });
    double best_malloc = 1e9;
    for (int i = 0; i < 30; ++i) {
        const auto start = Samples::Clock::now();
        run_batches(threads, [&] { return std::malloc(bytes); }, [](void* block) { std::free(block); });
        best_malloc = std::min(best_malloc, std::chrono::duration<double>(Samples::Clock::now() - start).count());
    }
    driver.report_us(state, blocks * batches);
    state.counters["malloc ratio"] = driver.best() / best_malloc;
}

void look_up(benchmark::State& state, std::size_t bytes) {
    const Functions& usm = functions();
    if (!usm.allocate) return state.SkipWithError("the driver lacks cl_intel_unified_shared_memory");
    constexpr int count = 100'000;
    cl_context context = session().context();
    std::vector<void*> made(count);
    for (void*& block : made) block = usm.allocate(context, nullptr, bytes, 0, nullptr);
    std::vector<void*> asked = made;
    std::shuffle(asked.begin(), asked.end(), std::mt19937(1));
    Samples samples;
    samples.take(state, [&] {
        for (void* block : asked) {
            cl_unified_shared_memory_type_intel type = 0;
            usm.info(context, block, CL_MEM_ALLOC_TYPE_INTEL, sizeof type, &type, nullptr);
            benchmark::DoNotOptimize(type);
        }
    });
    samples.report_us(state, count);
    for (void* block : made) usm.free(context, block);
}

[[maybe_unused]] const bool registered = [] {
    for (const std::size_t bytes : {64, 1024, 4096, 32768, 65536, 1 << 20}) {
        for (const unsigned threads : {1u, 2u}) {
            const std::string name =
                "usm/allocate_and_free/" + std::to_string(bytes) + "/threads:" + std::to_string(threads);
            benchmark::RegisterBenchmark(name.c_str(), allocate_and_free, bytes, threads, false)->UseManualTime();
        }
    }
    benchmark::RegisterBenchmark("usm/allocate_and_free_blocking/4096", allocate_and_free, 4096, 1, true)
        ->UseManualTime();
    for (const std::size_t bytes : {64, 4096})
        benchmark::RegisterBenchmark(("usm/look_up/" + std::to_string(bytes)).c_str(), look_up, bytes)->UseManualTime();
    return true;
}();

}  // namespace

// Stress tests of queues, events and memory objects, checked against a model.
//
//     `stress graphs [SECONDS [SEED]]`    16 threads make random graphs of commands over 20 queues.
//     `stress queues [SECONDS]`           64 threads enqueue on 64 queues.
//     `stress families [SECONDS [SEED]]`  8 threads run kernels that enqueue trees of kernels.
//     `stress builds [SECONDS [SEED]]`    8 threads build, compile, link and run the same programs.
//
// A wrong result ends the process by abort(), and so does a minute without progress.
#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "build_worker.h"
#include "family_worker.h"
#include "graph_worker.h"

namespace lanewise::stress {
namespace {

using Clock = std::chrono::steady_clock;

/// Ends the process if `progress` does not change for a minute. Time in which the process was stopped does not count.
class Watchdog {
public:
    explicit Watchdog(std::atomic<std::uint64_t>& progress) : thread_([this, &progress] { run(progress); }) {}
    ~Watchdog() {
        stop_ = true;
        thread_.join();
    }

private:
    void run(const std::atomic<std::uint64_t>& progress) {
        constexpr std::chrono::milliseconds interval{50};
        std::uint64_t seen = 0;
        std::chrono::milliseconds stands_still{};
        while (!stop_) {
            std::this_thread::sleep_for(interval);
            const std::uint64_t now = progress.load();
            stands_still = now == seen ? stands_still + interval : std::chrono::milliseconds{};
            seen = now;
            if (stands_still > std::chrono::minutes(1)) fail("no progress after", seen, -1);
        }
    }

    std::atomic<bool> stop_ = false;
    std::thread thread_;
};

/// Runs `body(thread number)` on `count` threads.
template <class Body>
void on_threads(unsigned count, const Body& body) {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < count; ++i) threads.emplace_back([&body, i] { body(i); });
    for (std::thread& thread : threads) thread.join();
}

void run_graphs(Clock::time_point end, unsigned seed) {
    constexpr unsigned thread_count = 16;
    constexpr unsigned queue_count = 20;
    const Setup setup = make_setup(queue_count);
    std::atomic<std::uint64_t> progress = 0;
    const Watchdog watchdog(progress);
    UserEventSetter setter;
    on_threads(thread_count, [&](unsigned thread) {
        GraphWorker worker(setup, setter, seed * thread_count + thread + 1);
        while (Clock::now() < end) {
            worker.step();
            ++progress;
        }
        worker.finish();
        ++progress;
    });
    for (const Queue& queue : setup.queues) expect("clFinish", clFinish(queue.get()), CL_SUCCESS);
    std::printf("stress graphs: %llu commands\n", static_cast<unsigned long long>(progress));
}

/// One thread of `stress queues`: its kernels increase counters in a buffer, on one queue.
void increase_in_turn(const Setup& setup, unsigned thread, Clock::time_point end,
                      std::atomic<std::uint64_t>& progress) {
    constexpr std::size_t items = 256;
    const cl_command_queue queue = setup.queues[thread].get();
    const bool in_order = thread % 2 == 0;
    const Kernel kernel = make_kernel(setup, "scale");
    std::vector<cl_uint> model(items);
    const Buffer buffer = make<Buffer>("clCreateBuffer", [&](cl_int* code) {
        return clCreateBuffer(setup.context.get(), CL_MEM_COPY_HOST_PTR, items * sizeof(cl_uint), model.data(), code);
    });
    const cl_mem object = buffer.get();
    clSetKernelArg(kernel.get(), 0, sizeof object, &object);
    while (Clock::now() < end) {
        constexpr cl_uint rounds = 32;
        Event last;
        for (cl_uint round = 0; round < rounds; ++round) {
            const cl_uint factor = 1;
            clSetKernelArg(kernel.get(), 1, sizeof factor, &factor);
            clSetKernelArg(kernel.get(), 2, sizeof round, &round);
            const cl_event waited = last.get();
            const bool waits = !in_order && waited;
            cl_event event = nullptr;
            expect("clEnqueueNDRangeKernel",
                   clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &items, nullptr, waits,
                                          waits ? &waited : nullptr, &event),
                   CL_SUCCESS);
            last = Event(event);
            for (cl_uint i = 0; i < items; ++i) model[i] += round + i;
        }
        expect("clFinish", clFinish(queue), CL_SUCCESS);
        std::vector<cl_uint> content(items);
        expect("clEnqueueReadBuffer",
               clEnqueueReadBuffer(queue, object, CL_TRUE, 0, items * sizeof(cl_uint), content.data(), 0, nullptr,
                                   nullptr),
               CL_SUCCESS);
        if (content != model) fail("a counter", content[0], model[0]);
        progress += rounds;
    }
}

void run_queues(Clock::time_point end) {
    constexpr unsigned thread_count = 64;
    const Setup setup = make_setup(thread_count);
    std::atomic<std::uint64_t> progress = 0;
    const Watchdog watchdog(progress);
    on_threads(thread_count, [&](unsigned thread) { increase_in_turn(setup, thread, end, progress); });
    std::printf("stress queues: %llu kernels\n", static_cast<unsigned long long>(progress));
}

void run_families(Clock::time_point end, unsigned seed) {
    constexpr unsigned thread_count = 8;
    constexpr unsigned queue_count = 6;
    const Setup setup = make_setup(queue_count);
    const FamilySetup families = make_family_setup(setup);
    std::atomic<std::uint64_t> progress = 0;
    const Watchdog watchdog(progress);
    on_threads(thread_count, [&](unsigned thread) {
        FamilyWorker worker(families, thread, seed * thread_count + thread + 1);
        do {
            worker.step();
            ++progress;
        } while (Clock::now() < end);
    });
    std::printf("stress families: %llu trees\n", static_cast<unsigned long long>(progress));
}

void run_builds(Clock::time_point end, unsigned seed) {
    constexpr unsigned thread_count = 8;
    const Setup setup = make_setup(thread_count);
    const SharedPrograms programs = make_programs(setup);
    std::atomic<std::uint64_t> progress = 0;
    const Watchdog watchdog(progress);
    on_threads(thread_count, [&](unsigned thread) {
        BuildWorker worker(setup, programs, setup.queues[thread].get(), seed * thread_count + thread + 1);
        while (Clock::now() < end) {
            worker.step();
            ++progress;
        }
    });
    std::printf("stress builds: %llu calls\n", static_cast<unsigned long long>(progress));
}

}  // namespace
}  // namespace lanewise::stress

int main(int argc, char** argv) {
    using namespace lanewise::stress;
    const std::string mode = argc > 1 ? argv[1] : "";
    const double seconds = argc > 2 ? std::atof(argv[2]) : 3;
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    if (mode == "graphs") {
        run_graphs(end, argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 1);
    } else if (mode == "queues") {
        run_queues(end);
    } else if (mode == "families") {
        run_families(end, argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 1);
    } else if (mode == "builds") {
        run_builds(end, argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 1);
    } else {
        std::fprintf(stderr, "usage: stress graphs|queues|families|builds [SECONDS [SEED]]   (3 seconds, seed 1)\n");
        return 2;
    }
    return 0;
}

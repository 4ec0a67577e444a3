// Makes random calls of all entry points of the driver. The arguments include valid, released, null and random handles,
// handles of objects of a wrong type, and invalid sizes and property lists. A model predicts the results. Calls must
// return only errors that the specification allows, and failed calls must change nothing. Memory must have the expected
// content, and no object may be left at the end.
//
//     fuzz_api [first seed] [count] [steps]               one thread for each seed; the seed determines the calls
//     fuzz_api <first seed> <count> <steps> threads [n]   n threads for each seed, which share the objects
//     fuzz_api <seed> 1 <steps> trace                     prints every call
//
// Runs batches of seeds in child processes, so that a crash or hang is reported with its seed.
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "calls.h"
#include "watch_child.h"

namespace lanewise::api_fuzz {
namespace {

struct Options {
    std::uint32_t first_seed = 0;
    std::uint32_t count = 10;
    unsigned steps = 2000;
    unsigned threads = 1;
};

void add_root_device(World& world) {
    if (cl.clGetPlatformIDs(1, &world.platform, nullptr) != CL_SUCCESS) fail("no platform");
    cl_device_id device = nullptr;
    if (cl.clGetDeviceIDs(world.platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS) fail("no device");
    constexpr unsigned not_counted = 0;
    world.devices.add(std::make_shared<DeviceItem>(device, not_counted));
}

/// Releases all objects. The order of the releases does not matter, because each object retains the objects that it
/// needs.
void release_all(World& world) {
    world.devices.clear();
    world.contexts.clear();
    world.queues.clear();
    world.device_queues.clear();
    world.programs.clear();
    world.buffers.clear();
    world.pipes.clear();
    world.kernels.clear();
    world.events.clear();
}

/// Waits until all contexts are destroyed. A context exists as long as a queue, buffer, program, kernel, command or
/// event retains the context.
void wait_for_callbacks(World& world) {
    using Clock = std::chrono::steady_clock;
    const auto give_up = Clock::now() + std::chrono::seconds(20);
    for (const auto& [what, count] : world.callbacks) {
        while (*count == 0 && Clock::now() < give_up) std::this_thread::sleep_for(std::chrono::microseconds(50));
        if (*count != 1) fail(std::string(what) + " was called back " + std::to_string(*count) + " times");
    }
}

void run_seed(std::uint32_t seed, const Options& options) {
    progress->seed = seed;
    Graveyard::instance().clear();
    World world;
    world.has_threads = options.threads > 1;
    releases_again = !world.has_threads;
    add_root_device(world);
    if (world.has_threads) {
        std::vector<std::thread> threads;
        for (unsigned i = 0; i < options.threads; ++i)
            threads.emplace_back([&, i] { Player(world, seed * std::uint64_t{64} + i).play(options.steps); });
        for (std::thread& thread : threads) thread.join();
    } else {
        Player(world, seed).play(options.steps);
    }
    progress->call = "the end";
    release_all(world);
    wait_for_callbacks(world);
    ++progress->seeds_done;
}

[[noreturn]] void run_batch(std::uint32_t first, std::uint32_t end, const Options& options) {
    if (!tracing) static_cast<void>(std::freopen("/dev/null", "w", stdout));
    load_driver(LANEWISE_DRIVER);
    for (std::uint32_t seed = first; seed < end; ++seed) run_seed(seed, options);
    // Calls exit() and not _exit(), because exit() runs leak checkers.
    std::exit(0);
}

/// Returns whether the process ended normally.
bool wait_for(pid_t child) {
    const auto calls = [] { return progress->calls.load(); };
    const fuzz::Ending ending = fuzz::watch_child(child, calls, std::chrono::seconds(120));
    if (ending.hung) std::fprintf(stderr, "fuzz_api: the process made no progress and was killed\n");
    return ending.is_good();
}

/// Runs all seeds in batches. Returns the number of batches that failed.
unsigned run_all(const Options& options) {
    constexpr std::uint32_t batch = 20;
    unsigned wrong = 0;
    const std::uint32_t end = options.first_seed + options.count;
    for (std::uint32_t first = options.first_seed; first < end; first = progress->seed + 1) {
        progress->seed = first;
        std::fflush(nullptr);
        const pid_t child = fork();
        if (child == 0) run_batch(first, std::min(first + batch, end), options);
        if (child < 0) return wrong + 1;
        if (wait_for(child)) continue;
        const char* const call = progress->call;
        std::fprintf(stderr, "fuzz_api: the process ended at seed %u, step %u, in %s\n", progress->seed.load(),
                     progress->step.load(), call ? call : "nothing");
        ++wrong;
    }
    return wrong;
}

}  // namespace
}  // namespace lanewise::api_fuzz

int main(int argc, char** argv) {
    using namespace lanewise::api_fuzz;
    Options options;
    const auto number = [&](int index, unsigned otherwise) {
        return argc > index ? static_cast<unsigned>(std::strtoul(argv[index], nullptr, 10)) : otherwise;
    };
    options.first_seed = number(1, options.first_seed);
    options.count = number(2, options.count);
    options.steps = number(3, options.steps);
    const std::string_view mode = argc > 4 ? argv[4] : "";
    if (mode == "threads") options.threads = number(5, 4);
    tracing = mode == "trace";
    void* const memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 2;
    progress = new (memory) Progress;
    const unsigned wrong = run_all(options);
    std::printf("%llu seeds, %llu calls, %llu succeeded; %u processes went wrong\n",
                static_cast<unsigned long long>(progress->seeds_done), static_cast<unsigned long long>(progress->calls),
                static_cast<unsigned long long>(progress->succeeded), wrong);
    return wrong == 0 ? 0 : 1;
}

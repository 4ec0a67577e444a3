// Makes and releases objects of the driver at random on one to four threads. Terminates contexts while commands run and
// wait. Callbacks also release objects, enqueue commands and wait. A run uses user events, blocking calls, sub-devices,
// several contexts, and handles of released objects. At the end every event must be complete or have an error, and the
// driver must have called each function of the application as often as expected. No call may hang.
//
//     fuzz_life [first seed] [count] [steps] [rules]
//
// With the argument "rules", the runs keep every rule of the specification: they use no released handles and set every
// user event. Objects are released only when all user events are set, and callbacks make no blocking calls. Commands
// that write memory are ordered with all other commands that use the memory.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "watch_child.h"
#include "world.h"

namespace lanewise::life_fuzz {

namespace {

struct Progress {
    std::atomic<std::uint32_t> seed = 0;
    std::atomic<std::uint64_t> calls = 0, called_back = 0, settled = 0, terminated = 0;
};
Progress* progress = nullptr;

constexpr std::size_t most_threads = 512;
Doing all_doing[most_threads];
std::atomic<std::size_t> threads_seen = 0;
std::atomic<World*> current_world = nullptr;

void tell_states() {
    for (std::size_t i = 0; i < std::min(threads_seen.load(), most_threads); ++i)
        if (const char* call = all_doing[i].call)
            std::fprintf(stderr, "  thread %zu: last began %s (%llu calls)\n", i, call,
                         static_cast<unsigned long long>(all_doing[i].calls));
    World* const world = current_world;
    if (!world || !world->mutex.try_lock()) return;
    for (const auto& event : world->unsettled) {
        cl_int status = 1000;
        cl_command_type type = 0;
        cl.clGetEventInfo(event->handle, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
        cl.clGetEventInfo(event->handle, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr);
        if (status > 0)
            std::fprintf(stderr, "  event %p of command %#x: status %d, its context %s\n",
                         static_cast<void*>(event->handle), type, status,
                         event->state->is_ending ? "terminated" : "lives");
    }
    for (const Call& call : world->calls)
        if (call.count < call.least) {
            cl_uint references = 0;
            if (call.context)
                cl.clGetContextInfo(call.context, CL_CONTEXT_REFERENCE_COUNT, sizeof references, &references, nullptr);
            std::fprintf(stderr, "  %s has not been called (%u references)\n", call.what, references);
        }
    world->mutex.unlock();
}

std::uint64_t all_calls() {
    std::uint64_t sum = 0;
    for (const Doing& one : all_doing) sum += one.calls.load(std::memory_order_relaxed);
    return sum;
}

/// Ends the process with an error if no thread makes a call for a long time.
void watch(std::stop_token stop) {
    constexpr int patience = 6000;  // time without a call, in tenths of a second
    std::uint64_t seen = 0;
    for (int idle = 0; !stop.stop_requested(); ++idle) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        const std::uint64_t now = all_calls();
        progress->calls.fetch_add(now - seen);
        if (now != std::exchange(seen, now)) idle = 0;
        if (idle > patience) fail("hangs");
    }
}

template <class Test>
void wait_until(Test&& test, const char* what) {
    using Time = std::chrono::steady_clock;
    const auto give_up = Time::now() + std::chrono::seconds(600);
    while (!test()) {
        if (Time::now() > give_up) fail(what);
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
}

cl_int status_of(const EventItem& event) {
    cl_int status = 0;
    if (cl.clGetEventInfo(event.handle, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr))
        fail("clGetEventInfo at the end");
    return status;
}

void check_settled(World& world) {
    // Locks the list for one event at a time, because callbacks may still enqueue commands and add their events.
    for (std::size_t i = 0;; ++i) {
        std::shared_ptr<EventItem> event;
        {
            const std::lock_guard lock(world.mutex);
            if (i >= world.unsettled.size()) return;
            event = world.unsettled[i];
        }
        wait_until([&] { return status_of(*event) <= CL_COMPLETE; }, "an event is not settled");
        ++progress->settled;
        const cl_int status = status_of(*event);
        const bool may_end = event->state->is_ending && status == CL_CONTEXT_TERMINATED_KHR;
        const bool may_fail = event->state->may_fail && status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
        if (status != CL_COMPLETE && !may_end && !may_fail)
            fail("an event has another status than it can have", status);
    }
}

void release_all(World& world) {
    world.contexts.clear();
    world.queues.clear();
    world.kernels.clear();
    world.buffers.clear();
    world.events.clear();
    std::vector<std::shared_ptr<EventItem>> events;  // destroyed after the mutex is unlocked
    const std::lock_guard lock(world.mutex);
    events.swap(world.unsettled);
}

/// Determines which functions must have been called by now. Destroys the actions of all functions that the driver need
/// not call, because actions hold references to objects.
void resolve_functions(World& world) {
    std::vector<std::shared_ptr<EventItem>> events;  // destroyed, like `acts`, after the mutex is unlocked
    std::vector<std::function<void()>> acts;
    const std::lock_guard lock(world.mutex);
    for (Call& call : world.calls) {
        if (call.event && status_of(*call.event) == CL_COMPLETE) call.least = 1;
        events.push_back(std::move(call.event));
        if (call.least == 0) acts.push_back(call.take_act());
    }
}

void check_called(World& world) {
    for (std::size_t i = 0;; ++i) {
        Call* call = nullptr;
        {
            const std::lock_guard lock(world.mutex);
            if (i >= world.calls.size()) return;
            call = &world.calls[i];
        }
        // Late callbacks may have made further objects, which must be released.
        const auto came = [&] {
            resolve_functions(world);
            release_all(world);
            return call->count >= call->least;
        };
        wait_until(came, call->what);
    }
}

/// Checks how often each function of the application was called. This check must run when no context is left, because
/// then no command can call a function any more.
void count_calls(World& world) {
    for (const Call& call : world.calls) {
        if (call.count < call.least || call.count > call.most) fail(call.what, call.count);
        progress->called_back += static_cast<std::uint64_t>(call.count);
    }
}

void make_sub_devices(World& world) {
    const cl_device_partition_property each[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_device_id made[64];
    cl_uint count = 0;
    if (cl.clCreateSubDevices(world.root, each, 64, made, &count) != CL_SUCCESS) return;
    for (cl_uint i = 0; i < count; ++i) {
        auto item = std::make_shared<DeviceItem>(made[i], nullptr);
        if (i < 2) world.sub_devices.push_back(std::move(item));
    }
}

void run_seed(std::uint32_t seed, unsigned steps) {
    progress->seed = seed;
    const unsigned threads = 1 + seed % 4;
    {
        World world;
        current_world = &world;
        cl.clGetPlatformIDs(1, &world.platform, nullptr);
        cl.clGetDeviceIDs(world.platform, CL_DEVICE_TYPE_ALL, 1, &world.root, nullptr);
        make_sub_devices(world);
        std::vector<std::thread> players;
        for (unsigned i = 0; i < threads; ++i)
            players.emplace_back([&, i] { Player(world, seed * std::uint64_t{64} + i).play(steps / threads); });
        for (std::thread& player : players) player.join();
        world.clock.stop();
        check_settled(world);
        check_called(world);
        count_calls(world);
        world.sub_devices.clear();
        current_world = nullptr;
    }
}

[[noreturn]] void run_batch(std::uint32_t first, std::uint32_t end, unsigned steps) {
    api_fuzz::load_driver(LANEWISE_DRIVER);
    {
        const std::jthread watcher(watch);
        for (std::uint32_t seed = first; seed < end; ++seed) run_seed(seed, steps);
    }
    std::exit(0);
}

}  // namespace

Doing& doing() {
    static thread_local std::size_t number = threads_seen++;
    return all_doing[number % most_threads];
}

void fail(const char* what, long long number) {
    std::fprintf(stderr, "fuzz_life: seed %u: %s (%lld)\n", progress->seed.load(), what, number);
    tell_states();
    std::abort();
}

void judge(const State& state, const char* call, cl_int code, std::initializer_list<cl_int> allowed) {
    if (code == CL_SUCCESS || (code == CL_CONTEXT_TERMINATED_KHR && state->is_ending)) return;
    for (const cl_int other : allowed)
        if (code == other) return;
    fail(call, code);
}

void Clock::add(std::chrono::microseconds delay, std::function<void()> act) {
    {
        std::unique_lock lock(mutex_);
        if (is_done_) {
            lock.unlock();
            return act();
        }
        acts_.emplace_back(std::chrono::steady_clock::now() + delay, std::move(act));
    }
    changed_.notify_all();
}

void Clock::run() {
    std::unique_lock lock(mutex_);
    while (!stops_ || !acts_.empty()) {
        const auto now = std::chrono::steady_clock::now();
        auto due = acts_.begin();
        while (due != acts_.end() && due->first > now && !stops_) ++due;
        if (due == acts_.end()) {
            changed_.wait_for(lock, std::chrono::microseconds(200));
            continue;
        }
        auto act = std::move(due->second);
        acts_.erase(due);
        lock.unlock();
        act();
        act = nullptr;
        lock.lock();
    }
    is_done_ = true;
}

// Runs the remaining actions without their delays, including actions that are added meanwhile.
void Clock::stop() {
    {
        const std::lock_guard lock(mutex_);
        stops_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void Player::play(unsigned steps) {
    for (unsigned step = 0; step < steps; ++step) make_move(*this);
}

}  // namespace lanewise::life_fuzz

int main(int argc, char** argv) {
    using namespace lanewise::life_fuzz;
    const auto number = [&](int index, unsigned otherwise) {
        return argc > index ? static_cast<unsigned>(std::strtoul(argv[index], nullptr, 10)) : otherwise;
    };
    const std::uint32_t first_seed = number(1, 0), end = first_seed + number(2, 8);
    const unsigned steps = number(3, 1500);
    Rules::instance().keep(argc > 4 && std::strcmp(argv[4], "rules") == 0);
    void* const memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 2;
    progress = new (memory) Progress;
    constexpr std::uint32_t batch = 8;
    unsigned wrong = 0;
    for (std::uint32_t first = first_seed; first < end; first = progress->seed + 1) {
        progress->seed = first;
        std::fflush(nullptr);
        const pid_t child = fork();
        if (child == 0) run_batch(first, std::min(first + batch, end), steps);
        if (child < 0) return 2;
        const auto calls = [] { return progress->calls.load(); };
        const lanewise::fuzz::Ending ending = lanewise::fuzz::watch_child(child, calls, std::chrono::seconds(300));
        if (ending.is_good()) continue;
        std::fprintf(stderr, "fuzz_life: the process ended at seed %u%s\n", progress->seed.load(),
                     ending.hung ? ", hanging" : "");
        ++wrong;
    }
    std::printf("%u seeds, %llu calls, %llu events settled, %llu functions called; %u processes went wrong\n",
                end - first_seed, static_cast<unsigned long long>(progress->calls),
                static_cast<unsigned long long>(progress->settled),
                static_cast<unsigned long long>(progress->called_back), wrong);
    return wrong == 0 ? 0 : 1;
}

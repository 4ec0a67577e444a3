// State of a run: pools of objects, expected callbacks, and a thread for timed actions. This thread sets user events,
// and terminates contexts whose commands would not end otherwise. It never waits for the other threads.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <thread>

#include "objects.h"

namespace lanewise::life_fuzz {

/// A function of the application that the driver must call at least `least` and at most `most` times. The function runs
/// `act`.
struct Call {
    const char* what;
    int least = 1, most = 1;
    cl_context context = nullptr;           // for a destructor callback of a context: the context; otherwise null
    std::function<void()> act = {};         // guarded by `mutex`
    std::shared_ptr<EventItem> event = {};  // event of the calling command; completes only after the call
    std::mutex mutex;
    std::atomic<int> count = 0;

    std::function<void()> take_act() {
        const std::lock_guard lock(mutex);
        return std::exchange(act, nullptr);
    }
    void come() {
        if (auto taken = take_act()) taken();
        ++count;
    }
};

/// Runs actions after a delay, in a thread of its own.
class Clock {
public:
    Clock() : thread_([this] { run(); }) {}
    ~Clock() { stop(); }
    void add(std::chrono::microseconds delay, std::function<void()> act);
    /// Runs all remaining actions without their delays, including actions that are added meanwhile. Returns after the
    /// last action.
    void stop();

private:
    using Time = std::chrono::steady_clock::time_point;
    void run();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::pair<Time, std::function<void()>>> acts_;
    bool stops_ = false;
    bool is_done_ = false;
    std::thread thread_;
};

/// True in builds with ThreadSanitizer, which would report commands that write the same memory in undefined order.
constexpr bool is_thread_sanitized =
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
    true;
#else
    false;
#endif
#else
    false;
#endif

struct World {
    cl_platform_id platform = nullptr;
    cl_device_id root = nullptr;
    std::vector<std::shared_ptr<DeviceItem>> sub_devices;
    Pool<ContextItem> contexts{4};
    Pool<QueueItem> queues{12};
    Pool<MemItem> buffers{24};
    Pool<KernelItem> kernels{6};
    Pool<EventItem> events{40};
    const bool keeps_rules = Rules::instance().are_kept();
    // True if commands that write memory are ordered with all other commands that use the memory.
    const bool orders_writes = keeps_rules || is_thread_sanitized;
    Clock clock;

    Call& expect(const char* what, int least = 1) {
        const std::lock_guard lock(mutex);
        Call& call = calls.emplace_back();
        call.what = what;
        call.least = least;
        return call;
    }
    void check_at_end(std::shared_ptr<EventItem> event) {
        const std::lock_guard lock(mutex);
        unsettled.push_back(std::move(event));
    }
    /// Returns memory for a read that the application does not wait for. If `orders_writes` is false, all these reads
    /// share the same memory.
    void* new_target() {
        const std::lock_guard lock(mutex);
        if (targets.empty() || orders_writes) targets.emplace_back();
        return targets.back().data();
    }

    std::mutex mutex;  // guards all members below
    std::deque<Call> calls;
    std::vector<std::shared_ptr<EventItem>> unsettled;
    std::deque<std::array<std::uint32_t, 64>> targets;  // memory for reads that the application does not wait for
};

/// The OpenCL function that a thread is calling, and the number of the thread's calls. Printed if the run hangs.
struct Doing {
    std::atomic<const char*> call = nullptr;
    std::atomic<std::uint64_t> calls = 0;
};
/// Returns the entry of the calling thread. The threads that make random calls have the entries 0 to `threads` - 1.
Doing& doing();

class Player {
public:
    Player(World& world, std::uint64_t seed) : world(world), dice(seed) {}
    void play(unsigned steps);

    World& world;
    Dice dice;
};

/// Makes one random call, or a few calls that belong together.
void make_move(Player& player);

/// Returns an action for a function that the driver calls. The action releases objects, enqueues commands, sleeps, or
/// waits if `may_block` is true.
std::function<void()> random_act(Player& player, bool may_block);

bool create_context(Player& player);
bool create_queue(Player& player);
bool create_buffer(Player& player);
void create_kernel(Player& player);
/// Return whether commands of the queue may write the buffer, and whether they may read it.
bool may_write(const World& world, const QueueItem& queue, const MemItem& buffer);
bool may_read(const World& world, const QueueItem& queue, const MemItem& buffer);
void enqueue_something(Player& player, const std::shared_ptr<QueueItem>& queue, bool may_block);
void break_rules(Player& player);

inline void begin(const char* call) {
    doing().call.store(call, std::memory_order_relaxed);
    doing().calls.fetch_add(1, std::memory_order_relaxed);
}

/// Checks the return code of a call for a context that may be terminated. Right codes are success,
/// CL_CONTEXT_TERMINATED_KHR after a termination, and the errors in `allowed`.
void judge(const State& state, const char* call, cl_int code, std::initializer_list<cl_int> allowed = {});

}  // namespace lanewise::life_fuzz

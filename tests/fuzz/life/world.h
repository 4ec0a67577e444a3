// A run: the pools of objects, the expected callbacks, and a thread for timed actions. This thread sets user events,
// and terminates contexts with commands that nothing else ends, whatever the other threads wait for.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <thread>

#include "objects.h"

namespace lanewise::life_fuzz {

/// A function of the application that must be called `least` to `most` times, and its action.
struct Call {
    const char* what;
    int least = 1, most = 1;
    cl_context context = nullptr;           // the context whose end the call reports
    std::function<void()> act = {};         // under mutex
    std::shared_ptr<EventItem> event = {};  // of the command: a complete event implies that the function was called
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

/// Runs actions at their time.
class Clock {
public:
    Clock() : thread_([this] { run(); }) {}
    ~Clock() { stop(); }
    void add(std::chrono::microseconds delay, std::function<void()> act);
    /// Waits until all actions have run; later ones run at once.
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

/// ThreadSanitizer would report programs whose commands write without an order.
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
    // Whether commands that write memory are ordered with all other commands that use it.
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
    /// Returns the target of a read that nobody waits for; reads share a target if writes have no order.
    void* new_target() {
        const std::lock_guard lock(mutex);
        if (targets.empty() || orders_writes) targets.emplace_back();
        return targets.back().data();
    }

    std::mutex mutex;  // guards the rest
    std::deque<Call> calls;
    std::vector<std::shared_ptr<EventItem>> unsettled;
    std::deque<std::array<std::uint32_t, 64>> targets;  // of reads that nobody waits for
};

/// The current call of a thread, to be reported if nothing goes on.
struct Doing {
    std::atomic<const char*> call = nullptr;
    std::atomic<std::uint64_t> calls = 0;
};
/// Returns the entry of the calling thread; players have 0 to `threads` - 1.
Doing& doing();

class Player {
public:
    Player(World& world, std::uint64_t seed) : world(world), dice(seed) {}
    void play(unsigned steps);

    World& world;
    Dice dice;
};

/// Makes one call, or a few calls that belong together.
void make_move(Player& player);

/// Returns an action for a function of the application: it releases, enqueues, or sets a user event, and waits if it
/// may.
std::function<void()> random_act(Player& player, bool may_block);

bool create_context(Player& player);
bool create_queue(Player& player);
bool create_buffer(Player& player);
void create_kernel(Player& player);
/// Whether commands of the queue may write the buffer, and whether they may read it.
bool may_write(const World& world, const QueueItem& queue, const MemItem& buffer);
bool may_read(const World& world, const QueueItem& queue, const MemItem& buffer);
void enqueue_something(Player& player, const std::shared_ptr<QueueItem>& queue, bool may_block);
void break_rules(Player& player);

inline void begin(const char* call) {
    doing().call.store(call, std::memory_order_relaxed);
    doing().calls.fetch_add(1, std::memory_order_relaxed);
}

/// Checks the result of a call with objects of a context that may be terminated. Besides success, only termination and
/// the errors in `allowed` are valid.
void judge(const State& state, const char* call, cl_int code, std::initializer_list<cl_int> allowed = {});

}  // namespace lanewise::life_fuzz

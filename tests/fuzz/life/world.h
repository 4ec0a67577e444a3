// A run: the pools of objects, what is to be called back, and the thread that does what must happen some time whatever
// the others wait for: sets user events, and terminates contexts that hold what nobody else ends.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <thread>

#include "objects.h"

namespace lanewise::life_fuzz {

/// A function of the application that is to be called `least` to `most` times, and what it then does.
struct Call {
    const char* what;
    int least = 1, most = 1;
    cl_context context = nullptr;           // whose end it tells
    std::function<void()> act = {};         // under mutex
    std::shared_ptr<EventItem> event = {};  // of the command; it has been called if that is complete
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

/// Does things at their time.
class Clock {
public:
    Clock() : thread_([this] { run(); }) {}
    ~Clock() { stop(); }
    void add(std::chrono::microseconds delay, std::function<void()> act);
    /// All is done that was to be done; what comes later is done at once.
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

/// ThreadSanitizer would report programs that do not order what their commands write.
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
    // No two commands use the same memory at a time and one of them writes.
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
    /// For a read that nobody waits for; shared where writes have no order.
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

/// What a thread is at, for who looks why nothing goes on.
struct Doing {
    std::atomic<const char*> call = nullptr;
    std::atomic<std::uint64_t> calls = 0;
};
/// Of the calling thread; 0 to `threads` - 1 for players.
Doing& doing();

class Player {
public:
    Player(World& world, std::uint64_t seed) : world(world), dice(seed) {}
    void play(unsigned steps);

    World& world;
    Dice dice;
};

/// Makes one call, or a few that belong together.
void make_move(Player& player);

/// What a function of the application does: releases, enqueues, sets a user event; waits if it may.
std::function<void()> random_act(Player& player, bool may_block);

bool create_context(Player& player);
bool create_queue(Player& player);
bool create_buffer(Player& player);
void create_kernel(Player& player);
/// Whether commands of the queue may write to the buffer, or only read it.
bool may_write(const World& world, const QueueItem& queue, const MemItem& buffer);
bool may_read(const World& world, const QueueItem& queue, const MemItem& buffer);
void enqueue_something(Player& player, const std::shared_ptr<QueueItem>& queue, bool may_block);
void break_rules(Player& player);

inline void begin(const char* call) {
    doing().call.store(call, std::memory_order_relaxed);
    doing().calls.fetch_add(1, std::memory_order_relaxed);
}

/// What may come of a call with objects of a context that may be terminated, besides success.
void judge(const State& state, const char* call, cl_int code, std::initializer_list<cl_int> allowed = {});

}  // namespace lanewise::life_fuzz

#include "device/arena.h"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lanewise::device {

namespace {

/// Gathered work worth a wake-up of another thread.
constexpr std::uint64_t wake_cost_ns = 20'000;
constexpr unsigned wake_count = 256;
/// A range of units should take about so long: far above the cost of claiming it.
constexpr std::uint64_t range_ns = 20'000;
/// Tasks that may be under way before threads stop turning from one to the next.
constexpr unsigned max_open = 4;

thread_local const Arena* arena_of_thread = nullptr;

/// About a nanosecond or less each; only for "how long ago".
std::uint64_t ticks() noexcept {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

constexpr std::uint64_t long_ago_ticks = 50'000;

}  // namespace

void TaskList::push_back(Task& task) noexcept {
    task.next_ = nullptr;
    task.previous_ = last_;
    (last_ ? last_->next_ : first_) = &task;
    last_ = &task;
    task.listed_ = true;
}

void TaskList::remove(Task& task) noexcept {
    (task.previous_ ? task.previous_->next_ : first_) = task.next_;
    (task.next_ ? task.next_->previous_ : last_) = task.previous_;
    task.next_ = task.previous_ = nullptr;
    task.listed_ = false;
}

void Waiter::set_done() noexcept {
    state_.store(done_state, std::memory_order_release);
    state_.notify_one();
}

void Waiter::set_work() noexcept {
    std::uint32_t expected = waiting;
    if (state_.compare_exchange_strong(expected, work_state)) state_.notify_one();
}

void Waiter::sleep() noexcept {
    state_.wait(waiting, std::memory_order_acquire);
    std::uint32_t expected = work_state;
    state_.compare_exchange_strong(expected, waiting);
}

/// oneTBB as a mere supplier of threads.
class Arena::Pool {
public:
    explicit Pool(unsigned concurrency) : arena_(static_cast<int>(concurrency), 0) {
        allow_all_workers();
    }

    void recruit(Arena& arena) {
        arena_.enqueue([&arena] { arena.worker_main(); });
    }

private:
    /// oneTBB counts the application's thread as one of its own; ours does not work by itself.
    static void allow_all_workers() {
        using Control = tbb::global_control;
        static const Control* const control =
            new Control(Control::max_allowed_parallelism,
                        Control::active_value(Control::max_allowed_parallelism) + 1);
        static_cast<void>(control);
    }

    tbb::task_arena arena_;
};

/// Marks the calling thread as one of the arena's.
class Arena::Participation {
public:
    explicit Participation(const Arena& arena) : outer_(std::exchange(arena_of_thread, &arena)) {}
    ~Participation() { arena_of_thread = outer_; }
    Participation(const Participation&) = delete;
    Participation& operator=(const Participation&) = delete;

private:
    const Arena* outer_;
};

Arena::Arena(unsigned concurrency) : concurrency_(std::max(concurrency, 1u)) {}

Arena::~Arena() = default;

bool Arena::is_participant() const noexcept { return arena_of_thread == this; }

Arena::Pool& Arena::pool() {
    std::call_once(pool_once_, [this] { pool_ = std::make_unique<Pool>(concurrency_); });
    return *pool_;
}

void Arena::post(Task& task) noexcept {
    std::unique_lock lock(mutex_);
    ready_.push_back(task);
    ready_cost_ns_ += task.cost_ns_;
    const unsigned count = ready_count_.fetch_add(1, std::memory_order_relaxed) + 1;
    // A participant takes up one task itself as soon as it is done with what made this one ready.
    const bool much = is_participant() ? count > 1 && ready_cost_ns_ > wake_cost_ns
                                       : participants_ == 0 && count >= wake_count;
    if (much && may_wake()) wake_one(lock);
}

void Arena::kick() noexcept {
    std::unique_lock lock(mutex_);
    if (!has_work() || !may_wake()) return;
    const bool stuck = ticks() - last_claim_ > long_ago_ticks;
    if (participants_ + recruited_ == 0 || ready_cost_ns_ > wake_cost_ns || stuck) wake_one(lock);
}

// A sleeping host thread is the better helper: it waits for this very work, and waking it costs no more.
void Arena::wake_one(std::unique_lock<SpinMutex>& lock) noexcept {
    if (Waiter* sleeper = sleepers_) {
        sleepers_ = sleeper->next_sleeper_;
        sleeper->listed_ = false;
        sleeper->set_work();
        return;
    }
    if (recruited_++ == 0) alive_for_recruits_ = shared_from_this();
    lock.unlock();
    try {
        pool().recruit(*this);
    } catch (...) {
        // No thread to be had: whoever waits for the work does it.
        lock.lock();
        const auto alive = recruit_arrived();
        lock.unlock();
    }
}

std::shared_ptr<Arena> Arena::recruit_arrived() noexcept {
    return --recruited_ == 0 ? std::exchange(alive_for_recruits_, nullptr) : alive_for_recruits_;
}

void Arena::worker_main() noexcept {
    std::shared_ptr<Arena> alive;
    {
        std::lock_guard lock(mutex_);
        alive = recruit_arrived();
        if (participants_ >= concurrency_) return;
        ++participants_;
    }
    Participation participation(*this);
    while (run_next(nullptr)) {
    }
    leave();
}

bool Arena::try_enter() noexcept {
    std::lock_guard lock(mutex_);
    if (participants_ >= concurrency_) return false;
    ++participants_;
    return true;
}

// Work that was posted since the last look, or is left behind by a helper whose wait is over, must not
// be forgotten.
void Arena::leave() noexcept {
    std::unique_lock lock(mutex_);
    --participants_;
    if (has_work() && participants_ + recruited_ == 0) wake_one(lock);
}

void Arena::help(Waiter& waiter) noexcept {
    while (!waiter.done()) {
        if (is_participant()) {
            // A callback that waits: it has its slot already.
            while (!waiter.done() && run_next(&waiter)) {
            }
        } else if (try_enter()) {
            Participation participation(*this);
            while (!waiter.done() && run_next(&waiter)) {
            }
            leave();
        }
        if (!waiter.done()) sleep_until_useful(waiter);
    }
    // This thread may have been woken for work that it now leaves to others.
    std::unique_lock lock(mutex_);
    if (has_work() && participants_ + recruited_ == 0) wake_one(lock);
}

void Arena::sleep_until_useful(Waiter& waiter) noexcept {
    {
        std::lock_guard lock(mutex_);
        if (has_work() && (participants_ < concurrency_ || is_participant())) return;
        waiter.next_sleeper_ = sleepers_;
        waiter.listed_ = true;
        sleepers_ = &waiter;
    }
    waiter.sleep();
    std::lock_guard lock(mutex_);
    if (!waiter.listed_) return;
    Waiter** link = &sleepers_;
    while (*link != &waiter) link = &(*link)->next_sleeper_;
    *link = waiter.next_sleeper_;
    waiter.listed_ = false;
}

/// Takes up one task, or joins one that is under way; false when there is none.
bool Arena::run_next(const Waiter* waiter) noexcept {
    std::unique_lock lock(mutex_);
    const bool may_start = open_count_.load(std::memory_order_relaxed) < max_open;
    if (!ready_.empty() && (may_start || open_.empty())) {
        Task& task = *ready_.front();
        ready_.remove(task);
        ready_cost_ns_ -= task.cost_ns_;
        last_claim_ = ticks();
        const unsigned left = ready_count_.fetch_sub(1, std::memory_order_relaxed) - 1;
        if (left != 0 && ready_cost_ns_ > wake_cost_ns && may_wake()) wake_one(lock);
        if (lock.owns_lock()) lock.unlock();
        start_task(task, waiter);
        return true;
    }
    if (open_.empty()) return false;
    Task& task = *open_.front();
    // To the back, so that threads spread over what is under way.
    open_.remove(task);
    open_.push_back(task);
    task.holders_.fetch_add(1, std::memory_order_relaxed);
    const std::uint64_t claimed = task.claimed_.load(std::memory_order_relaxed);
    if (claimed + 2 * task.grain_ < task.units_ && may_wake()) wake_one(lock);
    if (lock.owns_lock()) lock.unlock();
    share_units(task, waiter);
    return true;
}

void Arena::start_task(Task& task, const Waiter* waiter) noexcept {
    task.units_ = task.start();
    choose_grain(task);
    if (task.units_ <= task.grain_) {
        if (task.units_ != 0) task.run_units(0, task.units_, WorkerMemory::of_this_thread());
        task.finish();
        return;
    }
    task.claimed_.store(0, std::memory_order_relaxed);
    task.holders_.store(2, std::memory_order_relaxed);  // the list and this thread
    {
        std::unique_lock lock(mutex_);
        open_.push_back(task);
        open_count_.fetch_add(1, std::memory_order_relaxed);
        if (may_wake()) wake_one(lock);
    }
    share_units(task, waiter);
}

void Arena::share_units(Task& task, const Waiter* waiter) noexcept {
    WorkerMemory& memory = WorkerMemory::of_this_thread();
    std::uint32_t holds = 1;
    for (;;) {
        const std::uint64_t first = task.claimed_.fetch_add(task.grain_, std::memory_order_relaxed);
        if (first >= task.units_) {
            std::lock_guard lock(mutex_);
            if (task.listed_) {
                open_.remove(task);
                open_count_.fetch_sub(1, std::memory_order_relaxed);
                ++holds;
            }
            break;
        }
        task.run_units(first, std::min(task.grain_, task.units_ - first), memory);
        if ((waiter && waiter->done()) || should_turn_to_others()) break;
    }
    if (task.holders_.fetch_sub(holds, std::memory_order_acq_rel) == holds) task.finish();
}

// So that a long launch of one queue does not keep the commands of the others waiting.
bool Arena::should_turn_to_others() const noexcept {
    return ready_count_.load(std::memory_order_relaxed) != 0 &&
           open_count_.load(std::memory_order_relaxed) < max_open;
}

// Ranges as long as `range_ns`, yet short enough that all threads get several. Too cheap a task is not
// worth sharing.
void Arena::choose_grain(Task& task) const noexcept {
    task.grain_ = task.units_;
    if (concurrency_ == 1 && task.cost_ns_ < 50 * range_ns) return;
    if (task.cost_ns_ < wake_cost_ns / 2) return;
    const std::uint64_t wanted = range_ns / std::max<std::uint64_t>(task.unit_ns_, 1);
    const std::uint64_t most = task.units_ / (4 * std::uint64_t{concurrency_});
    task.grain_ = std::max<std::uint64_t>(1, std::min(wanted, most));
}

}  // namespace lanewise::device

#include "device/pool/worker_pool.h"

#include <stdlib.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "device/machine/blocked_signals.h"
#include "device/machine/forks.h"
#include "device/machine/large_stack.h"
#include "device/pool/supplier_check.h"

namespace lanewise::device {

namespace {

/// oneTBB hands tasks over by synchronization that ThreadSanitizer cannot see; this it can.
std::atomic<unsigned> handed_over = 0;

/// The process is a fork of one that used oneTBB, or ends.
std::atomic<bool> lost_threads = false;

/// A thread is in oneTBB for one of the driver's arenas, unless it may not.
class Entry {
public:
    Entry() noexcept { entered.fetch_add(1); }
    ~Entry() { entered.fetch_sub(1); }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    bool is_open() const noexcept { return !lost_threads.load(); }

    static void forget_others() noexcept { entered.store(0); }
    static bool is_anybody_in() noexcept { return entered.load() != 0; }

private:
    static constinit inline std::atomic<unsigned> entered = 0;
};

/// Nobody enters any more; who is in has some time to come out.
void close_supply() {
    lost_threads.store(true);
    for (int i = 0; i < 1000 && Entry::is_anybody_in(); ++i)
        std::this_thread::sleep_for(std::chrono::microseconds(100));
}

/// Where the process exits, oneTBB's objects end before the last ones of an application that still uses OpenCL. Called
/// behind those that oneTBB has made so far, for what is registered last is done first.
int watch_exit() noexcept {
    return on_exit([](int, void*) { close_supply(); }, nullptr);
}

[[maybe_unused]] const int watches_what_was_loaded = watch_exit();

void watch_forks() {
    static const bool watching = [] {
        on_fork({.in_child = [] {
            lost_threads.store(true);
            Entry::forget_others();
        }});
        return true;
    }();
    static_cast<void>(watching);
}

/// oneTBB counts the application's thread as one of its own; ours does not work by itself.
void allow_all_workers() {
    using Control = tbb::global_control;
    static const Control* const control =
        new Control(Control::max_allowed_parallelism, Control::active_value(Control::max_allowed_parallelism) + 1);
    static_cast<void>(control);
}

/// As they were when the first worker was wanted: where the process exits, oneTBB's own values are gone before threads.
struct Limits {
    std::size_t most_threads = tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism) - 1;
    std::size_t stack_bytes = tbb::global_control::active_value(tbb::global_control::thread_stack_size);
};

const Limits& limits() {
    static const Limits found;
    return found;
}

}  // namespace

struct WorkerPool::Threads {
    tbb::task_arena arena;
};

WorkerPool::WorkerPool(unsigned threads) {
    const Entry entry;
    if (!entry.is_open()) return;
    watch_forks();
    // oneTBB looks for libraries that it may do without.
    with_large_stack([&] {
        threads_.reset(new Threads{tbb::task_arena(static_cast<int>(threads), 0)});
        allow_all_workers();
        static_cast<void>(limits());
    });
    SupplierCheck::instance().expect(threads);
}

WorkerPool::~WorkerPool() {
    if (lost_threads.load(std::memory_order_relaxed)) static_cast<void>(threads_.release());
}

void WorkerPool::recruit(void (*work)(void*), void* data) {
    const BlockedSignals not_for_new_threads;
    const Entry entry;
    if (!entry.is_open() || !SupplierCheck::instance().may_ask(limits().most_threads, limits().stack_bytes)) {
        std::thread(work, data).detach();
        return SupplierCheck::instance().note_own_thread();
    }
    handed_over.fetch_add(1, std::memory_order_release);
    const auto ask = [&] {
        threads_->arena.enqueue([work, data] {
            static_cast<void>(handed_over.load(std::memory_order_acquire));
            SupplierCheck::instance().note_arrival();
            work(data);
        });
    };
    // The first time it looks for one more.
    static std::atomic<bool> has_begun = false;
    if (has_begun.load(std::memory_order_acquire)) return ask();
    with_large_stack(ask);
    [[maybe_unused]] static const int watches_what_was_made = watch_exit();
    has_begun.store(true, std::memory_order_release);
}

}  // namespace lanewise::device

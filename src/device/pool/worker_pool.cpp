#include "device/pool/worker_pool.h"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <thread>

#include "device/machine/blocked_signals.h"
#include "device/machine/forks.h"
#include "device/machine/large_stack.h"
#include "device/pool/supplier_check.h"

namespace lanewise::device {

namespace {

/// oneTBB hands tasks over by synchronization that ThreadSanitizer cannot see; this it can.
std::atomic<unsigned> handed_over = 0;

/// The process is a fork of one that used oneTBB.
std::atomic<bool> lost_threads = false;

void watch_forks() {
    static const bool watching = [] {
        on_fork({.in_child = [] { lost_threads.store(true, std::memory_order_relaxed); }});
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
    if (lost_threads.load(std::memory_order_relaxed)) return;
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
    if (lost_threads.load(std::memory_order_relaxed) ||
        !SupplierCheck::instance().may_ask(limits().most_threads, limits().stack_bytes)) {
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
    has_begun.store(true, std::memory_order_release);
}

}  // namespace lanewise::device

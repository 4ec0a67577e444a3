#include "device/worker_pool.h"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <atomic>

namespace lanewise::device {

namespace {

/// oneTBB hands tasks over by synchronization that ThreadSanitizer cannot see; this it can.
std::atomic<unsigned> handed_over = 0;

/// oneTBB counts the application's thread as one of its own; ours does not work by itself.
void allow_all_workers() {
    using Control = tbb::global_control;
    static const Control* const control = new Control(
        Control::max_allowed_parallelism, Control::active_value(Control::max_allowed_parallelism) + 1);
    static_cast<void>(control);
}

}  // namespace

struct WorkerPool::Threads {
    tbb::task_arena arena;
};

WorkerPool::WorkerPool(unsigned threads)
    : threads_(new Threads{tbb::task_arena(static_cast<int>(threads), 0)}) {
    allow_all_workers();
}

WorkerPool::~WorkerPool() = default;

void WorkerPool::recruit(void (*work)(void*), void* data) {
    handed_over.fetch_add(1, std::memory_order_release);
    threads_->arena.enqueue([work, data] {
        static_cast<void>(handed_over.load(std::memory_order_acquire));
        work(data);
    });
}

}  // namespace lanewise::device

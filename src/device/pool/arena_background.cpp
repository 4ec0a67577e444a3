#include <thread>

#include "device/machine/blocked_signals.h"
#include "device/machine/cpu/own_thread_masks.h"
#include "device/machine/low_priority.h"
#include "device/pool/arena.h"

// Runs tasks for which no thread waits, on background threads with a lower priority and without a place in the arena.
// If a compilation held a place, launches would be slower until the compilation ends. If no thread can be started,
// background tasks run like other tasks.
namespace lanewise::device {

/// Starts a thread for posted background tasks, unless there are already enough background threads.
void Arena::call_background(std::unique_lock<SpinMutex>& lock) noexcept {
    if (background_.empty() || !roster_.may_add_background()) return;
    roster_.add_background();
    lock.unlock();
    try {
        const BlockedSignals not_for_new_threads;
        std::thread([alive = shared_from_this()] { alive->background_main(); }).detach();
        lock.lock();
    } catch (...) {
        lock.lock();
        roster_.remove_background();
        while (Task* const task = background_.front()) {
            background_.remove(*task);
            lists_.add(*task);
        }
    }
}

void Arena::background_main() noexcept {
    bind_own_thread(cpus_);
    lower_own_priority();
    Participation self(*this, /*has_place=*/false);
    for (;;) {
        Task* task = nullptr;
        {
            const std::lock_guard lock(mutex_);
            task = background_.front();
            if (!task) {
                roster_.remove_background();
                return;
            }
            background_.remove(*task);
        }
        start_task(*task, nullptr, self);
        put_back_kept(self);
    }
}

}  // namespace lanewise::device

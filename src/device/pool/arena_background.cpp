#include <algorithm>
#include <thread>

#include "device/machine/blocked_signals.h"
#include "device/machine/low_priority.h"
#include "device/pool/arena.h"

// What nobody waits for runs on threads of its own, which have no place among those that take part and a lower
// priority than they: with two CPUs, a launch in a loop took twice as long for as long as a place was taken by the
// compiler, half of a second for a kernel of medium size. Where there is no thread to be had, such tasks are as others.
namespace lanewise::device {

/// Has a thread come for what was posted, unless there are enough.
void Arena::call_background(std::unique_lock<SpinMutex>& lock) noexcept {
    const unsigned most_backgrounds = std::max(concurrency_ / 4, 1u);
    if (background_.empty() || backgrounds_ >= most_backgrounds) return;
    ++backgrounds_;
    lock.unlock();
    try {
        const BlockedSignals not_for_new_threads;
        std::thread([alive = shared_from_this()] { alive->background_main(); }).detach();
        lock.lock();
    } catch (...) {
        lock.lock();
        --backgrounds_;
        while (Task* const task = background_.front()) {
            background_.remove(*task);
            add_ready(*task);
        }
    }
}

void Arena::background_main() noexcept {
    lower_own_priority();
    const BoundThread bound(cpus_);
    Participation self(*this, /*has_place=*/false);
    for (;;) {
        Task* task = nullptr;
        {
            const std::lock_guard lock(mutex_);
            task = background_.front();
            if (!task) {
                --backgrounds_;
                return;
            }
            background_.remove(*task);
        }
        start_task(*task, nullptr, self);
        put_back_kept(self);
    }
}

}  // namespace lanewise::device

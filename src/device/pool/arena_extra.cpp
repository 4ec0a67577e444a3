#include <memory>

#include "device/pool/arena.h"
#include "device/pool/arena_tuning.h"
#include "device/pool/own_threads.h"

// Runs short tasks on extra threads while threads inside long-running work-groups take all places. A host thread that
// waits for a short task runs it itself (run_short_needed). Extra threads serve commands that no thread waits for: a
// program may only poll, or have set a callback. If no thread can be started, the thread that kicks runs the commands.
namespace lanewise::device {

/// Takes the first task that may end soon.
Task* Arena::take_short(TaskList& list) noexcept {
    constexpr unsigned most_looks = 64;
    Task* task = list.front();
    for (unsigned looks = 0; task && looks < most_looks; task = TaskList::after(*task), ++looks) {
        if (!task->may_end_within(turn_ns)) continue;
        take_ready(*task);
        return task;
    }
    return nullptr;
}

Task* Arena::take_short() noexcept {
    for (unsigned level = urgencies; level-- != 0;) {
        if (Task* const task = take_short(levels_[level].ready)) return task;
    }
    return nullptr;
}

/// Under mutex_: whether no thread will look for the ready tasks soon.
bool Arena::wants_extra() const noexcept {
    // More than one: a task that was taken for short may turn out to be long.
    const unsigned most_extras = concurrency_ + 2;
    return ready_levels_.load(std::memory_order_relaxed) != 0 && !is_attended() && extras_ < most_extras &&
           extras_ == long_extras_.load(std::memory_order_relaxed);
}

/// False: no thread could be started. The work is left to the calling thread, to waiting threads and to the
/// participants.
bool Arena::call_extra(std::unique_lock<SpinMutex>& lock) noexcept {
    if (!wants_extra()) return true;
    ++extras_;
    lock.unlock();
    using Alive = std::shared_ptr<Arena>;
    try {
        auto alive = std::make_unique<Alive>(shared_from_this());
        const auto work = [](void* data) {
            const std::unique_ptr<Alive> alive(static_cast<Alive*>(data));
            (*alive)->extra_main();
        };
        OwnThreads::instance().call(work, alive.get());
        static_cast<void>(alive.release());
        return true;
    } catch (...) {  // no thread could be started
        lock.lock();
        --extras_;
        return false;
    }
}

void Arena::extra_main() noexcept {
    const BoundThread bound(cpus_);
    Participation self(*this, /*has_place=*/false);
    self.is_extra = true;
    for (;;) {
        Task* task = nullptr;
        {
            const std::lock_guard lock(mutex_);
            task = take_short();
            if (!task) {
                --extras_;
                return;
            }
        }
        start_task(*task, nullptr, self);
        put_back_kept(self);
    }
}

// Works on the calling thread, since no thread may ever wait for the tasks: a program may only poll, or have set a
// callback.
void Arena::kick_or_work() noexcept {
    if (kick() || is_participant()) return;
    const bool has_place = try_enter();
    {
        static const CpuSet anywhere;
        const BoundThread bound(binds_hosts_ ? cpus_ : anywhere);
        Participation self(*this, has_place);
        while (has_place ? run_next(nullptr, self) : run_short(self)) {
        }
    }
    if (has_place) leave(false);
}

bool Arena::run_short(Participation& self) noexcept {
    Task* task = nullptr;
    {
        const std::lock_guard lock(mutex_);
        task = take_short();
    }
    if (!task) return false;
    start_task(*task, nullptr, self);
    put_back_kept(self);
    return true;
}

}  // namespace lanewise::device

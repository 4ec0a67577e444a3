#include <memory>

#include "device/machine/cpu/own_thread_masks.h"
#include "device/pool/arena.h"
#include "device/pool/arena_tuning.h"
#include "device/pool/own_threads.h"

// Runs short tasks on extra threads while threads in long-running work-groups hold all places of the arena. A host
// thread that waits for a short task runs the task itself (run_short_needed). Extra threads therefore run commands for
// which no thread waits: the program queries the status instead, or has set a callback. If no thread can be started,
// the thread that calls kick_or_work() runs the commands.
namespace lanewise::device {

/// Starts an extra thread if one is needed. Returns false if no thread could be started. The tasks must then run on the
/// calling thread, on waiting threads or on participants.
bool Arena::call_extra(std::unique_lock<SpinMutex>& lock) noexcept {
    if (!lists_.has_ready() || !roster_.wants_extra()) return true;
    roster_.add_extra();
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
        roster_.remove_extra();
        return false;
    }
}

void Arena::extra_main() noexcept {
    bind_own_thread(cpus_);
    Participation self(*this, /*has_place=*/false);
    self.is_extra = true;
    for (;;) {
        Task* task = nullptr;
        {
            const std::lock_guard lock(mutex_);
            task = lists_.take_short(turn_ns);
            if (!task) {
                roster_.remove_extra();
                return;
            }
        }
        start_task(*task, nullptr, self);
        put_back_kept(self);
    }
}

// If kick() fails, runs the tasks on the calling thread, since the program possibly never waits for the tasks. For
// example, the program may query the status again and again, or set a callback.
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
        task = lists_.take_short(turn_ns);
    }
    if (!task) return false;
    start_task(*task, nullptr, self);
    put_back_kept(self);
    return true;
}

}  // namespace lanewise::device

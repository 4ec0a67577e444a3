#include "device/machine/cpu/own_thread_masks.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "device/machine/cpu/thread_mask.h"
#include "device/machine/forks.h"
#include "device/machine/no_fork_lock.h"
#include "lanewise/per_thread.h"

namespace lanewise::device {

namespace {

/// Returns the id of the calling thread. gettid() needs a newer C library than the driver does.
pid_t own_id() noexcept { return static_cast<pid_t>(syscall(SYS_gettid)); }

/// A thread that the driver has bound.
struct Entry {
    pid_t thread;
    ThreadMask given;  // the mask that the system gave: a cpuset may remove CPUs, or refuse the whole mask
    bool is_moving;    // while the driver changes the mask; guarded by the mutex of BoundThreads
};

/// The threads that the driver has bound.
class BoundThreads {
public:
    static BoundThreads& instance() {
        const NoFork now;
        static BoundThreads& threads = *new BoundThreads;  // threads may end after the destructors of statics
        return threads;
    }

    /// Adds the calling thread, whose mask the caller will change next.
    Entry* add() {
        auto entry = std::make_unique<Entry>(own_id(), ThreadMask(), /*is_moving=*/true);
        const NoForkLock lock(mutex_);
        forget_other_processes();
        threads_.push_back(entry.get());
        return entry.release();
    }
    /// Does nothing in the child of a fork, where the entry is not in the list any more.
    void remove(Entry* entry) {
        const NoForkLock lock(mutex_);
        if (std::erase(threads_, entry) != 0) delete entry;
    }
    void set_moving(Entry& entry, bool is_moving) {
        const NoForkLock lock(mutex_);
        entry.is_moving = is_moving;
    }

    /// Returns the mask that code outside of the driver gave to all threads; empty if there is none.
    ThreadMask changed_mask() {
        const NoForkLock lock(mutex_);
        forget_other_processes();
        constexpr std::size_t examples = 8;  // a change of all threads shows in each of them
        ThreadMask found;
        for (std::size_t i = 0; i < std::min(examples, threads_.size()) && found.empty(); ++i) {
            const Entry& entry = *threads_[i];
            ThreadMask now = entry.is_moving ? ThreadMask() : thread_mask(entry.thread);
            if (!now.empty() && now != entry.given) found = std::move(now);
        }
        return !found.empty() && holds_all_threads(found) ? found : ThreadMask();
    }

private:
    // If a thread has other CPUs, a tool has pinned single threads.
    bool holds_all_threads(const ThreadMask& mask) const {
        return is_within(thread_mask(::getpid()), mask) && std::ranges::all_of(threads_, [&](const Entry* entry) {
                   return entry->is_moving || is_within(thread_mask(entry->thread), mask);
               });
    }

    // The child of a fork has none of the other threads.
    void forget_other_processes() {
        if (forks_ != fork_count()) threads_.clear();
        forks_ = fork_count();
    }

    std::mutex mutex_;
    std::vector<Entry*> threads_;
    unsigned forks_ = fork_count();
};

/// The masks of the calling thread.
struct OwnMask {
    ~OwnMask() {
        if (entry) BoundThreads::instance().remove(entry);
    }

    Entry* entry = nullptr;  // null until the thread is bound
    ThreadMask wanted;       // the mask that the driver requested
};

/// While the object lives, other threads do not look at the mask of the calling thread. Not locked meanwhile, since the
/// system may move a thread only after milliseconds.
class Moving {
public:
    explicit Moving(Entry& entry) : entry_(entry) { BoundThreads::instance().set_moving(entry, true); }
    ~Moving() { BoundThreads::instance().set_moving(entry_, false); }
    Moving(const Moving&) = delete;
    Moving& operator=(const Moving&) = delete;

private:
    Entry& entry_;
};

// Allocates all memory before it changes anything.
void bind(OwnMask& own, const ThreadMask& before, ThreadMask wanted) {
    const ThreadMask changed = own.entry ? ThreadMask() : BoundThreads::instance().changed_mask();
    ThreadMask given = before;
    if (!own.entry) own.entry = BoundThreads::instance().add();
    const Moving meanwhile(*own.entry);
    if (wanted != before) set_thread_mask(wanted);
    read_thread_mask(given);
    own.wanted = std::move(wanted);
    own.entry->given = std::move(given);
    // A cpuset that became smaller has removed the CPUs from the mask already, and may add them again later.
    if (!changed.empty() && !is_within(own.entry->given, changed)) set_thread_mask(changed);
}

bool move_off(const OwnMask& own, const ThreadMask& before, const ThreadMask& others) {
    ThreadMask after = before;
    std::optional<Moving> meanwhile;  // none if the system reports no CPUs to which the driver could bind threads
    if (own.entry) meanwhile.emplace(*own.entry);
    if (!set_thread_mask(others)) return false;
    read_thread_mask(after);
    // If code outside of the driver changes the mask meanwhile, the thread keeps the changed mask. Only a change to the
    // mask `others` is lost, because it looks like the driver's own change.
    if (after == others) set_thread_mask(own.entry && before == own.entry->given ? own.wanted : before);
    return true;
}

}  // namespace

void bind_own_thread(const CpuSet& cpus) noexcept {
    if (cpus.empty()) return;
    try {
        OwnMask& own = per_thread<OwnMask>();
        const ThreadMask before = thread_mask();
        if (before.empty() || (own.entry && before != own.entry->given)) return;
        ThreadMask wanted = mask_of(cpus, before.size());
        if (!own.entry || wanted != own.wanted) bind(own, before, std::move(wanted));
    } catch (const std::exception&) {  // the thread keeps its mask
    }
}

bool move_own_thread_off(unsigned cpu) noexcept {
    try {
        const ThreadMask before = thread_mask();
        ThreadMask others = before;
        remove_from_mask(others, cpu);
        if (others == before || cpus_in(others).empty()) return false;
        return move_off(per_thread<OwnMask>(), before, others);
    } catch (const std::exception&) {
        return false;
    }
}

bool is_own_thread() noexcept { return per_thread<OwnMask>().entry != nullptr; }

}  // namespace lanewise::device

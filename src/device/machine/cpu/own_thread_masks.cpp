#include "device/machine/cpu/own_thread_masks.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <mutex>
#include <vector>

#include "device/machine/cpu/thread_mask.h"
#include "device/machine/forks.h"
#include "device/machine/no_fork_lock.h"

namespace lanewise::device {

namespace {

/// Returns the id of the calling thread. gettid() needs a newer C library than the driver does.
pid_t own_id() noexcept { return static_cast<pid_t>(syscall(SYS_gettid)); }

/// The masks that the driver gave to its threads, as digests.
class GivenMasks {
public:
    static GivenMasks& instance() {
        static GivenMasks& masks = *new GivenMasks;  // threads may end after the destructors of statics
        return masks;
    }

    /// Gives `mask` to the calling thread, whose present mask is `before`. Returns the digest of the mask that the
    /// thread has afterwards: a cpuset of the system may remove CPUs from `mask`, or refuse the whole mask.
    std::uint64_t give(const ThreadMask& before, const ThreadMask& mask) {
        const NoForkLock lock(mutex_);  // without the lock, changed() might see the new mask with the old digest
        if (mask != before) set_thread_mask(mask);
        const std::uint64_t digest = digest_of(mask == before ? mask : thread_mask());
        note(digest);
        return digest;
    }

    /// Gives the calling thread the mask of a thread whose mask was changed from outside of the driver. Returns false
    /// if there is no such thread. Stores `digest`, which is the digest of the mask that the driver would have given to
    /// the calling thread.
    bool give_changed(std::uint64_t digest) {
        const NoForkLock lock(mutex_);
        forget_other_processes();
        for (const Given& given : given_) {
            const ThreadMask now = thread_mask(given.thread);
            if (now.empty() || digest_of(now) == given.digest) continue;
            set_thread_mask(now);
            note(digest);
            return true;
        }
        return false;
    }

    /// Moves the calling thread from `cpu` to a CPU of its mask. Returns false if there is no other CPU.
    bool move_off(unsigned cpu) {
        const NoForkLock lock(mutex_);  // without the lock, give_changed() might copy the mask that lacks `cpu`
        const ThreadMask before = thread_mask();
        ThreadMask others = before;
        remove_from_mask(others, cpu);
        if (others == before || cpus_in(others).empty() || !set_thread_mask(others)) return false;
        // The move may take milliseconds. If code outside of the driver changes the mask meanwhile, the thread keeps
        // the changed mask. The only exception is a change to `others`, which the driver cannot distinguish from its
        // own change.
        if (thread_mask() == others) set_thread_mask(before);
        return true;
    }

    /// Forgets the calling thread.
    void forget() {
        const NoForkLock lock(mutex_);
        std::erase_if(given_, [own = own_id()](const Given& given) { return given.thread == own; });
    }

private:
    struct Given {
        pid_t thread;
        std::uint64_t digest;
    };

    void note(std::uint64_t digest) {
        forget_other_processes();
        const pid_t own = own_id();
        const auto known = std::ranges::find(given_, own, &Given::thread);
        if (known != given_.end())
            known->digest = digest;
        else
            given_.push_back({own, digest});
    }

    // The child of a fork has none of the other threads.
    void forget_other_processes() {
        if (forks_ != fork_count()) given_.clear();
        forks_ = fork_count();
    }

    std::mutex mutex_;
    std::vector<Given> given_;
    unsigned forks_ = fork_count();
};

/// Remembers which mask the driver gave to the calling thread.
struct OwnMask {
    std::uint64_t given = 0;  // digest of the mask that the driver gave; 0 at first

    ~OwnMask() {
        if (given != 0) GivenMasks::instance().forget();
    }
};

}  // namespace

void bind_own_thread(const CpuSet& cpus) noexcept {
    static thread_local OwnMask own;
    if (cpus.empty()) return;
    try {
        const ThreadMask before = thread_mask();
        if (before.empty() || (own.given != 0 && digest_of(before) != own.given)) return;
        ThreadMask mask(before.size());
        add_to_mask(mask, cpus);
        if (own.given == 0 && GivenMasks::instance().give_changed(digest_of(mask)))
            own.given = digest_of(mask);
        else if (mask != before || own.given == 0)
            own.given = GivenMasks::instance().give(before, mask);
    } catch (const std::exception&) {  // the thread keeps its mask
    }
}

bool move_own_thread_off(unsigned cpu) noexcept {
    try {
        return GivenMasks::instance().move_off(cpu);
    } catch (const std::exception&) {
        return false;
    }
}

}  // namespace lanewise::device

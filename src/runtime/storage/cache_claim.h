// The right to make an entry of the cache. Many processes may miss the same entry at the same time, for example the
// ranks of a parallel program. The first of them claims the entry and makes it, and the others wait until it is stored.
//
// A claim is a lock (flock) on a file next to the entry. The system ends the lock when the process ends, so no process
// waits for a process that has ended. If the holder of an entry's first claim is stopped or takes very long, waiting
// processes go on to the second claim of the entry. If the holder of the second claim does not finish either, each
// waiting process makes the entry without a claim. Claims only save work: the entry is right regardless of the number
// of processes that make it. Therefore every failure to claim has the same effect as if claims did not exist.
//
// A child process does not inherit claims. A thread must not claim a second entry while it holds a claim, so that
// processes cannot wait for each other in a circle. An object may be used by one thread at a time.
#pragma once

#include <chrono>
#include <cstdint>

#include "runtime/storage/cache_directory.h"
#include "runtime/storage/cache_folder.h"
#include "runtime/storage/digest.h"
#include "runtime/storage/entry_makers.h"
#include "runtime/storage/process_watch.h"

namespace lanewise::runtime {

class CacheClaim {
public:
    enum class State : std::uint8_t {
        held,     // this object holds the claim
        busy,     // another process or thread makes the entry
        over,     // another claim of this entry has just ended
        refused,  // the entry must be made without a claim
    };

    /// Time for which a process waits for the holder of each claim.
    static constexpr std::chrono::milliseconds usual_patience{30'000};

    /// If `directory` is null, all claims are refused.
    CacheClaim(const CacheDirectory* directory, const Digest& key, std::chrono::milliseconds patience = usual_patience,
               EntryMakers& makers = EntryMakers::of_this_process()) noexcept
        : directory_(directory), key_(key), patience_(patience), makers_(makers) {}
    /// Ends the claim. If the entry still does not exist, each process that waits for the entry makes it for itself,
    /// without a claim.
    ~CacheClaim() { end(); }
    CacheClaim(const CacheClaim&) = delete;
    CacheClaim& operator=(const CacheClaim&) = delete;

    /// Claims the entry, or waits until another process has made it. `find()` looks for the entry and returns a
    /// std::optional; the caller has already looked in vain. If the result is empty, the caller must make the entry
    /// while this object lives.
    template <class Find>
    auto find_or_claim(Find&& find) -> decltype(find()) {
        if (leave_to_makers()) {
            if (auto found = find()) return found;
        }
        for (;;) {
            const State state = attempt();
            if (state != State::busy || is_time_to_look()) {
                if (auto found = find()) return found;
            }
            if (state == State::held || state == State::refused) {
                makers_.note_own_entry();
                return {};
            }
            if (state == State::busy) wait();
        }
    }

    /// Tries to claim the entry, without waiting. Another process may have made the entry meanwhile, whatever the
    /// result is.
    State attempt();

    /// Sleeps for a moment while another process makes the entry. If this process has waited long, or the holder of the
    /// claim is stopped, the next attempt() tries to get the second claim.
    void wait() noexcept;

    /// Ends the claim early.
    void end() noexcept;

private:
    static constexpr unsigned claims_of_entry = 2;
    static constexpr unsigned most_overs = 8;

    struct Held;  // the claims of the process

    /// Sleeps until another process has claimed or stored the entry, if processes that have already loaded the compiler
    /// should claim the entry first (entry_makers.h). Returns whether the entry seems to be stored.
    bool leave_to_makers() const;
    static void sleep(std::chrono::microseconds time) noexcept;

    /// Returns whether a waiting process should now look for the entry. Looking takes time and many processes may wait,
    /// so the result is true only after every tenth pause.
    bool is_time_to_look() const noexcept { return pauses_ % 10 == 0 && pauses_ != 0; }

    State lock(const device::Descriptor& folder, bool is_new);
    bool is_locked_by_other() const noexcept;
    bool is_file_open() const noexcept;
    bool is_named(const device::Descriptor& folder) const;
    int read_holder() const noexcept;
    void remove_file() const;
    void drop_file() noexcept;
    void close_file() noexcept;

    const CacheDirectory* const directory_;
    const Digest key_;
    const std::chrono::milliseconds patience_;
    EntryMakers& makers_;
    std::chrono::microseconds waited_{0};  // sum of the pauses for the current claim
    unsigned pauses_ = 0;
    unsigned number_ = 0;  // number of the claim that attempt() tries to get
    unsigned overs_ = 0;
    bool is_held_ = false;
    int watched_ = 0;  // the process that `watch_` watches, or has watched until its end
    ProcessWatch watch_;
    int file_ = -1;
    std::uint64_t file_id_[2] = {};  // device and inode of the file
    CacheClaim* next_ = nullptr;     // in the list of all claims of the process that have an open file
    CacheClaim* previous_ = nullptr;
};

}  // namespace lanewise::runtime

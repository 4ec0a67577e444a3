// Tells whether oneTBB may be asked for threads. It makes them when it is asked, one by one as far as they are useful,
// some of them on threads of its own; where one cannot be made it ends the process. So it is asked only where the
// process can have all that it may make, with some to spare. Once all of them are there, nothing is looked at any more.
// Thread-safe.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lanewise::device {

class SupplierCheck {
public:
    static SupplierCheck& instance() noexcept;

    /// oneTBB may make so many threads more.
    void expect(unsigned threads) noexcept { expected_.fetch_add(threads, std::memory_order_relaxed); }

    /// Whether it may be asked now, when it makes at most so many threads, with such stacks.
    bool may_ask(std::size_t most_threads, std::size_t stack_bytes);

    /// A thread of the process's own could be made.
    void note_own_thread() noexcept { made_own_.store(true, std::memory_order_relaxed); }

    /// Called by each thread of oneTBB's when it has come.
    void note_arrival() noexcept;

private:
    std::atomic<unsigned> expected_ = 0;
    std::atomic<unsigned> arrived_ = 0;
    std::atomic<bool> made_own_ = false;
    std::atomic<bool> had_room_ = false;        // at the last look
    std::atomic<std::uint64_t> looked_at_ = 0;  // ticks()
};

}  // namespace lanewise::device

// The slot for one kernel's machine code. The first thread that requests the code makes it, and other threads wait. If
// another thread was making the code at a fork, the child makes the code again. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace lanewise::runtime {

struct CompiledKernel;

class CodeSlot {
public:
    using Code = std::shared_ptr<const CompiledKernel>;

    /// Returns the code; calls `make()` first unless the slot is settled. If `make()` throws an exception, the slot
    /// stays empty. Error(CL_OUT_OF_RESOURCES) instead settles the slot, and every later call throws it. The returned
    /// reference is valid as long as the slot exists.
    template <class Make>
    const Code& get(Make&& make) {
        while (!is_settled()) {
            if (!claim_or_wait()) continue;
            try {
                settle(make());
            } catch (...) {
                fail();
                throw;
            }
        }
        check_made();
        return code_;
    }

    /// Returns the code if it has been made, else null.
    const Code* made() const noexcept { return is_settled() && code_ ? &code_ : nullptr; }

    /// Returns whether no thread has made the code or is making it.
    bool is_empty() const noexcept;
    /// Returns whether the code has been made, or has turned out to be impossible.
    bool is_settled() const noexcept { return state_.load(std::memory_order_acquire) == settled; }

    /// Returns the code of a settled slot; null if the code is impossible, and then failure() returns the reason.
    const Code& code() const noexcept { return code_; }
    const std::string& failure() const noexcept { return failure_; }

private:
    // A value other than these two is the id of the process in which a thread makes the code.
    static constexpr std::uint32_t empty = 0, settled = 1;

    /// Returns true if the calling thread must make the code. If it returns false, the caller must check the slot
    /// again.
    bool claim_or_wait() noexcept;
    void settle(Code code) noexcept;
    /// Settles the slot with the exception that is being handled, or empties the slot. Call it only in an exception
    /// handler.
    void fail() noexcept;
    void check_made() const;
    void leave(std::uint32_t state) noexcept;

    std::atomic<std::uint32_t> state_ = empty;
    Code code_;            // constant after the slot is settled
    std::string failure_;  // constant after the slot is settled
};

}  // namespace lanewise::runtime

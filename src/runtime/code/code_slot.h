// The slot for one kernel's machine code. A slot is settled once it holds the code, or the reason why the code can
// never be made. The first thread that requests the code makes it, and other threads wait. If a thread was making the
// code when the process forked, the child makes the code again. Thread-safe.
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

    /// Returns the code; if the slot is not settled, first calls `make()` to make the code. If `make()` throws
    /// Error(CL_OUT_OF_RESOURCES), the slot is settled, and every later call throws this error. After any other
    /// exception the slot is empty again. The returned reference is valid as long as the slot exists.
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

    /// Returns whether the code must still be made: the slot is not settled, and no thread of this process is making
    /// the code.
    bool is_empty() const noexcept;
    /// Returns whether the code has been made or can never be made.
    bool is_settled() const noexcept { return state_.load(std::memory_order_acquire) == settled; }

    /// Returns the code of a settled slot; returns null if the code can never be made. failure() then returns the
    /// reason.
    const Code& code() const noexcept { return code_; }
    const std::string& failure() const noexcept { return failure_; }

private:
    // Values of state_. While a thread is making the code, state_ is neither `empty` nor `settled`, but a value that is
    // computed from the thread's process id.
    static constexpr std::uint32_t empty = 0, settled = 1;

    /// Returns true if the calling thread must make the code. If the result is false, the caller must check the slot
    /// again.
    bool claim_or_wait() noexcept;
    void settle(Code code) noexcept;
    /// Settles or empties the slot, depending on the exception that is being handled. Must be called in an exception
    /// handler.
    void fail() noexcept;
    void check_made() const;
    void leave(std::uint32_t state) noexcept;

    std::atomic<std::uint32_t> state_ = empty;
    Code code_;            // constant after the slot is settled
    std::string failure_;  // constant after the slot is settled
};

}  // namespace lanewise::runtime

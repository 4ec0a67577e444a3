// The slot for one kernel's machine code: the first thread that asks makes the code, and others wait for it. The child
// of a fork makes the code again that another thread was making in the parent. Thread-safe.
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

    /// Returns the code; calls `make()` first unless the slot is settled. An exception of `make()` leaves the slot
    /// empty, except Error(CL_OUT_OF_RESOURCES), which is kept and thrown by every later call. The reference stays
    /// valid as long as the slot.
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

    /// The code if it has been made, else null.
    const Code* made() const noexcept { return is_settled() && code_ ? &code_ : nullptr; }

    /// Whether the slot is neither settled nor being made.
    bool is_empty() const noexcept;
    /// Whether the code has been made, or was found to be impossible.
    bool is_settled() const noexcept { return state_.load(std::memory_order_acquire) == settled; }

    /// The code of a settled slot; null when it is impossible, and failure() tells why.
    const Code& code() const noexcept { return code_; }
    const std::string& failure() const noexcept { return failure_; }

private:
    // Other values identify the process whose thread makes the code.
    static constexpr std::uint32_t empty = 0, settled = 1;

    /// Returns true when the calling thread must make the code. After false, the caller must check the slot again.
    bool claim_or_wait() noexcept;
    void settle(Code code) noexcept;
    /// Must be called in a handler of the exception.
    void fail() noexcept;
    void check_made() const;
    void leave(std::uint32_t state) noexcept;

    std::atomic<std::uint32_t> state_ = empty;
    Code code_;            // constant once settled
    std::string failure_;  // constant once settled
};

}  // namespace lanewise::runtime

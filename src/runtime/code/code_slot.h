// The place of one kernel's machine code: made once, by whoever asks first. Who asks meanwhile waits for it.
//
// In the child of a fork what another thread was making is made anew.
// Thread-safe.
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

    /// The code. Unless it is there, or was found to be impossible, `make()` makes it; what it throws leaves the slot
    /// empty, but for Error(CL_OUT_OF_RESOURCES), which is thrown again for ever. Stays where it is.
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

    /// The code if it is there; else null.
    const Code* made() const noexcept { return is_settled() && code_ ? &code_ : nullptr; }

    /// Neither settled nor being made.
    bool is_empty() const noexcept;
    /// There, or impossible.
    bool is_settled() const noexcept { return state_.load(std::memory_order_acquire) == settled; }

    /// Of a settled slot: null when the code is impossible, and then why.
    const Code& code() const noexcept { return code_; }
    const std::string& failure() const noexcept { return failure_; }

private:
    // Other values: the process whose thread makes it.
    static constexpr std::uint32_t empty = 0, settled = 1;

    /// True: the calling thread makes it. False: look again.
    bool claim_or_wait() noexcept;
    void settle(Code code) noexcept;
    /// From a handler of the exception.
    void fail() noexcept;
    void check_made() const;
    void leave(std::uint32_t state) noexcept;

    std::atomic<std::uint32_t> state_ = empty;
    Code code_;            // once settled, constant
    std::string failure_;  // likewise
};

}  // namespace lanewise::runtime

// The sizes of the launch that waits for a kernel's code, for the compiler's questions (compiler::ExpectedLaunches).
// Thread-safe: launches that wait at the same time may leave a mixture of their sizes. Any answer gives right code.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace lanewise::runtime {

class FirstLaunch {
public:
    /// `global` and `local` as clEnqueueNDRangeKernel takes them, not checked yet; either may be null.
    void tell(unsigned work_dim, const std::size_t* global, const std::size_t* local) noexcept {
        if (work_dim > 3 || !global) return;
        for (unsigned d = 0; d < 3; ++d) {
            global_[d].store(d < work_dim ? global[d] : 1, std::memory_order_relaxed);
            local_[d].store(d < work_dim && local ? local[d] : 0, std::memory_order_relaxed);
        }
    }

    /// Work-items, at most 2^64 - 1; 0: no launch waits.
    std::uint64_t items() const noexcept {
        std::uint64_t items = 1;
        for (unsigned d = 0; d < 3; ++d)
            if (__builtin_mul_overflow(items, size(global_[d]), &items))
                return std::numeric_limits<std::uint64_t>::max();
        return items;
    }

    /// Whether the size of some work-groups along `dimension` is no multiple of `unit`. `any_grouping`: the device may
    /// choose other work-groups, whose sizes are multiples where the global size is one.
    bool has_partial_chunks(unsigned dimension, std::uint64_t unit, bool any_grouping) const noexcept {
        const std::uint64_t local = any_grouping ? 0 : size(local_[dimension]);
        return size(global_[dimension]) % unit != 0 || local % unit != 0;
    }

private:
    using Size = std::atomic<std::uint64_t>;
    static std::uint64_t size(const Size& size) noexcept { return size.load(std::memory_order_relaxed); }

    std::array<Size, 3> global_{};
    std::array<Size, 3> local_{};  // 0: the device chooses
};

}  // namespace lanewise::runtime

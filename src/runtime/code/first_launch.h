// The sizes of the launch that waits for a kernel's code. The compiler asks for these sizes through
// compiler::ExpectedLaunches. Thread-safe: if several launches wait at the same time, the stored sizes may be a mixture
// of the sizes of different launches, but the code is correct for all sizes.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace lanewise::runtime {

class FirstLaunch {
public:
    /// Stores the sizes of a launch. `global` and `local` are the unchecked arguments of clEnqueueNDRangeKernel; either
    /// may be null.
    void tell(unsigned work_dim, const std::size_t* global, const std::size_t* local) noexcept {
        if (work_dim > 3 || !global) return;
        for (unsigned d = 0; d < 3; ++d) {
            global_[d].store(d < work_dim ? global[d] : 1, std::memory_order_relaxed);
            local_[d].store(d < work_dim && local ? local[d] : 0, std::memory_order_relaxed);
        }
    }

    /// Returns the number of work-items, but at most 2^64 - 1; returns 0 if no launch waits.
    std::uint64_t items() const noexcept {
        std::uint64_t items = 1;
        for (unsigned d = 0; d < 3; ++d)
            if (__builtin_mul_overflow(items, size(global_[d]), &items))
                return std::numeric_limits<std::uint64_t>::max();
        return items;
    }

    /// Returns whether the size of some work-groups along `dimension` is not a multiple of `unit`. If `any_grouping` is
    /// true, the device may choose the local size, and chooses a multiple of `unit` whenever the global size is a
    /// multiple of `unit`.
    bool has_partial_chunks(unsigned dimension, std::uint64_t unit, bool any_grouping) const noexcept {
        const std::uint64_t local = any_grouping ? 0 : size(local_[dimension]);
        return size(global_[dimension]) % unit != 0 || local % unit != 0;
    }

private:
    using Size = std::atomic<std::uint64_t>;
    static std::uint64_t size(const Size& size) noexcept { return size.load(std::memory_order_relaxed); }

    std::array<Size, 3> global_{};
    std::array<Size, 3> local_{};  // 0: left to the device
};

}  // namespace lanewise::runtime

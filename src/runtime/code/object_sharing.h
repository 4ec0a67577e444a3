// Predicts which arguments of a program's kernels share objects, before the first launches. The answer is known from
// when all arguments of a kernel are set. Until then a kernel is expected to be used as most of the program's kernels
// whose arguments are set: programs that keep all data in one allocation share objects everywhere, most others nowhere.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace lanewise::runtime {

class ObjectSharing {
public:
    explicit ObjectSharing(std::size_t kernels) : kernels_(kernels) {}

    /// All arguments of the kernel are set. Those in `shared`, as bits, point into an object that another one points
    /// into, too.
    void tell(std::size_t kernel, std::uint64_t shared) noexcept;

    /// Whether the kernel's arguments share objects, at least one of which is among `written`, as bits.
    bool is_expected(std::size_t kernel, std::uint64_t written) const noexcept;

private:
    struct Arguments {
        std::atomic<std::uint64_t> shared = 0;
        std::atomic<bool> are_set = false;
    };

    std::vector<Arguments> kernels_;
    std::atomic<int> balance_ = 0;  // kernels whose arguments share objects, less those whose arguments do not
};

}  // namespace lanewise::runtime

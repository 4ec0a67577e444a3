// Predicts which arguments of a program's kernels share objects, before the first launches. The answer is known once
// all arguments of a kernel are set. Before that, the prediction follows the majority of the program's kernels whose
// arguments are set. Programs that keep all data in one allocation share objects everywhere, most other programs
// nowhere. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace lanewise::runtime {

class ObjectSharing {
public:
    explicit ObjectSharing(std::size_t kernels) : kernels_(kernels) {}

    /// Records that all arguments of the kernel are set. `shared` is a bit mask of the arguments that point into an
    /// object into which another argument points as well.
    void tell(std::size_t kernel, std::uint64_t shared) noexcept;

    /// Whether the kernel's arguments share objects, including an argument of the bit mask `written`.
    bool is_expected(std::size_t kernel, std::uint64_t written) const noexcept;

private:
    struct Arguments {
        std::atomic<std::uint64_t> shared = 0;
        std::atomic<bool> are_set = false;
    };

    std::vector<Arguments> kernels_;
    std::atomic<int> balance_ = 0;  // kernels with shared objects minus kernels without
};

}  // namespace lanewise::runtime

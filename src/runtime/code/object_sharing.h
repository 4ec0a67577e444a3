// Predicts which arguments of a program's kernels share objects, before the first launches. The answer for a kernel is
// known once all of its arguments are set. Until then, the prediction is that of the majority of the program's kernels
// whose arguments are set. This predicts well: a program that keeps all data in one allocation shares objects in all
// kernels, and most other programs share objects in none. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace lanewise::runtime {

class ObjectSharing {
public:
    explicit ObjectSharing(std::size_t kernels) : kernels_(kernels) {}

    /// Records that all arguments of the kernel are set. `shared` is a bit mask of the arguments that point into the
    /// same object as another argument.
    void tell(std::size_t kernel, std::uint64_t shared) noexcept;

    /// Returns whether an argument of the bit mask `written` is expected to share an object with another argument.
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

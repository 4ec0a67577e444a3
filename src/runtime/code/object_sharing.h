// Predicts which arguments of a program's kernels share objects, before the first launches. Whether arguments of a
// kernel share objects is known once all arguments of the kernel are set. Before all arguments are set, the kernel is
// predicted to behave like the majority of the program's kernels whose arguments are set. This prediction is mostly
// right. If a program keeps all data in one allocation, arguments share objects in all kernels; in most other programs,
// arguments share objects in no kernel. Thread-safe.
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

    /// Returns whether any of the arguments in the bit mask `written` is expected to share an object with another
    /// argument.
    bool is_expected(std::size_t kernel, std::uint64_t written) const noexcept;

private:
    struct Arguments {
        std::atomic<std::uint64_t> shared = 0;
        std::atomic<bool> are_set = false;
    };

    std::vector<Arguments> kernels_;
    /// Number of kernels whose arguments share objects, minus the number of kernels whose arguments share no objects.
    /// Both numbers include only kernels whose arguments are set.
    std::atomic<int> balance_ = 0;
};

}  // namespace lanewise::runtime

// The other versions of a program's code: for launches whose arguments share objects, and for launches that repeat.
// Each version is a ProgramCode with its own plans and other results of auto-tuning. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/code/background.h"
#include "runtime/code/heat.h"
#include "runtime/code/kernel_codes.h"

namespace lanewise::runtime {

class ProgramVersions {
public:
    explicit ProgramVersions(KernelCodes& codes);

    /// Returns the version for launches with these properties. Makes the version at the first call.
    std::shared_ptr<ProgramCode> get(Objects objects, bool is_hot);

    /// Returns the version for hot launches of the kernel, or null until it is made. The version is made in the
    /// background once launches have taken about the time to compile its code.
    std::shared_ptr<ProgramCode> when_hot(std::size_t index, Objects objects, std::uint64_t items,
                                          Background background);

private:
    /// State of the code that one kernel has for launches that repeat.
    struct HotVersion {
        Heat heat;
        std::atomic<bool> is_made = false;  // whether when_hot() returns it
    };

    void make_hot(std::size_t index, Objects objects);

    KernelCodes& codes_;
    std::array<std::vector<HotVersion>, 2> hot_;  // by Objects and by the index of the kernel
    std::mutex mutex_;
    // By Objects, and by whether launches repeat. An element is null until it is requested. Guarded by mutex_.
    std::array<std::array<std::shared_ptr<ProgramCode>, 2>, 2> versions_;
};

}  // namespace lanewise::runtime

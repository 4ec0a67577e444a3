// Other versions of a program's code, for launches whose arguments share objects and for launches that repeat (hot
// launches). Each version is a ProgramCode object with plans and auto-tuning of its own. Thread-safe.
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

    /// Returns the version for one kind of launches: `objects` says whether the launches' arguments share objects, and
    /// `is_hot` says whether the launches are hot. The first call makes the version.
    std::shared_ptr<ProgramCode> get(Objects objects, bool is_hot);

    /// Returns the version for hot launches of the kernel; returns null until the kernel's code is made in the
    /// background. The code is compiled once launches of the kernel have taken about as long as the compilation takes.
    /// If the kernel's code was made for small launches, a long launch waits for the version.
    std::shared_ptr<ProgramCode> when_hot(std::size_t index, Objects objects, std::uint64_t items,
                                          Background background);

private:
    /// State of one kernel's code for launches that repeat.
    struct HotVersion {
        Heat heat;
        std::atomic<bool> is_made = false;  // when_hot() returns null until this is true
    };

    void make_hot(std::size_t index, Objects objects);
    /// Like make_hot(), on the calling thread. Returns false if the code cannot be made.
    bool try_make_hot(std::size_t index, Objects objects);

    KernelCodes& codes_;
    std::array<std::vector<HotVersion>, 2> hot_;  // indexed by Objects and by kernel
    std::mutex mutex_;
    // The versions, indexed by Objects and by whether launches repeat. An element is null until it is requested.
    // Guarded by mutex_.
    std::array<std::array<std::shared_ptr<ProgramCode>, 2>, 2> versions_;
};

}  // namespace lanewise::runtime

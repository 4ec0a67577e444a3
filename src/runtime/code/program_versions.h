// The other versions of a program's code, for launches whose arguments share objects and for launches that repeat. Each
// is a ProgramCode with plans and other results of auto-tuning of its own. Thread-safe.
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

    /// The version for such launches, made at the first call.
    std::shared_ptr<ProgramCode> get(Objects objects, bool is_hot);

    /// The version for hot launches of the kernel. Once launches have taken about the time to compile its code, the
    /// version is made in the background; null until then.
    std::shared_ptr<ProgramCode> when_hot(std::size_t index, Objects objects, std::uint64_t items,
                                          Background background);

private:
    /// The code of a kernel for launches that repeat.
    struct HotVersion {
        Heat heat;
        std::atomic<bool> is_made = false;  // when_hot() returns it
    };

    void make_hot(std::size_t index, Objects objects);

    KernelCodes& codes_;
    std::array<std::vector<HotVersion>, 2> hot_;  // by Objects and index
    std::mutex mutex_;
    // By Objects, and by whether launches repeat; under mutex_; null until requested.
    std::array<std::array<std::shared_ptr<ProgramCode>, 2>, 2> versions_;
};

}  // namespace lanewise::runtime

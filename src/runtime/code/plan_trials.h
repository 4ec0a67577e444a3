// Chooses the best plan for each kernel of a program by timing launches of the kernel (plan_trial.h). Chooses the code
// of each launch, compiles the code of other plans in the background, and stores the best code in the cache.
// Thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "lanewise/ndrange.h"
#include "runtime/code/background.h"
#include "runtime/code/kernel_codes.h"
#include "runtime/code/plan_trial.h"

namespace lanewise::runtime {

/// The code that a launch runs: the usual code, or code of another plan.
struct PlannedCode {
    const CodeSlot::Code& code;
    CodeVariant variant;
    TimedTurn turn;
};

class PlanTrials {
public:
    explicit PlanTrials(KernelCodes& codes) : codes_(codes), trials_(codes.image().kernels.size()) {}

    /// Returns whether choose() may return code other than the usual code for a launch of `items` work-items.
    bool may_choose(std::size_t index, const CompiledKernel& usual, std::uint64_t items) const noexcept {
        return trials_[index].concerns(usual.expected_ns(items));
    }

    /// Returns the code that a launch of `range` runs, for a kernel that has other plans. `range` must fill the lanes
    /// of the usual code. `threads` is the number of threads that have work-groups to run.
    PlannedCode choose(std::size_t index, const NDRange& range, unsigned threads, Background background);

    /// Returns whether the kernel's trial has begun and will probably settle soon. Returns false during a pause, which
    /// may take long.
    bool settles_soon(std::size_t index) const noexcept {
        return trials_[index].is_under_way() && !trials_[index].is_pausing();
    }

    /// Returns the variant of the code that the trial has kept, or CodeVariant::usual if it has not settled.
    CodeVariant settled(std::size_t index) const noexcept;

private:
    PlanTrial::Turn advise(std::size_t index, std::uint64_t items, Background& background);
    void make_other(std::size_t index) noexcept;
    bool is_same_as_made(std::size_t index, const KernelCode& code);
    void settle(std::size_t index, unsigned code) noexcept;

    KernelCodes& codes_;
    std::vector<PlanTrial> trials_;  // one element for each kernel
};

}  // namespace lanewise::runtime

// Tunes the plans of a program's kernels by their launches (plan_trial.h). Chooses the code of each launch, compiles
// the codes of other plans in the background, and stores the best one in the cache. Thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "lanewise/ndrange.h"
#include "runtime/code/background.h"
#include "runtime/code/kernel_codes.h"
#include "runtime/code/plan_trial.h"

namespace lanewise::runtime {

/// The code that a launch runs in place of the usual one.
struct PlannedCode {
    const CodeSlot::Code& code;
    CodeKind kind;
    TimedTurn turn;
};

class PlanTrials {
public:
    explicit PlanTrials(KernelCodes& codes) : codes_(codes), trials_(codes.image().kernels.size()) {}

    /// Whether choose() may return anything but the usual code for a launch of this many work-items.
    bool may_choose(std::size_t index, const CompiledKernel& usual, std::uint64_t items) const noexcept {
        return trials_[index].concerns(usual.expected_ns(items));
    }

    /// The code of a launch of `range` for a kernel with other plans; the range must fill the lanes of the usual code.
    /// `threads` have work-groups to run.
    PlannedCode choose(std::size_t index, const NDRange& range, unsigned threads, Background background);

    /// Whether launches will soon run the plan on which they settle. A pausing trial may take long.
    bool settles_soon(std::size_t index) const noexcept {
        return trials_[index].is_under_way() && !trials_[index].is_pausing();
    }

    /// The kind of the code on which launches have settled.
    CodeKind settled(std::size_t index) const noexcept;

private:
    PlanTrial::Turn advise(std::size_t index, std::uint64_t items, Background& background);
    void make_other(std::size_t index) noexcept;
    bool is_same_as_made(std::size_t index, const KernelCode& code);
    void settle(std::size_t index, unsigned code) noexcept;

    KernelCodes& codes_;
    std::vector<PlanTrial> trials_;  // by index
};

}  // namespace lanewise::runtime

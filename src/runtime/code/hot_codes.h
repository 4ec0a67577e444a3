// Codes that hot launches run in place of the usual code. Such code is compiled in the background once launches have
// taken about as long as its compilation takes; no launch waits. Thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/code/background.h"
#include "runtime/code/heat.h"
#include "runtime/code/kernel_codes.h"
#include "runtime/code/known_codes.h"
#include "runtime/code/plan_trials.h"

namespace lanewise::runtime {

class HotCodes {
public:
    HotCodes(KernelCodes& codes, const PlanTrials& trials);

    /// The code of this kind; null until then. `items` is the number of work-items of the launch.
    const CodeSlot::Code* of_kind(std::size_t index, CodeKind kind, std::uint64_t items, Background background);

    /// Code of `kind` specialized for launches with images and samplers like those in `block` (code/known_codes.h);
    /// null when there is none, or not yet.
    const CodeSlot::Code* for_arguments(std::size_t index, CodeKind kind, const std::byte* block, std::uint64_t items,
                                        Background background) {
        return known_[index].watches() ? find_known(index, kind, block, items, background) : nullptr;
    }

private:
    const CodeSlot::Code* find_known(std::size_t index, CodeKind kind, const std::byte* block, std::uint64_t items,
                                     Background& background);
    void make(std::size_t index, CodeKind kind);
    void make_known(std::size_t index, KnownCodes::Version& version);

    KernelCodes& codes_;
    const PlanTrials& trials_;
    std::array<std::vector<Heat>, code_kinds> heats_;  // by kind and index
    std::vector<KnownCodes> known_;                    // by index
};

}  // namespace lanewise::runtime

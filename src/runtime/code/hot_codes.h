// Code that launches of hot kernels run in place of the usual code. The code is compiled in the background, once the
// launches together have taken about as long as the compilation takes. Code that is specialized for arguments is
// compiled earlier, since it saves more time than other code. No launch waits for the compilation. Thread-safe.
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

    /// Returns the kernel's code of this variant; returns null while this code is not compiled yet. `items` is the
    /// number of work-items of the launch.
    const CodeSlot::Code* of_variant(std::size_t index, CodeVariant variant, std::uint64_t items,
                                     Background background);

    /// Returns code of `variant` that is specialized for the samplers and the image formats of the arguments in `block`
    /// (code/known_codes.h). Returns null if such code is not compiled yet, or never will be.
    const CodeSlot::Code* for_arguments(std::size_t index, CodeVariant variant, const std::byte* block,
                                        std::uint64_t items, Background background) {
        return known_[index].watches() ? find_known(index, variant, block, items, background) : nullptr;
    }

private:
    const CodeSlot::Code* find_known(std::size_t index, CodeVariant variant, const std::byte* block,
                                     std::uint64_t items, Background& background);
    void make(std::size_t index, CodeVariant variant);
    void make_known(std::size_t index, KnownCodes::Version& version);

    KernelCodes& codes_;
    const PlanTrials& trials_;
    std::array<std::vector<Heat>, code_variants> heats_;  // indexed by variant and by kernel
    std::vector<KnownCodes> known_;                       // one element for each kernel
};

}  // namespace lanewise::runtime

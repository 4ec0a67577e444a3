// Versions of one kernel's code, each for launches whose images have the same kinds and formats and whose samplers are
// the same (lanewise/known_arguments.h). Launches find theirs by their arguments; once those with the same have turned
// out hot, its code is made in the background. It gives the same results as the usual code; no launch waits.
//
// Thread-safe, but for watch().
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "lanewise/kernel_info.h"
#include "lanewise/known_arguments.h"
#include "runtime/code/code_slot.h"
#include "runtime/code/heat.h"
#include "runtime/storage/program_format.h"

namespace lanewise::runtime {

class KnownCodes {
public:
    struct Version {
        CodeKind kind = CodeKind::usual;  // whose place it takes
        KnownArguments arguments;
        CodeSlot slot;
        Heat heat;
    };

    /// Versions beyond these are not made: launches with other arguments run the usual code for ever.
    static constexpr unsigned most_versions = 8;

    KnownCodes() = default;

    /// To be called before anything else: what launches differ in. Nothing where a kernel has no images.
    void watch(const KernelInfo& kernel);
    bool watches() const noexcept { return !watched_.empty(); }

    /// The version for launches with these arguments, their values being in `block`; null when there are too many.
    Version* version_for(CodeKind kind, const std::byte* block);

private:
    struct Watched {
        std::uint32_t index, offset;  // among the arguments; of the word in the block
        bool is_image;
    };

    Version* find(CodeKind kind, const std::byte* block, std::size_t& count) const noexcept;
    bool matches(const Version& version, CodeKind kind, const std::byte* block) const noexcept;
    Version* add(CodeKind kind, const std::byte* block);

    std::vector<Watched> watched_;
    std::array<std::unique_ptr<Version>, most_versions> versions_;  // those below count_ stay as they are
    std::atomic<std::size_t> count_ = 0;
    std::mutex adding_;
};

}  // namespace lanewise::runtime

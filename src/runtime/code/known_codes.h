// Versions of one kernel's code, each specialized for one combination of image kinds, image formats and samplers
// (lanewise/known_arguments.h). A launch looks for the version that matches its arguments. This version is compiled in
// the background once launches with these arguments have taken enough time in total. A version gives the same results
// as the usual code, and no launch waits for a version. Thread-safe, except for watch().
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
        CodeVariant variant = CodeVariant::usual;  // variant of the unspecialized code that this version replaces
        KnownArguments arguments;
        CodeSlot slot;
        Heat heat;
    };

    /// Maximum number of versions. Launches with other arguments always run the usual code.
    static constexpr unsigned most_versions = 8;

    KnownCodes() = default;

    /// Finds the arguments of `kernel` for which versions can be specialized: there are none if the kernel has no
    /// images. Must be called before any other function.
    void watch(const KernelInfo& kernel);
    bool watches() const noexcept { return !watched_.empty(); }

    /// Returns the version of `variant` for launches with the arguments in `block`. Creates the version if needed;
    /// returns null if there are already most_versions other versions.
    Version* version_for(CodeVariant variant, const std::byte* block);

private:
    struct Watched {
        std::uint32_t index, offset;  // index of the argument; byte offset of the argument's word in the block
        bool is_image;
    };

    Version* find(CodeVariant variant, const std::byte* block, std::size_t& count) const noexcept;
    bool matches(const Version& version, CodeVariant variant, const std::byte* block) const noexcept;
    Version* add(CodeVariant variant, const std::byte* block);

    std::vector<Watched> watched_;
    std::array<std::unique_ptr<Version>, most_versions> versions_;  // the first count_ elements never change
    std::atomic<std::size_t> count_ = 0;
    std::mutex adding_;
};

}  // namespace lanewise::runtime

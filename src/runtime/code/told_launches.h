// Records the sizes and arguments of launches that wait for a kernel's code, and answers the compiler's questions about
// such launches (compiler::ExpectedLaunches). Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanewise/compiler.h"
#include "runtime/code/first_launch.h"
#include "runtime/code/object_sharing.h"

namespace lanewise::runtime {

class ToldLaunches {
public:
    explicit ToldLaunches(std::size_t kernels) : first_(kernels), sharing_(kernels) {}

    /// Stores the sizes of a launch that waits for the kernel's code (FirstLaunch::tell).
    void tell_sizes(std::size_t index, unsigned work_dim, const std::size_t* global,
                    const std::size_t* local) noexcept {
        first_[index].tell(work_dim, global, local);
        latest_.tell(work_dim, global, local);
    }
    void tell_sharing(std::size_t index, std::uint64_t shared) noexcept { sharing_.tell(index, shared); }
    bool share_objects(std::size_t index, std::uint64_t written) const noexcept {
        return sharing_.is_expected(index, written);
    }

    /// Answers the compiler's questions about the launches of one kernel.
    class Answers;

private:
    std::vector<FirstLaunch> first_;  // one element for each kernel
    FirstLaunch latest_;              // the last recorded launch of any kernel
    ObjectSharing sharing_;
};

class ToldLaunches::Answers final : public compiler::ExpectedLaunches {
public:
    /// `decides` is false if the code's assumption about shared objects is already fixed; share_objects() then always
    /// returns false. If the kernel already has the usual code `usual` and other code is compiled, are_small() returns
    /// the answer with which the usual code was compiled. Otherwise `usual` is null.
    Answers(const ToldLaunches& told, std::size_t index, bool decides, const KernelCode* usual)
        : told_(told), index_(index), decides_(decides), usual_(usual) {}
    bool share_objects(std::uint64_t written) const noexcept override {
        return decides_ && told_.share_objects(index_, written);
    }
    bool are_long(unsigned calls) const noexcept override {
        constexpr std::uint64_t many_calls = 1 << 11;
        return launch().items() >= many_calls / calls;
    }
    // A kernel whose launches are still unknown is expected to be launched like other kernels of the program.
    bool are_small() const noexcept override {
        if (usual_) return usual_->for_small_launches;
        constexpr std::uint64_t few_items = 1 << 11;
        const std::uint64_t items = launch().items() != 0 ? launch().items() : told_.latest_.items();
        return items != 0 && items <= few_items;
    }
    // Returns false for launches of many work-items. Code for full chunks and code for partial chunks are then compiled
    // separately, since masks in all chunks would cost more time than the second compilation.
    bool have_partial_chunks(unsigned dimension, std::uint64_t unit, bool any_grouping) const noexcept override {
        constexpr std::uint64_t many_items = 1 << 14;
        const std::uint64_t items = launch().items();
        return items != 0 && items < many_items && launch().has_partial_chunks(dimension, unit, any_grouping);
    }

private:
    const FirstLaunch& launch() const noexcept { return told_.first_[index_]; }

    const ToldLaunches& told_;
    const std::size_t index_;
    const bool decides_;
    const KernelCode* const usual_;
};

}  // namespace lanewise::runtime

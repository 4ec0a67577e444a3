// The kernels that the compiler made from the blocks that a program enqueues (OpenCL C 3.0, section 6.15.19). Each
// block has a number, and KernelInfo::enqueues lists the numbers of the blocks that a kernel enqueues. Thread-safe.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanewise/kernel_info.h"

namespace lanewise::runtime {

struct CompiledKernel;

class BlockKernels {
public:
    /// `kernels` must outlive the object.
    explicit BlockKernels(const std::vector<KernelInfo>& kernels) : kernels_(kernels) {
        for (std::size_t i = 0; i < kernels.size(); ++i)
            if (kernels[i].is_block) indices_.push_back(i);
        made_ = std::vector<std::atomic<const CompiledKernel*>>(indices_.size());
    }

    /// Returns the kernel of the block with this number; null if no kernel compiled so far can enqueue the block.
    const CompiledKernel* find(std::uint64_t number) const noexcept {
        return number < made_.size() ? made_[number].load(std::memory_order_acquire) : nullptr;
    }

    /// Returns the index of the block's kernel among all kernels of the program.
    std::size_t index_of(std::uint64_t number) const { return indices_[number]; }

    /// Makes the kernels of all blocks that a launch of `kernel` may enqueue, directly or through other blocks.
    /// Work-items that enqueue these blocks then need not wait for a compilation. `make(index)` returns the kernel with
    /// this index.
    template <class Make>
    void make_for(const KernelInfo& kernel, Make&& make) {
        std::vector<std::uint32_t> wanted = kernel.enqueues;
        std::vector<bool> seen(made_.size());
        while (!wanted.empty()) {
            const std::uint32_t number = wanted.back();
            wanted.pop_back();
            if (number >= made_.size() || seen[number]) continue;
            seen[number] = true;
            made_[number].store(make(indices_[number]), std::memory_order_release);
            const auto& more = kernels_[indices_[number]].enqueues;
            wanted.insert(wanted.end(), more.begin(), more.end());
        }
    }

private:
    const std::vector<KernelInfo>& kernels_;
    std::vector<std::size_t> indices_;  // element i: index of the kernel of the block with the number i
    std::vector<std::atomic<const CompiledKernel*>> made_;
};

}  // namespace lanewise::runtime

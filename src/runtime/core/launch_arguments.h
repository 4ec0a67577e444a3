// The arguments of one kernel launch, captured when it is enqueued: the packed argument block, and what
// must stay alive until the launch is over.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "lanewise/kernel_abi.h"
#include "runtime/api/handle.h"
#include "runtime/ref.h"

namespace lanewise::runtime {

class LaunchArguments {
public:
    LaunchArguments() = default;
    ~LaunchArguments();
    LaunchArguments(const LaunchArguments&) = delete;
    LaunchArguments& operator=(const LaunchArguments&) = delete;

    /// Makes room for `bytes` and yields where to write them. Throws std::bad_alloc.
    std::byte* reserve(std::size_t bytes);
    const std::byte* block() const noexcept { return large_ ? large_.get() : small_.data(); }

    /// Bytes of Worker::local_memory: `__local` variables and arguments.
    std::uint64_t local_bytes = 0;
    /// Buffers that the arguments point into.
    std::vector<Ref<MemObject>> objects;

private:
    struct FreeBlock {
        void operator()(std::byte* block) const noexcept {
            ::operator delete(block, std::align_val_t{abi::block_alignment});
        }
    };

    alignas(abi::block_alignment) std::array<std::byte, 256> small_;
    std::unique_ptr<std::byte, FreeBlock> large_;
};

}  // namespace lanewise::runtime

// The arguments of one kernel launch, captured when the launch is enqueued. Holds the bytes that compiled code reads
// (layout: lanewise/kernel_info.h), and strong references to the memory objects that pointers in these bytes point to.
// One command owns the block; not thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <vector>

#include "lanewise/kernel_abi.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

class MemObject;

class ArgBlock {
public:
    explicit ArgBlock(std::size_t bytes);
    ArgBlock(ArgBlock&&) noexcept;
    ArgBlock& operator=(ArgBlock&&) noexcept;
    ~ArgBlock();

    std::byte* data() noexcept { return large_ ? large_.get() : small_.data(); }
    const std::byte* data() const noexcept { return large_ ? large_.get() : small_.data(); }

    /// Bytes of local memory that one work-group needs for the kernel's own variables and for `__local` arguments.
    std::uint64_t local_bytes = 0;

    /// Whether a pointer may point into an object of small_object_bound bytes or more.
    bool has_large_objects = false;

    /// Keeps the object until release_objects().
    void hold(Ref<MemObject>&& object);
    /// Returns the held object with this index, in the order of the calls of hold(); null if `index` is too large.
    const MemObject* held(std::size_t index) const noexcept {
        if (index < inline_objects) return first_objects_[index].get();
        return index - inline_objects < more_objects_.size() ? more_objects_[index - inline_objects].get() : nullptr;
    }
    void release_objects() noexcept;

private:
    static constexpr std::size_t inline_bytes = 128;
    static constexpr unsigned inline_objects = 4;
    static constexpr std::align_val_t alignment{abi::block_alignment};
    struct Free {
        void operator()(std::byte* bytes) const noexcept { ::operator delete[](bytes, alignment); }
    };

    alignas(abi::block_alignment) std::array<std::byte, inline_bytes> small_;
    std::unique_ptr<std::byte[], Free> large_;
    std::array<Ref<MemObject>, inline_objects> first_objects_;
    unsigned held_ = 0;  // number of objects in first_objects_
    std::vector<Ref<MemObject>> more_objects_;
};

}  // namespace lanewise::runtime

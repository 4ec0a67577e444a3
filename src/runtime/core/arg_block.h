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
#include "runtime/memory/allocation.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

class MemObject;

/// The pointers that the application passed to clSetKernelExecInfo: to SVM, to USM, and to buffers with a device
/// address.
struct IndirectPointers {
    std::vector<const void*> svm;
    std::vector<const void*> usm;
    std::vector<const void*> addressed;

    bool is_empty() const noexcept { return svm.empty() && usm.empty() && addressed.empty(); }
    /// Returns whether one of the pointers points into the allocation.
    bool names(const Allocation& allocation) const noexcept;
};

class ArgBlock {
public:
    explicit ArgBlock(std::size_t bytes);
    ArgBlock(ArgBlock&&) noexcept;
    ArgBlock& operator=(ArgBlock&&) noexcept;
    ~ArgBlock();

    std::byte* data() noexcept { return large_ ? large_.get() : small_.data(); }
    std::size_t bytes() const noexcept { return bytes_; }
    const std::byte* data() const noexcept { return large_ ? large_.get() : small_.data(); }

    /// Bytes of local memory that one work-group needs for the kernel's own variables and for `__local` arguments.
    std::uint64_t local_bytes = 0;

    /// Whether a pointer argument may point into an object of at least small_object_bound bytes.
    bool has_large_objects = false;

    /// Kinds of allocations: the kernel may use all allocations of these kinds
    /// (CL_KERNEL_EXEC_INFO_INDIRECT_*_ACCESS_INTEL).
    AllocationKinds indirect_kinds = 0;
    /// Further pointers into allocations that the kernel may use (CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, _SVM_PTRS); null
    /// if there are none.
    std::shared_ptr<const IndirectPointers> indirect_pointers;

    /// Returns whether the kernel may use the allocation: by an argument (a pointer, or a structure that contains one)
    /// or indirectly. Only data that never changes is read, so that other threads may run the kernel meanwhile.
    bool may_use(const Allocation& allocation) const noexcept;

    /// Retains the object until release_objects() is called.
    void hold(Ref<MemObject>&& object);
    /// Returns the object that the call of hold() with the number `index` retained; the first call has the number 0.
    /// Null if there were fewer calls.
    const MemObject* held(std::size_t index) const noexcept {
        if (index < inline_objects) return first_objects_[index].get();
        return index - inline_objects < more_objects_.size() ? more_objects_[index - inline_objects].get() : nullptr;
    }
    void release_objects() noexcept;

    /// Calls `visit(object)` for each held object.
    template <class Visit>
    void for_each_object(Visit&& visit) const {
        for (unsigned i = 0; i < held_; ++i) visit(*first_objects_[i]);
        for (const Ref<MemObject>& object : more_objects_) visit(*object);
    }

private:
    static constexpr std::size_t inline_bytes = 128;
    static constexpr unsigned inline_objects = 4;
    static constexpr std::align_val_t alignment{abi::block_alignment};
    struct Free {
        void operator()(std::byte* bytes) const noexcept { ::operator delete[](bytes, alignment); }
    };

    alignas(abi::block_alignment) std::array<std::byte, inline_bytes> small_;
    std::unique_ptr<std::byte[], Free> large_;
    std::size_t bytes_;
    std::array<Ref<MemObject>, inline_objects> first_objects_;
    unsigned held_ = 0;  // number of objects in first_objects_
    std::vector<Ref<MemObject>> more_objects_;
};

}  // namespace lanewise::runtime

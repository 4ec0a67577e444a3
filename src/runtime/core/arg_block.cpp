#include "runtime/core/arg_block.h"

#include <algorithm>

#include "runtime/core/mem_object.h"

namespace lanewise::runtime {

ArgBlock::ArgBlock(std::size_t bytes) : bytes_(bytes) {
    if (bytes > inline_bytes) large_.reset(new (alignment) std::byte[bytes]);
}

ArgBlock::ArgBlock(ArgBlock&&) noexcept = default;
ArgBlock& ArgBlock::operator=(ArgBlock&&) noexcept = default;
ArgBlock::~ArgBlock() = default;

bool IndirectPointers::names(const Allocation& allocation) const noexcept {
    const auto is_inside = [&](const void* pointer) { return allocation.contains(pointer); };
    return std::ranges::any_of(svm, is_inside) || std::ranges::any_of(usm, is_inside) ||
           std::ranges::any_of(addressed, is_inside);
}

bool ArgBlock::may_use(const Allocation& allocation) const noexcept {
    if ((indirect_kinds & bit_of(allocation.traits.kind)) != 0) return true;
    if (has_pointer_into(allocation, data(), bytes_)) return true;
    return indirect_pointers && indirect_pointers->names(allocation);
}

// Stores references to the first few objects inside the block, so that most kernels need no allocated memory for
// references.
void ArgBlock::hold(Ref<MemObject>&& object) {
    if (held_ < inline_objects) {
        first_objects_[held_++] = std::move(object);
    } else {
        more_objects_.push_back(std::move(object));
    }
}

void ArgBlock::release_objects() noexcept {
    for (; held_ != 0; --held_) first_objects_[held_ - 1] = {};
    more_objects_.clear();
}

}  // namespace lanewise::runtime

#include "runtime/core/arg_block.h"

#include "runtime/core/mem_object.h"

namespace lanewise::runtime {

ArgBlock::ArgBlock(std::size_t bytes) {
    if (bytes > inline_bytes) large_.reset(new (alignment) std::byte[bytes]);
}

ArgBlock::ArgBlock(ArgBlock&&) noexcept = default;
ArgBlock& ArgBlock::operator=(ArgBlock&&) noexcept = default;
ArgBlock::~ArgBlock() = default;

// Holds the first objects inside the block. Most kernels have few objects, and then need no call of malloc.
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

#include "runtime/children/child_store.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>

namespace lanewise::runtime {

ChildStore::~ChildStore() {
    for (Child* block : blocks_) delete[] block;
}

void ChildStore::refill(ChildList& cache) noexcept {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
        auto* const block = new (std::nothrow) Child[next_block_];
        if (!block) return;
        try {
            blocks_.push_back(block);
        } catch (...) {
            delete[] block;
            return;
        }
        for (std::size_t i = 0; i < next_block_; ++i) free_.push(block[i]);
        made_ += next_block_;
        next_block_ = std::min(2 * next_block_, largest_block);
    }
    for (std::size_t i = 0; i < refilled && !free_.empty(); ++i) cache.push(*free_.pop());
}

void ChildStore::take_back(ChildList& cache) noexcept {
    const std::lock_guard lock(mutex_);
    cache.append(free_);
    free_ = std::exchange(cache, {});
}

void ChildStore::clear(Child& child) noexcept {
    if (child.is_allocated) ::operator delete[](child.arguments, std::align_val_t{abi::block_alignment});
    delete[] child.more_edges;
    child.is_allocated = false;
    child.more_edges = nullptr;
}

}  // namespace lanewise::runtime

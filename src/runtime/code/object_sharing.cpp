#include "runtime/code/object_sharing.h"

namespace lanewise::runtime {

// If several threads call this function for the same kernel at the same time, balance_ may be wrong. This is harmless,
// since a wrong prediction only makes launches slower.
void ObjectSharing::tell(std::size_t kernel, std::uint64_t shared) noexcept {
    const auto vote = [](std::uint64_t arguments) { return arguments != 0 ? 1 : -1; };
    Arguments& arguments = kernels_[kernel];
    const std::uint64_t before = arguments.shared.exchange(shared, std::memory_order_relaxed);
    const int vote_before = arguments.are_set.exchange(true, std::memory_order_release) ? vote(before) : 0;
    balance_.fetch_add(vote(shared) - vote_before, std::memory_order_relaxed);
}

bool ObjectSharing::is_expected(std::size_t kernel, std::uint64_t written) const noexcept {
    const Arguments& arguments = kernels_[kernel];
    if (!arguments.are_set.load(std::memory_order_acquire)) return balance_.load(std::memory_order_relaxed) > 0;
    return (arguments.shared.load(std::memory_order_relaxed) & written) != 0;
}

}  // namespace lanewise::runtime

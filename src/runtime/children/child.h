// A child: a kernel (or marker) that a work-item enqueued. A Child object is used from the enqueue until the child is
// complete; its memory belongs to the family's ChildStore. A child is in at most one list at a time.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "lanewise/kernel_abi.h"
#include "lanewise/ndrange.h"
#include "runtime/code/program_code.h"
#include "runtime/core/queue.h"

namespace lanewise::runtime {

struct Child;
struct DeviceEvent;

/// An entry in an event's list of waiting children: `child` waits for the event. The child owns the entry.
struct EventEdge {
    EventEdge* next = nullptr;
    Child* child = nullptr;
};

/// A singly linked list, first in, first out. Not thread-safe.
class ChildList {
public:
    bool empty() const noexcept { return !first_; }
    std::size_t size() const noexcept { return size_; }
    void push(Child& child) noexcept;
    Child* pop() noexcept;
    template <class Function>
    void for_each(Function&& function) const noexcept;
    /// Moves all children of `other` to the end of this list.
    void append(ChildList& other) noexcept;

private:
    Child* first_ = nullptr;
    Child* last_ = nullptr;
    std::size_t size_ = 0;
};

struct alignas(64) Child {
    static constexpr std::size_t small_bytes = 192;
    static constexpr std::size_t small_alignment = 64;
    static constexpr std::size_t few_edges = 2;

    Child* next = nullptr;
    /// The nearest ancestor that is a child with an event; null if there is no such ancestor. This ancestor cannot
    /// complete before this child.
    Child* anchor = nullptr;
    const CompiledKernel* kernel = nullptr;  // null for a marker
    Queue* queue = nullptr;
    DeviceEvent* event = nullptr;  // null if no event was requested
    std::uint32_t room = 0;        // bytes that the child occupies in the device queue
    /// Number of unmet dependencies: events of the wait list that are not settled, plus one until the enqueue flags
    /// allow the child to run.
    std::atomic<std::uint32_t> unmet = 1;
    /// Number of incomplete children whose `anchor` points to this child, plus one for this child itself.
    std::atomic<std::uint32_t> pending = 1;
    std::atomic<std::int32_t> status = 0;  // error code of the first failure, or 0
    bool has_edges = false;
    NDRange range;  // a local size of 0 lets the device choose
    std::uint64_t local_bytes = 0;
    std::byte* arguments = nullptr;  // points to `small`, or to memory allocated with block_alignment
    bool is_allocated = false;
    std::array<EventEdge, few_edges> edges;
    EventEdge* more_edges = nullptr;  // null or an array allocated by new[]
    alignas(small_alignment) std::array<std::byte, small_bytes> small;
};

inline void ChildList::push(Child& child) noexcept {
    child.next = nullptr;
    (last_ ? last_->next : first_) = &child;
    last_ = &child;
    ++size_;
}

inline Child* ChildList::pop() noexcept {
    Child* const child = first_;
    if (!child) return nullptr;
    first_ = child->next;
    if (!first_) last_ = nullptr;
    --size_;
    return child;
}

template <class Function>
void ChildList::for_each(Function&& function) const noexcept {
    for (const Child* child = first_; child; child = child->next) function(*child);
}

inline void ChildList::append(ChildList& other) noexcept {
    if (other.empty()) return;
    (last_ ? last_->next : first_) = other.first_;
    last_ = other.last_;
    size_ += other.size_;
    other = {};
}

}  // namespace lanewise::runtime

// A child: one kernel (or marker) that a work-item enqueued, from the call until it is complete. Its memory belongs to
// the family's store; it is linked into one list at a time.
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

/// "`child` waits for an event", linked into that event's list. Belongs to the child.
struct EventEdge {
    EventEdge* next = nullptr;
    Child* child = nullptr;
};

/// Singly linked, first in first out. Not thread-safe.
class ChildList {
public:
    bool empty() const noexcept { return !first_; }
    std::size_t size() const noexcept { return size_; }
    void push(Child& child) noexcept;
    Child* pop() noexcept;
    template <class Function>
    void for_each(Function&& function) const noexcept;
    /// Takes all of `other`.
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
    Child* anchor =
        nullptr;  // the nearest ancestor with an event, which completes after this; null: the command itself
    const CompiledKernel* kernel = nullptr;  // null: a marker
    Queue* queue = nullptr;
    DeviceEvent* event = nullptr;            // null when nobody asked for it
    std::uint32_t room = 0;                  // that it takes in the queue
    std::atomic<std::uint32_t> unmet = 1;    // events it waits for, and its flags
    std::atomic<std::uint32_t> pending = 1;  // itself and what is anchored here
    std::atomic<std::int32_t> status = 0;    // the first failure
    bool has_edges = false;
    NDRange range;  // local sizes of 0: not given
    std::uint64_t local_bytes = 0;
    std::byte* arguments = nullptr;  // `small`, or allocated with the alignment of a block
    bool is_allocated = false;
    std::array<EventEdge, few_edges> edges;
    EventEdge* more_edges = nullptr;  // new[]
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

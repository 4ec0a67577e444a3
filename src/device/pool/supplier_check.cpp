#include "device/pool/supplier_check.h"

#include <algorithm>

#include "device/machine/clock.h"
#include "device/machine/thread_room.h"

namespace lanewise::device {
namespace {

/// A look reads some ten small files.
constexpr std::uint64_t ns_between_looks = 50'000'000;

}  // namespace

SupplierCheck& SupplierCheck::instance() noexcept {
    static constinit SupplierCheck check;
    return check;
}

void SupplierCheck::note_arrival() noexcept {
    static constinit thread_local bool noted = false;
    if (noted) return;
    noted = true;
    arrived_.fetch_add(1, std::memory_order_relaxed);
}

bool SupplierCheck::may_ask(std::size_t most_threads, std::size_t stack_bytes) {
    const unsigned arrived = arrived_.load(std::memory_order_relaxed);
    const unsigned expected = expected_.load(std::memory_order_relaxed);
    if (arrived >= expected || arrived >= most_threads) return true;
    // Some filters of system calls forbid threads altogether, which no file tells. The first one is of our own.
    if (!made_own_.load(std::memory_order_relaxed)) return false;
    const std::uint64_t now = ticks();
    const std::uint64_t last = looked_at_.load(std::memory_order_relaxed);
    if (last != 0 && nanoseconds(now - last) < ns_between_looks) return had_room_.load(std::memory_order_relaxed);
    const auto missing = static_cast<unsigned>(std::min<std::size_t>(expected, most_threads) - arrived);
    const bool has_room = has_room_for_threads(missing, stack_bytes);
    had_room_.store(has_room, std::memory_order_relaxed);
    looked_at_.store(now, std::memory_order_relaxed);
    return has_room;
}

}  // namespace lanewise::device

// Runs a thread that looks for resident pages in watched blocks (page_sizes.h) while no other thread of the driver
// looks for them. The thread is needed when the application writes to mapped or shared memory, or when a single
// work-group touches a whole buffer.
//
// The thread looks for resident pages at most once per millisecond, and only while the process has page faults. After a
// few tenths of a second without faults, the thread sleeps until it is called. If the thread cannot be started, pages
// stay small. Thread-safe.
#pragma once

#include "device/machine/page_sizes.h"

namespace lanewise::device {

void call_page_watcher() noexcept;

/// Wakes the watching thread. Must be called before code touches memory, if no other thread of the driver will look for
/// resident pages after the touches.
inline void expect_touches() noexcept {
    if (watched_blocks.load(std::memory_order_relaxed) != 0) call_page_watcher();
}

}  // namespace lanewise::device

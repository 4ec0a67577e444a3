// A thread that looks for resident pages in watched blocks (page_sizes.h) when no other thread of the driver would.
// This is needed if the application writes to mapped or shared memory, or a single work-group touches a whole buffer.
//
// The thread looks only while the process has page faults, at most once per millisecond. After a few tenths of a second
// without faults it sleeps. If no thread can be started, pages stay small. Thread-safe.
#pragma once

#include "device/machine/page_sizes.h"

namespace lanewise::device {

void call_page_watcher() noexcept;

/// Wakes the watching thread, since touches may follow for which no other thread looks.
inline void expect_touches() noexcept {
    if (watched_blocks.load(std::memory_order_relaxed) != 0) call_page_watcher();
}

}  // namespace lanewise::device

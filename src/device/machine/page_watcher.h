// A thread that looks at watched blocks (page_sizes.h) when the driver has no other occasion for it. The application
// may write to mapped or shared memory, or a single work-group of a kernel may sweep through a buffer.
//
// The thread looks only while the process has page faults, at most every millisecond. It sleeps after a few tenths of a
// second without faults. Pages stay small if no thread can be started. Thread-safe.
#pragma once

#include "device/machine/page_sizes.h"

namespace lanewise::device {

void call_page_watcher() noexcept;

/// Starts the watch, since touches may follow that no other thread looks for.
inline void expect_touches() noexcept {
    if (watched_blocks.load(std::memory_order_relaxed) != 0) call_page_watcher();
}

}  // namespace lanewise::device

// A thread that looks at watched blocks (page_sizes.h) while the driver has no other occasion: the application writes
// to mapped or shared memory, or a single work-group of a kernel sweeps through a buffer.
//
// It looks every millisecond or more rarely, only while the process has page faults, and sleeps after some tenths of a
// second without. Thread-safe; where no thread can be made pages stay small.
#pragma once

#include "device/machine/page_sizes.h"

namespace lanewise::device {

void call_page_watcher() noexcept;

/// Touches may follow that nobody else looks at.
inline void expect_touches() noexcept {
    if (watched_blocks.load(std::memory_order_relaxed) != 0) call_page_watcher();
}

}  // namespace lanewise::device

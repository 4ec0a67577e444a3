// Chooses between small and huge pages for large blocks, by the way in which a program touches the blocks. If a program
// touches all pages of a region for the first time, huge pages are faster (one fault instead of 512). If the program
// touches only one page of the region, a huge page takes 512 times the memory of a small page, and the time to clear
// this memory.
//
//   Block of moderate size        Huge pages everywhere: they cannot waste much.
//   Larger block                  Small pages, with windows of huge ones where the threads of a launch begin.
//   Memory written as a whole     Huge pages, before it is written (expect_dense).
//   Memory touched by kernels     After each range of work-groups, threads that had many faults look for resident
//                                 pages. If a region is mostly resident, a window of huge pages opens before it and
//                                 after it. Each window is twice as long as the adjacent regions with huge pages.
//   Memory touched by others      A separate thread looks for resident pages (page_watcher.h).
//
// A program that touches new memory in ascending order therefore gets few small pages. The memory in huge pages is at
// most about twice the touched memory, plus a fixed amount. Pages that are already resident keep their size.
//
// Thread-safe; no call throws.
#pragma once

#include <atomic>
#include <cstddef>

namespace lanewise::device {

inline constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;

/// Chooses the first page sizes of a new block. From then on, the block is searched for resident pages (watched). The
/// block's address and size must be multiples of a huge page.
void watch_pages(std::byte* block, std::size_t bytes) noexcept;
/// Frees the small pages of a block whose contents are no longer needed. If these pages stayed resident, they would
/// stay small, even when a program later touches all of them.
void discard_small_pages(const std::byte* block, std::size_t bytes) noexcept;
/// Ends the search for resident pages that watch_pages() began for a block. Must be called before the block is
/// unmapped.
void forget_pages(const std::byte* block, std::size_t bytes) noexcept;

/// Number of blocks that have small pages and may still get huge pages.
extern std::atomic<unsigned> watched_blocks;

void expect_dense_slowly(const void* data, std::size_t bytes) noexcept;
void look_at_pages_slowly() noexcept;
/// Adds `faults` to the number of page faults. If this number is then large enough, looks for resident pages in the
/// watched blocks.
void look_at_pages_after(long faults) noexcept;

/// Announces that the whole range will now be written.
inline void expect_dense(const void* data, std::size_t bytes) noexcept {
    if (watched_blocks.load(std::memory_order_relaxed) != 0 && bytes >= huge_page_bytes)
        expect_dense_slowly(data, bytes);
}

/// Must be called after the calling thread has run a range of work-groups. Costs one load if no block is watched;
/// otherwise reads the clock and sometimes makes a system call.
inline void look_at_pages() noexcept {
    if (watched_blocks.load(std::memory_order_relaxed) != 0) look_at_pages_slowly();
}

}  // namespace lanewise::device

// Chooses between small and huge pages for large blocks of memory, by how they are touched. A huge page makes dense
// first touches faster (one fault in place of 512), and sparse ones take 512 times the memory and the time to clear it.
//
//   a block of moderate size      huge pages all over: they cannot waste much
//   a larger one                  small pages, and windows of huge ones where the threads of a launch begin
//   what is written as a whole    huge pages before it is (expect_dense)
//   what kernels touch            at the end of each range of work-groups, threads that had many faults look where the
//                                 pages are: behind and before a region that is mostly there a window of huge pages
//                                 opens, twice as long as what was dense there so far
//   what others touch             a thread looks meanwhile (page_watcher.h)
//
// So a sweep through fresh memory takes few small pages, and huge pages at most about twice the memory that was
// touched, and a fixed amount. Pages that are there are left as they are.
//
// Thread-safe; no call throws.
#pragma once

#include <atomic>
#include <cstddef>

namespace lanewise::device {

inline constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;

/// Chooses the first pages of a fresh block, whose address and size are multiples of a huge page, and watches it.
void watch_pages(std::byte* block, std::size_t bytes) noexcept;
/// Nobody needs what the block holds: small pages, which would keep dense touches from huge ones, go.
void discard_small_pages(const std::byte* block, std::size_t bytes) noexcept;
/// Before the block is unmapped.
void forget_pages(const std::byte* block, std::size_t bytes) noexcept;

/// Blocks that have small pages and may get huge ones.
extern std::atomic<unsigned> watched_blocks;

void expect_dense_slowly(const void* data, std::size_t bytes) noexcept;
void look_at_pages_slowly() noexcept;
/// So many faults came since somebody looked.
void look_at_pages_after(long faults) noexcept;

/// All of this is about to be written.
inline void expect_dense(const void* data, std::size_t bytes) noexcept {
    if (watched_blocks.load(std::memory_order_relaxed) != 0 && bytes >= huge_page_bytes)
        expect_dense_slowly(data, bytes);
}

/// The calling thread has run a part of a kernel. Costs a load where no block is watched, and a look
/// at the clock where one is, with a system call now and then.
inline void look_at_pages() noexcept {
    if (watched_blocks.load(std::memory_order_relaxed) != 0) look_at_pages_slowly();
}

}  // namespace lanewise::device

#include "compiler/guard/compile_stack.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <span>
#include <utility>

namespace lanewise::compiler {
namespace {

// Layout from low to high addresses: guard pages, reserve, stack, gap, signal stack. The end of the signal stack is
// far_bottom().
constexpr std::size_t guard_bytes = std::size_t{1} << 20;
constexpr std::size_t reserve_bytes = std::size_t{256} << 10;
constexpr std::size_t gap_bytes = std::size_t{9} << 20;  // more than 8 MiB, the stack size that Clang assumes
constexpr std::size_t signal_bytes = std::size_t{256} << 10;
constexpr std::size_t other_bytes = guard_bytes + reserve_bytes + gap_bytes + signal_bytes;

constexpr std::size_t most_bytes = std::size_t{1} << 30;
constexpr std::size_t least_bytes = std::size_t{4} << 20;
// Divisor of the process's limits on addresses and data (RLIMIT_AS, RLIMIT_DATA). A stack gets at most the smaller
// quotient, so that many builds can run concurrently.
constexpr std::size_t share_of_limit = 32;
// Size of the part of a stack that stays in memory between builds. Most builds use less.
constexpr std::size_t kept_bytes = std::size_t{512} << 10;

// Total size of the marker words at the end of the part that stays in memory. If a marker word has changed, a call used
// the stack beyond this part. A frame may leave some bytes unwritten, but always fewer adjacent bytes than the marker
// words occupy.
constexpr std::size_t mark_bytes = std::size_t{16} << 10;
constexpr std::uint64_t mark = 0x6c616e6577697365;

constexpr std::size_t pool_size = 16;

// Unused stacks. Each of these stacks has `pooled_bytes` bytes: the size of the first stack that was put into the pool.
std::array<std::atomic<std::byte*>, pool_size> pool;
std::atomic<std::size_t> pooled_bytes = 0;

std::size_t wanted_bytes() {
    std::size_t wanted = most_bytes;
    for (const auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
        rlimit limit{};
        if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) continue;
        wanted = std::min(wanted, std::bit_floor(static_cast<std::size_t>(limit.rlim_cur) / share_of_limit));
    }
    return std::max(wanted, least_bytes);
}

std::span<std::uint64_t> marks(void* top) {
    return {reinterpret_cast<std::uint64_t*>(static_cast<std::byte*>(top) - kept_bytes), mark_bytes / sizeof mark};
}

}  // namespace

CompileStack::CompileStack(CompileStack&& other) noexcept
    : base_(std::exchange(other.base_, nullptr)),
      bytes_(other.bytes_),
      reserve_open_(other.reserve_open_),
      abandoned_(other.abandoned_) {}

// Maps the stack as inaccessible, unlocks it, and then makes it accessible. Otherwise the operating system would
// allocate all pages if the application has called mlockall(MCL_FUTURE).
CompileStack CompileStack::map(std::size_t bytes) noexcept {
    CompileStack stack;
    void* const base =
        ::mmap(nullptr, other_bytes + bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (base == MAP_FAILED) return stack;
    stack.base_ = static_cast<std::byte*>(base);
    stack.bytes_ = bytes;
    ::munlock(base, other_bytes + bytes);
    ::madvise(base, other_bytes + bytes, MADV_NOHUGEPAGE);
    constexpr int access = PROT_READ | PROT_WRITE;
    const bool opened = ::mprotect(stack.base_ + guard_bytes + reserve_bytes, bytes, access) == 0 &&
                        ::mprotect(stack.signal_stack(), signal_bytes, access) == 0;
    if (!opened) {
        ::munmap(base, other_bytes + bytes);
        stack.base_ = nullptr;
        return stack;
    }
    std::ranges::fill(marks(stack.top()), mark);
    return stack;
}

CompileStack CompileStack::take() noexcept {
    const std::size_t wanted = wanted_bytes();
    for (auto& slot : pool) {
        if (!slot.load(std::memory_order_relaxed)) continue;
        std::byte* const base = slot.exchange(nullptr);
        if (!base) continue;
        CompileStack stack;
        stack.base_ = base;
        stack.bytes_ = pooled_bytes;
        if (stack.bytes_ <= wanted) return stack;
        stack.abandon();  // a resource limit that counts the whole stack was lowered, so this stack is now too large
    }
    for (std::size_t bytes = wanted; bytes >= least_bytes; bytes /= 2) {
        CompileStack stack = map(bytes);
        if (stack.is_there()) return stack;
    }
    return {};
}

CompileStack::~CompileStack() {
    if (!base_) return;
    std::size_t expected = 0;
    const bool fits = pooled_bytes.compare_exchange_strong(expected, bytes_) || expected == bytes_;
    if (fits && !abandoned_) {
        if (std::ranges::any_of(marks(top()), [](std::uint64_t word) { return word != mark; })) {
            ::madvise(base_ + guard_bytes + reserve_bytes, bytes_ - kept_bytes, MADV_DONTNEED);
            std::ranges::fill(marks(top()), mark);
        }
        for (auto& slot : pool) {
            std::byte* empty = nullptr;
            if (slot.compare_exchange_strong(empty, base_)) return;
        }
    }
    ::munmap(base_, other_bytes + bytes_);
}

void* CompileStack::top() const noexcept { return base_ + guard_bytes + reserve_bytes + bytes_; }

void* CompileStack::far_bottom() const noexcept { return base_ + other_bytes + bytes_; }

void* CompileStack::signal_stack() const noexcept { return base_ + other_bytes + bytes_ - signal_bytes; }

std::size_t CompileStack::signal_stack_bytes() noexcept { return signal_bytes; }

bool CompileStack::holds(std::uintptr_t address) const noexcept {
    const auto base = reinterpret_cast<std::uintptr_t>(base_);
    return base <= address && address < base + guard_bytes + reserve_bytes + bytes_;
}

bool CompileStack::is_beyond_end(std::uintptr_t address) const noexcept {
    const auto base = reinterpret_cast<std::uintptr_t>(base_);
    return base <= address && address < base + guard_bytes + reserve_bytes;
}

bool CompileStack::open_reserve() noexcept {
    if (std::exchange(reserve_open_, true)) return false;
    return ::mprotect(base_ + guard_bytes, reserve_bytes, PROT_READ | PROT_WRITE) == 0;
}

}  // namespace lanewise::compiler

#include "device/pool/worker_memory.h"

#include <sys/mman.h>

#include <algorithm>

#include "device/machine/round_up.h"
#include "lanewise/per_thread.h"

namespace lanewise::device {

namespace {

constexpr std::uint64_t page_bytes = 4096;
constexpr std::uint64_t huge_page_bytes = std::uint64_t{2} << 20;
constexpr std::uint64_t smallest_block = 64 * 1024;
constexpr std::uint64_t widest_vector_bytes = 64;
static_assert(worker_margin_bytes % page_bytes == 0);

}  // namespace

bool WorkerMemory::Block::lend_more(std::uint64_t wanted) noexcept {
    if (wanted > bytes && !grow(wanted)) return false;
    lent = wanted;
    // Touches the bytes before and after the memory that the thread lends. The pages of these bytes are then present
    // and writable. This matters because inactive lanes may access the bytes. If a page is not present or not writable,
    // the processor executes a masked access to it by slow microcode.
    auto* const begin = reinterpret_cast<volatile std::byte*>(data);
    begin[-1] = std::byte{0};
    begin[std::min(wanted + widest_vector_bytes, bytes)] = std::byte{0};
    return true;
}

// Maps new pages instead of using realloc(): the contents need not be copied, and untouched pages take no memory.
bool WorkerMemory::Block::grow(std::uint64_t wanted) noexcept {
    const std::uint64_t size =
        round_up(std::max({wanted, smallest_block, std::min(2 * bytes, max_worker_bytes)}), page_bytes);
    const std::uint64_t mapped = size + 2 * worker_margin_bytes;
    void* fresh = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (fresh == MAP_FAILED) return false;
    if (size >= huge_page_bytes) madvise(fresh, mapped, MADV_HUGEPAGE);
    free();
    data = static_cast<std::byte*>(fresh) + worker_margin_bytes;
    bytes = size;
    return true;
}

void WorkerMemory::Block::free() noexcept {
    if (data) munmap(data - worker_margin_bytes, bytes + 2 * worker_margin_bytes);
    data = nullptr;
    bytes = lent = 0;
}

WorkerMemory::~WorkerMemory() {
    local_.free();
    context_.free();
}

WorkerMemory& WorkerMemory::of_this_thread() noexcept { return per_thread<WorkerMemory>(); }

bool WorkerMemory::reserve(std::uint64_t local_bytes, std::uint64_t context_bytes) noexcept {
    return local_.lend(local_bytes) && context_.lend(context_bytes);
}

}  // namespace lanewise::device

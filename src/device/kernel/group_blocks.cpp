#include "device/kernel/group_blocks.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "device/kernel/launch.h"
#include "device/machine/round_up.h"
#include "device/pool/worker_memory.h"

namespace lanewise::device {

namespace {

// Limits of a concurrent launch. A sub-group that waits uses about two pages of its stack.
constexpr std::uint64_t most_groups = 16384;
constexpr std::uint64_t most_sub_groups = 65536;
constexpr std::uint64_t most_bytes = std::uint64_t{16} << 30;

}  // namespace

/// The header at the start of a work-group's memory. A margin, local memory, another margin and the stacks follow the
/// header.
struct alignas(abi::block_alignment) GroupBlocks::Block {
    RunningGroup group;
    std::uint64_t groups_left = 1;
    bool is_used = false;   // whether local memory may contain data
    Block* next = nullptr;  // next block in the list of all blocks
    Block* next_unused = nullptr;
};

GroupBlocks::GroupBlocks(const Launch& launch, std::uint64_t local_bytes, std::uint64_t stack_bytes,
                         bool zeroes_local) noexcept
    : launch_(launch),
      local_bytes_(round_up(local_bytes, abi::block_alignment)),
      stack_bytes_(stack_bytes),
      all_bytes_(sizeof(Block) + 2 * worker_margin_bytes + local_bytes_ + stack_bytes_),
      zeroes_local_(zeroes_local) {}

GroupBlocks::~GroupBlocks() {
    while (Block* const block = blocks_) {
        blocks_ = block->next;
        ::munmap(block, all_bytes_);
    }
}

GroupBlocks::Block* GroupBlocks::map() noexcept {
    void* const memory =
        ::mmap(nullptr, all_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    // A stack needs few of its pages, so huge pages would waste memory.
    ::madvise(memory, all_bytes_, MADV_NOHUGEPAGE);
    auto* const block = new (memory) Block;
    block->next = blocks_;
    blocks_ = block;
    return block;
}

RunningGroup* GroupBlocks::begin(std::uint64_t number) noexcept {
    Block* const block = unused_ ? unused_ : map();
    if (!block) {
        lacked_memory_ = true;
        return nullptr;
    }
    if (block == unused_) unused_ = block->next_unused;
    std::byte* const local = reinterpret_cast<std::byte*>(block) + sizeof(Block) + worker_margin_bytes;
    if (zeroes_local_ && block->is_used) std::memset(local, 0, local_bytes_);
    block->is_used = true;
    block->group = {};
    block->group.number = number;
    const Dim3 id = launch_.id_of(number);
    block->group.worker = {local,
                           local + local_bytes_ + worker_margin_bytes,
                           local_bytes_,
                           stack_bytes_,
                           &block->groups_left,
                           nullptr,
                           {id[0], id[1], id[2]}};
    return &block->group;
}

void GroupBlocks::end(RunningGroup& group) noexcept {
    auto& block = reinterpret_cast<Block&>(group);
    block.next_unused = unused_;
    unused_ = &block;
}

std::uint64_t max_concurrent_groups(const KernelCode& code, const Dim3& local, std::uint64_t local_bytes) noexcept {
    // Work-groups that never wait need not be in memory at the same time. Work-groups that enqueue kernels run one
    // after another, since one object collects the enqueued kernels of a whole range of work-groups
    // (abi::Worker::enqueues). If such work-groups also wait, the launch can therefore have only one work-group.
    if (!code.waits) return most_groups;
    if (code.enqueues) return 1;
    const std::uint64_t bytes = code.context_bytes(local) + local_bytes + 4 * worker_margin_bytes;
    return std::clamp(std::min(most_sub_groups / code.chunks(local), most_bytes / bytes), std::uint64_t{1},
                      most_groups);
}

}  // namespace lanewise::device

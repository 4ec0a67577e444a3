#include "device/kernel/code_group.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstring>
#include <new>

#include "device/kernel/code_loader.h"
#include "device/machine/kernel_faults.h"

namespace lanewise::device {
namespace {

constexpr int no_operation = 0x90;

/// The machine code of jmp *0(%rip). The target address must follow this instruction in memory.
constexpr unsigned char jump[] = {0xff, 0x25, 0, 0, 0, 0};

void write_slide(std::byte* pages, std::size_t text_bytes) noexcept {
    std::memset(pages, no_operation, text_bytes);
    const std::uintptr_t target = way_out_of_kernel();
    std::memcpy(pages + text_bytes, jump, sizeof jump);
    std::memcpy(pages + text_bytes + sizeof jump, &target, sizeof target);
}

}  // namespace

bool can_end_code() noexcept { return way_out_of_kernel() != 0; }

bool CodeGroup::add(const LoadedCode& code) {
    const std::lock_guard lock(mutex_);
    if (is_ended_) return false;
    codes_.insert(&code);
    return true;
}

void CodeGroup::remove(const LoadedCode& code) noexcept {
    const std::lock_guard lock(mutex_);
    codes_.erase(&code);
}

bool CodeGroup::is_ended() noexcept {
    const std::lock_guard lock(mutex_);
    return is_ended_;
}

CodeGroup::Ending::Ending(CodeGroup& group) : group_(group), lock_(group.mutex_) {
    try {
        exchanges_.reserve(group_.codes_.size());
        for (const LoadedCode* code : group_.codes_) prepare(*code);
    } catch (...) {
        unmap_prepared();
        throw;
    }
}

void CodeGroup::Ending::prepare(const LoadedCode& code) {
    const std::size_t bytes = code.text_bytes() + LoadedCode::room_after_text;
    void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    auto* const pages = static_cast<std::byte*>(memory);
    exchanges_.push_back({code.text(), pages, bytes});
    write_slide(pages, code.text_bytes());
    if (::mprotect(pages, bytes, PROT_READ | PROT_EXEC) != 0) throw std::bad_alloc();
}

bool CodeGroup::Ending::run() noexcept {
    group_.is_ended_ = true;
    std::erase_if(exchanges_, [](const Exchange& exchange) {
        return ::mremap(exchange.pages, exchange.bytes, exchange.bytes, MREMAP_MAYMOVE | MREMAP_FIXED,
                        exchange.place) != MAP_FAILED;
    });
    return exchanges_.empty();
}

void CodeGroup::Ending::unmap_prepared() noexcept {
    for (const Exchange& exchange : exchanges_) ::munmap(exchange.pages, exchange.bytes);
}

CodeGroup::Ending::~Ending() { unmap_prepared(); }

}  // namespace lanewise::device

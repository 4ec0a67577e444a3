#include "device/kernel/code_loader.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

#include "device/kernel/imports.h"
#include "device/machine/perf_map.h"

namespace lanewise::device {
namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t max_image_bytes = std::uint64_t{1} << 30;

bool word_fits(const KernelCode& code, std::uint64_t offset) {
    return offset <= code.image.size() && code.image.size() - offset >= sizeof(std::uint64_t);
}

/// Finds an error in the image's description; returns nullptr if there is none.
const char* find_fault(const KernelCode& code) {
    const std::uint64_t size = code.image.size();
    if (size == 0 || size > max_image_bytes) return "The size of the code is 0 or above 1 GiB.";
    if (code.text_bytes % page != 0 || code.rodata_bytes % page != 0) {
        return "A segment of the code does not start on a page.";
    }
    if (code.text_bytes > size || code.rodata_bytes > size - code.text_bytes) {
        return "A segment lies outside the code.";
    }
    if (code.entry >= code.text_bytes) return "The entry lies outside the text segment.";
    for (const auto& relocation : code.relocations) {
        if (!word_fits(code, relocation.offset)) return "A relocation lies outside the code.";
    }
    for (const auto& import : code.imports) {
        if (!word_fits(code, import.offset)) return "An import lies outside the code.";
    }
    return nullptr;
}

void store_word(std::byte* base, std::uint64_t offset, std::uint64_t value) {
    std::memcpy(base + offset, &value, sizeof value);
}

bool protect(std::byte* base, std::uint64_t bytes, int protection) {
    return bytes == 0 || ::mprotect(base, bytes, protection) == 0;
}

}  // namespace

std::unique_ptr<const LoadedCode> LoadedCode::load(const KernelCode& code, const std::string& name, bool perf_map,
                                                   std::shared_ptr<CodeGroup> group, std::string& error) {
    if (const char* fault = find_fault(code)) {
        error = fault;
        return nullptr;
    }
    const std::uint64_t size = (code.image.size() + page - 1) / page * page + room_after_text;
    void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    auto* base = static_cast<std::byte*>(memory);
    std::unique_ptr<LoadedCode> loaded(new LoadedCode(base, size, code.text_bytes));
    std::memcpy(base, code.image.data(), code.image.size());
    const auto address = reinterpret_cast<std::uint64_t>(base);
    for (const auto& relocation : code.relocations) {
        store_word(base, relocation.offset, address + static_cast<std::uint64_t>(relocation.addend));
    }
    for (const auto& import : code.imports) {
        const void* target = find_import(import.symbol);
        if (!target) {
            error = "The code calls '" + import.symbol + "', which this version of the driver does not provide.";
            return nullptr;
        }
        store_word(base, import.offset,
                   reinterpret_cast<std::uint64_t>(target) + static_cast<std::uint64_t>(import.addend));
    }
    if (!protect(base, code.text_bytes, PROT_READ | PROT_EXEC) ||
        !protect(base + code.text_bytes, code.rodata_bytes, PROT_READ)) {
        // mprotect() may fail with ENOMEM, since the system needs memory to split the mapping.
        if (errno == ENOMEM) throw std::bad_alloc();
        error = "The system does not allow the process to make memory executable (SELinux or another policy).";
        return nullptr;
    }
    loaded->entry_ = reinterpret_cast<abi::Entry>(base + code.entry);
    if (group) {
        if (!group->add(*loaded)) {
            error = "The context has been terminated by clTerminateContextKHR.";
            return nullptr;
        }
        loaded->group_ = std::move(group);
    }
    if (perf_map) name_for_perf(base, code.text_bytes, name);
    return loaded;
}

LoadedCode::~LoadedCode() {
    if (group_) group_->remove(*this);
    ::munmap(base_, bytes_);
}

}  // namespace lanewise::device

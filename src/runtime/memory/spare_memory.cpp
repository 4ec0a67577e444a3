#include "runtime/memory/spare_memory.h"

#include <mutex>
#include <utility>

namespace lanewise::runtime {

std::unique_ptr<SpareMemory> SpareMemories::take() noexcept {
    const std::lock_guard lock(mutex_);
    if (memories_.empty()) return nullptr;
    std::unique_ptr<SpareMemory> memory = std::move(memories_.back());
    memories_.pop_back();
    bytes_ -= memory->bytes();
    return memory;
}

void SpareMemories::keep(std::unique_ptr<SpareMemory> memory) noexcept {
    const std::size_t bytes = memory->bytes();
    const std::lock_guard lock(mutex_);
    if (bytes > most_bytes - bytes_) return;
    try {
        memories_.push_back(std::move(memory));
        bytes_ += bytes;
    } catch (...) {  // the destructor of `memory` returns the bytes to the system
    }
}

}  // namespace lanewise::runtime

// Memory of an input that has elements only for the first `edge_items` work-items. The memory ends where an
// inaccessible page starts. Thread-safety: none.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstring>
#include <new>
#include <utility>

#include "evaluate_terms.h"

namespace lanewise::fuzz {

class EdgeMemory {
public:
    EdgeMemory(Type type, const Column& column) {
        const std::size_t size = bytes_of(type.scalar), elements = std::size_t{edge_items} * type.width;
        bytes_ = (elements * size + page - 1) / page * page + page;
        void* const mapped = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (mapped == MAP_FAILED) throw std::bad_alloc();
        memory_ = static_cast<std::byte*>(mapped);
        begin_ = memory_ + bytes_ - page - elements * size;
        for (std::size_t i = 0; i < elements; ++i) std::memcpy(begin_ + i * size, &column[i], size);
        mprotect(memory_ + bytes_ - page, page, PROT_NONE);
    }
    ~EdgeMemory() {
        if (memory_) munmap(memory_, bytes_);
    }
    EdgeMemory(EdgeMemory&& other) noexcept
        : memory_(std::exchange(other.memory_, nullptr)), begin_(other.begin_), bytes_(other.bytes_) {}
    EdgeMemory& operator=(EdgeMemory&&) = delete;

    const std::byte* get() const { return begin_; }

private:
    static constexpr std::size_t page = 4096;

    std::byte* memory_;
    std::byte* begin_;
    std::size_t bytes_;
};

}  // namespace lanewise::fuzz

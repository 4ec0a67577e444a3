// Memory that ends directly before an inaccessible page, so that a read beyond its end faults. If its size is a
// multiple of the page size, the memory also begins directly after an inaccessible page.
#pragma once

#include <sys/mman.h>

#include <cstddef>

namespace lanewise::test {

class GuardedMemory {
public:
    explicit GuardedMemory(std::size_t bytes) : size_((bytes + page - 1) / page * page + 2 * page) {
        void* mapped = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        begin_ = static_cast<std::byte*>(mapped);
        mprotect(begin_, page, PROT_NONE);
        mprotect(begin_ + size_ - page, page, PROT_NONE);
        data_ = begin_ + size_ - page - bytes;
    }
    ~GuardedMemory() { munmap(begin_, size_); }
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;

    template <class T>
    T* as() const {
        return reinterpret_cast<T*>(data_);
    }

private:
    static constexpr std::size_t page = 4096;
    std::size_t size_;
    std::byte* begin_;
    std::byte* data_;
};

}  // namespace lanewise::test

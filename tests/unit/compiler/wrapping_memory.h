// Memory in which an unsigned 32-bit index may wrap around.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

namespace lanewise::test {

/// Reserves 4 GiB of addresses. Only the lowest and the highest pages can be accessed.
class WrappingMemory {
public:
    static constexpr std::size_t all = std::size_t{1} << 32, ends = 1 << 16;

    WrappingMemory()
        : bytes_(static_cast<std::uint8_t*>(
              mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {
        mprotect(bytes_, ends, PROT_READ | PROT_WRITE);
        mprotect(bytes_ + all - ends, ends, PROT_READ | PROT_WRITE);
    }
    ~WrappingMemory() { munmap(bytes_, all); }
    WrappingMemory(const WrappingMemory&) = delete;
    WrappingMemory& operator=(const WrappingMemory&) = delete;

    std::uint8_t* bytes() const { return bytes_; }

    /// Fills the lowest and the highest pages with the same contents: byte `i` of each becomes `value(i)`.
    void fill(const auto& value) const {
        for (unsigned i = 0; i < ends; ++i) bytes_[i] = bytes_[all - ends + i] = static_cast<std::uint8_t>(value(i));
    }

private:
    std::uint8_t* const bytes_;
};

}  // namespace lanewise::test

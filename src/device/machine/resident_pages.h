// Counts the resident pages of a range of memory, by regions of one huge page. Asks the system and touches nothing.
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
// Thread-safety: one object per thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanewise::device {

class ResidentPages {
public:
    /// Uses /proc/self/pagemap if it can be scanned, mincore otherwise.
    ResidentPages() noexcept;
    ~ResidentPages();
    ResidentPages(const ResidentPages&) = delete;
    ResidentPages& operator=(const ResidentPages&) = delete;

    /// Sets `counts` to the numbers of resident pages in the regions from `begin` on; 0 for all if the system does not
    /// tell.
    void count(std::uintptr_t begin, std::vector<std::uint32_t>& counts) noexcept;

private:
    bool scan(std::uintptr_t begin, std::vector<std::uint32_t>& counts) noexcept;
    static void ask_each(std::uintptr_t begin, std::vector<std::uint32_t>& counts) noexcept;

    int pagemap_;
};

}  // namespace lanewise::device

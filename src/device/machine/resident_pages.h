// Which pages of a range of memory are there, told by region of a huge page. Asks the system and touches nothing.
//
// Thread-safety: one object per thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanewise::device {

class ResidentPages {
public:
    /// Opens what the system offers: /proc/self/pagemap where it can be scanned, mincore elsewhere.
    ResidentPages() noexcept;
    ~ResidentPages();
    ResidentPages(const ResidentPages&) = delete;
    ResidentPages& operator=(const ResidentPages&) = delete;

    /// Puts into `counts` the number of pages that each of the regions from `begin` on has; 0 for all where the system
    /// does not tell.
    void count(std::uintptr_t begin, std::vector<std::uint32_t>& counts) noexcept;

private:
    bool scan(std::uintptr_t begin, std::vector<std::uint32_t>& counts) noexcept;
    static void ask_each(std::uintptr_t begin, std::vector<std::uint32_t>& counts) noexcept;

    int pagemap_;
};

}  // namespace lanewise::device

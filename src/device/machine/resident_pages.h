// Counts the resident pages of a range of memory, separately for each region of the size of a huge page. The counts
// come from the system, so no page is touched.
//
// Thread-safety: only one thread at a time may use an object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanewise::device {

class ResidentPages {
public:
    /// Uses /proc/self/pagemap if the system supports PAGEMAP_SCAN, otherwise mincore().
    ResidentPages() noexcept;
    ~ResidentPages();
    ResidentPages(const ResidentPages&) = delete;
    ResidentPages& operator=(const ResidentPages&) = delete;

    /// Sets counts[i] to the number of resident pages in region i after `begin`. Sets all elements to 0 if the system
    /// does not report resident pages.
    void count(std::uintptr_t begin, std::vector<std::uint32_t>& counts) noexcept;

private:
    bool scan(std::uintptr_t begin, std::vector<std::uint32_t>& counts) noexcept;
    static void ask_each(std::uintptr_t begin, std::vector<std::uint32_t>& counts) noexcept;

    int pagemap_;
};

}  // namespace lanewise::device

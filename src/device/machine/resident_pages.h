// Counts the resident pages of a range of memory, for each region of the size of a huge page. It queries the system and
// touches no page.
//
// Thread-safety: only one thread at a time may use an object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanewise::device {

class ResidentPages {
public:
    /// Uses /proc/self/pagemap if the system can scan it, else mincore.
    ResidentPages() noexcept;
    ~ResidentPages();
    ResidentPages(const ResidentPages&) = delete;
    ResidentPages& operator=(const ResidentPages&) = delete;

    /// Sets `counts` to the numbers of resident pages of consecutive regions, the first of which begins at `begin`.
    /// Sets all to 0 if the system does not report them.
    void count(std::uintptr_t begin, std::vector<std::uint32_t>& counts) noexcept;

private:
    bool scan(std::uintptr_t begin, std::vector<std::uint32_t>& counts) noexcept;
    static void ask_each(std::uintptr_t begin, std::vector<std::uint32_t>& counts) noexcept;

    int pagemap_;
};

}  // namespace lanewise::device

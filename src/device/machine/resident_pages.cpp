#include "device/machine/resident_pages.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "device/machine/page_sizes.h"

namespace lanewise::device {
namespace {

constexpr std::uintptr_t page_bytes = 4096;
constexpr std::size_t region_pages = huge_page_bytes / page_bytes;

// The structures of PAGEMAP_SCAN, copied from a new <linux/fs.h>, since the installed headers may lack them.
struct PageRange {
    std::uint64_t begin, end, categories;
};
struct ScanRequest {
    std::uint64_t size, flags, start, end, walk_end, ranges, range_count, max_pages;
    std::uint64_t category_inverted, category_mask, category_anyof_mask, return_mask;
};
constexpr auto scan_pages = _IOWR('f', 16, ScanRequest);
constexpr std::uint64_t is_present = std::uint64_t{1} << 3;

}  // namespace

ResidentPages::ResidentPages() noexcept : pagemap_(open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)) {}

ResidentPages::~ResidentPages() {
    if (pagemap_ >= 0) close(pagemap_);
}

void ResidentPages::count(std::uintptr_t begin, std::vector<std::uint32_t>& counts) noexcept {
    if (pagemap_ >= 0 && scan(begin, counts)) return;
    ask_each(begin, counts);
}

bool ResidentPages::scan(std::uintptr_t begin, std::vector<std::uint32_t>& counts) noexcept {
    std::ranges::fill(counts, 0);
    std::array<PageRange, 256> ranges;
    const std::uintptr_t end = begin + counts.size() * huge_page_bytes;
    for (std::uintptr_t next = begin; next < end;) {
        ScanRequest request{};
        request.size = sizeof request;
        request.start = next;
        request.end = end;
        request.ranges = reinterpret_cast<std::uintptr_t>(ranges.data());
        request.range_count = ranges.size();
        request.category_mask = request.return_mask = is_present;
        const int found = ioctl(pagemap_, scan_pages, &request);
        if (found < 0) return false;
        for (int i = 0; i < found; ++i)
            for (std::uint64_t at = ranges[i].begin; at < ranges[i].end;) {
                const std::size_t region = (at - begin) / huge_page_bytes;
                const std::uint64_t stop =
                    std::min<std::uint64_t>(ranges[i].end, begin + (region + 1) * huge_page_bytes);
                counts[region] += static_cast<std::uint32_t>((stop - at) / page_bytes);
                at = stop;
            }
        if (static_cast<std::size_t>(found) < ranges.size()) return true;
        next = ranges.back().end;
    }
    return true;
}

void ResidentPages::ask_each(std::uintptr_t begin, std::vector<std::uint32_t>& counts) noexcept {
    std::array<unsigned char, region_pages> there;
    for (std::size_t region = 0; region < counts.size(); ++region) {
        auto* const place = reinterpret_cast<void*>(begin + region * huge_page_bytes);
        const bool is_told = mincore(place, huge_page_bytes, there.data()) == 0;
        counts[region] = is_told ? static_cast<std::uint32_t>(std::ranges::count_if(
                                       there, [](unsigned char state) { return (state & 1) != 0; }))
                                 : 0;
    }
}

}  // namespace lanewise::device

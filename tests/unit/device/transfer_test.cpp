#include "device/kernel/transfer.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <vector>

namespace lanewise::device {
namespace {

std::vector<std::byte> counting(std::size_t bytes) {
    std::vector<std::byte> content(bytes);
    for (std::size_t i = 0; i < bytes; ++i) content[i] = static_cast<std::byte>(i * 7 + i / 251);
    return content;
}

void run_all(const auto& job) {
    // Runs the second half of the units before the first half, because threads may claim units in any order.
    const std::uint64_t half = job.units() / 2;
    job.run(half, job.units() - half);
    if (half != 0) job.run(0, half);
}

TEST(CopyJob, EveryByteArrivesAtAnySizeAndAlignment) {
    for (const std::size_t bytes :
         {std::size_t{1}, std::size_t{63}, std::size_t{300'000}, (std::size_t{16} << 20) + 77}) {
        const std::vector<std::byte> source = counting(bytes + 64);
        for (const std::size_t shift : {0, 1, 16, 63}) {
            std::vector<std::byte> destination(bytes + 192, std::byte{0xEE});
            run_all(CopyJob(destination.data() + 64 + shift, source.data() + 64 - shift, bytes));
            ASSERT_TRUE(std::equal(destination.begin() + 64 + static_cast<std::ptrdiff_t>(shift),
                                   destination.begin() + 64 + static_cast<std::ptrdiff_t>(shift + bytes),
                                   source.begin() + 64 - static_cast<std::ptrdiff_t>(shift)));
            EXPECT_EQ(destination[63 + shift], std::byte{0xEE});
            EXPECT_EQ(destination[64 + shift + bytes], std::byte{0xEE});
        }
    }
}

TEST(FillJob, RepeatsThePatternEverywhere) {
    for (const std::size_t bytes : {std::size_t{16}, std::size_t{4096} * 17, std::size_t{5} << 20}) {
        std::vector<std::byte> destination(bytes + 1, std::byte{0xEE});
        const std::vector<std::byte> pattern = counting(16);
        run_all(FillJob(destination.data(), bytes, pattern.data(), pattern.size()));
        for (std::size_t i = 0; i < bytes; ++i) ASSERT_EQ(destination[i], pattern[i % 16]) << i;
        EXPECT_EQ(destination[bytes], std::byte{0xEE});
    }
}

// Fills short and long rows, with and without gaps between the rows, in one slice and in several slices. The gaps must
// not change.
TEST(BoxFillJob, FillsRowsAlone) {
    const std::array<std::byte, 4> pattern{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
    for (const Extent& extent : {Extent{4, 1, 1}, Extent{52, 7, 3}, Extent{300'000, 2, 2}, Extent{4096, 200, 1}}) {
        for (const std::size_t gap : {0, 4, 60}) {
            const BoxLayout layout{extent[0] + gap, (extent[0] + gap) * (extent[1] + (gap != 0 ? 1 : 0))};
            std::vector<std::byte> memory(layout.slice_pitch * extent[2], std::byte{9});
            run_all(BoxFillJob(memory.data(), layout, extent, pattern.data(), pattern.size()));
            std::size_t wrong = 0;
            for (std::size_t at = 0; at < memory.size(); ++at) {
                const std::size_t x = at % layout.slice_pitch % layout.row_pitch;
                const bool inside = x < extent[0] && at % layout.slice_pitch / layout.row_pitch < extent[1];
                if (memory[at] != (inside ? pattern[x % 4] : std::byte{9})) ++wrong;
            }
            EXPECT_EQ(wrong, 0U) << extent[0] << " bytes, gaps of " << gap;
        }
    }
}

}  // namespace
}  // namespace lanewise::device

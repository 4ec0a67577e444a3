// Checks values that the compiler represents by the value in lane 0 and a stride. In each lane, the value must equal
// the value that the lane's work-item computes.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

// Returns the value of `expression` in each work-item, computed in the type `type` and converted to long. In the
// expression, i is the local id. Work-items whose id is at least `live` are inactive, and their result is -1. The
// kernel also stores the value as a `type`, because LLVM would otherwise compute only the long value.
std::vector<std::int64_t> run_for(const std::string& type, const std::string& expression, unsigned live) {
    constexpr unsigned items = 16;
    std::vector<std::int64_t> wide(items, -1);
    std::vector<std::uint32_t> narrow(items);
    run_kernel("kernel void k(global long* wide, global " + type + "* narrow) { uint i = get_local_id(0); if (i < " +
                   std::to_string(live) + ") { " + type + " v = " + expression + "; narrow[i] = v; wide[i] = v; } }",
               "k", line(items, items), ArgumentBlock().add(wide.data()).add(narrow.data()));
    wide.resize(live + 1);
    return wide;
}

using Values = std::vector<std::int64_t>;

// The stride exceeds the range of the signed type that is as wide as the values. Nevertheless no value wraps around in
// an active lane.
TEST(Progressions, LanesFurtherApartThanTheTypeReaches) {
    EXPECT_EQ(run_for("uint", "i << 31", 2), (Values{0, 0x80000000, -1}));
    EXPECT_EQ(run_for("uint", "i * 0xFFFFFFFE", 2), (Values{0, 0xFFFFFFFE, -1}));
    EXPECT_EQ(run_for("uint", "i * 0x60000000", 3), (Values{0, 0x60000000, 0xC0000000, -1}));
    EXPECT_EQ(run_for("int", "(int)i * 0x60000000 - 0x60000000", 2), (Values{-0x60000000, 0, -1}));
    EXPECT_EQ(run_for("ushort", "i * 40000", 2), (Values{0, 40000, -1}));
    EXPECT_EQ(run_for("short", "(int)i * 40000 - 20000", 2), (Values{-20000, 20000, -1}));
    EXPECT_EQ(run_for("uchar", "i * 200", 2), (Values{0, 200, -1}));
}

}  // namespace
}  // namespace lanewise::test

// Tests the functions that decide how a task's units are shared among threads.
#include "device/pool/range_sharing.h"

#include <gtest/gtest.h>

namespace lanewise::device {
namespace {

TEST(RangeSharing, UnknownUnitsCountAsLong) {
    EXPECT_EQ(assumed_unit_ns(10, false), 10);
    EXPECT_GT(assumed_unit_ns(10, true), wake_ns);
    EXPECT_EQ(assumed_unit_ns(1e9f, true), 1e9f);
}

TEST(RangeSharing, AProbeIsAFractionOfTheTask) {
    EXPECT_EQ(units_of_probe(1, 1e9f), 1u);
    EXPECT_EQ(units_of_probe(1000, 1e9f), 1u);
    EXPECT_EQ(units_of_probe(800, 0.1f), 100u);
    const std::uint64_t probe = units_of_probe(1'000'000, 10);
    EXPECT_LE(static_cast<float>(probe) * 10, range_ns);
    EXPECT_GT(probe, 1u);
}

TEST(RangeSharing, AloneOnlyLongTasksAreDivided) {
    EXPECT_TRUE(is_worth_sharing(share_ns + 1, 2));
    EXPECT_FALSE(is_worth_sharing(share_ns, 2));
    EXPECT_FALSE(is_worth_sharing(share_ns + 1, 1));
    EXPECT_TRUE(is_worth_sharing(turn_ns + 1, 1));
}

TEST(RangeSharing, LongUnitsAreSharedAtOnce) {
    EXPECT_TRUE(is_shared_at_once(2, 2, 0, wake_ns + 1));
    EXPECT_TRUE(is_shared_at_once(100, 2, share_ns + 1, 1));
    EXPECT_FALSE(is_shared_at_once(100, 2, share_ns, 1));
    EXPECT_FALSE(is_shared_at_once(1, 2, 1e9f, 1e9f));
    EXPECT_FALSE(is_shared_at_once(100, 1, 1e9f, 1e9f));
}

TEST(RangeSharing, OneThreadIsCalledForWorkThatMayBeShort) {
    EXPECT_EQ(threads_to_call(true, wake_ns / 2, 8), 1u);
    EXPECT_EQ(threads_to_call(true, wake_ns * 2, 8), 7u);
    EXPECT_EQ(threads_to_call(false, wake_ns / 2, 8), 7u);
}

TEST(RangeSharing, FirstRangesAreShorter) {
    const RangeSize first = range_size(10, true), later = range_size(10, false);
    EXPECT_EQ(first.least, later.least);
    EXPECT_LE(first.least, first.wanted);
    EXPECT_LT(first.wanted, later.wanted);
    EXPECT_EQ(range_size(1e9f, false).wanted, 0u);  // 0 means that a thread claims one unit
}

}  // namespace
}  // namespace lanewise::device

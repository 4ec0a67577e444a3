// Tests how the runtime predicts, before and after arguments are set, whether a kernel's arguments point to the same
// object.
#include "runtime/code/object_sharing.h"

#include <gtest/gtest.h>

namespace lanewise::runtime::test {
namespace {

constexpr std::uint64_t any = -1;

TEST(ObjectSharings, AreNotExpectedWhereNothingIsKnown) {
    const ObjectSharing sharing(2);
    EXPECT_FALSE(sharing.is_expected(0, any));
}

TEST(ObjectSharings, ConcernArgumentsThatAreWritten) {
    ObjectSharing sharing(1);
    sharing.tell(0, 0b110);
    EXPECT_TRUE(sharing.is_expected(0, 0b010));
    EXPECT_TRUE(sharing.is_expected(0, 0b101));
    EXPECT_FALSE(sharing.is_expected(0, 0b001));
}

TEST(ObjectSharings, AreExpectedOfOthersByTheMajority) {
    ObjectSharing sharing(4);
    sharing.tell(0, 0b11);
    EXPECT_TRUE(sharing.is_expected(3, 0b1));
    sharing.tell(1, 0);
    EXPECT_FALSE(sharing.is_expected(3, 0b1));
    EXPECT_FALSE(sharing.is_expected(1, any));
    EXPECT_TRUE(sharing.is_expected(0, any));
    sharing.tell(2, 0b11);
    EXPECT_TRUE(sharing.is_expected(3, 0b1));
}

TEST(ObjectSharings, AreThoseOfTheArgumentsThatWereSetLast) {
    ObjectSharing sharing(2);
    sharing.tell(0, 0b11);
    sharing.tell(0, 0b11);
    sharing.tell(0, 0);
    EXPECT_FALSE(sharing.is_expected(0, any));
    EXPECT_FALSE(sharing.is_expected(1, any));
    sharing.tell(0, 0b11);
    EXPECT_TRUE(sharing.is_expected(1, any));
}

}  // namespace
}  // namespace lanewise::runtime::test

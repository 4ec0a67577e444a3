// Tests how the runtime predicts, before it compiles a kernel's code, whether launches will be small.
#include "runtime/code/told_launches.h"

#include <gtest/gtest.h>

namespace lanewise::test {
namespace {

using runtime::ToldLaunches;

bool are_small(const ToldLaunches& told, std::size_t kernel, const KernelCode* usual = nullptr) {
    return ToldLaunches::Answers(told, kernel, /*decides=*/true, usual).are_small();
}

void tell(ToldLaunches& told, std::size_t kernel, std::size_t items) { told.tell_sizes(kernel, 1, &items, nullptr); }

TEST(ToldLaunches, AreNotSmallUnlessTold) {
    ToldLaunches told(2);
    EXPECT_FALSE(are_small(told, 0));
    tell(told, 0, 64);
    EXPECT_TRUE(are_small(told, 0));
    tell(told, 0, 1 << 20);
    EXPECT_FALSE(are_small(told, 0));
}

TEST(ToldLaunches, OfOtherKernelsAreExpectedToBeAlike) {
    ToldLaunches told(3);
    tell(told, 0, 100);
    EXPECT_TRUE(are_small(told, 1));
    tell(told, 2, 1 << 20);
    EXPECT_FALSE(are_small(told, 1));
    EXPECT_TRUE(are_small(told, 0));
}

TEST(ToldLaunches, OfOtherCodeAreLikeThoseOfTheUsualCode) {
    ToldLaunches told(1);
    tell(told, 0, 64);
    KernelCode usual;
    EXPECT_FALSE(are_small(told, 0, &usual));
    tell(told, 0, 1 << 20);
    usual.for_small_launches = true;
    EXPECT_TRUE(are_small(told, 0, &usual));
}

}  // namespace
}  // namespace lanewise::test

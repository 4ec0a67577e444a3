// Tests how much time the launches of a kernel must take before the kernel becomes hot and better code is compiled.
#include "runtime/code/heat.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lanewise::runtime::test {
namespace {

TEST(Heat, ComesOnce) {
    Heat heat;
    EXPECT_FALSE(heat.has_become_hot(600, 1000));
    EXPECT_TRUE(heat.has_become_hot(600, 1000));
    EXPECT_FALSE(heat.has_become_hot(600, 1000));
}

// After fork(), only the parent has the thread that compiles better code, so the kernel must become hot again in the
// child.
TEST(Heat, ComesAgainInAForksChild) {
    Heat heat;
    EXPECT_TRUE(heat.has_become_hot(1000, 1000));
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) _exit(heat.has_become_hot(1, 1000) && !heat.has_become_hot(1, 1000) ? 0 : 1);
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
}

TEST(Heat, ComesAgainWhenPutOff) {
    Heat heat;
    EXPECT_TRUE(heat.has_become_hot(2000, 1000));
    heat.put_off();
    EXPECT_TRUE(heat.has_become_hot(1, 1000));
    EXPECT_FALSE(heat.has_become_hot(1, 1000));
}

}  // namespace
}  // namespace lanewise::runtime::test

// Tests a cache folder that can neither be used nor created. Builds must succeed, and the log must have one line about
// the folder.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <string>

#include "session.h"

namespace lanewise::test {
namespace {

TEST(RefusedCache, IsLoggedOnce) {
    unsetenv("LANEWISE_CACHE");
    setenv("LANEWISE_CACHE_DIR", "/dev/null/lanewise", 1);
    setenv("LANEWISE_LOG", "1", 1);
    testing::internal::CaptureStderr();
    {
        Session session;
        for (int salt = 0; salt < 3; ++salt) {
            session.build(salt);
            EXPECT_TRUE(session.computes());
        }
    }
    const std::string log = testing::internal::GetCapturedStderr();
    const std::size_t first = log.find("Builds are not cached: '/dev/null/lanewise'");
    ASSERT_NE(first, log.npos) << log;
    EXPECT_EQ(log.find("Builds are not cached", first + 1), log.npos) << log;
}

}  // namespace
}  // namespace lanewise::test

// Tests limits of the size of files (RLIMIT_FSIZE), and processes that cannot open files. The driver must then do
// without its own files, so that the application notices nothing.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "session.h"

namespace lanewise::test {
namespace {

namespace fs = std::filesystem;

class FileLimits : public testing::Test {
protected:
    void SetUp() override {
        char folder[] = "/tmp/lanewise-limits-XXXXXX";
        ASSERT_NE(mkdtemp(folder), nullptr);
        folder_ = folder;
    }
    void TearDown() override { fs::remove_all(folder_); }

    /// Builds and runs a kernel while files may have at most `bytes` bytes.
    static void compute_with(rlim_t bytes) {
        rlimit before{};
        getrlimit(RLIMIT_FSIZE, &before);
        const rlimit small{bytes, before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
        bool computes = false;
        {
            Session session;
            session.build(static_cast<int>(bytes) + getpid());
            computes = session.computes();
        }
        setrlimit(RLIMIT_FSIZE, &before);  // restores the limit, because gtest writes files, too
        EXPECT_TRUE(computes) << bytes;
    }

    std::string folder_;
};

// By default, SIGXFSZ ends the process.
TEST_F(FileLimits, CacheEntriesAreLeftOut) {
    setenv("LANEWISE_CACHE", "1", 1);
    setenv("LANEWISE_CACHE_DIR", folder_.c_str(), 1);
    for (const rlim_t bytes : {0, 100, 1000}) compute_with(bytes);
    sigset_t pending;
    ASSERT_EQ(sigpending(&pending), 0);
    EXPECT_EQ(sigismember(&pending, SIGXFSZ), 0);
}

TEST_F(FileLimits, DumpsAreLeftOut) {
    setenv("LANEWISE_CACHE", "0", 1);
    setenv("LANEWISE_DUMP", folder_.c_str(), 1);
    for (const rlim_t bytes : {0, 100, 1000}) compute_with(bytes);
}

TEST_F(FileLimits, DumpsWithoutAFolderAreTold) {
    setenv("LANEWISE_CACHE", "0", 1);
    setenv("LANEWISE_LOG", "1", 1);
    setenv("LANEWISE_DUMP", "/proc/lanewise", 1);
    testing::internal::CaptureStderr();
    {
        Session session;
        session.build();
        EXPECT_TRUE(session.computes());
    }
    EXPECT_NE(testing::internal::GetCapturedStderr().find("LANEWISE_DUMP writes nothing: the folder '/proc/lanewise/"),
              std::string::npos);
}

TEST_F(FileLimits, TheApplicationsOwnSignalStays) {
    setenv("LANEWISE_CACHE", "1", 1);
    setenv("LANEWISE_CACHE_DIR", folder_.c_str(), 1);
    sigset_t its, before, now;
    sigemptyset(&its);
    sigaddset(&its, SIGXFSZ);
    sigprocmask(SIG_BLOCK, &its, &before);
    raise(SIGXFSZ);
    compute_with(100);
    ASSERT_EQ(sigpending(&now), 0);
    EXPECT_EQ(sigismember(&now, SIGXFSZ), 1);
    ASSERT_EQ(sigprocmask(SIG_BLOCK, nullptr, &now), 0);
    EXPECT_EQ(sigismember(&now, SIGXFSZ), 1);
    const timespec at_once{};
    EXPECT_EQ(sigtimedwait(&its, nullptr, &at_once), SIGXFSZ);
    sigprocmask(SIG_SETMASK, &before, nullptr);
}

// Builds must not open files after the compiler has been loaded.
TEST_F(FileLimits, BuildsNeedNoDescriptors) {
    setenv("LANEWISE_CACHE", "1", 1);
    setenv("LANEWISE_CACHE_DIR", folder_.c_str(), 1);
    Session session;
    session.build();
    rlimit before{};
    getrlimit(RLIMIT_NOFILE, &before);
    const rlimit none{3, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
    session.build(getpid());
    const bool computes = session.computes();
    setrlimit(RLIMIT_NOFILE, &before);
    EXPECT_TRUE(computes);
}

}  // namespace
}  // namespace lanewise::test

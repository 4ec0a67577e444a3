// Tests that a watch notices the end of a process, and uses no file of the application.
#include "runtime/storage/process_watch.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lanewise::runtime {
namespace {

using namespace std::chrono_literals;

class Watches : public testing::Test {
protected:
    void SetUp() override {
        child_ = ::fork();
        while (child_ == 0) ::pause();
        if (!watch_.open(child_)) GTEST_SKIP() << "the system has no descriptors of processes";
    }
    void TearDown() override { end_child(); }

    void end_child() {
        if (child_ <= 0) return;
        ::kill(child_, SIGKILL);
        ::waitpid(child_, nullptr, 0);
        child_ = -1;
    }

    pid_t child_ = -1;
    ProcessWatch watch_;
};

TEST_F(Watches, NoticeTheEndOfTheProcess) {
    EXPECT_FALSE(watch_.ends_within(1ms));
    ::kill(child_, SIGKILL);
    EXPECT_TRUE(watch_.ends_within(1h));
}

TEST_F(Watches, NeedAnotherProcess) {
    EXPECT_FALSE(watch_.open(::getpid()));
    EXPECT_FALSE(watch_.open(0));
    const pid_t ended = child_;
    end_child();
    EXPECT_FALSE(watch_.open(ended));
    EXPECT_FALSE(watch_.is_open());
}

TEST_F(Watches, TouchNoFileThatGotTheirDescriptor) {
    watch_.close();
    const int next = ::open("/dev/null", O_RDONLY);
    ::close(next);
    ASSERT_TRUE(watch_.open(child_));
    ASSERT_EQ(::close(next), 0);  // the watch's descriptor
    const int file = ::open("/dev/null", O_WRONLY);
    ASSERT_EQ(file, next);
    EXPECT_FALSE(watch_.is_open());
    watch_.close();
    EXPECT_EQ(::write(file, "x", 1), 1);
    EXPECT_EQ(::close(file), 0);
}

}  // namespace
}  // namespace lanewise::runtime

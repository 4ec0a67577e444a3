#include "device/machine/thread_room.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "device/machine/cgroup.h"

namespace lanewise::device {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t stack_bytes = std::size_t{4} << 20;

/// A made-up machine that runs a thousand threads and has room for many.
class ThreadRoom : public testing::Test {
protected:
    void SetUp() override {
        root_ = fs::temp_directory_path() / ("lanewise-threads-" + std::to_string(::getpid()));
        write("proc/loadavg", "0.20 0.18 0.12 3/1000 11206\n");
        write("proc/sys/kernel/threads-max", "126000\n");
        write("proc/sys/kernel/pid_max", "4194304\n");
        write("proc/sys/vm/overcommit_memory", "0\n");
        write("proc/self/cgroup", "0::/a/b\n");
        write("sys/fs/cgroup/a/b/pids.max", "max\n");
        write("proc/self/statm", "262144 1000 500 10 0 20000 0\n");  // 1 GiB
    }
    void TearDown() override { fs::remove_all(root_); }

    void write(const fs::path& path, const std::string& text) {
        fs::create_directories((root_ / path).parent_path());
        std::ofstream(root_ / path) << text;
    }
    bool has_room(const ThreadLimits& limits = {}, unsigned threads = 8) const {
        return has_room_for_threads(threads, stack_bytes, limits, root_);
    }

    fs::path root_;
};

TEST_F(ThreadRoom, IsThereWithoutLimits) { EXPECT_TRUE(has_room()); }

TEST_F(ThreadRoom, OfTheUser) {
    EXPECT_TRUE(has_room({.threads_of_user = 60'000}));
    EXPECT_FALSE(has_room({.threads_of_user = 1001}));
    fs::remove(root_ / "proc/loadavg");
    EXPECT_FALSE(has_room({.threads_of_user = 60'000}));
}

TEST_F(ThreadRoom, OfTheSystem) {
    write("proc/sys/kernel/threads-max", "1003\n");
    EXPECT_FALSE(has_room());
    write("proc/sys/kernel/threads-max", "126000\n");
    write("proc/sys/kernel/pid_max", "1003\n");
    EXPECT_FALSE(has_room());
}

TEST_F(ThreadRoom, OfMemory) {
    constexpr rlim_t gib = rlim_t{1} << 30;
    EXPECT_TRUE(has_room({.addresses = 2 * gib}));
    EXPECT_FALSE(has_room({.addresses = gib + (64 << 20)}));
    EXPECT_FALSE(has_room({.addresses = 2 * gib}, 400));
    EXPECT_TRUE(has_room({.data = gib}));
    EXPECT_FALSE(has_room({.data = 20'000 * 4096}));
    write("proc/sys/vm/overcommit_memory", "2\n");
    EXPECT_FALSE(has_room());
}

TEST_F(ThreadRoom, OfControlGroupsAndTheirAncestors) {
    write("sys/fs/cgroup/a/pids.max", "4000\n");
    write("sys/fs/cgroup/a/pids.current", "900\n");
    EXPECT_EQ(read_cgroup_thread_room(root_), 3100u);
    EXPECT_TRUE(has_room());
    write("sys/fs/cgroup/a/pids.current", "3990\n");
    EXPECT_FALSE(has_room());
    EXPECT_TRUE(has_room_for_threads(8, stack_bytes, {}, root_ / "no_such_folder"));
}

TEST_F(ThreadRoom, OfControlGroupsOfVersion1) {
    write("proc/self/cgroup", "4:cpu,cpuacct:/docker/x\n3:pids:/docker/x\n");
    EXPECT_FALSE(read_cgroup_thread_room(root_));
    write("sys/fs/cgroup/pids/docker/x/pids.max", "100\n");
    write("sys/fs/cgroup/pids/docker/x/pids.current", "101\n");
    EXPECT_EQ(read_cgroup_thread_room(root_), 0u);
}

}  // namespace
}  // namespace lanewise::device

#include "device/machine/cpu/cgroup.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace lanewise::device {
namespace {

namespace fs = std::filesystem;

/// Fixture with a folder that the tested function uses as the root of the file system.
class Cgroup : public testing::Test {
protected:
    void SetUp() override {
        root_ = fs::temp_directory_path() / ("lanewise-cgroup-" + std::to_string(::getpid()));
        fs::create_directories(root_);
    }
    void TearDown() override { fs::remove_all(root_); }

    void write(const fs::path& path, const std::string& text) {
        fs::create_directories((root_ / path).parent_path());
        std::ofstream(root_ / path) << text;
    }

    fs::path root_;
};

TEST_F(Cgroup, NothingWithoutGroups) {
    const auto limits = read_cgroup_limits(root_);
    EXPECT_FALSE(limits.cpus);
    EXPECT_FALSE(limits.memory_bytes);
}

TEST_F(Cgroup, Version2TakesTheTightestOfAllAncestors) {
    write("proc/self/cgroup", "0::/a/b\n");
    write("sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
    write("sys/fs/cgroup/a/cpu.max", "150000 100000\n");
    write("sys/fs/cgroup/a/b/memory.max", "8000000\n");
    write("sys/fs/cgroup/a/memory.max", "max\n");
    const auto limits = read_cgroup_limits(root_);
    ASSERT_TRUE(limits.cpus);
    EXPECT_DOUBLE_EQ(*limits.cpus, 1.5);
    EXPECT_EQ(limits.memory_bytes, 8000000u);
}

TEST_F(Cgroup, Version1) {
    write("proc/self/cgroup", "4:cpu,cpuacct:/docker/x\n3:memory:/docker/x\n1:name=systemd:/\n");
    write("sys/fs/cgroup/cpu,cpuacct/docker/x/cpu.cfs_quota_us", "50000\n");
    write("sys/fs/cgroup/cpu,cpuacct/docker/x/cpu.cfs_period_us", "100000\n");
    write("sys/fs/cgroup/memory/docker/x/memory.limit_in_bytes", "1048576\n");
    const auto limits = read_cgroup_limits(root_);
    ASSERT_TRUE(limits.cpus);
    EXPECT_DOUBLE_EQ(*limits.cpus, 0.5);
    EXPECT_EQ(limits.memory_bytes, 1048576u);
}

TEST_F(Cgroup, Version1WithoutQuota) {
    write("proc/self/cgroup", "4:cpu:/\n");
    write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    EXPECT_FALSE(read_cgroup_limits(root_).cpus);
}

TEST_F(Cgroup, GroupsAfterManyOthers) {
    std::string groups;
    for (int i = 20; i > 0; --i)
        groups += std::to_string(i) + ":name=" + std::string(90, 'n') + ":/" + std::string(90, 'p') + "\n";
    write("proc/self/cgroup", groups + "no group\n0::/a");
    write("sys/fs/cgroup/a/memory.max", "8000000");
    EXPECT_EQ(read_cgroup_limits(root_).memory_bytes, 8000000u);
}

TEST_F(Cgroup, WhatIsNoLimitIsNone) {
    write("proc/self/cgroup", "4:memory:/a\n0::/a\n");
    write("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "9223372036854771712\n");
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "99999999999999999999999999999999999999999\n");
    for (const char* text : {"", "max", "100000", "100000 ", "0 100000\n", "100000 0\n", "-1 100000\n"}) {
        write("sys/fs/cgroup/a/cpu.max", text);
        const auto limits = read_cgroup_limits(root_);
        EXPECT_FALSE(limits.cpus) << text;
        EXPECT_EQ(limits.memory_bytes, 9223372036854771712u);
    }
}

}  // namespace
}  // namespace lanewise::device

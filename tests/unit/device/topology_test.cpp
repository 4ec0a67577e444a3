#include "device/machine/cpu/topology.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

namespace lanewise::device {
namespace {

namespace fs = std::filesystem;

/// A directory with the files of sysfs for a machine with two NUMA nodes of four CPUs. Each pair of CPUs shares a
/// cache.
class Topology : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "system-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        system = name;
        write("node/online", "0-1\n");
        write("node/node0/cpulist", "0-3\n");
        write("node/node1/cpulist", "4-7\n");
        for (unsigned cpu = 0; cpu < 8; ++cpu) {
            const std::string cache = "cpu/cpu" + std::to_string(cpu) + "/cache/index0/";
            write(cache + "level", "2\n");
            write(cache + "type", "Unified\n");
            write(cache + "shared_cpu_list",
                  std::to_string(cpu / 2 * 2) + "-" + std::to_string(cpu / 2 * 2 + 1) + "\n");
        }
    }
    void TearDown() override { fs::remove_all(system); }

    void write(const std::string& file, const std::string& text) const {
        fs::create_directories((system / file).parent_path());
        std::ofstream(system / file) << text;
    }

    fs::path system;
};

TEST_F(Topology, GroupsHaveOnlyTheGivenCpus) {
    const CpuSet given({2, 3, 5});
    EXPECT_EQ(groups_sharing(SharedDomain::numa_node, given, system), (std::vector{CpuSet({2, 3}), CpuSet({5})}));
    EXPECT_EQ(groups_sharing(SharedDomain::l2_cache, given, system), (std::vector{CpuSet({2, 3}), CpuSet({5})}));
    EXPECT_TRUE(groups_sharing(SharedDomain::l3_cache, given, system).empty());
}

// sharing_cpus() returns all CPUs of the machine that share a domain, including CPUs that the process may not use. The
// identifier of a sub-device depends on the result.
TEST_F(Topology, SharingCpusAreThoseOfTheMachine) {
    EXPECT_EQ(sharing_cpus(SharedDomain::numa_node, 5, system), CpuSet({4, 5, 6, 7}));
    EXPECT_EQ(sharing_cpus(SharedDomain::l2_cache, 5, system), CpuSet({4, 5}));
    EXPECT_EQ(sharing_cpus(SharedDomain::l3_cache, 5, system), std::nullopt);
    EXPECT_EQ(sharing_cpus(SharedDomain::numa_node, 8, system), std::nullopt);
}

}  // namespace
}  // namespace lanewise::device

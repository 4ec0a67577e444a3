// Tests the identifiers of devices and of the driver (cl_khr_device_uuid, OpenCL 3.1).
#include <CL/cl_ext.h>
#include <sched.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

#include "fixture.h"

namespace lanewise::test {
namespace {

using Uuid = std::array<std::uint8_t, CL_UUID_SIZE_KHR>;

class DeviceUuid : public ContextTest {
protected:
    static Uuid uuid_of(cl_device_id asked, cl_device_info name = CL_DEVICE_UUID_KHR) {
        Uuid uuid{};
        std::size_t size = 0;
        EXPECT_EQ(clGetDeviceInfo(asked, name, sizeof uuid, uuid.data(), &size), CL_SUCCESS);
        EXPECT_EQ(size, uuid.size());
        return uuid;
    }
    static std::string text_of(const Uuid& uuid) {
        std::string text;
        for (const unsigned byte : uuid) {
            text += "0123456789abcdef"[byte / 16];
            text += "0123456789abcdef"[byte % 16];
        }
        return text;
    }

    std::vector<cl_device_id> parts_of(cl_device_id parent, std::vector<cl_device_partition_property> properties) {
        cl_uint count = 0;
        if (clCreateSubDevices(parent, properties.data(), 0, nullptr, &count) != CL_SUCCESS) return {};
        std::vector<cl_device_id> parts(count);
        EXPECT_EQ(clCreateSubDevices(parent, properties.data(), count, parts.data(), nullptr), CL_SUCCESS);
        made_.insert(made_.end(), parts.begin(), parts.end());
        return parts;
    }
    void TearDown() override {
        for (cl_device_id part : made_) EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
        ContextTest::TearDown();
    }

    /// Starts another process and returns the identifiers that it prints. `variables` contains assignments of
    /// environment variables for the other process.
    static std::string from_other_process(const std::string& variables) {
        // The other process must run a single test. If it inherited the sharding variables of this process, it might
        // skip the test, which could belong to another shard.
        const std::string command = "unset GTEST_TOTAL_SHARDS GTEST_SHARD_INDEX; " + variables +
                                    " PRINT_UUIDS=1 /proc/" + std::to_string(getpid()) +
                                    "/exe --gtest_filter=DeviceUuid.IsPrinted";
        std::FILE* output = popen(command.c_str(), "r");
        EXPECT_NE(output, nullptr);
        std::string text;
        for (char line[256]; std::fgets(line, sizeof line, output);)
            if (std::string_view(line).starts_with("uuids ")) text = line;
        EXPECT_EQ(pclose(output), 0);
        return text;
    }

    std::string printed() const {
        return "uuids " + text_of(uuid_of(device)) + " " + text_of(uuid_of(device, CL_DRIVER_UUID_KHR)) + "\n";
    }

private:
    std::vector<cl_device_id> made_;
};

// Prints the identifiers if PRINT_UUIDS is set: from_other_process() runs this test in another process.
TEST_F(DeviceUuid, IsPrinted) {
    EXPECT_NE(printed(), "");
    if (std::getenv("PRINT_UUIDS")) std::printf("\n%s", printed().c_str());
}

// "Device UUIDs must be immutable for a given device across processes, driver APIs, driver versions, and system
// reboots." The identifier must not depend on the CPUs that a process may use, nor on the driver's environment
// variables.
TEST_F(DeviceUuid, IsTheSameInEachProcess) {
    EXPECT_EQ(from_other_process(""), printed());
    EXPECT_EQ(from_other_process("LANEWISE_MAX_COMPUTE_UNITS=1 LANEWISE_CPU_FEATURES=sse2"), printed());
    cpu_set_t all, one;
    ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
    CPU_ZERO(&one);
    for (unsigned cpu = 0; CPU_COUNT(&one) == 0; ++cpu)
        if (CPU_ISSET(cpu, &all)) CPU_SET(cpu, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(from_other_process(""), printed());
    ASSERT_EQ(sched_setaffinity(0, sizeof all, &all), 0);
}

TEST_F(DeviceUuid, TellsSubDevicesApart) {
    std::set<Uuid> found{uuid_of(device), uuid_of(device, CL_DRIVER_UUID_KHR)};
    EXPECT_EQ(found.size(), 2u);
    std::size_t parts = 0;
    const auto expect_new = [&](const std::vector<cl_device_id>& devices) {
        parts += devices.size();
        for (cl_device_id part : devices) {
            EXPECT_TRUE(found.insert(uuid_of(part)).second);
            EXPECT_EQ(uuid_of(part, CL_DRIVER_UUID_KHR), uuid_of(device, CL_DRIVER_UUID_KHR));
        }
    };
    const auto halves = parts_of(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
    if (halves.empty()) GTEST_SKIP() << "the device has one compute unit";
    expect_new(halves);
    expect_new(parts_of(device, {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0}));
    expect_new(parts_of(device, {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0}));
    expect_new(parts_of(device, {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, 0}));
    EXPECT_EQ(found.size(), 2 + parts);
    // Repeating the partition gives sub-devices with the same identifiers.
    const auto again = parts_of(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
    ASSERT_EQ(again.size(), halves.size());
    for (std::size_t i = 0; i < again.size(); ++i) EXPECT_EQ(uuid_of(again[i]), uuid_of(halves[i]));
}

TEST_F(DeviceUuid, HasTheFormOfAUuid) {
    for (const Uuid& uuid : {uuid_of(device), uuid_of(device, CL_DRIVER_UUID_KHR)}) {
        EXPECT_EQ(uuid[6] >> 4, 8);  // RFC 9562, version 8: "for experimental or vendor-specific use cases"
        EXPECT_EQ(uuid[8] >> 6, 2);
    }
    Uuid uuid{};
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_UUID_KHR, uuid.size() - 1, uuid.data(), nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetDeviceInfo(device, CL_DRIVER_UUID_KHR, 0, uuid.data(), nullptr), CL_INVALID_VALUE);
}

// "It is not an error to query CL_DEVICE_LUID when CL_DEVICE_LUID_VALID returns CL_FALSE".
TEST_F(DeviceUuid, LocalIdentifiersAreInvalid) {
    cl_bool valid = CL_TRUE;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_LUID_VALID_KHR, sizeof valid, &valid, nullptr), CL_SUCCESS);
    EXPECT_EQ(valid, cl_bool{CL_FALSE});
    std::size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_LUID_KHR, 0, nullptr, &size), CL_SUCCESS);
    EXPECT_EQ(size, std::size_t{CL_LUID_SIZE_KHR});
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_NODE_MASK_KHR, 0, nullptr, &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof(cl_uint));
}

}  // namespace
}  // namespace lanewise::test

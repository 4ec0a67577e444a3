#include <CL/cl_ext.h>

#include <regex>
#include <string>

#include "queue_fixture.h"

namespace {

using Devices = QueueTest;

TEST_F(Devices, FindingThemRefusesBadArguments) {
    cl_uint count = 0;
    cl_device_id found = nullptr;
    EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, &found, &count), CL_INVALID_VALUE);
    EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetDeviceIDs(platform, 0x100, 1, &found, nullptr), CL_INVALID_DEVICE_TYPE);
    EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &found, nullptr), CL_DEVICE_NOT_FOUND);
    EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count), CL_SUCCESS);
    EXPECT_EQ(count, 1u);
}

TEST_F(Devices, QueriesCheckSizes) {
    cl_uint units = 0;
    size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof units);
    EXPECT_GE(units, 1u);
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, 1, &units, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetDeviceInfo(device, 0x7FFF, sizeof units, &units, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetDeviceInfo(nullptr, CL_DEVICE_NAME, 0, nullptr, &size), CL_INVALID_DEVICE);
}

TEST_F(Devices, DriverVersionTellsBuildsApart) {
    char text[64] = {};
    EXPECT_EQ(clGetDeviceInfo(device, CL_DRIVER_VERSION, sizeof text, text, nullptr), CL_SUCCESS);
    EXPECT_TRUE(std::regex_match(text, std::regex(R"([0-9]+\.[0-9]+\.[0-9]+ \(build [0-9a-f]{8}\))"))) << text;
}

TEST_F(Devices, AskForScalarsAsWorkItemsFillTheLanes) {
    for (const cl_device_info name : {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, CL_DEVICE_NATIVE_VECTOR_WIDTH_INT,
                                      CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF,
                                      CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE}) {
        cl_uint width = 0;
        EXPECT_EQ(clGetDeviceInfo(device, name, sizeof width, &width, nullptr), CL_SUCCESS);
        EXPECT_EQ(width, 1u);
    }
}

// The device supports the type half on every processor. On processors without F16C, integer operations replace the
// missing instructions.
TEST_F(Devices, ComputeInHalf) {
    cl_device_fp_config config = 0;
    ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_HALF_FP_CONFIG, sizeof config, &config, nullptr), CL_SUCCESS);
    EXPECT_EQ(config, cl_device_fp_config{CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA});
    constexpr cl_device_info half_atomic_capabilities = 0x4233;  // CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT
    cl_bitfield capabilities = 0;
    ASSERT_EQ(clGetDeviceInfo(device, half_atomic_capabilities, sizeof capabilities, &capabilities, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(capabilities, cl_bitfield{0x70007});  // atomic load, store, add, min and max, in global and local memory
    std::string extensions(65536, ' ');
    std::size_t size = 0;
    ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, extensions.size(), extensions.data(), &size), CL_SUCCESS);
    EXPECT_NE(extensions.find("cl_khr_fp16 "), std::string::npos);
}

class SubDevices : public QueueTest {
protected:
    void SetUp() override {
        QueueTest::SetUp();
        clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
        if (units < 2) GTEST_SKIP() << "one compute unit cannot be partitioned";
    }

    cl_int error_of(std::vector<cl_device_partition_property> properties) {
        cl_uint count = 0;
        return clCreateSubDevices(device, properties.data(), 0, nullptr, &count);
    }

    cl_uint units = 0;
};

TEST_F(SubDevices, EquallyMakesWorkingDevices) {
    const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_uint count = 0;
    ASSERT_EQ(clCreateSubDevices(device, equally, 0, nullptr, &count), CL_SUCCESS);
    ASSERT_EQ(count, units);
    std::vector<cl_device_id> parts(count);
    EXPECT_EQ(clCreateSubDevices(device, equally, count - 1, parts.data(), nullptr), CL_INVALID_VALUE);
    ASSERT_EQ(clCreateSubDevices(device, equally, count, parts.data(), nullptr), CL_SUCCESS);
    cl_int code = CL_SUCCESS;
    cl_context both = clCreateContext(nullptr, count, parts.data(), nullptr, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    cl_event previous = nullptr;
    for (cl_device_id part : parts) {
        cl_uint own = 0;
        clGetDeviceInfo(part, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof own, &own, nullptr);
        EXPECT_EQ(own, 1u);
        cl_command_queue each = clCreateCommandQueueWithProperties(both, part, nullptr, &code);
        ASSERT_EQ(code, CL_SUCCESS);
        cl_event event = nullptr;
        EXPECT_EQ(clEnqueueMarkerWithWaitList(each, previous ? 1 : 0, previous ? &previous : nullptr, &event),
                  CL_SUCCESS);
        if (previous) clReleaseEvent(previous);
        previous = event;
        clReleaseCommandQueue(each);
    }
    EXPECT_EQ(clWaitForEvents(1, &previous), CL_SUCCESS);
    clReleaseEvent(previous);
    clReleaseContext(both);
    for (cl_device_id part : parts) EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
}

TEST_F(SubDevices, RefuseBadProperties) {
    const auto all = static_cast<cl_device_partition_property>(units);
    EXPECT_EQ(error_of({0}), CL_INVALID_VALUE);
    EXPECT_EQ(error_of({0x9999, 1, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(error_of({CL_DEVICE_PARTITION_EQUALLY, all, 0}), CL_DEVICE_PARTITION_FAILED);
    EXPECT_EQ(error_of({CL_DEVICE_PARTITION_EQUALLY, all + 1, 0}), CL_INVALID_DEVICE_PARTITION_COUNT);
    EXPECT_EQ(error_of({CL_DEVICE_PARTITION_BY_COUNTS, all + 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0}),
              CL_INVALID_DEVICE_PARTITION_COUNT);
    EXPECT_EQ(error_of({CL_DEVICE_PARTITION_BY_COUNTS, -1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0}),
              CL_INVALID_DEVICE_PARTITION_COUNT);
    EXPECT_EQ(error_of({CL_DEVICE_PARTITION_BY_COUNTS, 1, all - 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0}),
              CL_SUCCESS);
    // The driver must not read the word after the list of counts, because SYCL leaves out the final 0 of the
    // properties.
    EXPECT_EQ(error_of({CL_DEVICE_PARTITION_BY_COUNTS, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 77}), CL_SUCCESS);
}

TEST_F(Devices, RootIsNotCounted) {
    EXPECT_EQ(clReleaseDevice(device), CL_SUCCESS);
    EXPECT_EQ(clRetainDevice(device), CL_SUCCESS);
    cl_uint count = 0;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_REFERENCE_COUNT, sizeof count, &count, nullptr), CL_SUCCESS);
    EXPECT_EQ(count, 1u);
}

TEST_F(SubDevices, RefuseCountsThatDoNotFit) {
    EXPECT_EQ(clCreateSubDevices(device, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(error_of({0x7777, 1, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(error_of({CL_DEVICE_PARTITION_EQUALLY, cl_device_partition_property(units) + 1, 0}),
              CL_INVALID_DEVICE_PARTITION_COUNT);
    EXPECT_EQ(error_of({CL_DEVICE_PARTITION_EQUALLY, cl_device_partition_property(units), 0}),
              CL_DEVICE_PARTITION_FAILED);
    EXPECT_EQ(error_of({CL_DEVICE_PARTITION_BY_COUNTS, cl_device_partition_property(units) + 1, 0, 0}),
              CL_INVALID_DEVICE_PARTITION_COUNT);
}

}  // namespace

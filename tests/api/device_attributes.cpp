// Tests cl_intel_device_attribute_query: the answers describe the compute units, and sub-devices differ only in their
// number of slices.
#include <CL/cl_ext.h>

#include "fixture.h"

namespace lanewise::test {
namespace {

class DeviceAttributes : public ContextTest {
protected:
    template <class Answer>
    static Answer ask(cl_device_id about, cl_device_info name) {
        Answer answer{};
        std::size_t size = 0;
        EXPECT_EQ(clGetDeviceInfo(about, name, sizeof answer, &answer, &size), CL_SUCCESS);
        EXPECT_EQ(size, sizeof answer);
        return answer;
    }
    static cl_uint number(cl_device_id about, cl_device_info name) { return ask<cl_uint>(about, name); }
};

TEST_F(DeviceAttributes, CountTheComputeUnits) {
    const cl_uint threads =
        number(device, CL_DEVICE_NUM_SLICES_INTEL) * number(device, CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL) *
        number(device, CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL) * number(device, CL_DEVICE_NUM_THREADS_PER_EU_INTEL);
    EXPECT_EQ(threads, number(device, CL_DEVICE_MAX_COMPUTE_UNITS));
}

TEST_F(DeviceAttributes, IdentifyTheDevice) {
    EXPECT_NE(number(device, CL_DEVICE_ID_INTEL), 0u);
    EXPECT_EQ(number(device, CL_DEVICE_ID_INTEL), number(device, CL_DEVICE_ID_INTEL));
    // All x86 processors of the last decades belong to family 6 or above.
    EXPECT_GE(CL_VERSION_MAJOR(ask<cl_version>(device, CL_DEVICE_IP_VERSION_INTEL)), 6u);
    // The driver uses no instructions for dot products.
    EXPECT_EQ(ask<cl_device_feature_capabilities_intel>(device, CL_DEVICE_FEATURE_CAPABILITIES_INTEL), 0u);
}

// "The device queries [...] should return the same information for a root-level device [...] and any sub-devices
// created from this device except for [...] CL_DEVICE_NUM_SLICES_INTEL".
TEST_F(DeviceAttributes, OfSubDevicesAreThoseOfTheRoot) {
    cl_uint units = number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    if (units < 2) GTEST_SKIP() << "the device cannot be partitioned";
    const cl_device_partition_property by_one[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    std::vector<cl_device_id> parts(units);
    ASSERT_EQ(clCreateSubDevices(device, by_one, units, parts.data(), nullptr), CL_SUCCESS);
    for (const cl_device_info name :
         {CL_DEVICE_ID_INTEL, CL_DEVICE_IP_VERSION_INTEL, CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL,
          CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL, CL_DEVICE_NUM_THREADS_PER_EU_INTEL})
        EXPECT_EQ(number(parts[0], name), number(device, name)) << std::hex << name;
    EXPECT_EQ(number(parts[0], CL_DEVICE_NUM_SLICES_INTEL), 1u);
    for (cl_device_id part : parts) clReleaseDevice(part);
}

TEST_F(DeviceAttributes, Errors) {
    cl_uint answer = 0;
    for (const cl_device_info name : {CL_DEVICE_ID_INTEL, CL_DEVICE_IP_VERSION_INTEL, CL_DEVICE_NUM_SLICES_INTEL}) {
        EXPECT_EQ(clGetDeviceInfo(nullptr, name, 4, &answer, nullptr), CL_INVALID_DEVICE);
        EXPECT_EQ(clGetDeviceInfo(device, name, 3, &answer, nullptr), CL_INVALID_VALUE);
    }
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_FEATURE_CAPABILITIES_INTEL, 4, &answer, nullptr), CL_INVALID_VALUE);
}

}  // namespace
}  // namespace lanewise::test

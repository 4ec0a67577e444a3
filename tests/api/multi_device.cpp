// Tests sub-devices by affinity domain, and contexts of several devices.
#include <sched.h>

#include <algorithm>

#include "kernel_fixture.h"

namespace {

class MultiDevice : public KernelTest {
protected:
    void TearDown() override {
        for (cl_device_id part : parts) clReleaseDevice(part);
        KernelTest::TearDown();
    }
    cl_int split(std::vector<cl_device_partition_property> properties) {
        properties.push_back(0);
        cl_uint count = 0;
        const cl_int code = clCreateSubDevices(device, properties.data(), 0, nullptr, &count);
        if (code != CL_SUCCESS) return code;
        parts.resize(count);
        return clCreateSubDevices(device, properties.data(), count, parts.data(), nullptr);
    }
    static cl_uint units_of(cl_device_id of) {
        cl_uint units = 0;
        clGetDeviceInfo(of, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
        return units;
    }

    std::vector<cl_device_id> parts;
};

void CL_CALLBACK note_mask(void* arguments) {
    sched_getaffinity(0, sizeof(cpu_set_t), *static_cast<cpu_set_t**>(arguments));
}

TEST_F(MultiDevice, AffinityDomainsAreKept) {
    cl_device_affinity_domain domains = 0;
    ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof domains, &domains, nullptr),
              CL_SUCCESS);
    constexpr cl_device_partition_property by_domain = CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN;
    for (const cl_device_partition_property domain : {1, 2, 4, 8, 16, 32}) {
        if ((domains & static_cast<cl_device_affinity_domain>(domain)) != 0) continue;
        EXPECT_EQ(split({by_domain, domain}), CL_DEVICE_PARTITION_FAILED) << domain;
    }
    EXPECT_EQ(split({by_domain, 64}), units_of(device) > 1 ? CL_INVALID_VALUE : CL_DEVICE_PARTITION_FAILED);
    if (domains == 0) return;
    ASSERT_EQ(split({by_domain, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE}), CL_SUCCESS);
    ASSERT_GE(parts.size(), 2u);
    cl_uint units = 0;
    for (cl_device_id part : parts) {
        units += units_of(part);
        cl_device_partition_property type[3] = {};
        EXPECT_EQ(clGetDeviceInfo(part, CL_DEVICE_PARTITION_TYPE, sizeof type, type, nullptr), CL_SUCCESS);
        EXPECT_EQ(type[0], by_domain);
        EXPECT_NE(type[1], CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE);
        EXPECT_NE(domains & static_cast<cl_device_affinity_domain>(type[1]), 0u);
    }
    EXPECT_EQ(units, units_of(device));
}

TEST_F(MultiDevice, CommandsRunOnTheCpusOfTheirDevice) {
    cl_device_affinity_domain domains = 0;
    clGetDeviceInfo(device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof domains, &domains, nullptr);
    if (domains == 0) GTEST_SKIP() << "this machine has one affinity domain";
    ASSERT_EQ(split({CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE}),
              CL_SUCCESS);
    cl_int code = CL_SUCCESS;
    cl_context all =
        clCreateContext(nullptr, static_cast<cl_uint>(parts.size()), parts.data(), nullptr, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    cpu_set_t before, seen, together;
    sched_getaffinity(0, sizeof before, &before);
    CPU_ZERO(&together);
    for (cl_device_id part : parts) {
        cl_command_queue on = clCreateCommandQueueWithProperties(all, part, nullptr, &code);
        cpu_set_t* argument = &seen;
        ASSERT_EQ(
            clEnqueueNativeKernel(on, note_mask, &argument, sizeof argument, 0, nullptr, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
        EXPECT_EQ(clFinish(on), CL_SUCCESS);
        EXPECT_EQ(static_cast<cl_uint>(CPU_COUNT(&seen)), units_of(part));
        CPU_OR(&together, &together, &seen);
        clReleaseCommandQueue(on);
    }
    EXPECT_TRUE(CPU_EQUAL(&together, &before));
    // The host thread has run work-groups, and must have its original affinity mask again.
    sched_getaffinity(0, sizeof seen, &seen);
    EXPECT_TRUE(CPU_EQUAL(&seen, &before));
    clReleaseContext(all);
}

TEST_F(MultiDevice, EventsAndBuffersWorkAcrossDevices) {
    if (units_of(device) < 2) GTEST_SKIP() << "one compute unit";
    ASSERT_EQ(split({CL_DEVICE_PARTITION_EQUALLY, 1}), CL_SUCCESS);
    cl_int code = CL_SUCCESS;
    cl_device_id devices[] = {device, parts[0], parts[1]};
    cl_context all = clCreateContext(nullptr, 3, devices, nullptr, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    const cl_kernel add = kernel("kernel void k(global int* p) { p[get_global_id(0)] += 1; }", all);
    const std::vector<cl_int> zeros(1000);
    cl_mem buffer = clCreateBuffer(all, CL_MEM_COPY_HOST_PTR, 4000, const_cast<cl_int*>(zeros.data()), &code);
    ASSERT_EQ(code, CL_SUCCESS);
    clSetKernelArg(add, 0, sizeof buffer, &buffer);
    cl_command_queue queues[3];
    for (int i = 0; i < 3; ++i) queues[i] = clCreateCommandQueueWithProperties(all, devices[i], nullptr, &code);
    cl_event last = nullptr;
    constexpr int count = 300;
    for (int i = 0; i < count; ++i) {
        cl_event next = nullptr;
        launch(queues[i % 3], add, 1000, nullptr, last ? std::vector{last} : std::vector<cl_event>{}, &next);
        if (last) clReleaseEvent(last);
        last = next;
    }
    // The wait must make all commands run, although the test has not flushed the queues of the other devices.
    EXPECT_EQ(clWaitForEvents(1, &last), CL_SUCCESS);
    clReleaseEvent(last);
    std::vector<cl_int> content(1000);
    EXPECT_EQ(clEnqueueReadBuffer(queues[1], buffer, CL_TRUE, 0, 4000, content.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_TRUE(std::ranges::all_of(content, [](cl_int value) { return value == count; }));
    for (cl_command_queue on : queues) clReleaseCommandQueue(on);
    clReleaseMemObject(buffer);
    clReleaseContext(all);
}

TEST_F(MultiDevice, KernelDefinitionsMayNotDiffer) {
    if (split({CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0}) != CL_SUCCESS)
        GTEST_SKIP() << "the device has one compute unit";
    cl_context both = clCreateContext(nullptr, 2, parts.data(), nullptr, nullptr, nullptr);
    const char* source =
        "#ifdef WIDE\n"
        "kernel void k(global int* p, long x) { *p = (int)x; }\n"
        "#else\n"
        "kernel void k(global int* p, int x) { *p = x; }\n"
        "#endif\n";
    cl_program made = clCreateProgramWithSource(both, 1, &source, nullptr, nullptr);
    ASSERT_EQ(clBuildProgram(made, 1, &parts[0], "", nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(clBuildProgram(made, 1, &parts[1], "-DWIDE", nullptr, nullptr), CL_SUCCESS);
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreateKernel(made, "k", &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_KERNEL_DEFINITION);
    clReleaseProgram(made);
    clReleaseContext(both);
}

TEST_F(MultiDevice, DevicesOfOtherContexts) {
    if (split({CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0}) != CL_SUCCESS)
        GTEST_SKIP() << "the device has one compute unit";
    cl_device_id other = parts[0];
    const char* source = "kernel void k(global int* p) { *p = 1; }";
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    cl_kernel made = clCreateKernel(program, "k", nullptr);
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clBuildProgram(program, 1, &other, "", nullptr, nullptr), CL_INVALID_DEVICE);
    EXPECT_EQ(clCompileProgram(program, 1, &other, "", 0, nullptr, nullptr, nullptr, nullptr), CL_INVALID_DEVICE);
    EXPECT_EQ(clLinkProgram(context, 1, &other, "", 1, &program, nullptr, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_DEVICE);
    EXPECT_EQ(clCreateProgramWithBuiltInKernels(context, 1, &other, "k", &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_DEVICE);
    EXPECT_EQ(clGetProgramBuildInfo(program, other, CL_PROGRAM_BUILD_STATUS, 0, nullptr, nullptr), CL_INVALID_DEVICE);
    EXPECT_EQ(clGetKernelWorkGroupInfo(made, other, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, nullptr), CL_INVALID_DEVICE);
    EXPECT_EQ(clGetKernelSubGroupInfo(made, other, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0, nullptr, nullptr),
              CL_INVALID_DEVICE);
    EXPECT_EQ(clCreateCommandQueueWithProperties(context, other, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_DEVICE);
    EXPECT_EQ(clCreateCommandQueue(context, other, 0, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_DEVICE);
    clReleaseKernel(made);
    clReleaseProgram(program);
}

}  // namespace

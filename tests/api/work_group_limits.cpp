// Tests Intel's attribute max_work_group_size(x, y, z) of kernels. The driver must refuse larger work-groups, respect
// the limit when it chooses the local size, and report the limit in queries.
#include <array>
#include <string>

#include "fixture.h"

namespace lanewise::test {
namespace {

using Sizes = std::array<std::size_t, 3>;

class WorkGroupLimits : public ContextTest {
protected:
    void build(const char* options) {
        const char* source =
            "__attribute__((max_work_group_size(16, 4, 1))) kernel void limited(global int* sizes) {\n"
            "    sizes[0] = get_local_size(0); sizes[1] = get_local_size(1); }\n";
        cl_int status = CL_SUCCESS;
        program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
        ASSERT_EQ(clBuildProgram(program, 1, &device, options, nullptr, nullptr), CL_SUCCESS) << log();
        kernel = clCreateKernel(program, "limited", &status);
        ASSERT_EQ(status, CL_SUCCESS);
        memory = buffer(2 * sizeof(cl_int));
        cl_mem argument = memory.get();
        ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
    }
    void TearDown() override {
        memory.reset();
        if (kernel) clReleaseKernel(kernel);
        if (program) clReleaseProgram(program);
        ContextTest::TearDown();
    }

    std::string log() {
        std::string text(4096, 0);
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, text.size(), text.data(), nullptr);
        return text.c_str();
    }

    cl_int launch(const Sizes& global, const std::size_t* local) {
        return clEnqueueNDRangeKernel(queue, kernel, 3, nullptr, global.data(), local, 0, nullptr, nullptr);
    }

    cl_program program = nullptr;
    cl_kernel kernel = nullptr;
    Mem memory;
};

TEST_F(WorkGroupLimits, LargerGroupsAreRefused) {
    build("");
    const Sizes global = {64, 8, 2};
    for (const Sizes& local : {Sizes{32, 1, 1}, Sizes{1, 8, 1}, Sizes{1, 1, 2}, Sizes{32, 8, 2}})
        EXPECT_EQ(launch(global, local.data()), CL_INVALID_WORK_GROUP_SIZE);
    for (const Sizes& local : {Sizes{16, 4, 1}, Sizes{1, 4, 1}}) EXPECT_EQ(launch(global, local.data()), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(WorkGroupLimits, ChosenGroupsKeepToThem) {
    for (const char* options : {"-cl-std=CL1.2", "-cl-std=CL3.0"}) {
        build(options);
        ASSERT_EQ(launch({3 * 1000, 6, 5}, nullptr), CL_SUCCESS);
        cl_int sizes[2] = {};
        ASSERT_EQ(clEnqueueReadBuffer(queue, memory.get(), CL_TRUE, 0, sizeof sizes, sizes, 0, nullptr, nullptr),
                  CL_SUCCESS);
        EXPECT_GT(sizes[0], 1);
        EXPECT_LE(sizes[0], 16);
        EXPECT_LE(sizes[1], 4);
        clReleaseKernel(kernel);
        clReleaseProgram(program);
        kernel = nullptr;
        program = nullptr;
    }
}

TEST_F(WorkGroupLimits, QueriesTellThem) {
    build("");
    std::size_t largest = 0;
    ASSERT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof largest, &largest, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(largest, 64u);
    char attributes[256] = "";
    ASSERT_EQ(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof attributes, attributes, nullptr), CL_SUCCESS);
    EXPECT_EQ(std::string(attributes), "max_work_group_size(16,4,1)");
}

}  // namespace
}  // namespace lanewise::test

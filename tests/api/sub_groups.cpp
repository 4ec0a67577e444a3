// Checks that queries about sub-groups agree with the values that work-items get, for launches of every shape.
#include <CL/cl_ext.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "kernel_fixture.h"

namespace {

class SubGroups : public KernelTest {
protected:
    size_t ask(cl_kernel kernel, cl_kernel_sub_group_info name, std::vector<size_t> input = {}) {
        size_t answer = ~size_t{0};
        EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, name, input.size() * sizeof(size_t),
                                          input.empty() ? nullptr : input.data(), sizeof answer, &answer, nullptr),
                  CL_SUCCESS);
        return answer;
    }
    std::vector<size_t> local_size_for(cl_kernel kernel, size_t sub_groups, size_t dimensions = 3) {
        std::vector<size_t> sizes(dimensions, 99);
        EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof sub_groups,
                                          &sub_groups, dimensions * sizeof(size_t), sizes.data(), nullptr),
                  CL_SUCCESS);
        return sizes;
    }
    cl_int code_of_query(cl_kernel_sub_group_info name, size_t input_bytes, const void* input, size_t bytes) {
        std::array<size_t, 4> answer{};
        return clGetKernelSubGroupInfo(teller, device, name, input_bytes, input, bytes, answer.data(), nullptr);
    }
    /// Runs the kernel and returns four values for each work-item. The values are the size and the maximum size of the
    /// work-item's sub-group, and the numbers of sub-groups and of enqueued sub-groups.
    std::vector<std::array<cl_uint, 4>> told(cl_kernel kernel, std::array<size_t, 3> global,
                                             std::array<size_t, 3> local) {
        const size_t items = global[0] * global[1] * global[2];
        cl_int code = CL_SUCCESS;
        cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, items * 16, nullptr, &code);
        clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
        EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 3, nullptr, global.data(), local.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        std::vector<std::array<cl_uint, 4>> result(items);
        EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, items * 16, result.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        clReleaseMemObject(buffer);
        return result;
    }
    void SetUp() override {
        KernelTest::SetUp();
        teller = kernel(source("").c_str());
    }
    static std::string source(const std::string& attribute) {
        return attribute +
               "kernel void k(global uint4* out) {"
               "  size_t i = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0)"
               "      + get_global_id(0);"
               "  out[i] = (uint4)(get_sub_group_size(), get_max_sub_group_size(), get_num_sub_groups(),"
               "      get_enqueued_num_sub_groups()); }";
    }

    cl_kernel teller = nullptr;
};

TEST_F(SubGroups, QueriesSayWhatWorkItemsSee) {
    for (const char* attribute :
         {"", "__attribute__((intel_reqd_sub_group_size(8)))", "__attribute__((intel_reqd_sub_group_size(32)))"}) {
        const cl_kernel k = kernel(source(attribute).c_str());
        for (const auto& [global, local] :
             std::initializer_list<std::pair<std::array<size_t, 3>, std::array<size_t, 3>>>{
                 {{1, 1, 1}, {1, 1, 1}},
                 {{70, 1, 1}, {33, 1, 1}},
                 {{64, 2, 1}, {16, 2, 1}},
                 {{12, 9, 2}, {5, 3, 2}},
                 {{8192, 1, 1}, {4096, 1, 1}},
                 {{40, 3, 1}, {8, 1, 1}},
                 {{3, 40, 1}, {1, 8, 1}}}) {
            const size_t largest = ask(k, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {local[0], local[1], local[2]});
            const size_t count = ask(k, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {local[0], local[1], local[2]});
            for (const auto& item : told(k, global, local)) {
                ASSERT_EQ(item[1], largest);
                ASSERT_EQ(item[3], count);
                ASSERT_LE(item[2], count);
                ASSERT_TRUE(item[0] >= 1 && item[0] <= largest);
            }
        }
    }
}

TEST_F(SubGroups, LocalSizesForANumberOfThem) {
    const size_t size = ask(teller, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {64});
    const size_t most = ask(teller, CL_KERNEL_MAX_NUM_SUB_GROUPS);
    for (const size_t count : {size_t{1}, size_t{3}, most}) {
        const auto local = local_size_for(teller, count);
        EXPECT_EQ(ask(teller, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, local), count);
        const auto items = told(teller, {local[0], local[1], local[2]}, {local[0], local[1], local[2]});
        EXPECT_TRUE(std::ranges::all_of(items, [&](const auto& item) { return item[2] == count; }));
        EXPECT_EQ(local_size_for(teller, count, 1).front(), local[0]);
    }
    EXPECT_EQ(local_size_for(teller, most + 1), (std::vector<size_t>{0, 0, 0}));
    EXPECT_EQ(local_size_for(teller, 0), (std::vector<size_t>{0, 0, 0}));
    const cl_kernel required = kernel(source("__attribute__((reqd_work_group_size(6, 5, 2)))").c_str());
    const size_t fits = (60 + size - 1) / size;
    EXPECT_EQ(local_size_for(required, fits), (std::vector<size_t>{6, 5, 2}));
    EXPECT_EQ(local_size_for(required, fits + 1), (std::vector<size_t>{0, 0, 0}));
    EXPECT_EQ(local_size_for(required, fits, 1), std::vector<size_t>{0});
}

TEST_F(SubGroups, RequiredSizes) {
    EXPECT_EQ(ask(teller, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL), 0u);
    EXPECT_EQ(ask(teller, CL_KERNEL_COMPILE_NUM_SUB_GROUPS), 0u);
    std::array<size_t, 8> sizes{};
    size_t bytes = 0;
    ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_SIZES_INTEL, sizeof sizes, sizes.data(), &bytes), CL_SUCCESS);
    ASSERT_GE(bytes, sizeof(size_t));
    for (size_t i = 0; i < bytes / sizeof(size_t); ++i) {
        const std::string attribute = "intel_reqd_sub_group_size(" + std::to_string(sizes[i]) + ")";
        // The query must return the same value whether or not the kernel calls sub-group functions.
        for (const std::string& text : {source(""), std::string("kernel void k(global uint4* out) {}")}) {
            const cl_kernel k = kernel(("__attribute__((" + attribute + "))" + text).c_str());
            EXPECT_EQ(ask(k, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL), sizes[i]);
            EXPECT_EQ(ask(k, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {100}), sizes[i]);
            std::array<char, 200> attributes{};
            EXPECT_EQ(clGetKernelInfo(k, CL_KERNEL_ATTRIBUTES, attributes.size(), attributes.data(), nullptr),
                      CL_SUCCESS);
            EXPECT_EQ(std::string(attributes.data()), attribute);
        }
    }
}

TEST_F(SubGroups, SizesThatThereAreNoneOfDoNotBuild) {
    for (const char* size : {"1", "4", "12", "64"}) {
        const std::string text = "__attribute__((intel_reqd_sub_group_size(" + std::string(size) + ")))" + source("");
        const char* pointer = text.c_str();
        cl_program program = clCreateProgramWithSource(context, 1, &pointer, nullptr, nullptr);
        EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE)
            << size;
        clReleaseProgram(program);
    }
}

TEST_F(SubGroups, QueriesCheckTheirArguments) {
    const std::array<size_t, 4> local{4, 4, 4, 4};
    constexpr size_t one = sizeof(size_t);
    for (const auto name : {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE}) {
        EXPECT_EQ(code_of_query(name, 3 * one, local.data(), one), CL_SUCCESS);
        EXPECT_EQ(code_of_query(name, 3 * one, nullptr, one), CL_INVALID_VALUE);
        EXPECT_EQ(code_of_query(name, 0, local.data(), one), CL_INVALID_VALUE);
        EXPECT_EQ(code_of_query(name, 5, local.data(), one), CL_INVALID_VALUE);
        EXPECT_EQ(code_of_query(name, 4 * one, local.data(), one), CL_INVALID_VALUE);
        EXPECT_EQ(code_of_query(name, one, local.data(), one - 1), CL_INVALID_VALUE);
    }
    EXPECT_EQ(code_of_query(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, one, local.data(), 3 * one), CL_SUCCESS);
    EXPECT_EQ(code_of_query(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, one, nullptr, 3 * one), CL_INVALID_VALUE);
    EXPECT_EQ(code_of_query(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 2 * one, local.data(), one), CL_INVALID_VALUE);
    EXPECT_EQ(code_of_query(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, one, local.data(), one - 1), CL_INVALID_VALUE);
    EXPECT_EQ(code_of_query(CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, one), CL_SUCCESS);
    EXPECT_EQ(code_of_query(0, 0, nullptr, one), CL_INVALID_VALUE);
    size_t bytes = 0;
    EXPECT_EQ(clGetKernelSubGroupInfo(teller, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, one, local.data(), 0,
                                      nullptr, &bytes),
              CL_SUCCESS);
    EXPECT_EQ(bytes, 3 * one);
    EXPECT_EQ(clGetKernelSubGroupInfo(nullptr, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0, nullptr, nullptr),
              CL_INVALID_KERNEL);
}

TEST_F(SubGroups, ForwardProgressIsNotClaimed) {
    cl_bool independent = CL_TRUE;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, sizeof independent,
                              &independent, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(independent, CL_FALSE);
    std::string names(10000, '\0');
    clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, names.size(), names.data(), nullptr);
    EXPECT_EQ(names.find("cl_khr_subgroups "), std::string::npos);
    EXPECT_NE(names.find("cl_khr_subgroup_shuffle "), std::string::npos);
    cl_uint most = 0;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof most, &most, nullptr), CL_SUCCESS);
    EXPECT_GE(most, ask(teller, CL_KERNEL_MAX_NUM_SUB_GROUPS));
}

// Makes the query by clGetKernelSubGroupInfoKHR, the function of the extension cl_intel_subgroups.
TEST_F(SubGroups, TheQueryOfTheExtension) {
    const auto query = reinterpret_cast<decltype(&clGetKernelSubGroupInfo)>(
        clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSubGroupInfoKHR"));
    ASSERT_NE(query, nullptr);
    const size_t local = 64;
    size_t size = 0;
    EXPECT_EQ(query(teller, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE_KHR, sizeof local, &local, sizeof size,
                    &size, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(size, ask(teller, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {local}));
}

}  // namespace

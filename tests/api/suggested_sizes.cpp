// Tests clGetKernelSuggestedLocalWorkSize of OpenCL 3.1: its slot in the ICD table, and its results for many kernels.
// Also tests that clGetKernelSuggestedLocalWorkSizeKHR is the same function.
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include <array>
#include <string>

#include "kernel_fixture.h"

namespace {

using Size3 = std::array<size_t, 3>;
using Suggest = clGetKernelSuggestedLocalWorkSizeKHR_fn;

class SuggestedSizes : public KernelTest {
protected:
    void SetUp() override {
        KernelTest::SetUp();
        suggest = find("clGetKernelSuggestedLocalWorkSize");
        ASSERT_NE(suggest, nullptr);
        ASSERT_NE(find("clGetKernelSuggestedLocalWorkSizeKHR"), nullptr);
        cl_int code = CL_SUCCESS;
        told_ = clCreateBuffer(context, CL_MEM_READ_WRITE, 3 * sizeof(cl_ulong), nullptr, &code);
        ASSERT_EQ(code, CL_SUCCESS);
    }
    void TearDown() override {
        clReleaseMemObject(told_);
        KernelTest::TearDown();
    }

    Suggest find(const char* name) {
        return reinterpret_cast<Suggest>(clGetExtensionFunctionAddressForPlatform(platform, name));
    }

    /// Returns the local size that a launch with a null local_work_size gets, as the kernel sees it.
    Size3 launched(cl_kernel made, cl_uint dimensions, const size_t* offset, const Size3& global) {
        EXPECT_EQ(clEnqueueNDRangeKernel(queue, made, dimensions, offset, global.data(), nullptr, 0, nullptr, nullptr),
                  CL_SUCCESS);
        std::array<cl_ulong, 3> sizes{};
        EXPECT_EQ(clEnqueueReadBuffer(queue, told_, CL_TRUE, 0, sizeof sizes, sizes.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        return {sizes[0], sizes[1], sizes[2]};
    }

    void expect_launched_sizes(const std::string& source, bool has_local_argument = false) {
        for (cl_uint dimensions = 1; dimensions <= 3; ++dimensions)
            for (const Size3& global : {Size3{64, 32, 16}, Size3{48, 96, 32}, Size3{1 << 16, 16, 32}}) {
                const cl_kernel made = kernel(source.c_str());
                clSetKernelArg(made, 0, sizeof told_, &told_);
                if (has_local_argument) clSetKernelArg(made, 1, 4096, nullptr);
                const Size3 offset{3, 0, 7};
                for (const size_t* from : {static_cast<const size_t*>(nullptr), offset.data()}) {
                    Size3 size{1, 1, 1};  // sizes of unused dimensions stay 1
                    ASSERT_EQ(suggest(queue, made, dimensions, from, global.data(), size.data()), CL_SUCCESS) << source;
                    EXPECT_EQ(size, launched(made, dimensions, from, global)) << source << dimensions;
                }
            }
    }

    static std::string source(const char* attributes, const char* parameters = "", const char* body = "") {
        return std::string("kernel ") + attributes + " void k(global ulong* told" + parameters + ") {" + body +
               "if (get_local_linear_id() == 0 && get_group_id(0) == 0 && get_group_id(1) == 0 && get_group_id(2) == 0)"
               "  for (uint d = 0; d < 3; ++d) told[d] = get_enqueued_local_size(d); }";
    }

    Suggest suggest = nullptr;

private:
    cl_mem told_ = nullptr;
};

// The slot of the function follows the slot of clSetContextDestructorCallback. ICD loaders call the function through
// this slot.
TEST_F(SuggestedSizes, HaveASlotInTheIcdTable) {
    constexpr std::size_t slot = offsetof(_cl_icd_dispatch, clSetContextDestructorCallback) / sizeof(void*) + 1;
    const void* const* table = *reinterpret_cast<const void* const* const*>(platform);
    ASSERT_EQ(table[slot], reinterpret_cast<const void*>(suggest));
    const size_t global = 64;
    size_t size = 0;
    EXPECT_EQ(suggest(nullptr, nullptr, 1, nullptr, &global, &size), CL_INVALID_COMMAND_QUEUE);
}

TEST_F(SuggestedSizes, OfPlainKernels) { expect_launched_sizes(source("")); }

TEST_F(SuggestedSizes, OfKernelsWithLocalMemory) {
    expect_launched_sizes(source("", "",
                                 "local ulong kept[256]; kept[get_local_linear_id() % 256] = 1;"
                                 "barrier(CLK_LOCAL_MEM_FENCE); if (kept[0] != 1) told[0] = 77;"));
    expect_launched_sizes(
        source("", ", local uint* kept", "kept[get_local_linear_id() % 1024] = 1; barrier(CLK_LOCAL_MEM_FENCE);"),
        /*has_local_argument=*/true);
}

TEST_F(SuggestedSizes, OfKernelsThatRequireOne) {
    expect_launched_sizes(source("__attribute__((reqd_work_group_size(16, 1, 1)))"));
    const cl_kernel made = kernel(source("__attribute__((reqd_work_group_size(8, 4, 2)))").c_str());
    cl_mem none = nullptr;
    clSetKernelArg(made, 0, sizeof none, &none);
    const Size3 global{64, 32, 16};
    Size3 size{};
    ASSERT_EQ(suggest(queue, made, 3, nullptr, global.data(), size.data()), CL_SUCCESS);
    EXPECT_EQ(size, (Size3{8, 4, 2}));
}

TEST_F(SuggestedSizes, OfKernelsWithSubGroups) {
    expect_launched_sizes(source("__attribute__((intel_reqd_sub_group_size(16)))", "",
                                 "if (sub_group_reduce_add(1) > 16) told[0] = 77;"));
}

}  // namespace

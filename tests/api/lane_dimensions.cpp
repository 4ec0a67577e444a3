// Tests kernels in which work-items with adjacent ids in dimension 0, 1 or 2 access adjacent memory, with work-groups
// of any shape. Checks the results and the local sizes that the driver chooses.
#include <CL/cl_ext.h>

#include <string>

#include "kernel_fixture.h"

namespace {

using Size3 = std::array<size_t, 3>;

class LaneDimensions : public KernelTest {
protected:
    void SetUp() override {
        KernelTest::SetUp();
        cl_int code = CL_SUCCESS;
        buffer_ = clCreateBuffer(context, CL_MEM_READ_WRITE, most * sizeof(cl_int), nullptr, &code);
        ASSERT_EQ(code, CL_SUCCESS);
    }
    void TearDown() override {
        clReleaseMemObject(buffer_);
        KernelTest::TearDown();
    }

    /// Runs the kernel and returns the content of the buffer.
    std::vector<cl_int> run(cl_kernel kernel, const Size3& global, const size_t* local) {
        const cl_int nothing = -1;
        clEnqueueFillBuffer(queue, buffer_, &nothing, sizeof nothing, 0, most * sizeof(cl_int), 0, nullptr, nullptr);
        clSetKernelArg(kernel, 0, sizeof buffer_, &buffer_);
        const Size3 offset{5, 0, 9};
        EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 3, offset.data(), global.data(), local, 0, nullptr, nullptr),
                  CL_SUCCESS);
        std::vector<cl_int> values(global[0] * global[1] * global[2]);
        EXPECT_EQ(clEnqueueReadBuffer(queue, buffer_, CL_TRUE, 0, values.size() * sizeof(cl_int), values.data(), 0,
                                      nullptr, nullptr),
                  CL_SUCCESS);
        return values;
    }

    static constexpr size_t most = 1 << 16;

    /// Returns the source of a kernel that accesses a 3D array. Dimension `x` selects the element of a row, `y` the
    /// row, and `z` the plane.
    static std::string source(unsigned x, unsigned y, unsigned z, const char* body) {
        const auto define = [](const char* name, unsigned d) {
            return "#define " + std::string(name) + " " + std::to_string(d) + "\n";
        };
        return define("X", x) + define("Y", y) + define("Z", z) + R"(
            #define ID(d) (get_global_id(d) - get_global_offset(d))
            kernel void k(global int* out) {
                size_t i = (ID(Z) * get_global_size(Y) + ID(Y)) * get_global_size(X) + ID(X);
                int value = (int)(ID(0) * 10007 + ID(1) * 101 + ID(2));)" +
               body + "}";
    }

    static void expect_ids(const std::vector<cl_int>& values, const Size3& global,
                           const std::array<unsigned, 3>& order) {
        for (size_t i = 0; i < values.size(); ++i) {
            Size3 id{};
            id[order[0]] = i % global[order[0]];
            id[order[1]] = i / global[order[0]] % global[order[1]];
            id[order[2]] = i / global[order[0]] / global[order[1]];
            ASSERT_EQ(values[i], static_cast<cl_int>(id[0] * 10007 + id[1] * 101 + id[2])) << i;
        }
    }

    cl_mem buffer_ = nullptr;
};

constexpr std::array<unsigned, 3> orders[] = {{0, 1, 2}, {1, 0, 2}, {2, 1, 0}, {2, 0, 1}};
constexpr Size3 locals[] = {{1, 256, 1}, {256, 1, 1}, {2, 128, 1}, {8, 32, 1}, {16, 16, 1}, {1, 5, 1},
                            {2, 6, 2},   {24, 5, 1},  {1, 1, 64},  {4, 4, 4},  {1, 1, 1}};

TEST_F(LaneDimensions, EveryItemRunsOnceInWhateverGroups) {
    for (const auto& order : orders) {
        const cl_kernel free = kernel(source(order[0], order[1], order[2], "out[i] = value;").c_str());
        const cl_kernel grouped = kernel(source(order[0], order[1], order[2],
                                                "out[i] = value + get_local_size(0) - get_local_size(0) + "
                                                "(get_local_id(1) > 1000);")
                                             .c_str());
        for (const Size3& global : {Size3{40, 50, 3}, Size3{3, 300, 5}, Size3{520, 7, 2}}) {
            for (cl_kernel one : {free, grouped}) {
                expect_ids(run(one, global, nullptr), global, order);
                for (const Size3& local : locals) expect_ids(run(one, global, local.data()), global, order);
            }
        }
    }
}

// Each work-item passes its value through local memory to the mirrored work-item of the work-group, and gets the value
// back.
TEST_F(LaneDimensions, GroupsMeetInWhateverShape) {
    constexpr const char* body = R"(
        local int shared[256], back[256];
        size_t l = get_local_linear_id(), n = get_local_size(0) * get_local_size(1) * get_local_size(2);
        shared[l] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        back[n - 1 - l] = shared[n - 1 - l];
        barrier(CLK_LOCAL_MEM_FENCE);
        out[i] = back[l];)";
    for (const auto& order : orders) {
        const cl_kernel meeting = kernel(source(order[0], order[1], order[2], body).c_str());
        for (const Size3& global : {Size3{40, 50, 3}, Size3{256, 128, 1}})
            for (const Size3& local : locals) expect_ids(run(meeting, global, local.data()), global, order);
    }
}

TEST_F(LaneDimensions, SuggestedSizesAreThoseThatNullGets) {
    const auto suggest = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
        clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSizeKHR"));
    ASSERT_NE(suggest, nullptr);
    constexpr const char* body =
        "out[i] = (int)(get_enqueued_local_size(0) + get_enqueued_local_size(1) * 256 + get_enqueued_local_size(2) * "
        "65536);";
    for (const auto& order : orders) {
        const cl_kernel tell = kernel(source(order[0], order[1], order[2], body).c_str());
        for (const Size3& global : {Size3{64, 64, 4}, Size3{3, 100, 30}, Size3{17, 1, 1000}, Size3{1, 1, 1}}) {
            const auto values = run(tell, global, nullptr);
            Size3 local{};
            ASSERT_EQ(suggest(queue, tell, 3, nullptr, global.data(), local.data()), CL_SUCCESS);
            EXPECT_EQ(values.front(), static_cast<cl_int>(local[0] + local[1] * 256 + local[2] * 65536));
        }
    }
}

// The driver must choose work-groups whose work-items access adjacent memory.
TEST_F(LaneDimensions, ChosenGroupsLieAlongTheMemory) {
    const auto suggest = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
        clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSizeKHR"));
    for (const auto& order : orders) {
        const cl_kernel tell = kernel(source(order[0], order[1], order[2], "out[i] = value;").c_str());
        clSetKernelArg(tell, 0, sizeof buffer_, &buffer_);
        size_t multiple = 0;
        clGetKernelWorkGroupInfo(tell, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof multiple, &multiple,
                                 nullptr);
        const Size3 global{256, 256, 256};
        Size3 local{};
        ASSERT_EQ(suggest(queue, tell, 3, nullptr, global.data(), local.data()), CL_SUCCESS);
        EXPECT_EQ(local[order[0]] % multiple, 0u);
    }
}

}  // namespace

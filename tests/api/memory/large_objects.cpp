// Tests 32-bit indices that wrap around within one object. The object is so large that it has elements for the smallest
// and for the largest index. Launches with large objects must not run code that assumes small objects
// (KernelCode::small_objects).
#include <sys/mman.h>

#include <vector>

#include "kernel_fixture.h"

namespace {

/// An address range of 4 GiB in which only a part at the start and a part at the end can be accessed. Element `i` of
/// each part is i * 7, modulo 256.
class Mapping {
public:
    static constexpr size_t all = size_t{1} << 32, ends = size_t{1} << 16;

    Mapping()
        : bytes_(static_cast<cl_uchar*>(
              mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {
        for (cl_uchar* end : {bytes_, bytes_ + all - ends}) {
            mprotect(end, ends, PROT_READ | PROT_WRITE);
            for (size_t i = 0; i < ends; ++i) end[i] = static_cast<cl_uchar>(i * 7);
        }
    }
    ~Mapping() { munmap(bytes_, all); }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

    cl_uchar* bytes() const { return bytes_; }

private:
    cl_uchar* bytes_;
};

class LargeObjects : public KernelTest {
protected:
    static constexpr size_t items = 200;
    static constexpr cl_uint before = 50;
    static constexpr const char* source =
        "kernel void k(global const uchar* a, global uint* out, uint first) {"
        " uint i = get_global_id(0); if (i < 190) out[i] = a[first + i] + 1; }";

    /// Launches the kernel `reader`, whose argument 0 is set, and checks that the kernel's index wraps around to the
    /// start of the object.
    void expect_wrapping(cl_kernel reader) {
        std::vector<cl_uint> found(items);
        cl_int code = CL_SUCCESS;
        cl_mem out = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, items * sizeof(cl_uint), found.data(), &code);
        ASSERT_EQ(code, CL_SUCCESS);
        const cl_uint first = 0u - before;
        ASSERT_EQ(clSetKernelArg(reader, 1, sizeof out, static_cast<const void*>(&out)), CL_SUCCESS);
        ASSERT_EQ(clSetKernelArg(reader, 2, sizeof first, &first), CL_SUCCESS);
        launch(queue, reader, items);
        ASSERT_EQ(
            clEnqueueReadBuffer(queue, out, CL_TRUE, 0, items * sizeof(cl_uint), found.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
        clReleaseMemObject(out);
        for (cl_uint i = 0; i < items; ++i) {
            const cl_uchar byte =
                i < before ? mapping_.bytes()[Mapping::all - before + i] : mapping_.bytes()[i - before];
            EXPECT_EQ(found[i], i < 190 ? byte + 1u : 0u) << i;
        }
    }

    Mapping mapping_;
};

TEST_F(LargeObjects, MayBeTheApplicationsMemory) {
    cl_kernel reader = kernel(source);
    ASSERT_EQ(clSetKernelArgSVMPointer(reader, 0, mapping_.bytes()), CL_SUCCESS);
    expect_wrapping(reader);
}

TEST_F(LargeObjects, MayBeBuffers) {
    cl_ulong most = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, nullptr);
    if (most < Mapping::all) GTEST_SKIP() << "the device has no buffers of 4 GiB";
    cl_int code = CL_SUCCESS;
    cl_mem large = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, Mapping::all, mapping_.bytes(), &code);
    ASSERT_EQ(code, CL_SUCCESS);
    cl_kernel reader = kernel(source);
    ASSERT_EQ(clSetKernelArg(reader, 0, sizeof large, static_cast<const void*>(&large)), CL_SUCCESS);
    expect_wrapping(reader);
    clReleaseMemObject(large);
}

// The index changes so much from work-item to work-item that it wraps around after a few work-items. Work-items access
// memory only if their index is within the object, so the object need not be large.
TEST_F(LargeObjects, AreNotNeededByLongSteps) {
    constexpr size_t bytes = 950'000'000;
    constexpr cl_uint first = 2'600'000'000, step = 130'000'000;
    cl_ulong most = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, nullptr);
    if (most < bytes) GTEST_SKIP() << "the device has no buffers of a gigabyte";
    auto* memory = static_cast<cl_uchar*>(
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    const auto place = [](cl_uint item) { return first - item * step; };
    for (cl_uint i = 0; i < items; ++i)
        if (place(i) < bytes) memory[place(i)] = static_cast<cl_uchar>(i + 10);
    cl_int code = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, bytes, memory, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    std::vector<cl_int> found(items);
    cl_mem out = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, items * sizeof(cl_int), found.data(), &code);
    ASSERT_EQ(code, CL_SUCCESS);
    cl_kernel reader = kernel(
        "kernel void k(global const uchar* a, global int* out, uint bytes) { uint i = get_global_id(0);"
        " uint j = 2600000000u - i * 130000000u; int value = -1; if (j < bytes) value = a[j]; out[i] = value; }");
    constexpr cl_uint bound = bytes;
    ASSERT_EQ(clSetKernelArg(reader, 0, sizeof buffer, static_cast<const void*>(&buffer)), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(reader, 1, sizeof out, static_cast<const void*>(&out)), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(reader, 2, sizeof bound, &bound), CL_SUCCESS);
    launch(queue, reader, items);
    ASSERT_EQ(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, items * sizeof(cl_int), found.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    for (cl_uint i = 0; i < items; ++i) EXPECT_EQ(found[i], place(i) < bytes ? memory[place(i)] : -1) << i;
    clReleaseMemObject(out);
    clReleaseMemObject(buffer);
    munmap(memory, bytes);
}

// Code for large ids may have a local variable that code for small ids does not need. In both versions of the code,
// `__local` arguments come after the local variables.
TEST_F(LargeObjects, HaveNoSayInWhereLocalArgumentsLie) {
    cl_kernel mirror = kernel(
        "kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(global int* out, local int* fives) {"
        " local int many[2048], few[64]; int l = get_local_id(0); bool is_large = get_global_id(0) >> 31;"
        " local int* chosen = is_large ? many : few; fives[l] = 5; chosen[l] = 3;"
        " if (is_large) for (int j = 1; j < 32; ++j) chosen[l + 64 * j] = 3;"
        " barrier(CLK_LOCAL_MEM_FENCE);"
        " out[get_global_id(0) - get_global_offset(0)] = chosen[63 - l] * 1000 + fives[63 - l]; }");
    constexpr size_t global = 256, local = 64;
    cl_int code = CL_SUCCESS;
    cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, global * sizeof(cl_int), nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(mirror, 0, sizeof out, static_cast<const void*>(&out)), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(mirror, 1, local * sizeof(cl_int), nullptr), CL_SUCCESS);
    for (const size_t offset : {size_t{0}, size_t{1} << 31, size_t{0}}) {
        ASSERT_EQ(clEnqueueNDRangeKernel(queue, mirror, 1, &offset, &global, &local, 0, nullptr, nullptr), CL_SUCCESS);
        std::vector<cl_int> found(global);
        ASSERT_EQ(
            clEnqueueReadBuffer(queue, out, CL_TRUE, 0, global * sizeof(cl_int), found.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
        EXPECT_EQ(found, std::vector<cl_int>(global, 3005)) << offset;
    }
    clReleaseMemObject(out);
}

}  // namespace
